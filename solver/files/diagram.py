"""Reads boards drawn as text: for people, and exact for the reader.

    TwixT 5x5 STD, white to move and win
       A  B  C  D  E
    1     .  .  .
    2  .  W_ .  .  .
            ---_
    3  .  .  .  W  .
    4  .  .  B  .  .
    5     .  .  .
    White links: B2-D3
    Black links: none

`W` and `B` are pegs, `.` is an empty hole, a blank is no hole. Outside a puzzle's window they
are `w`, `b` and `:`. A cell stands under its column's first letter. Strokes between the holes
are for the eye; the link lines count. Without a side's link line its pegs link automatically
in reading order. Without the first line the board is as large as drawn, STD, White to move.
The first line of a diagonal board has `diagonal-45:17` in place of columns and rows.
"""

import re

from solver.errors import NotationError, PuzzleRuleError
from solver.files.record import MAX_DRAWN, MAX_PEGS
from solver.files.source import Source
from solver.game import (
    MAX_SIZE,
    MIN_SIZE,
    Board,
    Box,
    Diagonal,
    Hole,
    Link,
    Position,
    Replay,
    Ruleset,
    Side,
    hole_text,
    link_text,
    parse_hole,
    parse_link,
)
from solver.puzzle import Goal, rectangle

__all__ = ["looks_like_diagram", "parse_diagram", "parse_size", "read_diagram"]

_MAX_LINKS = 4 * MAX_PEGS
"""Most links of a side: each peg has eight at most, and each link two pegs."""
_LETTERS = re.compile(r"\s+[A-Z]{1,2}(\s+[A-Z]{1,2})*\s*\Z")
_ROW = re.compile(r"\s*([1-9][0-9]{0,2})(?=\s|\Z)")
_TITLE = re.compile(
    r"TwixT\s+(?P<size>\S+)\s+(?P<rules>\S+?),\s+(?P<side>white|black)\s+to\s+move"
    r"(?P<goal>\s+and\s+(?:win|draw)|,\s+(?:white|black)\s+to\s+win)?"
    r"(?P<window>,\s+window(?:\s+(?P<box>[^\s:]+:[^\s:]+))?)?\s*\Z",
    re.IGNORECASE,
)
_LINKS = re.compile(r"(white|black) links:(.*)\Z", re.IGNORECASE)
_GOALS = {
    "and win": Goal.WIN,
    "and draw": Goal.DRAW,
    "white to win": Goal.WHITE_WINS,
    "black to win": Goal.BLACK_WINS,
}


def parse_size(text: str) -> tuple[int, int]:
    """Read `24x24` or `24` as columns and rows.

    Raises NotationError when the text is no size or beyond `MIN_SIZE` to `MAX_SIZE`.
    """
    match = re.fullmatch(r"([0-9]{1,3})(?:\s*[xX:]\s*([0-9]{1,3}))?", text.strip())
    size = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not all(MIN_SIZE <= length <= MAX_SIZE for length in size):
        raise NotationError(
            f"{text!r} is no board size; write columns and rows from {MIN_SIZE} to {MAX_SIZE}, "
            "like 24x24"
        )
    return size


def looks_like_diagram(text: str) -> bool:
    """Tell whether a text is a diagram: a line of column letters, then a numbered row."""
    lines = text.split("\n")
    return (
        any(
            _LETTERS.match(line)
            and any(_ROW.match(below) for below in lines[index + 1 : index + 4])
            for index, line in enumerate(lines)
        )
        or text.lstrip()[:6].lower() == "twixt "
    )


def read_diagram(
    text: str, *, size: tuple[int, int] | None = None, rules: Ruleset | None = None
) -> Position:
    """Read a diagram; `size` (columns, rows) and `rules` stand in for a missing first line.

    Raises PuzzleFileError with all that is wrong.
    """
    source = Source(text)
    position, _ = parse_diagram(source, size, rules)
    source.findings()
    return position


def parse_diagram(
    source: Source, size: tuple[int, int] | None, rules: Ruleset | None
) -> tuple[Position, Goal | None]:
    """Read a diagram; what is wrong is noted in `source`, and then the position means nothing."""
    reader = _Reader(source)
    reader.read_lines()
    return reader.position(size, rules), reader.goal


