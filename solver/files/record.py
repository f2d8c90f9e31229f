"""What every file gives: a game tree, its main line and, when there is one, the puzzle."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from sgfmill import sgf_grammar

from solver.errors import Finding
from solver.game import AnyMove, Line, Position, Side
from solver.puzzle import Puzzle

__all__ = [
    "DRAW_OFFERED",
    "MAX_DRAWN",
    "MAX_LINE",
    "MAX_NODES",
    "MAX_PEGS",
    "MAX_PLIES",
    "MAX_WORK",
    "Format",
    "Node",
    "Record",
    "Written",
    "escaped",
]

DRAW_OFFERED = "draw offered"
"""The comment of a move with which its player offered a draw."""

MAX_NODES = 5_000
"""Most nodes read from one file."""
MAX_PEGS = 2_000
"""Most pegs in a diagram, and most holes in one setup property."""
MAX_DRAWN = 40_000
"""Most holes of a diagram: 200 x 200."""
MAX_PLIES = 1_000
"""Most moves of a game or a solution."""
MAX_LINE = MAX_PEGS + MAX_PLIES
"""Most nodes on one line from the root: a puzzle's setup takes one for each peg."""
MAX_WORK = 600_000
"""Most pegs and links looked at anew where links are taken off and sides pass: about a second."""


class Format(Enum):
    """The file formats; the values are the usual suffixes."""

    SGF = "sgf"
    """`FF[4] GM[21]`, the native format."""
    LITTLE_GOLEM = "tsgf"
    T1 = "t1"
    """T1j and twixtbot-ui."""
    PBM = "pbm"
    """The mail server's numbered list in two columns."""
    MOVES = "moves"
    """A plain move list: `1.f6 2.swap 3.m16`."""
    DIAGRAM = "diagram"

    @classmethod
    def of_path(cls, path: str | Path) -> "Format | None":
        """Return the format that a file name's suffix stands for, None when it is none."""
        suffix = Path(path).suffix.lower().removeprefix(".")
        if suffix == "txt":
            return cls.MOVES
        return next((known for known in cls if known.value == suffix), None)


@dataclass(slots=True, eq=False)
class Node:
    """One node of a game tree."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    """SGF values as they stand between the brackets, in file order, unknown names too."""
    children: list["Node"] = field(default_factory=list)
    """The main line's node comes first."""
    offsets: dict[str, int] = field(default_factory=dict)
    """Where the properties stand in the file; empty when made by hand."""
    side: Side | None = None
    move: AnyMove | None = None
    """The legal move made here; None for setup and for nodes without a move."""

    def has(self, ident: str) -> bool:
        """Tell whether the node has a property."""
        return ident in self.properties

    def text(self, ident: str) -> str:
        """Return a property's text without SGF's escapes, empty when it is absent."""
        values = [
            sgf_grammar.text_value(value.encode()).decode()
            for value in self.properties.get(ident, [])
        ]
        return "\n".join(values)

    def main_line(self) -> list["Node"]:
        """Return the node and what follows it on the main line."""
        line = [self]
        while line[-1].children:
            line.append(line[-1].children[0])
        return line

    def path_to(self, last: "Node") -> list["Node"]:
        """Return the nodes from this one to `last`, which is below it or the same."""
        parents, stack = dict[int, Node](), [self]
        while stack:
            node = stack.pop()
            parents |= {id(child): node for child in node.children}
            stack += node.children
        path = [last]
        while path[-1] is not self:
            path.append(parents[id(path[-1])])
        return path[::-1]

    def next_turns(self) -> Iterator["Node"]:
        """Yield the first node with a move on each line below, the main line's first."""
        nodes = self.children[::-1]
        while nodes:
            node = nodes.pop()
            if node.has("W") or node.has("B"):
                yield node
            else:
                nodes += reversed(node.children)

    def add(self, properties: dict[str, list[str]]) -> "Node":
        """Append a child with these properties and return it."""
        child = Node(properties)
        self.children.append(child)
        return child


def escaped(text: str) -> str:
    """Return text as an SGF value holds it."""
    raw: bytes = sgf_grammar.escape_text(text.encode())
    return raw.decode()


@dataclass(frozen=True, slots=True)
class Record:
    """A puzzle or game as read from a file."""

    format: Format
    tree: Node
    """The root of the whole tree, variations and unknown properties included."""
    entry: Node
    """A puzzle's `IP` node, below which are the author's first moves; else the root."""
    start: Position
    """A puzzle's position, or a game's before its first move."""
    moves: tuple[AnyMove, ...]
    """The main line from `start`. It leads through the `IP` node if there is one."""
    puzzle: Puzzle | None = None
    ip: int | None = None
    """Moves from `start` to the `IP` node; None without one."""
    findings: tuple[Finding, ...] = ()
    """Warnings."""

    @property
    def line(self) -> Line:
        """`start` and the position after each of `moves`, each worked out when it is asked for."""
        return Line(self.start, self.moves)


@dataclass(frozen=True, slots=True)
class Written:
    """A file's text, and what it could not carry."""

    text: str
    findings: tuple[Finding, ...] = ()
