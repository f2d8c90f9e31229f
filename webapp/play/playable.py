"""A puzzle as a page takes it to have it played."""

from typing import Any, TypedDict

from flask.json import dumps
from markupsafe import Markup, escape

from webapp.catalog.puzzle_texts import puzzle_from
from webapp.core.sized_cache import kept
from webapp.models import PuzzleRow
from webapp.pictures import Orientation, page_board
from webapp.play.answers import opening

__all__ = ["Playable", "playable"]


class Playable(TypedDict):
    """What a page shows of a puzzle at first, and what its script plays with."""

    start: dict[str, Any]
    """What `opening` returns, without the state."""
    data: Markup
    """All of that with id and content hash, and whether it is rated, as escaped JSON."""
    drawing: str
    """The board as SVG."""


def playable(
    row: PuzzleRow, view: Orientation = Orientation.UPRIGHT, *, rated: bool = False
) -> Playable:
    """Return a puzzle's board. It is most of the work on a page, and the same for all visitors."""
    return _playable(row.public_id, row.content_hash, row.sgf, view, rated)


@kept(16 << 20)
def _playable(
    public_id: str, content_hash: str, sgf: str, view: Orientation, rated: bool
) -> Playable:
    puzzle = puzzle_from(sgf, privilege=True)
    start = opening(puzzle)
    data = escape(dumps(start | {"id": public_id, "content_hash": content_hash, "rated": rated}))
    drawing = page_board(puzzle.position, f"Board. {start['goal']}", view)
    # The data has the state, which is large: it is not kept twice.
    del start["state"]
    return Playable(start=start, data=data, drawing=drawing)
