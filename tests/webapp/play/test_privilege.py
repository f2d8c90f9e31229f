"""Puzzles in which a side holds the Privilege, on their pages: what is answered and refused."""

from pathlib import Path
from shutil import copytree
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient

from solver.answers import Turn, TurnJudgement, judge_turn
from solver.game import PrivilegedPosition
from solver.proof import Claim, Limits
from tests.webapp.browser import ROOT
from tests.webapp.core.test_pages import page_data
from webapp.catalog.shipped_collections import public_id
from webapp.play.gated_solver import GatedSolver
from webapp.play.privilege import turn_judge
from webapp.play.search_gate import SearchGate
from webapp.prepare import prepare

pytestmark = pytest.mark.native

TWO_AT_ONCE = f"/p/{public_id('privilege', '3')}"
BLACK_MAY = f"/p/{public_id('privilege', '1')}"
ROOM_FOR_TWO = f"/p/{public_id('privilege', '2')}"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The shipped puzzles with a Privilege, and nothing else."""
    copytree(ROOT / "puzzles" / "privilege", tmp_path / "puzzles" / "privilege")
    return tmp_path / "puzzles"


@pytest.fixture
def prepared(url: str, shelf: Path) -> str:
    """Address of a database with them."""
    prepare(shelf, url)
    return url


def asked(
    client: FlaskClient, address: str, status: int = 200, **body: object
) -> dict[str, object]:
    response = client.post(address, json={"line": [], **body})
    assert response.status_code == status, response.text
    found: dict[str, object] = response.get_json()
    return found


def test_the_page_says_who_may_move_twice(client: FlaskClient) -> None:
    text = client.get(TWO_AT_ONCE).text
    assert "White holds the Privilege: he may once move twice in a row." in text
    assert "not checked" not in text, "the check knows no Privilege"
    assert "Black holds the Privilege" in client.get(BLACK_MAY).text


def test_the_first_page_has_such_a_puzzle_on_its_day(client: FlaskClient) -> None:
    text = client.get("/").text
    assert "the Privilege: " in text
    assert page_data(client, "/")["privilege"] is True


def test_two_moves_in_a_row_win_where_each_of_them_alone_loses(client: FlaskClient) -> None:
    for alone in ("e4", "f6"):
        assert asked(client, f"{TWO_AT_ONCE}/moves", move=alone)["outcome"] == "lost"
    found = asked(client, f"{TWO_AT_ONCE}/moves", move="e4+f6")
    assert found["outcome"] == "wins"
    assert str(found["message"]).startswith("E4+F6 is right. Black answers ")
    steps = found["steps"]
    assert isinstance(steps, list)
    assert [step["side"] for step in steps] == ["white", "black"]
    assert steps[0]["holes"] == ["E4", "F6"]
    assert steps[1]["state"]["call"] is False, "the Privilege is spent"


def test_the_opponent_answers_with_two_moves(client: FlaskClient) -> None:
    found = asked(client, f"{BLACK_MAY}/moves", move="c3")
    assert found["outcome"] == "lost"
    steps = found["steps"]
    assert isinstance(steps, list)
    assert len(steps[1]["holes"]) == 2
    assert "+" in steps[1]["move"]


def test_the_first_of_two_moves_shows_where_the_second_may_go(client: FlaskClient) -> None:
    found = asked(client, f"{TWO_AT_ONCE}/first-of-two", move="e4")
    assert isinstance(found["first"], dict)
    state = found["first"]["state"]
    assert state["to_move"] == "white"
    assert state["call"] is False
    assert "E4" not in state["moves"]
    assert "F6" in state["moves"]
    again = asked(client, f"{TWO_AT_ONCE}/first-of-two", 422, line=["e4+f6", "b2"], move="e2")
    assert again["message"] == "White holds no Privilege."


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("e4+f6+d7", "A turn has two moves at most."),
        ("e4+e4", "E4 is taken by a white peg."),
        ("+f6", "A side may pass only when no hole is left to it."),
    ],
)
def test_other_turns_are_refused_with_words(client: FlaskClient, move: str, message: str) -> None:
    found = asked(client, f"{TWO_AT_ONCE}/moves", 422, move=move)
    assert message in str(found["message"])


def test_hints_say_whether_to_use_it_then_how(client: FlaskClient) -> None:
    first = asked(client, f"{TWO_AT_ONCE}/hints", level=1)
    assert (first["text"], first["next"]) == ("Use your Privilege.", 3)
    key = asked(client, f"{TWO_AT_ONCE}/hints", level=3)
    assert key["text"] == "Play E4+F6."
    assert key["groups"] == [["E4", "F6"]]
    line = asked(client, f"{TWO_AT_ONCE}/hints", level=4)
    assert isinstance(line["steps"], list)
    assert line["steps"][-1]["state"]["chain"]


def test_the_first_hint_shows_where_to_look_where_nothing_can_be_called(
    client: FlaskClient,
) -> None:
    first = asked(client, f"{BLACK_MAY}/hints", level=1)
    assert (first["level"], first["next"]) == (1, 3)
    assert str(first["text"]).startswith("Look in the square from ")
    (patch,) = cast("list[list[str]]", first["groups"])
    assert len(patch) == 9
    assert "E5" in patch, "the key"
    assert asked(client, f"{BLACK_MAY}/hints", level=3)["text"] == "Play E5."


def test_a_refutation_ends_with_what_has_become_of_the_chains(client: FlaskClient) -> None:
    found = asked(client, f"{ROOM_FOR_TWO}/moves", move="e2")
    assert found["outcome"] == "loses"
    steps = cast("list[dict[str, Any]]", found["steps"])
    assert len(steps) > 2
    assert steps[-1]["state"]["chain"]
    assert found["end"] == "Black has joined columns A and I."


def test_a_refutation_goes_on_no_further_where_no_path_is_left(client: FlaskClient) -> None:
    found = asked(client, f"{TWO_AT_ONCE}/moves", move="e4")
    assert str(found["message"]).endswith("Black answers G5, and White has no path left.")
    assert len(cast("list[object]", found["steps"])) == found["played"] == 2
    assert found["end"] == ""


def test_any_position_of_it_is_judged(client: FlaskClient) -> None:
    lost = asked(client, f"{TWO_AT_ONCE}/verdict", line=["e2"])
    assert lost["verdict"] == "lost"
    won = asked(client, f"{TWO_AT_ONCE}/verdict", line=["e4+f6", "b2"])
    assert won["verdict"] == "won"
    both = asked(client, f"{TWO_AT_ONCE}/positions", line=["e4+f6", "b2"])
    assert isinstance(both["steps"], list)
    assert len(both["steps"]) == 2
    taken = asked(client, f"{TWO_AT_ONCE}/positions", 422, line=["e4+f6", "e4"])
    assert taken["message"] == "E4 is taken by a white peg.", "of the turn that was just made"
    taken = asked(client, f"{TWO_AT_ONCE}/positions", 422, line=["e2", "e2", "b2"])
    assert str(taken["message"]).startswith("Move 2 of the line: ")


def test_it_is_not_drawn_checked_or_counted(client: FlaskClient) -> None:
    for address in (f"/draw?from={TWO_AT_ONCE[3:]}", f"{TWO_AT_ONCE}/report"):
        response = client.get(address)
        assert response.status_code == 422
        assert "neither drawn nor checked, nor judged by the API" in response.text
    for what in ("defences", "refutations"):
        found = asked(client, f"{TWO_AT_ONCE}/{what}", 422, known="")
        assert found["message"] == "Defences are not counted where a side holds the Privilege."
    assert client.post("/jobs", data={"puzzle": TWO_AT_ONCE[3:]}).status_code == 422


def test_only_the_players_own_turns_are_judged_and_hinted(client: FlaskClient) -> None:
    line = ["e4+f6"]
    found = asked(client, f"{TWO_AT_ONCE}/moves", 422, line=line, move="c3")
    assert found["message"] == "It is not your move."
    found = asked(client, f"{TWO_AT_ONCE}/hints", 422, line=line, level=1)
    assert found["message"] == "Hints are given only when it is your turn."


@pytest.mark.parametrize(
    ("question", "body"), [("moves", {"move": "e4"}), ("verdict", {}), ("hints", {"level": 1})]
)
def test_each_search_with_the_privilege_waits_at_the_gate(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    body: dict[str, object],
) -> None:
    monkeypatch.setattr("webapp.play.search_gate.PATIENCE", 0.0)
    closed = SearchGate(0)
    app.extensions["turn judge"] = turn_judge(closed)
    app.extensions["solver"] = GatedSolver(None, closed, app.config["SOLVER_LIMITS"])
    asked(client, f"{TWO_AT_ONCE}/{question}", 503, **body)


def test_a_turn_that_stays_undecided_is_said_to_be_so_and_judged_again(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = list[Turn]()

    def judge(at: PrivilegedPosition, turn: Turn, claim: Claim, limits: Limits) -> TurnJudgement:
        judged.append(turn)
        return judge_turn(at, turn, claim, limits)

    monkeypatch.setattr("webapp.play.privilege.judge_turn", judge)
    app.config["SOLVER_LIMITS"] = Limits(nodes=1)
    for _ in range(2):
        found = asked(client, f"{TWO_AT_ONCE}/moves", move="e4+f6")
        assert found["outcome"] == "undecided"
    assert len(judged) == 2
