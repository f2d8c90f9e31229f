"""SGF values of TwixT: sizes, points, puzzle goals, and turns of the setup before `IP`."""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.errors import IllegalMoveError, NotationError, PuzzleRuleError
from solver.files.diagram import parse_size
from solver.files.record import Node
from solver.files.source import Source
from solver.game import (
    MAX_SIZE,
    AnyMove,
    Board,
    Box,
    Diagonal,
    Hole,
    Link,
    Replay,
    Ruleset,
    Shape,
    Side,
    Special,
    centre_links,
    centre_text,
    crossed_by,
    holders_letters,
    hole_text,
    link_text,
    links_text,
    parse_holders,
    parse_hole,
)
from solver.puzzle import Goal

__all__ = [
    "Header",
    "boxes",
    "check_handicap",
    "points",
    "points_text",
    "read_header",
    "set_up_turn",
]

GOALS = {"": Goal.WIN, "0": Goal.DRAW, "draw": Goal.DRAW, "w+": Goal.WHITE_WINS}
GOALS["b+"] = Goal.BLACK_WINS

_ROOT_ONLY = ("FF", "GM", "SZ", "SHAPE", "RU", "HA", "PZ", "PV")


@dataclass(frozen=True, slots=True)
class Header:
    """What the root says about the whole file."""

    board: Board
    ruleset: Ruleset
    handicap: bool
    """`HA` is present: no swap."""
    goal: Goal | None
    """None for a game."""
    privilege: frozenset[Side]
    """Who holds the Privilege of Double TwixT."""


def read_header(
    source: Source, root: Node, size: tuple[int, int] | None, rules: Ruleset | None
) -> Header | None:
    """Read the root's properties, None when the file cannot be a game of TwixT.

    `size` and `rules` stand in for what the file does not say.
    """
    _check_game(source, root)
    width, height = _size(source, root, size)
    ruleset = _ruleset(source, root, rules)
    goal = None
    if root.has("PZ"):
        word = root.text("PZ").strip().lower()
        goal = GOALS.get(word, Goal.WIN)
        if word not in GOALS:
            source.error(
                f"unknown puzzle goal PZ[{word}]",
                root.offsets.get("PZ"),
                "write PZ[] (side to move wins), PZ[W+], PZ[B+] or PZ[0] (draw)",
            )
    if width != height and goal is None and not root.has("HA"):
        source.warn(
            f"a game on a {width} x {height} board is a handicap game",
            root.offsets.get("SZ"),
            "add HA[] to the first node",
        )
    if not width or root.text("GM").strip() not in ("", "21"):
        return None
    root.properties["SZ"] = [str(width) if width == height else f"{width}:{height}"]
    root.properties["RU"] = [ruleset.value]
    board = Board(width, height)
    if root.has("SHAPE"):
        diagonal = _diagonal(source, root, width, height)
        if diagonal is None:
            return None
        board = diagonal
    return Header(board, ruleset, root.has("HA"), goal, _privilege(source, root, goal))


def _privilege(source: Source, root: Node, goal: Goal | None) -> frozenset[Side]:
    """Return who holds the Privilege by `PV`, nobody when it is wrong."""
    if not root.has("PV"):
        return frozenset()
    word = root.text("PV").strip()
    try:
        holders = parse_holders(word)
    except ValueError:
        source.error(
            f"PV[{word[:20]}] does not say who holds the Privilege",
            root.offsets.get("PV"),
            "write PV[W], PV[B] or PV[WB]",
        )
        return frozenset()
    if goal is None:
        source.error(
            "the Privilege (PV) is known in puzzles only", root.offsets.get("PV"), "add PZ[]"
        )
    root.properties["PV"] = [holders_letters(holders)]
    return holders


def _check_game(source: Source, root: Node) -> None:
    game = root.text("GM").strip()
    if not root.has("GM"):
        source.warn(
            "no GM property: read as TwixT", next(iter(root.offsets.values()), 0), "add GM[21]"
        )
    elif game != "21":
        source.error(
            f"GM[{game}] is another game", root.offsets.get("GM"), "TwixT files have GM[21]"
        )
    nodes = list(root.children)
    while nodes:
        node = nodes.pop()
        nodes += node.children
        for ident in _ROOT_ONLY:
            if node.has(ident):
                source.error(
                    f"{ident} stands after the first node",
                    node.offsets.get(ident),
                    "move it into the first node",
                )


def _size(source: Source, root: Node, given: tuple[int, int] | None) -> tuple[int, int]:
    """Return columns and rows, zeros when `SZ` is wrong."""
    if not root.has("SZ"):
        return given or (24, 24)
    try:
        return parse_size(root.text("SZ"))
    except NotationError:
        source.error(
            f"SZ[{root.text('SZ')[:20]}] is no board size",
            root.offsets.get("SZ"),
            "write SZ[24], or SZ[24:20] for columns and rows, each 3 to 702",
        )
        return 0, 0


def _diagonal(source: Source, root: Node, width: int, height: int) -> Board | None:
    """Return the diagonal board that `SHAPE` names, None when there is none."""
    word = root.text("SHAPE").strip().lower()
    names = " or ".join(f"SHAPE[{shape.value}]" for shape in Shape)
    try:
        shape = Shape(word)
    except ValueError:
        source.error(
            f"unknown shape SHAPE[{word[:20]}]", root.offsets.get("SHAPE"), f"write {names}"
        )
        return None
    root.properties["SHAPE"] = [shape.value]
    try:
        if width != height:
            raise PuzzleRuleError("a diagonal board has as many lines of holes either way")
        return Board.of(Diagonal(shape, width))
    except PuzzleRuleError as error:
        source.error(str(error), root.offsets.get("SZ"), "write SZ[17] for 17 lines of holes")
        return None


