"""A report as people are told it."""

import json
from pathlib import Path
from typing import Any

import pytest

from solver.audits import audit_page, audit_text
from solver.files import read_file
from solver.told_report import for_people, nothing_to_find

PUZZLES = Path(__file__).parents[1] / "puzzles"


def report(collection: str, name: str) -> dict[str, Any]:
    for line in (PUZZLES / collection / "reports.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if Path(record["file"]).stem == name:
            assert isinstance(record, dict)
            return record
    raise AssertionError(name)


@pytest.mark.parametrize("name", ["drawn-game", "server-help-a"])
def test_where_every_first_move_does_it_there_is_no_key_and_no_cook(name: str) -> None:
    record = report("exercises", name)
    told = for_people(record)
    assert nothing_to_find(record)
    assert {"win"} == {move["kind"] for move in told["moves"]}
    assert [] == told["keys"]
    text = audit_text(record)
    assert "nothing to find: every first move does it" in text
    assert "cook" not in text
    puzzle = read_file(PUZZLES / "exercises" / f"{name}.sgf").puzzle
    assert puzzle is not None
    page = audit_page(record, puzzle)
    assert "<li>W = works</li>" in page
    assert "cook" not in page.partition("</style>")[2]


def test_the_key_that_its_author_gives_stays() -> None:
    record = report("exercises", "drawn-game")
    (key,) = record["keys"]
    record["keys"] = [key | {"published": True}]
    assert record["keys"] == for_people(record)["keys"]


def test_a_puzzle_with_one_first_move_alone_is_sound() -> None:
    record = report("lessons", "lesson1")
    record["moves"] = [move for move in record["moves"] if move["kind"] == "key"]
    assert not nothing_to_find(record)
    assert record == for_people(record)
