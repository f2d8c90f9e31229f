"""Games from files without trees: moves played one by one, and the tree that results."""

from collections.abc import Mapping
from dataclasses import replace

from solver.errors import IllegalMoveError, PuzzleFileError
from solver.files.record import DRAW_OFFERED, MAX_PLIES, Format, Node, Record, Written, escaped
from solver.files.sgf_write import puzzle_tree, root_of_game, sgf_text
from solver.files.source import Source
from solver.game import (
    AnyMove,
    Board,
    Hole,
    Move,
    Position,
    Replay,
    Ruleset,
    Side,
    Special,
    move_values,
)
from solver.puzzle import Goal, Puzzle

__all__ = [
    "Game",
    "Loss",
    "carried_moves",
    "draw_offers",
    "position_record",
    "sgf_of",
    "start_of",
    "tell_losses",
]


def start_of(
    source: Source, size: tuple[int, int] | None, rules: Ruleset | None, to_move: Side = Side.WHITE
) -> Position:
    """Return the empty board.

    Raises PuzzleFileError with all that was noted when size or rules are missing.
    """
    if size is None or rules is None:
        given = (("board size", size), ("ruleset", rules))
        missing = " and ".join(word for word, value in given if value is None)
        hint = "--size 24x24" * (size is None) + " --rules STD" * (rules is None)
        source.error(f"the file does not give its {missing}", hint=f"add {hint.strip()}")
        raise source.refusal()
    return Position(Board(*size), rules, to_move)


class Game:
    """Plays the moves of a file in turn and builds the game's tree."""

    def __init__(
        self, source: Source, form: Format, start: Position, info: Mapping[str, str]
    ) -> None:
        root = root_of_game(start)
        assert root is not None, "an empty board has no links"
        self.source = source
        self.form = form
        self.root = self.last = root
        self.moves: list[AnyMove] = []
        self.start = start
        self.replay = Replay(start)
        self.broken = False
        """True once a move could not be read or played: none is played after it."""
        root.properties.update(
            {ident: [escaped(text)] for ident, text in info.items() if text.strip()}
        )

    def play(self, move: AnyMove, text: str, offset: int, side: Side | None = None) -> None:
        """Play a move, or note why it is illegal; nothing is played once the game is broken.

        `side` is whose move the file says it is, if it says so.
        """
        if self.broken:
            return
        if len(self.moves) == MAX_PLIES:
            self.source.error(f"a game of more than {MAX_PLIES} moves", offset, "leave some out")
            self.broken = True
            return
        now, mover = self.replay, self.replay.to_move
        values = move_values(now, move)
        try:
            if now.result is None and side not in (None, mover):
                raise IllegalMoveError(f"it is {mover.value}'s turn")
            now.play(move)
        except IllegalMoveError as error:
            mover = side or mover
            self.source.error(
                f"ply {len(self.moves) + 1}: {mover.value} {text}: {error}",
                offset,
                "check this move and those before it",
            )
            self.broken = True
            return
        self.last = self.last.add({mover.letter: values})
        self.last.side, self.last.move = mover, move
        self.moves.append(move)

    def record(self) -> Record:
        """Return the game, or raise PuzzleFileError with all that was noted."""
        return Record(
            self.form,
            self.root,
            self.root,
            self.start,
            tuple(self.moves),
            findings=self.source.findings(),
        )


def position_record(source: Source, position: Position, goal: Goal | None) -> Record:
    """Return a lone position as a record: a puzzle when it has a goal."""
    puzzle = None if goal is None else Puzzle("", position, goal)
    root = root_of_game(position) if puzzle is None else puzzle_tree(puzzle)
    if root is None:
        # Only a puzzle file can hold such links or a window; writing it says so.
        root = puzzle_tree(Puzzle("", position))
    return Record(
        Format.DIAGRAM,
        root,
        root.main_line()[-1],
        position,
        (),
        puzzle,
        None if puzzle is None else 0,
        source.findings(),
    )


# -- writing ----------------------------------------------------------------------------


class Loss:
    """What a format cannot carry."""

    def __init__(self, form: str, board: Board, *carries: str) -> None:
        """Begin with none; `carries` names what a game's format keeps beside its moves."""
        self.form = form
        self.board = board
        self.carries = carries
        self.source = Source("")

    def warn(self, what: str, hint: str = "") -> None:
        """Note a small loss."""
        self.source.warn(f"{self.form} does not carry {what}", hint=hint)

    def refuse(self, what: str) -> PuzzleFileError:
        """Return the error for a loss that would make it another game."""
        # SGF carries all but boards of any shape, which are known from diagrams only.
        plain = self.board.holes is None or self.board.diagonal
        other = "SGF" if plain else "a diagram"
        self.source.error(f"{self.form} cannot carry {what}", hint=f"write {other} instead")
        return self.source.refusal()

    def written(self, text: str) -> Written:
        """Return the text with what was noted."""
        return Written(text, self.source.findings())