def _ruleset(source: Source, root: Node, given: Ruleset | None) -> Ruleset:
    if not root.has("RU"):
        return given or Ruleset.STD
    word = root.text("RU").strip()
    try:
        return Ruleset(word.upper())
    except ValueError:
        source.error(
            f"unknown rules RU[{word[:20]}]",
            root.offsets.get("RU"),
            "write RU[STD], RU[PP] or RU[3M]",
        )
        return Ruleset.STD


def boxes(node: Node, ident: str, board: Board, most: int = MAX_SIZE**2) -> Iterator[Box]:
    """Yield the rectangles that a property lists, a single hole as one of its own.

    Raises NotationError for what is no hole, beyond the board's edge or more than `most` holes.
    """
    count = 0
    for value in node.properties[ident]:
        if not value.strip():
            continue
        one, colon, two = value.partition(":")
        first = parse_hole(one)
        last = parse_hole(two) if colon else first
        box = Box.around((first, last))
        if box.right >= board.width or box.bottom >= board.height:
            raise NotationError(f"{value} is not on the {board.size_text} board")
        count += box.columns * box.rows
        if count > most:
            raise NotationError(f"more than {most} holes are listed")
        yield box


def points(node: Node, ident: str, board: Board, most: int = MAX_SIZE**2) -> Iterator[Hole]:
    """Yield the holes that a property lists, rectangles `a1:l12` spelt out.

    Raises NotationError as `boxes` does.
    """
    for box in boxes(node, ident, board, most):
        yield from box.holes()


def points_text(holes: frozenset[Hole]) -> list[str]:
    """Return holes as a list of points, as one rectangle where they fill it."""
    box = Box.around(holes)
    if len(holes) == box.columns * box.rows > 1:
        return [":".join(map(hole_text, box.corners)).lower()]
    return [
        hole_text(hole).lower() for hole in sorted(holes, key=lambda hole: (hole.row, hole.col))
    ]


# -- the setup of a puzzle by moves -----------------------------------------------------


def check_handicap(header: Header, move: AnyMove) -> None:
    """Raise IllegalMoveError for a swap in a file with `HA`."""
    if header.handicap and move in (Special.SWAP_SIDES, Special.SWAP_PIECES):
        raise IllegalMoveError("there is no swap in a handicap game (HA)")


def set_up_turn(replay: Replay, side: Side, values: list[str], header: Header) -> list[str]:
    """Make a turn of the setup, and return its values in their present form.

    Links off, links on and the peg are taken in the order given; any may be missing. After
    the peg `-` takes off a link that it made. Raises NotationError, PuzzleRuleError or
    IllegalMoveError; a part of the turn may be made then.
    """
    words = [value.strip().lower() for value in values]
    if len(words) == 1 and words[0] in {special.value for special in Special}:
        special = Special(words[0])
        check_handicap(header, special)
        _set_up_special(replay, side, special)
        return words
    peg: Hole | None = None
    written = []
    for word in words:
        if word.startswith("-"):
            link = _link_at(replay, side, word[1:], peg)
            replay.take_link(side, link)
            written.append("-" + centre_text(link))
        elif word[:1] in ("\\", "/"):
            falling, rising = centre_links(word.lstrip("\\/"))
            link = rising if word[0] == "/" else falling
            _check_free(replay, side, link)
            if link not in replay.links(side):
                replay.add_link(side, link)
            written.append(word[0] + centre_text(link))
        elif word:
            if peg is not None:
                raise NotationError(f"{word!r}: a turn has one peg, this one has two")
            peg = parse_hole(word)
            replay.put(side, peg)
            written.append(hole_text(peg).lower())
        else:
            written.append("")
    return written


def _set_up_special(replay: Replay, side: Side, special: Special) -> None:
    if special not in (Special.SWAP_SIDES, Special.SWAP_PIECES):
        raise IllegalMoveError("a puzzle cannot begin after the end of the game")
    to_move = replay.to_move
    replay.to_move, replay.ply = side, 1
    replay.play(special)
    replay.to_move, replay.ply = to_move, 0


def _link_at(replay: Replay, side: Side, centre: str, peg: Hole | None) -> Link:
    """Return the own link at a centre; the new peg's if two cross there (PP)."""
    pair = [link for link in centre_links(centre) if link in replay.links(side)]
    if not pair:
        raise PuzzleRuleError(f"no {side.value} link at {centre} to take off")
    return next((link for link in pair if peg in link), pair[0])


def _check_free(replay: Replay, side: Side, link: Link) -> None:
    """Raise PuzzleRuleError unless a link may be added."""
    missing = [hole_text(end) for end in link if end not in replay.pegs(side)]
    if missing:
        raise PuzzleRuleError(
            f"link {link_text(link)} has no {side.value} peg at {' and '.join(missing)}"
        )
    crossed = crossed_by(replay, link, side)
    if crossed:
        raise PuzzleRuleError(f"link {link_text(link)} is blocked by {links_text(crossed)}")
