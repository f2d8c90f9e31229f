"""What a report's page is offered: changes that are proved, as the editor draws them."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from solver.audits import Audit, Soundness, audit
from solver.files import puzzle_to_sgf, read_text
from solver.game import Board, Move, Ruleset, Side, parse_hole
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.work import run_here
from tests.oracles.setup import make_position
from webapp import create_app
from webapp.editor import Drawing
from webapp.editor.drafts import text_of

COOKED = puzzle_to_sgf(
    Puzzle(
        "Cooked",
        make_position(
            Board(6, 5),
            "B1 B5 C1 C5 D1 E1 E3 E4 (C5-E4 D1-E3)",
            "A2 B2 C2 C3 C4 D3 E2 F2 F3 (B2-C4 B2-D3)",
            Side.BLACK,
        ),
        keys=(Move(parse_hole("f4")),),
    )
)
PAST_REPAIR = puzzle_to_sgf(
    Puzzle(
        "Past repair",
        make_position(Board(6, 6), "B5 D4 (B5-D4)", "C3 E3", Side.WHITE, Ruleset.THREE_M),
        keys=(Move(parse_hole("c2")),),
    )
)
LOADED = puzzle_to_sgf(
    Puzzle(
        "Pegs too many",
        make_position(
            Board(6, 6),
            "B6 C1 C3 C5 D3 D6 E1 E4 E6 (C3-E4 D3-E1 D6-E4)",
            "A2 A4 A5 B2 B3 B4 B5 C4 D2 D5 E2 F3 F4 F5 (A2-B4 B3-D2 B4-D5 E2-F4)",
            Side.WHITE,
        ),
        keys=(Move(parse_hole("e5")),),
    )
)


def look(client: FlaskClient, sgf: str) -> dict[str, Any]:
    response = client.post("/repairs", json={"sgf": sgf})
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def drawn(change: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a change as it arrives in the editor."""
    puzzle = read_text(text_of(Drawing.read(change["drawing"]))).puzzle
    assert puzzle is not None
    return puzzle


@pytest.mark.native
@pytest.mark.parametrize(("sgf", "verdict"), [(COOKED, "cooked"), (LOADED, "sound")])
def test_each_change_is_drawn_sound_with_the_same_key(
    client: FlaskClient, sgf: str, verdict: str
) -> None:
    found = look(client, sgf)
    assert found["verdict"] == verdict
    assert found["changes"]
    key = read_text(sgf).puzzle
    assert key is not None
    for change in found["changes"]:
        puzzle = drawn(change)
        again = run_here(audit(puzzle, Limits(nodes=50_000)))
        assert isinstance(again, Audit)
        assert again.verdict is Soundness.SOUND
        assert [each.peg for each in puzzle.keys] == [each.peg for each in key.keys]


@pytest.mark.native
def test_a_search_that_would_find_no_more_says_so(config: dict[str, object]) -> None:
    for nodes, ended in [(3_000, False), (50_000, True)]:
        client = create_app(config | {"SOLVER_LIMITS": Limits(nodes=nodes)}).test_client()
        found = look(client, PAST_REPAIR)
        assert ("cooked", []) == (found["verdict"], found["changes"])
        assert ended is found["ended"]


@pytest.mark.native
def test_a_key_that_the_author_did_not_give_is_named(client: FlaskClient) -> None:
    assert look(client, LOADED)["keys"] == "the same key"
    puzzle = read_text(LOADED).puzzle
    assert puzzle is not None
    without = puzzle_to_sgf(replace(puzzle, keys=()))
    assert look(client, without)["keys"] == "E5 as its key"


@pytest.mark.native
def test_a_change_is_told_in_words_and_marked_on_both_boards(client: FlaskClient) -> None:
    (change,) = look(client, LOADED)["changes"]
    assert change["words"].startswith("Without ")
    assert change["before"].count('class="mark mark-try"') == change["words"].count(",") + 1
    assert "mark-key" not in change["after"], "no peg came"


@pytest.mark.parametrize(
    ("body", "status"), [({"sgf": 5}, 400), ({}, 400), ({"sgf": "no puzzle"}, 422)]
)
def test_what_is_no_puzzle_is_refused(
    client: FlaskClient, body: dict[str, object], status: int
) -> None:
    response = client.post("/repairs", json=body)
    assert response.status_code == status
    assert response.get_json()["message"]


def test_a_body_of_another_shape_is_refused(client: FlaskClient) -> None:
    assert client.post("/repairs", json=["sgf"]).status_code == 400


@pytest.mark.native
def test_a_puzzle_that_is_over_is_refused_for_good(client: FlaskClient) -> None:
    joined = Puzzle("Over", make_position(Board(5, 5), "B1 C3 B5 (B1-C3 B5-C3)", "A2", Side.WHITE))
    answer = client.post("/repairs", json={"sgf": puzzle_to_sgf(joined)})
    assert answer.status_code == 422
    assert answer.get_json()["message"] == "White is connected already."
