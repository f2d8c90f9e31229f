"""A drawing as values for JSON, read back with distrust."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from flask.json import loads

from solver.errors import IllegalMoveError, NotationError, PuzzleRuleError
from solver.game import (
    Board,
    Box,
    Diagonal,
    Move,
    Position,
    Ruleset,
    Side,
    hole_text,
    move_text,
    parse_hole,
    parse_link,
    parse_move,
)
from solver.puzzle import Goal, Puzzle, rectangle, window
from webapp.core.sentences import one_line
from webapp.play.board_json import pegs_and_links

__all__ = ["LARGEST", "Drawing", "DrawingError", "drawing_of", "fitted", "read_tags"]

LARGEST = 48
"""Columns or rows of a board that is drawn or checked here."""
SMALLEST = 5
_MOST = 2000
"""Pegs or links of a side."""
TEXTS, LONGEST = ("title", "author", "source", "copyright"), 300
"""Texts of a drawing, and the characters that each may have."""
_TAGS, _LONGEST_TAG = 10, 30


class DrawingError(ValueError):
    """A request that holds no drawing, or asks for a change that cannot be; says what and why."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is on the board, possible or not."""

    position: Position
    goal: Goal = Goal.WIN
    keys: tuple[str, ...] = ()
    """First moves that the author means, as SGF text."""
    title: str = ""
    author: str = ""
    source: str = ""
    copyright: str = ""
    tags: tuple[str, ...] = ()

    def puzzle(self) -> Puzzle:
        """Return it as a puzzle.

        Raises PuzzleRuleError when it is impossible, NotationError for a key that cannot be read.
        """
        moves = (parse_move(self.position, key) for key in self.keys)
        keys = tuple(move for move in moves if isinstance(move, Move))
        about = (self.author, self.source, self.copyright)
        return Puzzle(self.title, self.position, self.goal, keys, *about)

    def refused_keys(self) -> dict[str, str]:
        """Return the keys that cannot be played, each with what forbids it."""
        found = dict[str, str]()
        for key in self.keys:
            try:
                self.position.play(parse_move(self.position, key))
            except (NotationError, IllegalMoveError) as error:
                found[key] = str(error)
        return found

    def as_json(self) -> dict[str, Any]:
        """Return it as values that `read` takes."""
        position, board = self.position, self.position.board
        return {
            "columns": board.width,
            "rows": board.height,
            "shape": board.diagonal.text if board.diagonal else None,
            "window": None
            if board.region is None
            else [hole_text(corner) for corner in board.box.corners],
            "ruleset": position.ruleset.value,
            "to_move": position.to_move.value,
            "goal": self.goal.value,
            **pegs_and_links(position),
            "keys": list(self.keys),
            "title": self.title,
            "author": self.author,
            "source": self.source,
            "copyright": self.copyright,
            "tags": list(self.tags),
        }

    @classmethod
    def of_form(cls, text: str) -> "Drawing":
        """Read what a form carries, in JSON. Raises DrawingError."""
        try:
            body = loads(text)
        except ValueError:
            raise DrawingError(
                "the drawing did not arrive: go back to it, then try again"
            ) from None
        return cls.read(body)

    @classmethod
    def read(cls, body: Any) -> "Drawing":
        """Read what `as_json` wrote, or anything. Raises DrawingError."""
        if not isinstance(body, dict):
            raise DrawingError("a drawing is an object")
        values = _Values(body)
        board = values.board()
        if corners := values.names("window", 2):
            if len(corners) != 2:
                raise DrawingError("a window has two corners")
            box = Box.around(_parsed(parse_hole, corners))
            if box.right >= board.width or box.bottom >= board.height:
                raise DrawingError(
                    f"the window ends beyond the {board.width} x {board.height} board"
                )
            if box.columns < 3 or box.rows < 3:
                raise DrawingError("a window has three columns and three rows at least")
            if board.diagonal is not None:
                raise DrawingError("a diagonal board has no window")
            board = window(board, box)
        pegs = [_parsed(parse_hole, values.names(side.value)) for side in Side]
        made = [_parsed(parse_link, values.names(f"{side.value}_links")) for side in Side]
        position = Position(
            board, values.choice("ruleset", Ruleset), values.choice("to_move", Side)
        )
        for side, its_pegs, its_links in zip(Side, pegs, made, strict=True):
            position = position.with_side(side, its_pegs, its_links)
        return cls(
            position,
            values.choice("goal", Goal),
            tuple(dict.fromkeys(values.names("keys", 50, LONGEST))),
            values.text("title"),
            values.text("author"),
            values.text("source"),
            values.text("copyright"),
            read_tags(values.names("tags", 50, 100)),
        )


