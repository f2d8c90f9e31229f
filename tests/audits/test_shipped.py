"""The reports that come with the collections: whole, and about the puzzles as they are now."""

import json
from dataclasses import astuple
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from solver.audits import audit_text
from solver.files import read_file, read_lines
from solver.proof import Limits
from solver.tasks import task_of

ROOT = Path(__file__).parents[2]
REPORTS = sorted((ROOT / "puzzles").glob("*/reports.jsonl*"))
PRINTED_AND_WRONG = {"p38.sgf": {"h7"}}
"""Second keys in print that are proved to fail as first moves."""
SCHEMA = jsonschema_rs.Draft202012Validator(
    json.loads((ROOT / "solver" / "schemas" / "audit.json").read_text(encoding="utf-8"))
)


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read_lines(path)]


def test_each_collection_comes_with_reports() -> None:
    collections = (ROOT / "puzzles").glob("*/collection.yaml")
    # An audit knows no Privilege: tests/search/test_privilege.py finds the keys of those puzzles.
    audited = {path.parent for path in collections} - {ROOT / "puzzles" / "privilege"}
    assert [path.parent for path in REPORTS] == sorted(audited)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.parent.name)
def test_each_puzzle_has_one_report_that_is_about_it(path: Path) -> None:
    found = records(path)
    assert sorted(ROOT / record["file"] for record in found) == sorted(path.parent.glob("*.sgf"))
    for record in found:
        SCHEMA.validate(record)
        puzzle = read_file(ROOT / record["file"]).puzzle
        assert puzzle is not None
        options = {"audit": astuple(Limits(**record["limits"]))}
        assert record["task"] == task_of(record["file"], puzzle, options, record["version"])


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.parent.name)
def test_a_sound_one_has_all_moves_decided_and_its_printed_keys_proven(path: Path) -> None:
    for record in records(path):
        if record["verdict"] == "sound":
            assert record["decided"] == record["first_moves"]
            assert all(key["published"] for key in record["keys"])
            assert any(key["verdict"] == "proven" for key in record["keys"])
            wrong = {key["move"] for key in record["keys"] if key["verdict"] != "proven"}
            assert wrong == PRINTED_AND_WRONG.get(Path(record["file"]).name, set())
            for move in wrong:
                assert f"the published key {move} fails" in record["reason"]


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.parent.name)
def test_its_text_says_why_and_what_it_took(path: Path) -> None:
    for record in records(path):
        told = audit_text(record)
        reason = record["reason"].replace("the published key", "the author's key")
        assert f"{record['puzzle']}: {record['verdict']}, {reason}\n" in told
        assert f" {record['nodes']:,} nodes, {record['seconds']:.1f} s of search" in told
