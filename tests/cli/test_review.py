"""`twixt review`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.batch.schemas import check_json
from tests.cli.samples import ROOT, twixt

pytestmark = pytest.mark.native

GAME = "1.D4 2.C3 3.B5 4.E3 5.D2 6.F5 7.C6"
SMALL = ("--size", "6x6", "--rules", "3M", "--nodes", "100000")


def reviewed(text: str, *options: object) -> dict[str, Any]:
    result = twixt("review", "-", *SMALL, "--json", *options, text=text)
    assert result.exit_code == 0, result.output
    (found,) = check_json("review", result.stdout)
    return found


def test_the_values_follow_the_schema() -> None:
    found = reviewed(GAME)
    assert found["thrown"] == found["missed"] == [2, 3, 4, 5, 6]
    assert found["proven"] == len(found["plies"]) == 8
    assert found["plies"][2] | {"best": None, "pegs": None, "nodes": 0, "seconds": 0} == {
        "ply": 2,
        "to_move": "white",
        "move": "b5",
        "value": "win",
        "best": None,
        "pegs": None,
        "effect": "throws the win away",
        "limit": None,
        "swap": False,
        "nodes": 0,
        "seconds": 0,
    }


def test_a_handicap_game_has_no_swap() -> None:
    found = reviewed("(;FF[4]GM[21]SZ[6]RU[STD]HA[];W[d4];B[c3])", "--nodes", 1)
    assert [False] * 3 == [ply["swap"] for ply in found["plies"]]


def test_the_report_is_for_people() -> None:
    result = twixt("review", "-", *SMALL, text=GAME)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "<stdin>" == reviewed(GAME)["game"]
    assert any(line.split()[:5] == ["3", "white", "B5", "white", "wins"] for line in lines), (
        result.stdout
    )
    assert "From the position before move 8 on it is proven that black wins." in lines
    assert any(line.startswith("Move 7, C6: White throws the win away: ") for line in lines)


def test_a_move_that_takes_off_links_is_told_in_words() -> None:
    game = "(;FF[4]GM[21]SZ[6]RU[3M];W[d4];B[c3];W[b5];B[e3];W[-c4'][c6])"
    result = twixt("review", "-", "--nodes", "1000", text=game)
    line = next(line for line in result.stdout.splitlines() if line.startswith("   5"))
    assert line.startswith("   5  white    C6 (removing B5-D4)  ")
    assert "[-c4'][c6]" == reviewed(game)["plies"][4]["move"], "programs get SGF"


def test_a_game_whose_outcome_is_proven_from_its_start_says_so() -> None:
    result = twixt("review", ROOT / "puzzles" / "lessons" / "lesson1.sgf", "--nodes", "1000")
    assert "From the first position on it is proven that white wins." in result.stdout.splitlines()


def test_a_little_golem_game_keeps_its_rules() -> None:
    game = next((ROOT / "tests" / "data").glob("*golem*"))
    record = json.loads(game.read_text(encoding="utf-8").splitlines()[0])["text"]
    result = twixt("review", "-", "--json", "--nodes", "200", text=record)
    assert result.exit_code == 0, result.output
    (found,) = check_json("review", result.stdout)
    assert found["ruleset"] == "PP"
    assert found["game"] == "Hekate against Goro56"
    assert found["result"] == {"winner": "white", "ending": "resigned"}


def test_the_store_spares_a_search(tmp_path: Path) -> None:
    store = tmp_path / "verdicts.sqlite"
    first = reviewed(GAME, "--store", store)
    assert store.exists()
    again = reviewed(GAME, "--store", store)
    assert [p["value"] for p in again["plies"]] == [p["value"] for p in first["plies"]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;FF[4]GM[21]SZ[12]RU[STD])", "this file has no moves to review"),
        ("nonsense", "in no known format"),
    ],
)
def test_what_is_no_game_is_bad_input(text: str, said: str) -> None:
    result = twixt("review", "-", text=text)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_game_with_the_privilege_is_bad_input() -> None:
    puzzle = (ROOT / "docs" / "examples" / "privilege.sgf").read_text(encoding="utf-8")
    text = puzzle.replace("IP[])", "IP[];W[e4]TE[1];B[c5];W[e5])")
    result = twixt("review", "-", "--nodes", "1000", text=text)
    assert (2, "") == (result.exit_code, result.stdout)
    assert "a side holds the Privilege of Double TwixT (PV)" in result.stderr


def test_a_board_that_is_too_large_is_bad_input() -> None:
    result = twixt("review", "-", "--size", "180x180", "--rules", "STD", text="1.d4 2.e6")
    assert result.exit_code == 2
    assert "more than the 1536 that the solver takes" in result.stderr