def sgf_of(record: Record) -> Written:
    """Return a record as SGF."""
    loss = Loss("SGF", record.start.board)
    if record.puzzle is None and record.tree.has("PZ"):
        loss.source.warn(
            "written as a puzzle that the side to move wins",
            hint="only puzzle files hold a window or links that are not automatic",
        )
    if record.start.board.holes is not None and record.start.board.diagonal is None:
        raise loss.refuse("a board that is no rectangle")
    return loss.written(sgf_text(record.tree))


def carried_moves(record: Record, loss: Loss, *, plain: bool) -> list[AnyMove]:
    """Return the moves of a game that begins on an empty board.

    With `plain` the swap is one of pieces, and link edits are refused. Raises
    PuzzleFileError when the format cannot carry the game.
    """
    if record.start.board.diagonal is not None:
        raise loss.refuse("a diagonal board")
    empty = Position(record.start.board, record.start.ruleset, record.start.to_move)
    if record.puzzle is not None or replace(record.start, ply=0) != empty:
        raise loss.refuse("a position that is set up")
    if not record.moves:
        raise loss.refuse("a game without moves")
    tell_losses(record, loss)
    moves = list(record.moves)
    if not plain:
        return moves
    while moves and _is_pass(moves[-1]):
        moves.pop()
    if len(moves) < len(record.moves):
        loss.warn("the passes at the end")
    if any(map(_is_pass, moves)):
        raise loss.refuse("a pass")
    if any(isinstance(move, Move) and not move.plain for move in moves):
        raise loss.refuse("links taken off or placed by hand")
    if moves[1:2] == [Special.SWAP_SIDES]:
        loss.warn("a swap of sides", "written as a swap of pieces, with the later moves mirrored")
        later = [_mirrored(move) for move in moves[2:]]
        return [moves[0], Special.SWAP_PIECES, *later]
    return moves


_TOLD = {
    "PW": "names",
    "PB": "names",
    "GN": "title",
    "AN": "author",
    "EV": "event",
    "DT": "date",
    "RE": "result",
    "SO": "source",
    "CP": "copyright",
    "N": "names of nodes",
    "C": "comments",
}
"""What people call what properties say."""

_GAME = {"SZ", "SHAPE", "RU", "PL", "W", "B", "AW", "AB", "AE", "VW", "PZ", "PV", "IP"}
"""Properties that make the game or puzzle itself."""
_KEPT = _GAME | {"FF", "GM", "CA", "AP", "ST", "HA"}
"""Those and what says how a file is to be read; a handicap is told of by itself."""

_SHOWN = 5


def tell_losses(record: Record, loss: Loss, *told: str) -> None:
    """Warn of what a format leaves out beside the board and the moves.

    Not of what it says that it carries, and not of what was `told` already.
    """
    nodes, lost, others = [record.tree], dict[str, None](), dict[str, None]()
    for node in nodes:
        nodes += node.children
        if len(node.children) > 1:
            lost["variations"] = None
        words = {**_TOLD, "C": "draw offers"} if _offers_draw(node) else _TOLD
        lost |= {words[ident]: None for ident in node.properties if ident in words}
        others |= dict.fromkeys(node.properties.keys() - _TOLD.keys() - _KEPT - {*told})
    if record.line[-1].result is not None:
        lost.pop("result", None)  # the moves tell it
    for what in lost:
        if what not in (*loss.carries, *told):
            loss.warn(what if what in ("variations", "draw offers") else f"the {what}")
    no_swap = "the handicap of no swap (HA)"
    square = record.start.board.width == record.start.board.height
    if record.tree.has("HA") and square and no_swap not in loss.carries:
        loss.warn(no_swap)
    if others:
        shown = ", ".join(sorted(others)[:_SHOWN])
        more = ", ..." if len(others) > _SHOWN else ""
        loss.warn(f"other properties ({shown}{more})")


def draw_offers(record: Record) -> frozenset[int]:
    """Return which moves of the main line came with an offer of a draw, counted from 0."""
    moves = [node for node in record.tree.main_line() if node.move is not None]
    return frozenset(at for at, node in enumerate(moves) if _offers_draw(node))


def _offers_draw(node: Node) -> bool:
    return node.move is not None and node.text("C").strip() == DRAW_OFFERED


def _is_pass(move: AnyMove) -> bool:
    return isinstance(move, Move) and move.peg is None and move.plain


def _mirrored(move: AnyMove) -> AnyMove:
    """Return a plain move mirrored in the main diagonal."""
    if isinstance(move, Special) or move.peg is None:
        return move
    return Move(Hole(move.peg.row, move.peg.col))
