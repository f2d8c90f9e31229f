"""The live check of a drawing, with the real solver on a small board."""

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from solver.files import read_text
from solver.game import Board, Move, Side, hole_text
from solver.oracle import connects
from solver.proof import Limits
from tests.waiting import DEADLINE
from tests.webapp.browser import ROOT
from tests.webapp.conftest import SMALL, setup
from webapp.editor import alarm, drawing_of

pytestmark = pytest.mark.native

PUZZLE = replace(SMALL, position=setup(Board(5, 5), "D3", "A2 C4"))
"""C1, B2, C2 and B4 win."""

DRAWING = drawing_of(PUZZLE).as_json()


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, all of these small boards are decided."""
    for name in ("_SHORT", "_ALL"):
        monkeypatch.setattr(alarm, name, Limits(seconds=DEADLINE, memory=256))


def looked(client: FlaskClient, **more: Any) -> dict[str, Any]:
    response = client.post("/draw/alarm", json={"drawing": DRAWING | more})
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def brute_force() -> set[str]:
    """Return the first moves that win, by brute force."""
    start = PUZZLE.position
    return {
        hole_text(hole)
        for hole in start.open_holes(Side.WHITE)
        if connects(start.play(Move(hole)), Side.WHITE)
    }


def test_first_moves_that_win_are_marked(client: FlaskClient) -> None:
    found = looked(client)
    assert found["holes"].keys() == brute_force()
    assert set(found["holes"].values()) == {"wins"}


def test_beside_a_key_the_others_are_not_said_to_be_cooks(client: FlaskClient) -> None:
    every = looked(client)["holes"]
    key, *others = sorted(every)
    found = looked(client, keys=[key.lower()])
    assert found["holes"] == {key: "key"} | dict.fromkeys(others, "wins")
    assert f"{key} reaches the goal, as marked." in found["text"]
    assert "reach the goal, too. They may be cooks, or only delays" in found["text"]


def test_a_delay_is_no_cook(client: FlaskClient) -> None:
    puzzle = read_text((ROOT / "puzzles/first-steps/f0023.sgf").read_text("utf-8")).puzzle
    assert puzzle
    # Sound, as its report says: all but F6 only delay.
    delays = dict.fromkeys(["E2", "E3", "F2", "G2", "G3", "G4", "H3"], "wins")
    assert looked(client, **drawing_of(puzzle).as_json())["holes"] == {"F6": "key"} | delays


def test_a_key_that_fails_is_told(client: FlaskClient) -> None:
    wins = looked(client)["holes"]
    fails = "B3"
    assert fails not in wins
    found = looked(client, keys=[fails.lower()])
    assert found["holes"][fails] == "try"
    assert f"{fails} is marked as the key, but fails." in found["text"]
    assert "too" not in found["text"], "nothing else is measured by it"


def test_a_key_counts_with_the_links_that_it_names(client: FlaskClient) -> None:
    puzzle = read_text((ROOT / "puzzles/club/c0408.sgf").read_text("utf-8")).puzzle
    assert puzzle
    drawing = drawing_of(puzzle).as_json()
    only = "C4 reaches the goal only with links removed or added."
    found = looked(client, **drawing)
    assert (drawing["keys"], found["holes"]) == (["[-c'4][c4]"], {"C4": "key"})
    found = looked(client, **drawing | {"keys": ["c4"]})
    assert found["holes"] == {"C4": "try"}
    assert f"C4 is marked as the key, but fails. {only}" in found["text"]
    assert only in looked(client, **drawing | {"keys": []})["text"]


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("PZ[W+]PL[B]AW[d1][b4]AB[a3]", "No win for White: Black keeps White from joining. C4 is"),
        ("PZ[B+]PL[W]AW[d1][b4]AB[a3]", "No win for Black: White keeps Black from joining."),
        ("PZ[B+]PL[W]AW[c2]AB[c3][d5]", "Won for Black: Black joins"),
    ],
)
@pytest.mark.parametrize("keys", [[], ["c4"]])
def test_where_the_goal_is_that_of_the_side_not_to_move_no_first_move_reaches_it(
    client: FlaskClient, task: str, said: str, keys: list[str]
) -> None:
    puzzle = read_text(f"(;FF[4]GM[21]SZ[6]RU[PP]{task}IP[])").puzzle
    assert puzzle
    found = looked(client, **drawing_of(puzzle).as_json() | {"keys": keys})
    assert found["holes"] == {}
    assert found["text"].startswith(said)
    assert not any(word in found["text"] for word in ("goal", "key", "first move"))


@pytest.mark.parametrize("goal", ["", "W+"])
def test_the_own_goal_of_the_side_to_move_is_the_same_by_its_name(
    client: FlaskClient, goal: str
) -> None:
    assert looked(client, goal=goal) == looked(client)


def test_a_drawing_that_is_no_puzzle_is_refused_in_words(client: FlaskClient) -> None:
    response = client.post("/draw/alarm", json={"drawing": DRAWING | {"white": ["A3"]}})
    assert response.status_code == 422
    assert response.get_json()["message"]


def test_a_position_that_is_over_says_so(client: FlaskClient) -> None:
    holes = ["C1", "D3", "C5"]
    links = ["C1-D3", "C5-D3"]
    found = looked(client, white=holes, black=[], white_links=links, black_links=[])
    assert found["holes"] == {}
    assert found["text"]
