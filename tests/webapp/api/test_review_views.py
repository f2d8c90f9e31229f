"""Games reviewed by the API, one position at a time."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from solver.cli import main
from tests.webapp.api.asking import Headers, check, faults
from tests.webapp.review.test_views import MOVES
from webapp.api.request_checks import description

GAME = {"sgf": MOVES, "size": "6x6", "rules": "3M"}


def review(client: FlaskClient, key: Headers, **body: object) -> dict[str, Any]:
    response = client.post("/api/v1/review", json=GAME | body, headers=key)
    assert response.status_code == 200, response.text
    answered = description()["paths"]["/api/v1/review"]["post"]["responses"]["200"]
    found = response.get_json()
    assert isinstance(found, dict)
    check(found, answered["content"]["application/json"]["schema"])
    return found


@pytest.mark.native
def test_position_by_position_it_says_what_the_command_says(
    client: FlaskClient, key: Headers, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(MOVES, encoding="utf-8")
    command = ["review", str(tmp_path / "game.txt"), "--size", "6x6", "--rules", "3M", "--json"]
    printed = json.loads(CliRunner().invoke(main, command).stdout)
    known: dict[str, object] = {}
    for ply in reversed(printed["plies"]):
        found = review(client, key, ply=ply["ply"], **known)
        for name in ("ply", "to_move", "move", "value", "effect"):
            assert found[name] == ply[name]
        known = {"known": found["value"]}


def test_the_last_position_is_judged_where_none_is_named(client: FlaskClient, key: Headers) -> None:
    assert review(client, key)["ply"] == 7


def test_a_handicap_game_has_no_swap(client: FlaskClient, key: Headers) -> None:
    game = "(;FF[4]GM[21]SZ[6]RU[STD]HA[];W[d4];B[c3])"
    assert not review(client, key, sgf=game, ply=1)["swap"]


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"ply": 8}, "ply"),
        ({"ply": True}, "ply"),
        ({"known": "good"}, "known"),
        ({"rules": "chess"}, "rules"),
        ({"size": "six"}, "size"),
        ({"sgf": 5}, "sgf"),
        ({"sgf": "no game"}, "sgf"),
        ({"sgf": "1.d4 2.d4"}, "sgf"),
        ({"plies": 3}, "plies"),
    ],
)
def test_a_fault_is_told_by_its_name(
    client: FlaskClient, key: Headers, wrong: dict[str, object], name: str
) -> None:
    response = client.post("/api/v1/review", json=GAME | wrong, headers=key)
    assert response.status_code in (400, 422)
    assert name in faults(response)
