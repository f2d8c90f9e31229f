"""Reads a file of any format, found by its content, and writes a record in any format."""

import logging
import re
import zlib
from dataclasses import replace
from pathlib import Path

from solver.errors import Finding, PuzzleFileError, PuzzleRuleError
from solver.files.as_played import moves_before
from solver.files.diagram import looks_like_diagram, parse_diagram
from solver.files.diagram_write import board_diagram
from solver.files.game_tree import Loss, position_record, sgf_of, tell_losses
from solver.files.little_golem import (
    looks_like_little_golem,
    read_little_golem,
    write_little_golem,
)
from solver.files.move_list import looks_like_moves, read_moves, write_moves, write_server_list
from solver.files.record import MAX_NODES, MAX_PEGS, Format, Record, Written
from solver.files.sgf_grammar import begins_tree
from solver.files.sgf_read import read_sgf
from solver.files.sgf_write import puzzle_to_sgf
from solver.files.source import MAX_BYTES, Source, decode
from solver.files.t1 import looks_like_t1, read_t1, write_t1
from solver.game import MAX_SIZE, MIN_SIZE, Ending, Ruleset
from solver.puzzle import Puzzle

__all__ = ["exact_sgf", "read_file", "read_text", "write_text"]

_logger = logging.getLogger(__name__)

_MOST = (
    (";", "nodes", 4 * MAX_NODES),
    ("(", "brackets", 4 * MAX_NODES),
    ("[", "values", 30_000),
    ("\n", "lines", 20_000),
)
"""Marks of which a file has so many at most, comments included."""

_GZIP = b"\x1f\x8b"
_LOOKED_AT = 1 << 16
"""Bytes unpacked of a file to see whether it is a certificate."""
_CERTIFICATE = re.compile(rb'"format": ?"twixt-(?:privilege-)?certificate"')
_PDF = "%PDF-"
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
"""Control characters but for blanks. Packed files, pictures and programs begin with some."""
_ADDRESS = re.compile(r"\s*(?:https?://|www\.)\S+\s*\Z", re.IGNORECASE)
_JSON = re.compile(r"\s*\{\s*[\"}]")
"""How an object begins, such as a record of `twixt solve --out`."""


