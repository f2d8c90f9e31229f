"""Copies of published puzzles: found however the board is turned, and published on purpose only."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from solver.game import Hole, Position, Ruleset, Side
from solver.puzzle import Goal, Puzzle
from tests.webapp.conftest import QUARTER, SMALL
from webapp.core.database import Database
from webapp.editor import drawing_of
from webapp.models import PuzzleRow
from webapp.reports.report_store import keep_report


def turned(puzzle: Puzzle, *, mirrored: bool, exchanged: bool) -> Puzzle:
    """Return an image of a puzzle on a whole, square board without links."""
    position, last = puzzle.position, puzzle.position.board.width - 1
    image = Position(position.board, position.ruleset, position.to_move)
    for side, pegs in ((Side.WHITE, position.white), (Side.BLACK, position.black)):
        for peg in pegs:
            hole = Hole(last - peg.col, peg.row) if mirrored else peg
            hole = Hole(hole.row, hole.col) if exchanged else hole
            image = image.put(side.other if exchanged else side, hole)
    return replace(
        puzzle, position=replace(image, to_move=image.to_move.other) if exchanged else image
    )


def checked_draft(player: FlaskClient, database: Database, puzzle: Puzzle) -> str:
    """Save a puzzle as a draft that was checked; return its address."""
    drawing = drawing_of(replace(puzzle, name="Another name")).as_json()
    found = player.post("/draw/save", json={"drawing": drawing}).get_json()["puzzle"]
    with database.sessions.begin() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=found)).one()
        keep_report(session, row.content_hash, {"verdict": "sound", "pegs": 1, "difficulty": 9})
    return f"/p/{found}"


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("exchanged", [False, True])
def test_a_copy_is_published_only_when_that_is_confirmed(
    player: FlaskClient, database: Database, small: str, mirrored: bool, exchanged: bool
) -> None:
    copy = turned(SMALL, mirrored=mirrored, exchanged=exchanged)
    draft = checked_draft(player, database, copy)
    asked = player.post(f"{draft}/publish")
    assert asked.status_code == 409
    assert "The site has this puzzle already" in asked.text
    assert f'<a href="{small}">Small</a>' in asked.text
    assert f'href="/mine#{draft[3:]}">Keep it as a draft' in asked.text
    assert player.get(f"{draft}/publish").headers["Location"] == f"{draft}/report"
    with database.sessions() as session:
        row = session.scalars(select(PuzzleRow).filter_by(public_id=draft[3:])).one()
        assert row.published is None
    assert player.post(f"{draft}/publish", data={"confirmed": "yes"}).status_code == 303
    assert player.post(f"{draft}/publish").status_code == 303, "it is published already"


def test_a_copy_of_a_window_is_found(player: FlaskClient, database: Database) -> None:
    draft = checked_draft(player, database, QUARTER)
    assert player.post(f"{draft}/publish").status_code == 409


@pytest.mark.parametrize(
    "other",
    [
        replace(SMALL, goal=Goal.DRAW),
        replace(SMALL, position=replace(SMALL.position, to_move=Side.BLACK)),
        replace(SMALL, position=replace(SMALL.position, ruleset=Ruleset.THREE_M)),
        replace(SMALL, position=SMALL.position.put(Side.BLACK, Hole(4, 4))),
    ],
)
def test_another_task_is_no_copy(player: FlaskClient, database: Database, other: Puzzle) -> None:
    draft = checked_draft(player, database, other)
    assert player.post(f"{draft}/publish").status_code == 303


def test_a_draft_of_somebody_else_is_not_told_of(player: FlaskClient, database: Database) -> None:
    other = replace(SMALL, position=SMALL.position.put(Side.BLACK, Hole(4, 4)))
    checked_draft(player, database, other)
    draft = checked_draft(player, database, other)
    assert player.post(f"{draft}/publish").status_code == 303