def drawing_of(puzzle: Puzzle, tags: Iterable[str] = ()) -> Drawing:
    """Return the drawing of a puzzle. Raises DrawingError for a board that cannot be drawn."""
    board = puzzle.position.board
    _check_large(board)
    if board.diagonal is None and min(board.width, board.height) < SMALLEST:
        raise DrawingError(
            f"a board of {board.width} x {board.height} is too small: "
            f"{SMALLEST} x {SMALLEST} at least"
        )
    if board.holes is not None and board.diagonal is None:
        raise DrawingError("a board that is no rectangle cannot be drawn here")
    if board.region not in (None, rectangle(board.box)):
        raise DrawingError("a window that is no rectangle cannot be drawn here")
    keys = [move_text(puzzle.position, key) for key in puzzle.keys]
    return Drawing(
        puzzle.position,
        puzzle.goal,
        tuple(keys),
        puzzle.name,
        puzzle.author,
        puzzle.source,
        puzzle.copyright,
        tuple(tags),
    )


def fitted(drawing: Drawing) -> Drawing:
    """Return a drawing as `read` takes it: long texts are cut, and the position is a beginning.

    Raises DrawingError for what cannot be drawn here.
    """
    values = drawing.as_json()
    return Drawing.read(values | {name: values[name][:LONGEST] for name in TEXTS})


def _check_large(board: Board) -> None:
    if max(board.width, board.height) > LARGEST:
        raise DrawingError(
            f"a board of {board.width} x {board.height} is too large: {LARGEST} x {LARGEST} at most"
        )


_Read = TypeVar("_Read")
_Kind = TypeVar("_Kind", bound=Enum)


class _Values:
    """The values of a request, each looked at before it is used."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        self._body = body

    def board(self) -> Board:
        shape = self.text("shape") if self._body.get("shape") is not None else ""
        if not shape:
            return Board(self.number("columns"), self.number("rows"))
        try:
            diagonal = Diagonal.parse(shape)
        except PuzzleRuleError as error:
            raise DrawingError(str(error)) from None
        if diagonal is None:
            raise DrawingError("a shape is diagonal-45 or diagonal-26, a colon and the lines")
        board = Board.of(diagonal)
        _check_large(board)
        return board

    def number(self, name: str) -> int:
        value = self._body.get(name)
        if not isinstance(value, int) or not SMALLEST <= value <= LARGEST:
            raise DrawingError(f"a board has {SMALLEST} to {LARGEST} {name}")
        return value

    def choice(self, name: str, kind: type[_Kind]) -> _Kind:
        try:
            return kind(self._body.get(name))
        except ValueError:
            raise DrawingError(
                f"{name} is one of {', '.join(repr(each.value) for each in kind)}"
            ) from None

    def names(self, name: str, most: int = _MOST, longest: int = 20) -> list[str]:
        value = self._body.get(name) or []
        if not isinstance(value, list) or len(value) > most:
            raise DrawingError(f"{name} is a list of up to {most} names")
        if not all(isinstance(each, str) and len(each) <= longest for each in value):
            raise DrawingError(f"{name} holds texts of up to {longest} characters")
        return value

    def text(self, name: str) -> str:
        value = self._body.get(name, "")
        if not isinstance(value, str) or len(value) > LONGEST:
            raise DrawingError(f"{name} is a text of up to {LONGEST} characters")
        return one_line(value)


def _parsed(parse: Callable[[str], _Read], names: Iterable[str]) -> list[_Read]:
    try:
        return [parse(name) for name in names]
    except NotationError as error:
        raise DrawingError(str(error)) from None


def read_tags(names: Iterable[str]) -> tuple[str, ...]:
    """Return tags as they are kept. Raises DrawingError for too many or too long ones."""
    tags = dict.fromkeys("-".join(one_line(name).lower().split()) for name in names)
    tags.pop("", None)
    if len(tags) > _TAGS or any(len(tag) > _LONGEST_TAG for tag in tags):
        raise DrawingError(f"up to {_TAGS} tags of up to {_LONGEST_TAG} characters")
    return tuple(tags)
