"""How a file's position came about: whose game it is, the moves before it, its handicap, draws that
were offered."""

from dataclasses import replace

from solver.errors import IllegalMoveError, NotationError
from solver.files.record import DRAW_OFFERED, Node, Record
from solver.files.server_syntax import server_text
from solver.game import AnyMove, Position, Side, move_text, parse_move_values
from solver.plurals import counted

__all__ = ["game_name", "handicap", "moves_before"]

_SIDES = {"W": Side.WHITE, "B": Side.BLACK}


def game_name(record: Record) -> str:
    """Return the name of a game: its own or its players'; empty where a file has neither."""
    players = [record.tree.text(ident) for ident in ("PW", "PB")]
    played = " against ".join(players) if all(players) else ""
    return " ".join(record.tree.text("GN").split()) or played


def handicap(record: Record) -> str:
    """Return what one side is given, in words; empty in an even game.

    A board with fewer rows helps White, one with fewer columns helps Black, and `HA` on a square
    board gives White the first move. There is no swap in all three.
    """
    board = record.start.board
    less = 0 if board.diagonal else board.width - board.height
    if less > 0:
        return f"handicap of {counted(less, 'row')} for White, no swap"
    if less < 0:
        return f"handicap of {counted(-less, 'column')} for Black, no swap"
    return "handicap of the first move for White, no swap" if record.tree.has("HA") else ""


def moves_before(record: Record, ply: int = 0) -> str:
    """Return the game that led to a position of the main line: `1.f6 2.swap 3.m16`.

    `ply` counts from `record.start`. A puzzle's setup is such a game if its turns can be played
    one after the other from the empty board; else, and before the first move, the text is empty.
    A move with which a draw was offered says so.
    """
    before = _replayed(record) if record.puzzle else []
    if before is None or (not before and (record.start.white or record.start.black)):
        return ""
    line = [node for node in record.entry.main_line() if node.move is not None]
    texts = before + [
        _text(position, move, node)
        for position, move, node in zip(record.line, record.moves[:ply], line, strict=False)
    ]
    return " ".join(f"{number}.{text}" for number, text in enumerate(texts, 1))


def _replayed(record: Record) -> list[str] | None:
    """Return the turns of a puzzle's setup if they are a game, None if they are none."""
    board = replace(record.start.board, region=None)
    position, texts = Position(board, record.start.ruleset), list[str]()
    for node in record.tree.path_to(record.entry):
        turns = [ident for ident in ("W", "B", "AW", "AB", "AE") if node.has(ident)]
        if not turns:
            continue
        if len(turns) > 1 or _SIDES.get(turns[0]) is not position.to_move:
            return None
        try:
            move = parse_move_values(position, node.properties[turns[0]])
            texts.append(_text(position, move, node))
            position = position.play(move)
        except (NotationError, IllegalMoveError):
            return None
    same = all(
        position.pegs(side) == record.start.pegs(side)
        and position.links(side) == record.start.links(side)
        for side in Side
    )
    return texts if same and position.to_move is record.start.to_move else None


def _text(position: Position, move: AnyMove, node: Node) -> str:
    try:
        text = server_text(position, move)
    except NotationError:
        text = move_text(position, move)
    return f"{text} (draw offered)" if node.text("C").strip() == DRAW_OFFERED else text
