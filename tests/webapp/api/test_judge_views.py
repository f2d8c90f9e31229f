"""Moves judged by the API: in a stored puzzle or in a text, one or several within one time."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from solver.answers import Judgement, Outcome
from solver.cli import main
from solver.files import puzzle_to_sgf
from solver.game import Ruleset, Side
from solver.proof import Limits
from tests.webapp.api.asking import Headers, check, faults, new_key, problem
from tests.webapp.conftest import SMALL, ScriptedJudge
from webapp import create_app
from webapp.api.request_checks import description

TEXT = puzzle_to_sgf(SMALL)
DRAWN = "(;GM[21]FF[4]SZ[6]RU[STD]PL[W]AW[c3]AB[b4])"
"""The same position, of which nobody says that it is a puzzle."""
PLAYED = "(;GM[21]FF[4]SZ[6]RU[STD];W[c3];B[b4])"
"""And as it came about."""


@pytest.fixture
def exact(config: dict[str, object], tmp_path: Path) -> Iterator[Flask]:
    """The site with the solver for its judge."""
    app = create_app(config | {"SOLVER_JUDGE": None, "TWIXT_STORE": str(tmp_path / "store")})
    yield app
    app.extensions["store"].close()
    app.extensions["database"].engine.dispose()


def judgements(client: FlaskClient, key: Headers, **body: object) -> list[dict[str, Any]]:
    response = client.post("/api/v1/judge", json=body, headers=key)
    assert response.status_code == 200, response.text
    answered = description()["paths"]["/api/v1/judge"]["post"]["responses"]["200"]
    check(response.get_json(), answered["content"]["application/json"]["schema"])
    found = response.get_json()
    return list(found["judgements"]) if "moves" in body else [found]


# -- texts --------------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.parametrize("move", ["e4", "b1"])
def test_a_text_is_judged_as_on_the_command_line(exact: Flask, tmp_path: Path, move: str) -> None:
    client = exact.test_client()
    (found,) = judgements(client, new_key(client, "Other"), sgf=TEXT, move=move)
    (tmp_path / "small.sgf").write_text(TEXT, encoding="utf-8")
    command = ["judge", str(tmp_path / "small.sgf"), move, "--json"]
    printed = json.loads(CliRunner().invoke(main, command).stdout)
    for name in ("seconds", "nodes", "file"):
        found.pop(name), printed.pop(name)
    assert printed == found


@pytest.mark.native
@pytest.mark.parametrize("text", [DRAWN, PLAYED])
def test_in_a_position_the_side_to_move_is_to_win(exact: Flask, text: str) -> None:
    client = exact.test_client()
    found = judgements(client, new_key(client, "Other"), sgf=text, moves=["e4", "b1"])
    assert ["white connects"] * 2 == [each["claim"] for each in found]
    assert ["wins", "loses"] == [each["outcome"] for each in found]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[21]", "ends inside the game tree"),
        ("no puzzle at all", ""),
        ("", ""),
        ("(;GM[21]FF[4]SZ[6]RU[STD]PL[W]PZ[]IP[]AW[c3][c3]AB[c3])", "C3"),
        ("(;GM[21]FF[4]SZ[6]RU[STD]PL[W]PZ[]IP[]PV[W])", "Privilege"),
    ],
)
def test_a_text_without_a_position_is_refused_with_its_findings(
    client: FlaskClient, key: Headers, text: str, words: str
) -> None:
    response = client.post("/api/v1/judge", json={"sgf": text, "move": "b1"}, headers=key)
    assert words in problem(response, 422)
    assert {"sgf"} == set(faults(response))


def test_moves_are_played_on_the_board_that_comes_with_them(
    client: FlaskClient, key: Headers, judge: ScriptedJudge
) -> None:
    judgements(client, key, sgf="1 C3 2 B4", size="6x6", rules="PP", move="b1")
    ((position, claim, _),) = judge.asked
    assert (position.board.size_text, position.ruleset) == ("6 x 6", Ruleset.PP)
    assert claim.prover is Side.WHITE


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, 'size and ruleset (add "size": "24x24" and "rules": "STD").'),
        ({"size": "6x6"}, 'ruleset (add "rules": "STD").'),
        ({"rules": "STD"}, 'size (add "size": "24x24").'),
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/judge", "/api/v1/jobs", "/api/v1/review"])
def test_what_a_text_does_not_say_is_asked_for_by_its_field(
    client: FlaskClient, key: Headers, path: str, given: dict[str, str], words: str
) -> None:
    moves = {"move": "b1"} if path.endswith("judge") else {}
    body = {"sgf": "1 C3 2 B4"} | moves | given
    assert problem(client.post(path, json=body, headers=key), 422).endswith(words)


def test_a_position_that_is_too_large_for_the_solver_is_refused(exact: Flask) -> None:
    client = exact.test_client()
    sgf = "(;GM[21]FF[4]SZ[150]RU[STD]PL[W]PZ[]IP[])"
    response = client.post(
        "/api/v1/judge", json={"sgf": sgf, "move": "b2"}, headers=new_key(client, "Other")
    )
    assert "holes" in problem(response, 422)
    assert ["sgf"] == faults(response)


@pytest.mark.native
@pytest.mark.parametrize(
    ("body", "after", "move"),
    [
        ({"move": "~c3 e4"}, [], "~c3 e4"),
        ({"moves": ["~C3 E4"]}, [], "~c3 e4"),
        ({"move": "d3", "after": ["~c3 e4", "e5"]}, ["~c3 e4", "e5"], "d3"),
    ],
)
def test_moves_that_take_off_pegs_are_judged(
    exact: Flask, body: dict[str, object], after: list[str], move: str
) -> None:
    client = exact.test_client()
    sgf = TEXT.replace("RU[STD]", "RU[3M]")
    (found,) = judgements(client, new_key(client, "Other"), sgf=sgf, **body)
    assert (after, move) == (found["after"], found["move"])


# -- several moves ------------------------------------------------------------------------


def test_several_moves_are_judged_in_their_order(
    client: FlaskClient, key: Headers, small_id: str
) -> None:
    body = {"moves": ["b1", "c1", "b1"]}
    response = client.post(f"/api/v1/puzzles/{small_id}/judge", json=body, headers=key)
    told = description()["paths"]["/api/v1/puzzles/{id}/judge"]["post"]["responses"]["200"]
    check(response.get_json(), told["content"]["application/json"]["schema"])
    found = response.get_json()["judgements"]
    assert ["b1", "c1", "b1"] == [each["move"] for each in found]
    assert ["wins"] * 3 == [each["outcome"] for each in found]


@pytest.mark.native
def test_several_moves_get_the_verdicts_of_each_alone(exact: Flask) -> None:
    client = exact.test_client()
    key = new_key(client, "Other")
    moves = ["e4", "b1", "d5"]
    together = judgements(client, key, sgf=TEXT, moves=moves)
    alone = [judgements(client, key, sgf=TEXT, move=move)[0] for move in moves]
    for each in (*together, *alone):
        each.pop("seconds"), each.pop("nodes")
    assert alone == together


def test_moves_that_the_time_does_not_reach_are_undecided(
    config: dict[str, object], judge: ScriptedJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count(step=3)
    app = create_app(config | {"SOLVER_LIMITS": Limits(seconds=8.0)})
    client = app.test_client()
    key = new_key(client, "Other")
    # Each look at the clock finds it three seconds on.
    monkeypatch.setattr("webapp.api.judge_views.time.monotonic", lambda: float(next(clock)))
    found = judgements(client, key, sgf=TEXT, moves=["b1", "c1", "d1", "e1"])
    assert ["wins", "wins", "undecided", "undecided"] == [each["outcome"] for each in found]
    assert [None, None, "seconds", "seconds"] == [each["limit"] for each in found]
    assert [5.0, 2.0] == [limits.seconds for _, _, limits in judge.asked]


@pytest.mark.parametrize("asked", [{"move": "b1"}, {"moves": ["b1"]}])
def test_replies_that_the_time_does_not_reach_are_undecided(
    config: dict[str, object],
    judge: ScriptedJudge,
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, object],
) -> None:
    clock = count(step=5)
    client = create_app(config | {"SOLVER_LIMITS": Limits(seconds=8.0)}).test_client()
    key = new_key(client, "Other")
    judge.outcome = Outcome.LOSES
    monkeypatch.setattr("webapp.api.judge_views.time.monotonic", lambda: float(next(clock)))
    (found,) = judgements(client, key, sgf=TEXT, **asked)
    assert [3.0] == [limits.seconds for _, _, limits in judge.asked], "a verdict has what is left"
    assert "loses" == found["outcome"]
    refuting = found["refuting"]
    assert (["d4"], "open") == (refuting["holes"], refuting["share"])
    assert len(refuting["undecided"]) == refuting["replies"] - 1


# -- bodies -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ({}, "move"),
        ({"move": "b1", "moves": ["b1"]}, "move"),
        ({"moves": []}, "moves"),
        ({"moves": ["b1"] * 21}, "moves"),
        ({"moves": "b1"}, "moves"),
        ({"moves": [1]}, "moves"),
        ({"move": None}, "move"),
        ({"move": "b1", "after": "d4"}, "after"),
        ({"move": "b1", "after": [None]}, "after"),
        ({"move": "b1", "second": 5}, "second"),
    ],
)
@pytest.mark.parametrize("stored", [True, False])
def test_a_fault_in_a_body_is_told_by_its_name(
    client: FlaskClient,
    key: Headers,
    small_id: str,
    body: dict[str, object],
    name: str,
    stored: bool,
) -> None:
    path = f"/api/v1/puzzles/{small_id}/judge" if stored else "/api/v1/judge"
    response = client.post(path, json=body if stored else body | {"sgf": TEXT}, headers=key)
    problem(response, 400)
    assert [name] == faults(response)


@pytest.mark.parametrize("sgf", [None, 5, [TEXT], "(" * 60_001])
def test_a_text_is_text_and_not_too_long(client: FlaskClient, key: Headers, sgf: object) -> None:
    response = client.post("/api/v1/judge", json={"sgf": sgf, "move": "b1"}, headers=key)
    assert "up to 60000 characters" in problem(response, 400)


def test_one_move_of_several_that_cannot_be_played_refuses_all(
    client: FlaskClient, key: Headers, judge: ScriptedJudge
) -> None:
    body = {"sgf": TEXT, "moves": ["b1", "c3"]}
    assert "C3" in problem(client.post("/api/v1/judge", json=body, headers=key), 422)
    assert judge.asked == []


def test_a_batch_counts_as_one_question(config: dict[str, object], key: Headers) -> None:
    client = create_app(config | {"RATELIMIT_ENABLED": True}).test_client()
    body = {"sgf": TEXT, "moves": ["b1", "c1"]}
    headers = client.post("/api/v1/judge", json=body, headers=key).headers
    assert "59" == headers["X-RateLimit-Remaining"]


def test_a_text_waits_at_the_gate_as_a_stored_puzzle_does(
    config: dict[str, object], judge: ScriptedJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.play.search_gate.PATIENCE", 0.01)
    answers = list[TestResponse]()

    def asked_meanwhile(*question: Any) -> Judgement:
        if not answers:
            body = {"sgf": TEXT, "moves": ["e4"]}
            answers.append(client.post("/api/v1/judge", json=body, headers=key))
        return judge(*question)

    app = create_app(config | {"SOLVER_SLOTS": 1, "SOLVER_JUDGE": asked_meanwhile})
    client = app.test_client()
    key = new_key(client, "Other")
    judgements(client, key, sgf=TEXT, move="b1")
    assert "busy" in problem(answers[0], 503)
    assert 1 <= int(answers[0].headers["Retry-After"]) <= 10
