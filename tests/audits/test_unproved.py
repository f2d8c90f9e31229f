"""A report and its proofs: whatever a report says without a proof is named."""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from solver.audits import Proof, stored_proofs, unproved
from solver.files import read_file, read_lines, reports_in
from solver.store import Store

PUZZLES = Path(__file__).parents[2] / "puzzles"
SETS = sorted(path.parent for path in PUZZLES.glob("*/proofs.sqlite"))

pytestmark = pytest.mark.native


def proved(
    folder: Path, place: Path, step: int = 1
) -> Iterator[tuple[dict[str, Any], Mapping[str, Proof]]]:
    """Yield the reports of a collection with what its store proves of their puzzles."""
    reports = reports_in(folder)
    assert reports is not None
    shutil.copy(folder / "proofs.sqlite", place)
    with Store(place / "proofs.sqlite") as store:
        for line in read_lines(reports)[::step]:
            record = json.loads(line)
            puzzle = read_file(folder / Path(record["file"]).name).puzzle
            assert puzzle is not None
            yield record, stored_proofs(puzzle, record, store)
        assert not store.faults


@pytest.fixture
def lesson(tmp_path: Path) -> tuple[dict[str, Any], Mapping[str, Proof]]:
    """A sound puzzle with a key, tries and idle moves."""
    return next(proved(PUZZLES / "lessons", tmp_path))


@pytest.mark.parametrize("folder", SETS, ids=lambda path: path.name)
def test_what_shipped_reports_say_is_proved(folder: Path, tmp_path: Path) -> None:
    for record, proofs in proved(folder, tmp_path, step=20):
        assert not unproved(record, proofs), record["file"]


def test_without_its_proof_each_part_is_named(
    lesson: tuple[dict[str, Any], Mapping[str, Proof]],
) -> None:
    record, proofs = lesson
    assert not unproved(record, proofs)
    key = record["keys"][0]["move"]
    no_claim = {word: proof for word, proof in proofs.items() if word}
    assert ("the claim", f"{key}: key") == unproved(record, no_claim)
    refuted = [f"{m['hole']}: {m['kind']}" for m in record["moves"] if m["hole"] != key]
    assert tuple(refuted) == unproved(record, {"": proofs[""]})


@pytest.mark.parametrize("kind", ["key", "cook", "delay", "wins", "no-cook"])
def test_a_try_that_is_called_something_else_is_named(
    lesson: tuple[dict[str, Any], Mapping[str, Proof]], kind: str
) -> None:
    record, proofs = lesson
    move = next(move for move in record["moves"] if move["kind"] in ("try", "idle"))
    changed = [each if each is not move else {**move, "kind": kind} for each in record["moves"]]
    assert (f"{move['hole']}: {kind}",) == unproved({**record, "moves": changed}, proofs)


@pytest.mark.parametrize("kind", ["try", "idle"])
def test_a_key_that_is_called_a_try_is_named(
    lesson: tuple[dict[str, Any], Mapping[str, Proof]], kind: str
) -> None:
    record, proofs = lesson
    changed = [{**m, "kind": kind} if m["kind"] == "key" else m for m in record["moves"]]
    assert (f"{record['keys'][0]['move']}: {kind}",) == unproved(
        {**record, "moves": changed}, proofs
    )


def test_a_sound_puzzle_that_is_called_hopeless_is_named(
    lesson: tuple[dict[str, Any], Mapping[str, Proof]],
) -> None:
    record, proofs = lesson
    assert ("that there is no solution",) == unproved({**record, "verdict": "no solution"}, proofs)


def test_an_undecided_report_needs_no_proof_of_the_claim(
    lesson: tuple[dict[str, Any], Mapping[str, Proof]],
) -> None:
    record, _ = lesson
    open_moves = [{**move, "kind": "undecided"} for move in record["moves"]]
    assert not unproved({**record, "verdict": "undecided", "moves": open_moves}, {})
