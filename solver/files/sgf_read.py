"""Reads SGF `FF[4] GM[21]`: puzzles and games with their whole tree.

A puzzle (`PZ`) is set up by `AW`, `AB`, `AE` or by moves before its `IP` node, in any order of
colours; below it stands the author's solution. `VW` confines play in puzzles only. In a game
every variation is played by the rules. Setup pegs link automatically.
"""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from solver.errors import IllegalMoveError, NotationError, PuzzleRuleError, printable
from solver.files.record import MAX_PEGS, MAX_PLIES, MAX_WORK, Format, Node, Record
from solver.files.sgf_grammar import parse_tree
from solver.files.sgf_values import (
    Header,
    boxes,
    check_handicap,
    points,
    read_header,
    set_up_turn,
)
from solver.files.source import Source
from solver.game import (
    AnyMove,
    Mark,
    Move,
    Position,
    Replay,
    Ruleset,
    Side,
    move_values,
    parse_move_values,
)
from solver.puzzle import Goal, Puzzle

__all__ = ["read_sgf"]

_SETUP = {"AW": Side.WHITE, "AB": Side.BLACK}
_MOVES = {"W": Side.WHITE, "B": Side.BLACK}


def read_sgf(source: Source, size: tuple[int, int] | None, rules: Ruleset | None) -> Record:
    """Read the first game tree of a file.

    `size` (columns, rows) and `rules` stand in for missing `SZ` and `RU`. Raises
    PuzzleFileError with all that is wrong.
    """
    root = parse_tree(source)
    header = read_header(source, root, size, rules) if root else None
    if root is None or header is None:
        raise source.refusal()
    return _Reader(source, root, header).record()


class _Visit(NamedTuple):
    node: Node
    board: Replay
    playing: bool
    before: Mark | None = None
    """Where to go back to once all below the node is walked; None before."""


