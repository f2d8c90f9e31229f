"""The pages of a booklet: a title, diagrams, solutions, and where the puzzles come from."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from importlib.resources import files
from math import ceil

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, XPos, YPos
from fpdf.fonts import TTFFont

from solver import __version__
from solver.booklet.contents import BookletPuzzle, Chapter
from solver.booklet.diagram import draw
from solver.booklet.solutions import TRY, solution
from solver.game import Ruleset, Side
from solver.plurals import counted
from solver.puzzle import goal_note

__all__ = ["Paper", "booklet"]

_MARGIN, _HEAD, _FOOT = 16.0, 12.0, 12.0
"""Millimetres: around a page, and for what stands above and below all of its content."""
_GAP, _CAPTION = 8.0, 11.0
"""Millimetres between diagrams, and for the words above one."""
_FONT = "text"
_TITLE, _HEADING, _NAME, _TEXT, _SMALL = 26, 15, 10, 9, 8
"""Sizes of letters in points."""
_INK, _GREY = 0, 100
_SOURCES = 20
"""Sources of single puzzles that are listed for a chapter."""
_LINE = 0.45
"""Millimetres of a line of text for each point of its letters."""
_HOW_TO_READ = (
    "White's pegs are rings, Black's are solid.",
    "White joins the double lines at the top and the bottom, Black the solid ones at the sides.",
)
_ABOUT_PRIVILEGE = "Who holds the Privilege may move twice in a row, once in the game."


class Paper(Enum):
    """Sizes of paper, by their names in commands and addresses."""

    A4 = "a4"
    LETTER = "letter"


def booklet(
    title: str,
    chapters: Sequence[Chapter],
    paper: Paper = Paper.A4,
    *,
    tell: Callable[[str], object] | None = None,
) -> bytes:
    """Return a booklet as a PDF file. Its puzzles are numbered through all chapters.

    `tell` hears of the letters that the font does not have, if there are any.
    """
    pages = _Pages(title, paper)
    pages.title_page(chapters)
    pages.diagrams(chapters)
    pages.solutions(chapters)
    pages.sources(chapters)
    if pages.lost and tell is not None:
        tell("".join(pages.lost))
    return bytes(pages.output())


class _Pages(FPDF):
    """The pages, one after the other."""

    def __init__(self, title: str, paper: Paper) -> None:
        super().__init__(format=paper.value)
        self._title, self._running = title, ""
        self._column: int | None = None
        """Of the solutions; None where text runs over the whole page."""
        font = files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf"
        self.add_font(_FONT, fname=str(font))
        loaded = self.fonts[_FONT]
        assert isinstance(loaded, TTFFont)
        self._letters = loaded.cmap
        self.lost = dict[str, None]()
        """Letters that the font does not have."""
        self.set_margins(_MARGIN, _MARGIN)
        self.c_margin = 0.0
        self.set_auto_page_break(auto=True, margin=_MARGIN + _FOOT)
        self.set_title(title)
        self.set_creator(f"twixt {__version__}")
        self.set_lang("en")

    def header(self) -> None:
        """Write what the pages of a chapter have above; FPDF asks for it."""
        if self._running:
            self._font(_SMALL, _GREY)
            self.text(_MARGIN, _MARGIN + 3, self._cut(self._running, self.epw))
            self.set_y(_MARGIN + _HEAD)

    def footer(self) -> None:
        """Write the number of a page; FPDF asks for it."""
        if self.page > 1:
            self._font(_SMALL, _GREY)
            number = str(self.page)
            self.text((self.w - self.get_string_width(number)) / 2, self.h - _MARGIN, number)

    # -- parts ----------------------------------------------------------------------------

    def title_page(self, chapters: Sequence[Chapter]) -> None:
        """Write the title, who made the puzzles, and how to read the diagrams."""
        puzzles = [entry for chapter in chapters for entry in chapter.puzzles]
        self.add_page()
        self.set_y(self.h / 4)
        self._write(self._title, _TITLE, align="C")
        self.ln(4)
        legend = self.h * 0.72
        authors = dict.fromkeys(chapter.author for chapter in chapters if chapter.author)
        self._authors(list(authors), legend - 20)
        self.ln(8)
        # A very long title runs on to a second page; a long one leaves no room for the rest.
        if self.y + (2 * _NAME + 1) * _LINE > legend:
            self.add_page()
        self._write(counted(len(puzzles), "TwixT puzzle"), _NAME + 1, align="C")
        first = self.page + 1 + sum(_page_count(chapter) for chapter in chapters)
        self._write(f"Solutions from page {first}", _NAME, _GREY, align="C")
        self.set_y(legend)
        twice = (_ABOUT_PRIVILEGE,) if any(entry.puzzle.privilege for entry in puzzles) else ()
        for said in (*_HOW_TO_READ, *twice):
            self._write(said, _TEXT, _GREY, align="C")

    def _authors(self, authors: Sequence[str], bottom: float) -> None:
        """Write as many authors as have room above `bottom`, in millimetres, and how many are left.

        All are named beside the sources.
        """
        size = _HEADING - 3
        for place, author in enumerate(authors):
            left = len(authors) - place
            # Unless this is the last one, room is kept for the line about all others.
            rest = size * _LINE if left > 1 else 0
            if place and self.y + self._height(author, size) + rest > bottom:
                self._write(f"and {counted(left, 'other')}", size, align="C")
                return
            self._write(author, size, align="C")

    def diagrams(self, chapters: Sequence[Chapter]) -> None:
        """Draw all puzzles, each chapter from a new page on."""
        number = 1
        for chapter in chapters:
            columns, rows = _grid(chapter)
            self._running = chapter.title
            width = (self.epw - _GAP * (columns - 1)) / columns
            top, bottom = _MARGIN + _HEAD, self.h - _MARGIN - _FOOT
            height = (bottom - top) / rows
            for place, entry in enumerate(chapter.puzzles):
                here = place % (columns * rows)
                if not here:
                    self.add_page()
                if not place:
                    self.start_section(chapter.title)
                left = _MARGIN + here % columns * (width + _GAP)
                self._caption(number, entry, chapter, left, top + here // columns * height, width)
                under = top + here // columns * height + _CAPTION
                high = height - _CAPTION - _GAP / 2
                draw(self, entry.puzzle.position, left, under, width, high)
                number += 1

    def _caption(
        self,
        number: int,
        entry: BookletPuzzle,
        chapter: Chapter,
        left: float,
        top: float,
        width: float,
    ) -> None:
        """Write what stands above a diagram: title and task, and the author at the right."""
        self._font(_NAME)
        self.text(left, top + 3.5, self._cut(f"{number}. {entry.title}", width))
        self._font(_SMALL, _GREY)
        author, other = _one_line(entry.puzzle.author), _one_line(chapter.author)
        author = self._cut("" if author == other else author, width / 2)
        room = self.get_string_width(author)
        self.text(left + width - room, top + 7.5, author)
        self.text(left, top + 7.5, self._cut(_asked(entry), width - room - 2))

    def solutions(self, chapters: Sequence[Chapter]) -> None:
        """Write all solutions in two columns, none of them torn apart."""
        self._running = "Solutions"
        self.add_page()
        self.start_section("Solutions")
        self._set_column(0)
        number = 1
        for chapter in chapters:
            if len(chapters) > 1:
                self._keep(25)
                self._write(chapter.title, _NAME + 1)
                self.ln(1.5)
            for entry in chapter.puzzles:
                name, lines = f"{number}. {entry.title}", self._cut_tries(solution(entry))
                heights = (self._height(line, _SMALL) for line in lines)
                self._keep(self._height(name, _NAME) + sum(heights))
                self._write(name, _NAME)
                for line in lines:
                    self._write(line, _SMALL, _INK if line is not lines[-1] else _GREY)
                self.ln(2.5)
                number += 1
        self.set_margins(_MARGIN, _MARGIN)
        self._column = None

    def _cut_tries(self, lines: Sequence[str]) -> list[str]:
        """Return the lines of a solution, those of tries no longer than the column is wide."""
        self._font(_SMALL)
        return [self._cut(line, self.epw) if line.startswith(TRY) else line for line in lines]

    def _set_column(self, column: int) -> None:
        """Let text run in the first or the second column of the page, from its top."""
        width = (self.w - 2 * _MARGIN - _GAP) / 2
        left = _MARGIN + column * (width + _GAP)
        self._column = column
        self.set_margins(left, _MARGIN, self.w - left - width)
        self.set_xy(left, _MARGIN + _HEAD)

    def sources(self, chapters: Sequence[Chapter]) -> None:
        """Write where the puzzles come from and how they may be used."""
        self._running = "Sources and licences"
        self.add_page()
        self.start_section("Sources and licences")
        for chapter in chapters:
            self._keep(40)
            self._write(chapter.title, _NAME + 1)
            for name, said in (
                ("By", chapter.author),
                ("Source:", chapter.source),
                ("Licence:", chapter.licence),
            ):
                if said:
                    self._write(f"{name} {said}", _TEXT)
            for said in _sources_of(chapter):
                self._write(said, _SMALL, _GREY)
            self.ln(4)
        self._write(f"Set by twixt {__version__}.", _SMALL, _GREY)

    # -- text -----------------------------------------------------------------------------

    def _font(self, size: float, grey: int = _INK) -> None:
        self.set_font(_FONT, size=size)
        self.set_text_color(grey)

    def _write(self, text: str, size: float, grey: int = _INK, align: str = "L") -> None:
        """Write a paragraph from margin to margin."""
        self._font(size, grey)
        text, height = self._known(text), size * _LINE
        self.multi_cell(0, height, text, align=align, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _height(self, text: str, size: float) -> float:
        """Return the millimetres that a paragraph takes."""
        self._font(size)
        wanted = MethodReturnValue.HEIGHT
        found = self.multi_cell(
            0, size * _LINE, self._known(text), align="L", dry_run=True, output=wanted
        )
        assert isinstance(found, float)
        return found

    def _keep(self, height: float) -> None:
        """Go on in the next column, or on the next page, unless this one has so much room.

        `height` is in millimetres.
        """
        if not self.will_page_break(height) or self.y <= _MARGIN + _HEAD + 1:
            return
        if self._column is None:
            self.add_page()
            return
        if self._column:
            self.add_page()
        self._set_column(1 - self._column)

    def _known(self, text: str) -> str:
        """Return a text with a sign in place of each letter that the font does not have."""
        lost = {each: None for each in text if each != "\n" and ord(each) not in self._letters}
        self.lost |= lost
        return "".join("\N{REPLACEMENT CHARACTER}" if each in lost else each for each in text)

    def _cut(self, text: str, width: float) -> str:
        """Return as much of a text as a line of so many millimetres holds."""
        text = self._known(_one_line(text))
        if self.get_string_width(text) <= width:
            return text
        fits = bisect_right(
            range(len(text)), width, key=lambda end: self.get_string_width(f"{text[:end]}…")
        )
        return f"{text[: max(0, fits - 1)].rstrip()}…"


def _grid(chapter: Chapter) -> tuple[int, int]:
    """Return how many diagrams stand side by side and one below the other, by the largest board."""
    boxes = [entry.puzzle.position.board.box for entry in chapter.puzzles]
    largest = max(max(box.columns, box.rows) for box in boxes)
    return (2, 3) if largest <= 16 else (2, 2) if largest <= 32 else (1, 1)


def _page_count(chapter: Chapter) -> int:
    columns, rows = _grid(chapter)
    return ceil(len(chapter.puzzles) / (columns * rows))


def _asked(entry: BookletPuzzle) -> str:
    """Return what a puzzle asks for, with the ruleset where it is not the usual one."""
    position = entry.puzzle.position
    asked = goal_note(entry.puzzle.goal, position.to_move)
    board = f", {position.board.size_text}" if position.board.diagonal else ""
    rules = "" if position.ruleset is Ruleset.STD else f", rules {position.ruleset.value}"
    return asked + board + rules + _privilege(entry)


def _privilege(entry: BookletPuzzle) -> str:
    """Return who may move twice in a row, to be added to what a puzzle asks for."""
    if not (holders := entry.puzzle.privilege):
        return ""
    names = " and ".join(side.value.capitalize() for side in Side if side in holders)
    return f", Privilege: {names}"


def _one_line(text: str) -> str:
    """Return a text of an SGF file, which may have lines, as a heading has it."""
    return " ".join(text.split())


def _sources_of(chapter: Chapter) -> Iterator[str]:
    """Yield the sources that single puzzles name, where they are no part of their collection's."""
    told = (
        (_one_line(entry.puzzle.author), _one_line(entry.puzzle.source))
        for entry in chapter.puzzles
    )
    named = dict.fromkeys(
        ": ".join(part for part in (author, source) if part)
        for author, source in told
        if source and not (chapter.source and source.startswith(chapter.source))
    )
    yield from list(named)[:_SOURCES]
    if (more := len(named) - _SOURCES) > 0:
        yield f"{counted(more, 'other source')}, which the files of the puzzles name"
