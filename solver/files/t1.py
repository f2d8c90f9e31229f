"""The files of T1j and of twixtbot-ui: a header of eleven values, then a move a line.

Everything from `#` on is a comment. T1j skips empty lines; twixtbot-ui counts lines, leaves
names empty, may leave out the whole header, and writes `swap` (of pieces) and `resign`, which
T1j does not know. Neither says which rules are played.
"""

import re
from typing import NamedTuple

from solver.errors import NotationError
from solver.files.diagram import parse_size
from solver.files.game_tree import Game, Loss, carried_moves, start_of
from solver.files.record import Format, Record, Written
from solver.files.source import Source
from solver.game import AnyMove, Ending, Move, Ruleset, Side, Special, hole_text, parse_hole

__all__ = ["looks_like_t1", "read_t1", "write_t1"]

_HEADER_LINES = 13
"""Lines before the moves as twixtbot-ui counts them, two of them comments."""
_TREE = re.compile(r"[( ]*\([( ]*;")
_WORDS = {"swap": Special.SWAP_PIECES, "resign": Special.RESIGN}


class _Line(NamedTuple):
    text: str
    """Without comment and surrounding blanks."""
    offset: int


class _Header(NamedTuple):
    white: str
    black: str
    size: tuple[int, int] | None
    starter: str
    swap: str
    """N where there is none."""
    moves: list[_Line]


def looks_like_t1(text: str) -> bool:
    """Tell whether a text begins with a comment, or with T1j's header."""
    if text.lstrip().startswith("#"):
        return True
    values = [line.split("#")[0].strip() for line in text.split("\n")]
    return [value for value in values if value][5:7] in (["H", "H"], ["H", "C"], ["C", "H"])


def read_t1(source: Source, size: tuple[int, int] | None, rules: Ruleset | None) -> Record:
    """Read a game; `size` and `rules` stand in for what the file does not say.

    Raises PuzzleFileError with all that is wrong.
    """
    header = _header(_lines(source.text))
    if rules is None:
        source.warn("the rules are taken to be STD", hint="else add --rules PP or --rules 3M")
    if header.starter not in ("1", "2"):
        source.error(f"starting player {header.starter!r}", hint="write 1 (top to bottom) or 2")
    to_move = Side.BLACK if header.starter == "2" else Side.WHITE
    start = start_of(source, header.size or size, rules or Ruleset.STD, to_move)
    info = {"PW": header.white, "PB": header.black}
    game = Game(source, Format.T1, start, info)
    for ply, line in enumerate(header.moves, 1):
        try:
            move = _WORDS.get(line.text.lower()) or Move(parse_hole(line.text))
        except NotationError as error:
            source.error(f"ply {ply}: {error}", line.offset, "one move a line, like D9")
            game.broken = True
            continue
        game.play(move, line.text, line.offset)
    if header.swap.upper() == "N":
        if Special.SWAP_PIECES in game.moves:
            source.warn("a swap is played, but the header says that there is none: it stands")
        else:
            game.root.properties["HA"] = [""]
    return game.record()


def _lines(text: str) -> list[_Line]:
    lines, offset = [], 0
    for line in text.split("\n"):
        value = line.split("#")[0]
        lines.append(_Line(value.strip(), offset + len(value) - len(value.lstrip())))
        offset += len(line) + 1
    return lines


def _header(lines: list[_Line]) -> _Header:
    """Read the header as T1j does; if it is none, as twixtbot-ui does."""
    values = [line for line in lines if line.text]
    size = _size(values[3:5])
    if size and len(values) >= 11:
        names = values[1].text, values[2].text
        return _Header(*names, size, values[7].text, values[9].text, values[11:])
    moves = [line for line in lines[_HEADER_LINES:] if line.text]
    head = [line.text for line in lines[:_HEADER_LINES]] + [""] * _HEADER_LINES
    return _Header(head[3], head[4], _size(lines[5:7]), head[9] or "1", head[11], moves)


def _size(lines: list[_Line]) -> tuple[int, int] | None:
    """Return columns and rows from the line of rows and that of columns."""
    try:
        rows, columns = (parse_size(line.text)[0] for line in lines)
    except ValueError:
        return None
    return columns, rows


def write_t1(record: Record) -> Written:
    """Return the main line as T1j writes it, `swap` and `resign` as twixtbot-ui does.

    Raises PuzzleFileError for what it cannot carry: setup, link edits, over 26 columns.
    """
    loss = Loss("T1", record.start.board, "names", "the handicap of no swap (HA)")
    board, start = record.start.board, record.start
    if board.width > 26:
        raise loss.refuse("more than 26 columns")
    moves = carried_moves(record, loss, plain=True)
    loss.warn(f"the rules ({start.ruleset.value})", "T1j plays without removal of links")
    names = list[str]()
    for ident, default in (("PW", "White"), ("PB", "Black")):
        said = record.tree.text(ident).strip()
        names.append(_name(said) or default)
        if said and names[-1] != said:
            loss.warn(f"the name {said[:100]!r} as it is", f"written as {names[-1][:100]!r}")
    swap = board.width == board.height and not record.tree.has("HA")
    over = record.line[-1].result
    lines = [
        "# TwixT game in the format of T1j",
        "#",
        "1 # version of file-format",
        f"{names[0]} # Name of player 1",
        f"{names[1]} # Name of player 2",
        f"{board.height} # y-size of board",
        f"{board.width} # x-size of board",
        "H # player 1 human or computer",
        "H # player 2 human or computer",
        f"{1 if start.to_move is Side.WHITE else 2} # starting player (1 plays top-down)",
        "V # direction of letters",
        f"{'Y' if swap else 'N'} # pierule?",
        f"{'Y' if over else 'N'} # game already over?",
    ]
    for move in moves:
        text = _text(move)
        if text in _WORDS:
            loss.source.warn(f"T1j does not know the word {text!r}", hint="twixtbot-ui does")
        if text:
            lines.append(text)
    if over is not None and over.ending in (Ending.AGREED, Ending.FORFEITED):
        loss.warn(f"how the game ended ({over.ending.value})")
    return loss.written("\n".join(lines) + "\n")


def _name(text: str) -> str:
    """Return a name on one line, without what begins a comment or a game tree."""
    return _TREE.sub(";", " ".join(text.replace("#", " ").split()))


def _text(move: AnyMove) -> str:
    """Return a move's line, empty for what T1 has no word for."""
    if isinstance(move, Special):
        return next((word for word, special in _WORDS.items() if special is move), "")
    return "" if move.peg is None else hole_text(move.peg)