def read_file(
    path: str | Path, *, size: tuple[int, int] | None = None, rules: Ruleset | None = None
) -> Record:
    """Read a file; see `read_text`. Raises PuzzleFileError also when it cannot be opened."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        finding = Finding(f"the file cannot be read: {reason}", hint="check the path")
        raise PuzzleFileError([finding], str(path)) from None
    return read_text(data, name=str(path), size=size, rules=rules)


def read_text(
    data: bytes | str,
    *,
    name: str = "",
    size: tuple[int, int] | None = None,
    rules: Ruleset | None = None,
) -> Record:
    """Read a file's content in whatever format it is.

    `size` (columns, rows) and `rules` stand in for what the file does not say; `name` is used
    in messages. Raises PuzzleFileError with all that is wrong, and for a fault of the reader,
    which is logged with its trace: one file never takes the others with it. Raises ValueError for
    a size or rules that there are not.
    """
    if size and not (len(size) == 2 and all(MIN_SIZE <= each <= MAX_SIZE for each in size)):
        raise ValueError(f"size is {size}: give columns and rows, each {MIN_SIZE} to {MAX_SIZE}")
    if rules is not None and not isinstance(rules, Ruleset):
        raise ValueError(f"rules is {rules!r}: give a Ruleset, such as Ruleset.STD")
    try:
        return _read_any(data, name, size, rules)
    except PuzzleFileError:
        raise
    except Exception as error:
        _logger.exception("reading failed: file=%r", name)
        finding = Finding(
            f"a fault of the reader, not of the file: {type(error).__name__}: {str(error)[:200]}",
            hint="please report it with the file",
        )
        raise PuzzleFileError([finding], name) from error


def _read_any(
    data: bytes | str, name: str, size: tuple[int, int] | None, rules: Ruleset | None
) -> Record:
    if isinstance(data, bytes) and _is_certificate(data, name):
        finding = Finding(
            "this is a certificate, not a puzzle or a game", hint="use `twixt certify`"
        )
        raise PuzzleFileError([finding], name)
    source = decode(data, name)
    _check_size(source)
    record = _read(source, size, rules)
    board, own = record.start.board, record.start.ruleset
    unused = list[Finding]()
    if rules not in (None, own):
        unused.append(Finding(f"the file has the rules {own.value}: they stand", fatal=False))
    if size not in (None, (board.width, board.height)):
        says = f"the file's board is {board.width}x{board.height}: it stands"
        unused.append(Finding(says, fatal=False))
    return replace(record, findings=(*record.findings, *unused)) if unused else record


def _is_certificate(data: bytes, name: str) -> bool:
    """Tell whether packed bytes are a certificate, by their name or by how they begin."""
    if not data.startswith(_GZIP):
        return False
    try:
        begin = zlib.decompressobj(wbits=31).decompress(data, _LOOKED_AT)
    except zlib.error:
        begin = b""
    return name.endswith(".cert.gz") or _CERTIFICATE.search(begin) is not None


def _read(source: Source, size: tuple[int, int] | None, rules: Ruleset | None) -> Record:
    text = source.text
    tree = begins_tree(text)
    # In a file that is no text, chance may put a ( before a ; somewhere.
    begin = tree.start() if tree else len(text)
    binary = text.startswith(_PDF) or _CONTROL.search(text, 0, begin)
    if not binary and (tree or text.lstrip().startswith("(")):
        if looks_like_little_golem(text):
            return read_little_golem(source, size, rules)
        return read_sgf(source, size, rules)
    if _ADDRESS.match(text):
        source.error(
            "this is an address, and no address is opened here",
            0,
            "open the game there, and copy or download its record",
        )
        raise source.refusal()
    if looks_like_diagram(text):
        return _read_diagram(source, size, rules)
    if looks_like_t1(text):
        return read_t1(source, size, rules)
    if not binary and not _JSON.match(text) and looks_like_moves(text):
        return read_moves(source, size, rules)
    source.error(
        "the file is in no known format",
        0,
        "SGF begins with (; and T1 with #, a diagram has a line of column letters, a move list "
        "moves like f6",
    )
    raise source.refusal()


def _check_size(source: Source) -> None:
    """Refuse at once what would take minutes to read; the readers' own limits are exact.

    Raises PuzzleFileError.
    """
    for mark, name, most in _MOST:
        if source.text.count(mark) > most:
            source.error(f"the file has more than {most} {name}", hint="split the file")
    if source.failed:
        raise source.refusal()


def _read_diagram(source: Source, size: tuple[int, int] | None, rules: Ruleset | None) -> Record:
    position, goal = parse_diagram(source, size, rules)
    source.findings()
    return position_record(source, position, goal)


def write_text(record: Record, form: Format) -> Written:
    """Return a record in a format, with warnings about what the format cannot carry.

    A diagram shows a puzzle's position, or where a game's main line ends. Raises
    PuzzleFileError when the format cannot carry the game itself.
    """
    match form:
        case Format.SGF:
            return sgf_of(record)
        case Format.LITTLE_GOLEM:
            return write_little_golem(record)
        case Format.T1:
            return write_t1(record)
        case Format.PBM:
            return write_server_list(record)
        case Format.MOVES:
            return write_moves(record)
        case Format.DIAGRAM:
            return _write_diagram(record)


def _write_diagram(record: Record) -> Written:
    """Return the puzzle's position, or where the game stands at the end of its main line."""
    loss, puzzle = Loss("a diagram", record.start.board), record.puzzle
    position, goal = (record.line[-1], None) if puzzle is None else (record.start, puzzle.goal)
    if len(position.white) + len(position.black) > MAX_PEGS:
        raise loss.refuse(f"more than {MAX_PEGS} pegs")
    try:
        text = board_diagram(position, goal)
    except PuzzleRuleError as error:
        raise loss.refuse(str(error)) from None
    if puzzle is not None and puzzle.privilege:
        raise loss.refuse("the Privilege of Double TwixT")
    if puzzle is None:
        if record.moves:
            loss.warn("the moves: it shows where they end")
        if position.result is not None and position.result.ending is not Ending.CONNECTED:
            loss.warn(f"how the game ended ({position.result.ending.value})")
        tell_losses(record, loss)
        return loss.written(text)
    if puzzle.name or puzzle.author or puzzle.source or puzzle.copyright:
        loss.warn("title, author, source and copyright")
    if puzzle.keys or record.moves:
        loss.warn("the solution")
    if moves_before(record):
        loss.warn("the moves before the puzzle")
    about, solution = ("title", "author", "source", "copyright"), ("variations", "TE", "BM")
    tell_losses(record, loss, *about, *solution)
    return loss.written(text)


def exact_sgf(puzzle: Puzzle) -> str | None:
    """Return a puzzle as SGF; None when SGF cannot carry its board or position."""
    text = puzzle_to_sgf(puzzle)
    try:
        again = read_text(text).puzzle
    except PuzzleFileError:
        return None
    if again is None or (again.goal, again.privilege) != (puzzle.goal, puzzle.privilege):
        return None
    same = replace(again.position, ply=puzzle.position.ply) == puzzle.position
    return text if same else None