class _Reader:
    """Walks a tree from its root, on one board whose turns it takes back where lines part."""

    def __init__(self, source: Source, root: Node, header: Header) -> None:
        self.source = source
        self.root = root
        self.header = header
        self.path = self._path_to_ip()
        self.ip = self.path[-1] if self.path else None
        self.entry = self.ip or root if header.goal is not None else root
        self.main = [*self.path[:-1], *(self.ip or root).main_line()]
        self.on_main_line = {id(node) for node in self.main}
        self.start: Position | None = None
        """Where the main line of play begins, once the walk was there."""
        self.edits = 2 * MAX_PEGS
        """Holes that setup properties may still list: in some files every node edits."""

    def record(self) -> Record:
        """Return what was read, or raise PuzzleFileError."""
        self._walk()
        self.source.findings()
        assert self.start is not None, "the main line was walked to its end"
        moves, ip = list[AnyMove](), None
        for node in self.main:
            if node.move is not None:
                moves.append(node.move)
            if node is self.ip:
                ip = len(moves)
        puzzle = self._puzzle(self.start) if self.header.goal is not None else None
        return Record(
            Format.SGF,
            self.root,
            self.entry,
            self.start,
            tuple(moves),
            puzzle,
            ip,
            self.source.findings(),
        )

    # -- the IP node ----------------------------------------------------------------------

    def _path_to_ip(self) -> list[Node]:
        """Return the nodes from the root to the `IP` node, none when there is no such node."""
        found, stack = list[Node](), [self.root]
        while stack:
            node = stack.pop()
            if node.has("IP"):
                found.append(node)
            stack += reversed(node.children)
        for extra in found[1:]:
            self.source.error(
                "a second IP", extra.offsets.get("IP"), "a file shows one initial position"
            )
        if not found:
            if self.header.goal is not None:
                self.source.warn(
                    "the puzzle has no IP: it begins before the first move",
                    self.root.offsets.get("PZ"),
                    "add IP[] to the node where the solver begins",
                )
            return []
        return self.root.path_to(found[0])

    # -- walking --------------------------------------------------------------------------

    def _walk(self) -> None:
        game = self.header.goal is None
        set_up = Replay(Position(self.header.board, self.header.ruleset))
        stack: list[_Visit] = [_Visit(self.root, set_up, game)]
        boards = [set_up]
        while stack:
            node, board, playing, before = stack.pop()
            if before is not None:
                board.back_to(before)
                continue
            stack.append(_Visit(node, board, playing, board.mark()))
            if not (self._play(node, board) if playing else self._set_up(node, board)):
                self._check_notation(node)
                continue
            if node is self.entry and not game:
                self.start = self._puzzle_start(board.position())
                board, playing = Replay(self.start), True
                boards.append(board)
            if self.start is None and node is self.main[-1]:
                self.start = board.position()
            if sum(board.work for board in boards) > MAX_WORK:
                self.source.error(
                    f"the file asks for too much work: more than {MAX_WORK} pegs and links to "
                    "look at anew where links are taken off and sides pass",
                    next(iter(node.offsets.values()), None),
                    "leave variations out, or split the file",
                )
                return
            stack += [_Visit(child, board, playing) for child in reversed(node.children)]

    def _check_notation(self, node: Node) -> None:
        """Note what is no move below a node whose position is unknown."""
        nodes = list(node.children)
        while nodes:
            below = nodes.pop()
            nodes += below.children
            for ident, side in _MOVES.items():
                values = below.properties.get(ident, [])
                try:
                    parse_move_values(Position(self.header.board, to_move=side), values)
                except NotationError as error:
                    self._error(below, ident, f"{side.value} {_shown(values)}: {error}")

    def _set_up(self, node: Node, board: Replay) -> bool:
        """Make a node before a puzzle's `IP`; False when a turn of it is wrong."""
        self._edit(node, board)
        for ident in [ident for ident in node.properties if ident in _MOVES]:
            side, values = _MOVES[ident], node.properties[ident]
            try:
                node.properties[ident] = set_up_turn(board, side, values, self.header)
            except (NotationError, PuzzleRuleError, IllegalMoveError) as error:
                hint = "check this turn of the setup and those before it"
                self._error(node, ident, f"setup {side.value} {_shown(values)}: {error}", hint)
                return False
        return True

    def _edit(self, node: Node, board: Replay) -> None:
        """Do what `AE`, `AW` and `AB` say; notes what is wrong."""
        for ident in ("AE", *(name for name in node.properties if name in _SETUP)):
            if not node.has(ident):
                continue
            try:
                for hole in points(node, ident, board.board, min(MAX_PEGS, self.edits)):
                    self.edits -= 1
                    if ident == "AE":
                        board.clear(hole)
                    else:
                        board.put(_SETUP[ident], hole)
            except (NotationError, PuzzleRuleError) as error:
                self._error(
                    node, ident, f"{ident}: {error}", "list each hole once, like AW[d4][e6]"
                )

    def _play(self, node: Node, board: Replay) -> bool:
        """Play a node of a game or solution; False when it is wrong."""
        edits = [ident for ident in ("AW", "AB", "AE", "PL") if node.has(ident)]
        begun = board.ply > 0 or self.header.goal is not None
        if edits and begun:
            hint = "setup stands in the first node, or before IP in a puzzle"
            self._error(node, edits[0], f"{edits[0]} after the first move", hint)
            return False
        if edits:
            self._edit(node, board)
            board.to_move = self._side_to_move(node) or board.to_move
        if node.has("VW"):
            self._check_view(node)
        idents = [ident for ident in _MOVES if node.has(ident)]
        if len(idents) == 2:
            self._error(node, "B", "moves of both sides in one node", "write a node for each")
            return False
        return not idents or self._turn(node, idents[0], board)

    def _turn(self, node: Node, ident: str, board: Replay) -> bool:
        side, values = _MOVES[ident], node.properties[ident]
        if board.ply == MAX_PLIES:
            self._error(node, ident, f"a line of more than {MAX_PLIES} moves", "leave some out")
            return False
        if self.start is None and id(node) in self.on_main_line:
            self.start = board.position()
        try:
            move = parse_move_values(board, values)
            if board.result is None and side is not board.to_move:
                raise IllegalMoveError(f"it is {board.to_move.value}'s turn")
            check_handicap(self.header, move)
            written = move_values(board, move)
            board.play(move)
        except (NotationError, IllegalMoveError) as error:
            where = f"ply {board.ply + 1}"
            hint = "check this move and those before it"
            self._error(node, ident, f"{where}: {side.value} {_shown(values)}: {error}", hint)
            return False
        node.side, node.move = side, move
        node.properties[ident] = written
        return True

    def _side_to_move(self, node: Node) -> Side | None:
        """Return the side that `PL` names, None when there is none or it is wrong."""
        if not node.has("PL"):
            return None
        word = node.text("PL").strip().lower()
        for side in Side:
            if word and word in (side.letter.lower(), side.value):
                node.properties["PL"] = [side.letter]
                return side
        self._error(node, "PL", f"PL[{word[:20]}] is no side", "write PL[W] or PL[B]")
        return None

    def _check_view(self, node: Node) -> bool:
        """Note what is wrong with `VW`; nothing is spelt out. Return whether it is right."""
        if self.header.board.diagonal is not None and any(node.properties["VW"]):
            self._error(node, "VW", "VW: a diagonal board has no window", "leave VW out")
            return False
        try:
            for _ in boxes(node, "VW", self.header.board):
                pass
        except NotationError as error:
            self._error(node, "VW", f"VW: {error}", "write single holes or VW[a1:l12]")
            return False
        return True

    def _error(self, node: Node, ident: str, message: str, hint: str = "") -> None:
        self.source.error(message, node.offsets.get(ident), hint)

    # -- the puzzle -----------------------------------------------------------------------

    def _puzzle_start(self, position: Position) -> Position:
        """Return the position at `IP` with its window and side to move."""
        to_move: Side | None = None
        board = self.header.board
        view: Node | None = None
        path = self.path or [self.root]
        for node in path:
            to_move = self._side_to_move(node) or to_move
            if node.has("VW"):
                view = node if self._check_view(node) else None
        if view is not None:
            board = replace(board, region=frozenset(points(view, "VW", board)) or None)
        if to_move is None and not any(node.has("PL") for node in path):
            first = next(self.entry.next_turns(), Node())
            to_move = Side.BLACK if first.has("B") else Side.WHITE
            self.source.warn(
                f"the puzzle does not say who moves first: {to_move.value}",
                self.root.offsets.get("PZ"),
                f"add PL[{to_move.letter}] to the first node",
            )
        return replace(position, board=board, to_move=to_move or Side.WHITE)

    def _puzzle(self, position: Position) -> Puzzle | None:
        root = self.root
        name = root.text("GN") or printable(_stem(self.source.name))
        try:
            puzzle = Puzzle(
                name,
                position,
                self.header.goal or Goal.WIN,
                (),
                root.text("AN"),
                root.text("SO"),
                root.text("CP"),
                self.header.privilege,
            )
        except PuzzleRuleError as error:
            self._error(root, "PZ", str(error))
            return None
        for side in Side:
            if position.connected(side):
                self.source.warn(f"{side.value} is connected already", root.offsets.get("PZ"))
        if puzzle.winner in (None, position.to_move):
            return replace(puzzle, keys=self._keys())
        if key := next((node for node in self.entry.next_turns() if node.has("TE")), None):
            self.source.warn(
                "no key: the goal is that of the side not to move",
                key.offsets.get("TE"),
                "leave TE out, or change PZ or PL",
            )
        return puzzle

    def _keys(self) -> tuple[Move, ...]:
        """Return the first moves marked `TE`; without one the main line's, if not marked `BM`."""
        first = [node for node in self.entry.next_turns() if isinstance(node.move, Move)]
        marked = [node for node in first if node.has("TE")]
        chosen = marked or [node for node in first[:1] if not node.has("BM")]
        moves = [node.move for node in chosen if isinstance(node.move, Move)]
        return tuple(dict.fromkeys(moves))


def _stem(file: str) -> str:
    """Return a file's name without its suffix; that of a certificate tells what it proves, too."""
    path = Path(file)
    return path.name.partition(".")[0] if path.name.endswith(".cert.gz") else path.stem


def _shown(values: list[str]) -> str:
    """Return a move's values as a message shows them."""
    text = values[0] if len(values) == 1 else "".join(f"[{value}]" for value in values)
    return text[:60] or "pass"