class _Reader:
    """Collects the parts of a diagram line by line."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.goal: Goal | None = None
        self.size: tuple[int, int] | None = None
        self.diagonal: Diagonal | None = None
        self.rules: Ruleset | None = None
        self.to_move = Side.WHITE
        self.windowed = False
        self.box: Box | None = None
        self.columns: list[tuple[int, int]] = []
        """Column number and where it stands in a line."""
        self.cells: dict[Hole, tuple[str, int]] = {}
        """Mark and offset, row by row."""
        self.last_row = 0
        self.links: dict[Side, list[tuple[Link, int]]] = {}

    def read_lines(self) -> None:
        offset = 0
        for line in self.source.text.split("\n"):
            self._line(line, offset)
            offset += len(line) + 1
            if self.source.full or len(self.cells) > MAX_DRAWN:
                break
        if not self.cells:
            self.source.error(
                "the diagram has no board", hint="write a line of column letters, then the rows"
            )

    def _line(self, line: str, offset: int) -> None:
        start = offset + len(line) - len(line.lstrip())
        listed = _LINKS.match(line.strip())
        if "\t" in line:
            self.source.error("a tab in the diagram", offset + line.index("\t"), "use spaces")
        elif line.strip().lower().startswith("twixt"):
            self._title(line.strip(), start)
        elif listed:
            self._link_line(Side(listed[1].lower()), listed[2], start + listed.start(2))
        elif not self.columns and _LETTERS.match(line):
            self._letters(line, start)
        elif self.columns and _ROW.match(line):
            self._row(line, offset)
        elif line.strip(" -_/\\"):
            self.source.error(
                f"{line.strip()[:40]!r} is no part of a diagram",
                start,
                "a row begins with its number, below the line of column letters",
            )

    def _title(self, title: str, offset: int) -> None:
        match = _TITLE.match(title)
        if match is None:
            self.source.error(
                f"{title[:60]!r} is not understood",
                offset,
                "write it like: TwixT 24x24 STD, white to move and win, window A1:L12",
            )
            return
        self.to_move = Side(match["side"].lower())
        if match["goal"]:
            self.goal = _GOALS[" ".join(match["goal"].lower().strip(", ").split())]
        self.windowed = match["window"] is not None
        try:
            self.diagonal = Diagonal.parse(match["size"])
            self.size = None if self.diagonal else parse_size(match["size"])
            if match["box"]:
                self.box = Box.around([parse_hole(corner) for corner in match["box"].split(":")])
        except (NotationError, PuzzleRuleError) as error:
            self.source.error(str(error), offset)
        try:
            self.rules = Ruleset(match["rules"].upper())
        except ValueError:
            self.source.error(
                f"unknown rules {match['rules']!r}", offset, "the rules are STD, PP or 3M"
            )

    def _letters(self, line: str, offset: int) -> None:
        for match in re.finditer(r"[A-Z]+", line):
            self.columns.append((parse_hole(match[0] + "1").col, match.start()))
            if len(self.columns) > MAX_SIZE:
                break
        cols = [col for col, _ in self.columns]
        if cols != list(range(cols[0], cols[0] + len(cols))):
            self.source.error("the column letters do not follow one another", offset)

    def _row(self, line: str, offset: int) -> None:
        match = _ROW.match(line)
        assert match is not None
        row = int(match[1]) - 1
        if self.cells and row != self.last_row + 1:
            self.source.error(f"row {row + 1} is out of order", offset + match.start(1))
            return
        self.last_row = row
        for col, index in self.columns:
            mark = line[index : index + 1] or " "
            self.cells[Hole(col, row)] = mark, offset + index
            if mark not in " .:WBwb":
                self.source.error(
                    f"{mark!r} at {hole_text(Hole(col, row))} is no peg and no hole",
                    offset + index,
                    "write W, B or . under the column's letter",
                )

    def _link_line(self, side: Side, text: str, offset: int) -> None:
        links = self.links.setdefault(side, [])
        if text.strip().lower() in ("none", ""):
            return
        for match in re.finditer(r"[^\s,]+", text):
            if len(links) > _MAX_LINKS:
                self.source.error(f"more than {_MAX_LINKS} links", offset + match.start())
            if len(links) > _MAX_LINKS or self.source.full:
                break
            try:
                links.append((parse_link(match[0]), offset + match.start()))
            except NotationError as error:
                self.source.error(str(error), offset + match.start(), "separate links by spaces")

    # -- putting it together ------------------------------------------------------------

    def position(self, size: tuple[int, int] | None, rules: Ruleset | None) -> Position:
        """Return the position; worthless when the source failed."""
        if not self.cells:
            return Position()
        if len(self.cells) > MAX_DRAWN:
            self.source.error(f"a diagram of more than {MAX_DRAWN} holes", hint="draw a window")
            return Position()
        if sum(mark in "WBwb" for mark, _ in self.cells.values()) > MAX_PEGS:
            self.source.error(f"a diagram of more than {MAX_PEGS} pegs", hint="write SGF instead")
            return Position()
        try:
            board = self._board(self.size or size)
        except PuzzleRuleError as error:
            self.source.error(str(error), 0)
            return Position()
        drawn = Replay(Position(board, self.rules or rules or Ruleset.STD, self.to_move))
        # Listed links first: they may block automatic ones of the other side.
        for side in sorted(Side, key=lambda side: side not in self.links):
            self._put_side(drawn, side)
        position = drawn.position()
        if not self.source.failed:
            for problem in position.problems():
                places = [offset for links in self.links.values() for _, offset in links]
                self.source.error(problem, places[0] if places else None, "leave one of them out")
        return position

    def _board(self, size: tuple[int, int] | None) -> Board:
        if self.diagonal is not None:
            return self._diagonal_board(Board.of(self.diagonal))
        last = max(self.cells)
        width, height = size or (last.col + 1, self.last_row + 1)
        plain = Board(width, height)
        outside = [hole for hole in self.cells if hole.col >= width or hole.row >= height]
        if outside:
            raise PuzzleRuleError(
                f"{hole_text(outside[0])} is drawn, but the board is {width} x {height}"
            )
        blank = {hole for hole, (mark, _) in self.cells.items() if mark == " "}
        holes = None
        if any(hole in plain for hole in blank):
            if width * height > MAX_DRAWN:
                raise PuzzleRuleError(
                    f"a board with holes left out has {MAX_DRAWN} at most, "
                    f"this one {width} x {height}"
                )
            holes = rectangle(plain.box) - blank
        region = None
        beyond = {hole for hole, (mark, _) in self.cells.items() if mark in ":wb"}
        if self.box is not None:
            if self.box.right >= width or self.box.bottom >= height:
                raise PuzzleRuleError(
                    f"the window ends at {hole_text(self.box.corners[1])}, "
                    f"but the board is {width} x {height}"
                )
            box = rectangle(self.box)
            region = box - beyond
            holes_in = frozenset(hole for hole in region if hole in plain)
            if holes_in and Board(width, height, region=holes_in).box == self.box:
                # A corner of the board is none of its holes: it counts only where the window
                # would end before it without.
                region = box if box.isdisjoint(beyond) else holes_in
        elif self.windowed or any(mark in ":wb" for mark, _ in self.cells.values()):
            region = frozenset(hole for hole, (mark, _) in self.cells.items() if mark in ".WB")
        return Board(width, height, holes, region)

    def _diagonal_board(self, board: Board) -> Board:
        wrong = [hole for hole, (mark, _) in self.cells.items() if (mark == " ") is (hole in board)]
        missing = board.holes - self.cells.keys() if board.holes else frozenset[Hole]()
        for hole in sorted(missing.union(wrong)):
            known = "a hole" if hole in board else "no hole"
            raise PuzzleRuleError(f"{hole_text(hole)} is {known} of the {board.size_text} board")
        if self.windowed:
            raise PuzzleRuleError("a diagonal board has no window")
        return board

    def _put_side(self, drawn: Replay, side: Side) -> None:
        for hole, (mark, offset) in self.cells.items():
            if mark.upper() == side.letter:
                try:
                    drawn.put(side, hole)
                except PuzzleRuleError as error:
                    self.source.error(str(error), offset)
        if side not in self.links:
            return
        pegs = drawn.pegs(side)
        for link in list(drawn.links(side)):
            drawn.take_link(side, link)
        for link, offset in self.links[side]:
            missing = [hole_text(end) for end in link if end not in pegs]
            if missing:
                self.source.error(
                    f"link {link_text(link)} has no {side.value} peg at {' and '.join(missing)}",
                    offset,
                    "list only links between pegs of the board",
                )
            drawn.add_link(side, link)
