"""A report in words."""

import json
import re
from pathlib import Path

import pytest

from solver.audits import audit_text

LESSONS = Path(__file__).parents[2] / "puzzles" / "lessons" / "reports.jsonl"


@pytest.mark.parametrize(
    ("others", "undecided", "every", "said"),
    [
        ([], 0, False, "no other move works"),
        ([], 18, False, "no other move is known to work, 18 undecided"),
        (["c9"], 0, False, "c9 also works"),
        (["c9", "d9"], 52, False, "c9, d9 also work, 52 undecided"),
        ([], 0, True, "every move works"),
    ],
)
def test_later_moves_of_the_solution_are_told_with_their_duals(
    others: list[str], undecided: int, every: bool, said: str
) -> None:
    record = json.loads(LESSONS.read_text(encoding="utf-8").splitlines()[0])
    dual = {"move": 3, "played": "d11", "others": others, "undecided": undecided, "every": every}
    text = audit_text(record | {"duals": [dual]})
    assert re.search(rf"^  later move +move 3, d11: {said}$", text, re.MULTILINE)


def test_hard_first_moves_that_are_no_cooks_are_named() -> None:
    record = json.loads(LESSONS.read_text(encoding="utf-8").splitlines()[0])
    moves = [move | {"kind": "no-cook", "line": []} for move in record["moves"][:2]]
    names = ", ".join(move["hole"] for move in moves)
    text = audit_text(record | {"moves": moves, "tries": []})
    assert re.search(rf"  no cooks +{names}: refuted, or else delays\n", text)


def test_what_a_search_came_to_is_told() -> None:
    record = json.loads(LESSONS.read_text(encoding="utf-8").splitlines()[0])
    assert ", a search crashed; at most " in audit_text(record | {"limit": "crashed"})
    assert ", ended by the limit on nodes; at most " in audit_text(record | {"limit": "nodes"})
    assert ", no search says more; at most " in audit_text(record | {"limit": "exhausted"})


@pytest.mark.parametrize(
    ("refuting", "undecided", "every", "said"),
    [
        (1, 0, 12, "1 of 12 replies"),
        (1, 2, 12, "at least 1 of 12 replies"),
        (1, 0, 1, "the only reply"),
    ],
)
def test_how_many_replies_refute_a_try_is_told(
    refuting: int, undecided: int, every: int, said: str
) -> None:
    record = json.loads(LESSONS.read_text(encoding="utf-8").splitlines()[0])
    replies = {"refuting": refuting, "undecided": undecided, "all": every}
    one = record["moves"][0] | {"kind": "try", "line": ["b2"], "pegs": None, "replies": replies}
    text = audit_text(record | {"moves": [one], "tries": [one["hole"]]})
    assert f" b2 (refuted by {said})\n" in text


def test_of_many_first_moves_that_win_some_are_shown() -> None:
    record = json.loads(LESSONS.read_text(encoding="utf-8").splitlines()[0])
    cook = record["moves"][0] | {"kind": "cook", "line": ["b2"], "pegs": 1, "replies": None}
    text = audit_text(record | {"moves": [cook] * 15, "tries": []})
    assert text.count(" b2 (1 more peg at most)") == 12
    assert re.search(r"  cook +3 more\n", text)
