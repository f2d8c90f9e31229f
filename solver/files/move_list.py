"""Plain move lists (`1.f6 2.swap 3.m16`) and the mail server's list in two columns.

Each move may be in the server's syntax; numbers may be left out or count pairs of moves.
Neither form gives its board or rules.
"""

import re

from solver.errors import NotationError
from solver.files.game_tree import Game, Loss, carried_moves, start_of
from solver.files.record import MAX_PLIES, Format, Record, Written
from solver.files.server_syntax import parse_server_move, server_text
from solver.files.source import Source
from solver.game import Ruleset, Side

__all__ = ["looks_like_moves", "read_moves", "write_moves", "write_server_list"]

_WORD = re.compile(
    r"(?P<number>[0-9]{1,4})(?:[.):]+|(?=\s|\Z))|"
    r"(?P<move>[A-Za-z](?:[^\s,]|,(?=[A-Za-z]+[0-9]+/))*)|(?P<other>[^\s,]\S*)"
)
"""A comma parts moves, unless a chain of links follows: that is a move's next one."""
_HOLE = r"(?<![A-Za-z])[A-Za-z]{1,2}[1-9][0-9]{0,2}(?![0-9A-Za-z])"
_ACT = r"(?:swap|resign|forfeit|draw|pass)"
_MOVE = re.compile(rf"{_HOLE}|\A\s*(?:1[.):]*\s*)?{_ACT}", re.IGNORECASE)
"""A hole anywhere, or what else a game can begin with."""
_MAIL = re.compile(r"\s*(?:[A-Za-z][A-Za-z-]*:[ \t].*\n(?:[ \t]+\S.*\n)*)+(?=[ \t]*\n)")
"""Lines above a mail's text, each `Subject: words` or more of it, indented; then an empty one."""
_QUOTED = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
"""What stands before the lines of a mail that is answered."""
_PROSE = re.compile(r"[A-Za-z]{2}")
_MOVE_IN_LINE = re.compile(rf"{_HOLE}|\b{_ACT}\b", re.IGNORECASE)
_LINE = re.compile(r"^[ \t]*\S.*$", re.MULTILINE)
_SIGNATURE = re.compile(r"^[ \t]*-- ?$", re.MULTILINE)
_COLUMNS = re.compile(r"^[ \t]*1[ \t]+[A-Za-z]", re.MULTILINE)
_LINE_WIDTH = 78
_COLUMN = 13
"""Where the server's second column begins."""


def looks_like_moves(text: str) -> bool:
    """Tell whether a text has at least one move."""
    return _MOVE.search(text) is not None


def read_moves(source: Source, size: tuple[int, int] | None, rules: Ruleset | None) -> Record:
    """Read a move list on a board of `size` (columns, rows) under `rules`.

    Raises PuzzleFileError with all that is wrong.
    """
    start = start_of(source, size, rules)
    form = Format.PBM if _COLUMNS.search(source.text) else Format.MOVES
    game = Game(source, form, start, {})
    count = 0
    for match in _WORD.finditer(*_moves_of(source)):
        if count > MAX_PLIES or source.full:
            break
        if match["number"]:
            _check_number(source, int(match["number"]), count, match.start())
            continue
        count += 1
        try:
            text = match[0].rstrip(".,;")
            move = parse_server_move(text, start.ruleset)
        except NotationError as error:
            hint = "moves are like f6, swap, resign or j12-i12/k11+h11/j12"
            source.error(f"ply {count}: {error}", match.start(), hint)
            game.broken = True
            continue
        game.play(move, text, match.start())
    return game.record()


def _moves_of(source: Source) -> tuple[str, int, int]:
    """Return a text with its moves alone, and where they begin and end; notes what is skipped.

    In a mail that is what stands above it, its signature and lines without a move. The places of
    the moves stay as they are.
    """
    text = _QUOTED.sub(_blank, source.text)
    head, foot = _MAIL.match(text), _SIGNATURE.search(text)
    begin, end = head.end() if head else 0, foot.start() if foot else len(text)
    if head:
        source.warn("the lines above the mail's text are skipped", 0)
        mail = _LINE.sub(_without_words, text[begin:end])
        if mail != text[begin:end]:
            source.warn("lines without a move are skipped", begin)
        text = text[:begin] + mail + text[end:]
    return text, begin, end


def _without_words(line: re.Match[str]) -> str:
    is_prose = _PROSE.search(line[0]) and not _MOVE_IN_LINE.search(line[0])
    return _blank(line) if is_prose else line[0]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _check_number(source: Source, number: int, count: int, offset: int) -> None:
    if number not in (count + 1, count // 2 + 1):
        source.error(
            f"move number {number} stands where {count + 1} is due",
            offset,
            "a move is missing, or there is one too many before it",
        )


def write_moves(record: Record) -> Written:
    """Return the main line as `1.f6 2.swap 3.m16`, wrapped."""
    lines, line = [], ""
    loss = Loss("a move list", record.start.board)
    for number, text in enumerate(_texts(record, loss), 1):
        word = f"{number}.{text}"
        if line and len(line) + len(word) >= _LINE_WIDTH:
            lines.append(line)
            line = ""
        line += f" {word}" if line else word
    return loss.written("\n".join([*lines, line]) + "\n")


def write_server_list(record: Record) -> Written:
    """Return the main line as the mail server prints it: numbered, in two columns."""
    lines: list[str] = []
    loss = Loss("the server's list", record.start.board)
    for number, text in enumerate(_texts(record, loss), 1):
        word = f"{number:>4} {text.capitalize() if text.isalpha() else text.upper()}"
        if number % 2:
            lines.append(word)
        elif len(lines[-1]) < _COLUMN:
            lines[-1] = f"{lines[-1]:<{_COLUMN}}{word}"
        else:
            lines.append(" " * _COLUMN + word)
    return loss.written("\n".join(lines) + "\n")


def _texts(record: Record, loss: Loss) -> list[str]:
    """Return the moves in the server's syntax; notes or refuses what cannot be carried."""
    if record.start.to_move is Side.BLACK:
        raise loss.refuse("a game that Black begins")
    moves = carried_moves(record, loss, plain=False)
    try:
        texts = [server_text(*pair) for pair in zip(record.line, moves, strict=False)]
    except NotationError as error:
        raise loss.refuse(f"a move ({error})") from None
    board = record.start.board
    loss.warn(
        "the board's size and the rules",
        f"read it with --size {board.width}x{board.height} --rules {record.start.ruleset.value}",
    )
    return texts
