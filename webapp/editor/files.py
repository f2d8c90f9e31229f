"""Files that are read into a drawing, and what a drawing is handed out as."""

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from solver.errors import Finding, PuzzleFileError
from solver.files import Format, Record, read_text, write_text
from solver.game import Ruleset
from webapp.catalog.puzzle_texts import with_board_told
from webapp.core.sentences import as_sentence
from webapp.editor.drafts import text_of
from webapp.editor.drawing import Drawing
from webapp.pictures import Theme, board_svg, colours
from webapp.pictures.png import png

__all__ = ["Download", "for_page", "handed_out", "in_words", "read_any"]

_USUAL = (24, 24)
"""Columns and rows of the board that most games are played on."""
_WIDTH = 1200
"""Pixels of a picture."""


class Download(Enum):
    """What a drawing is handed out as: its ending, and its type."""

    SGF = "sgf"
    DIAGRAM = "txt"
    SVG = "svg"
    PNG = "png"

    @property
    def type(self) -> str:
        """The media type."""
        return {
            "sgf": "application/x-go-sgf",
            "txt": "text/plain",
            "svg": "image/svg+xml",
            "png": "image/png",
        }[self.value]


def read_any(data: bytes, size: tuple[int, int] | None, rules: Ruleset | None) -> Record:
    """Read a file of any format; what it says of board and rules stands.

    For a file that does not say them, `size` (columns, rows) and `rules` are taken, and then a
    finding tells so. Moves that do not fit there are read on a board of 24 x 24. Raises
    PuzzleFileError.
    """
    try:
        return read_text(data)
    except PuzzleFileError as error:
        if size is None and rules is None:
            raise
        first = error
    for board in dict.fromkeys((size or _USUAL, _USUAL)):
        try:
            record = read_text(data, size=board, rules=rules or Ruleset.STD)
        except PuzzleFileError as error:
            # With the drawing's board the faults are told as they are there.
            first = error if board == (size or _USUAL) else first
            continue
        return with_board_told(record)
    raise first


def for_page(
    findings: Iterable[Finding], hint: str = "choose other rules under Task if these are wrong"
) -> list[Finding]:
    """Return findings whose hints name no options of the command line: they get the `hint`."""
    return [replace(each, hint=hint) if "--" in each.hint else each for each in findings]


def in_words(
    findings: Iterable[Finding], hint: str = "choose other rules below the text"
) -> list[str]:
    """Return findings in sentences, with their places; `hint` as for `for_page`."""
    found = []
    for each in for_page(findings, hint):
        place = f"Line {each.line}, column {each.column}: " if each.line else ""
        mend = f" {as_sentence(each.hint)}" if each.hint else ""
        found.append(f"{place}{as_sentence(each.message)}{mend}")
    return found


def handed_out(drawing: Drawing, form: Download) -> bytes:
    """Return a drawing as a file. Raises DraftError for a text of what is no puzzle yet."""
    match form:
        case Download.SGF:
            return text_of(drawing).encode()
        case Download.DIAGRAM:
            return write_text(read_text(text_of(drawing)), Format.DIAGRAM).text.encode()
    picture = board_svg(drawing.position, title=drawing.title or "A TwixT board")
    if form is Download.SVG:
        return picture.encode()
    return png(picture, _WIDTH, colours(Theme.CLASSIC)["--board-label"])
