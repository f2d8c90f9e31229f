"""A report and its proofs: whatever a report says without a proof, or leaves out, is named."""

import json
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.audits import Audit, Proof, as_json, audit, stored_proofs, unproved
from solver.files import parse_puzzle, read_file, read_lines, read_text, reports_in
from solver.game import Move
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.store import Store
from solver.work import run_here

PUZZLES = Path(__file__).parents[2] / "puzzles"
SETS = sorted(path.parent for path in PUZZLES.glob("*/proofs.sqlite"))

pytestmark = pytest.mark.native

Reported = tuple[Puzzle, dict[str, Any], Mapping[str, Proof]]
"""A puzzle, its report and its proofs."""


def proved(
    folder: Path, place: Path, step: int = 1, but: Collection[str] = ()
) -> Iterator[Reported]:
    """Yield the puzzles of a collection with their reports and with what its store proves."""
    reports = reports_in(folder)
    assert reports is not None
    shutil.copy(folder / "proofs.sqlite", place)
    with Store(place / "proofs.sqlite") as store:
        for line in read_lines(reports)[::step]:
            record = json.loads(line)
            if Path(record["file"]).name in but:
                continue
            puzzle = read_file(folder / Path(record["file"]).name).puzzle
            assert puzzle is not None
            yield puzzle, record, stored_proofs(puzzle, record, store)
        assert not store.faults


@pytest.fixture
def lesson(tmp_path: Path) -> Reported:
    """A sound puzzle with a key, tries and idle moves."""
    return next(proved(PUZZLES / "lessons", tmp_path))


@pytest.fixture(scope="module")
def exercises(tmp_path_factory: pytest.TempPathFactory) -> list[Reported]:
    """Four sound puzzles, a cooked one and two without a solution."""
    place = tmp_path_factory.mktemp("exercises")
    long = ["bush12-d4e5.sgf"]  # its proofs take half a minute
    return list(proved(PUZZLES / "exercises", place, but=long))


@pytest.mark.parametrize("folder", SETS, ids=lambda path: path.name)
def test_what_shipped_reports_say_is_proved(folder: Path, tmp_path: Path) -> None:
    for puzzle, record, proofs in proved(folder, tmp_path, step=20):
        assert not unproved(puzzle, record, proofs), record["file"]


def test_without_its_proof_each_part_is_named(lesson: Reported) -> None:
    puzzle, record, proofs = lesson
    assert not unproved(puzzle, record, proofs)
    key = record["keys"][0]["move"]
    no_claim = {word: proof for word, proof in proofs.items() if word}
    assert ("the claim", f"{key}: key") == unproved(puzzle, record, no_claim)
    refuted = [f"{m['hole']}: {m['kind']}" for m in record["moves"] if m["hole"] != key]
    assert tuple(refuted) == unproved(puzzle, record, {"": proofs[""]})


@pytest.mark.parametrize("kind", ["key", "cook", "delay", "wins", "no-cook"])
def test_a_try_that_is_called_something_else_is_named(lesson: Reported, kind: str) -> None:
    puzzle, record, proofs = lesson
    move = next(move for move in record["moves"] if move["kind"] in ("try", "idle"))
    changed = [each if each is not move else {**move, "kind": kind} for each in record["moves"]]
    assert (f"{move['hole']}: {kind}",) == unproved(puzzle, {**record, "moves": changed}, proofs)


@pytest.mark.parametrize("kind", ["try", "idle"])
def test_a_key_that_is_called_a_try_is_named(lesson: Reported, kind: str) -> None:
    puzzle, record, proofs = lesson
    changed = [{**m, "kind": kind} if m["kind"] == "key" else m for m in record["moves"]]
    key = record["keys"][0]["move"]
    named = unproved(puzzle, {**record, "moves": changed}, proofs)
    assert (f"{key}: {kind}", f"the key {key}: proven") == named


@pytest.mark.parametrize("said", ["cooked", "no solution", "undecided"])
def test_a_sound_puzzle_that_is_called_something_else_is_named(lesson: Reported, said: str) -> None:
    puzzle, record, proofs = lesson
    named = unproved(puzzle, {**record, "verdict": said}, proofs)
    assert (f"the verdict {said} (the proofs give sound)",) == named


def test_whatever_is_called_sound_but_is_not_is_named(exercises: list[Reported]) -> None:
    verdicts = set[str]()
    for puzzle, record, proofs in exercises:
        named = unproved(puzzle, {**record, "verdict": "sound"}, proofs)
        was = record["verdict"]
        verdicts.add(was)
        wrong = (f"the verdict sound (the proofs give {was})",)
        assert (() if was == "sound" else wrong) == named, record["file"]
    assert {"sound", "cooked", "no solution"} == verdicts


def test_a_claim_that_is_another_one_is_named(lesson: Reported) -> None:
    puzzle, record, proofs = lesson
    assert ("the claim",) == unproved(puzzle, {**record, "claim": "black blocks"}, proofs)


def test_a_key_with_another_verdict_is_named(lesson: Reported) -> None:
    puzzle, record, proofs = lesson
    key = record["keys"][0]
    for said in ("disproven", "undecided"):
        named = unproved(puzzle, {**record, "keys": [{**key, "verdict": said}]}, proofs)
        assert f"the key {key['move']}: {said}" in named


def test_a_try_that_is_called_the_key_is_named(lesson: Reported) -> None:
    puzzle, record, proofs = lesson
    key = record["keys"][0]
    move = next(move["hole"] for move in record["moves"] if move["kind"] == "try")
    for published in (True, False):
        said = {**key, "move": move, "published": published}
        assert (
            f"the key {move}: proven",
            f"the key {key['move']}, which it leaves out",
        ) == unproved(puzzle, {**record, "keys": [said]}, proofs)[:2]


def test_a_key_with_other_links_than_its_proof_needs_is_named(exercises: list[Reported]) -> None:
    puzzle, record, proofs = next(each for each in exercises if "server-help-b" in each[1]["file"])
    (key,) = puzzle.keys
    assert key.off
    text = record["keys"][0]["move"]
    plain = replace(puzzle, keys=(Move(key.peg),))
    named = unproved(plain, {**record, "keys": [{**record["keys"][0], "move": "i11"}]}, proofs)
    assert "[-j'10][i11]" == text
    assert ("the key i11: proven",) == named


def test_an_own_key_may_not_be_left_out(exercises: list[Reported]) -> None:
    """Where no key is published, the report names the one that was proved."""
    for puzzle, record, proofs in exercises:
        if any(key["published"] for key in record["keys"]):
            continue
        text = record["keys"][0]["move"]
        without = unproved(puzzle, {**record, "keys": []}, proofs)
        assert (f"the key {text}, which it leaves out",) == without
        cook = [{**m, "kind": "wins"} if m["kind"] == "key" else m for m in record["moves"]]
        named = unproved(puzzle, {**record, "keys": [], "moves": cook}, proofs)
        assert ("a key, though first moves win",) == named


def test_first_moves_that_are_left_out_are_named(lesson: Reported) -> None:
    puzzle, record, proofs = lesson
    left = len(record["moves"]) - 3
    named = unproved(puzzle, {**record, "moves": record["moves"][:3]}, proofs)
    assert f"{left} first moves that it leaves out: " in named[0]
    without = unproved(puzzle, {**record, "moves": [], "keys": []}, proofs)
    assert f"{left + 3} first moves that it leaves out: " in without[0]
    assert f"the key {record['keys'][0]['move']}, which it leaves out" == without[1]


def test_a_first_move_that_is_none_or_is_said_twice_is_named(lesson: Reported) -> None:
    puzzle, record, proofs = lesson
    twice = record["moves"][0]
    more = [*record["moves"], twice, {**twice, "hole": "z99"}]
    named = unproved(puzzle, {**record, "moves": more}, proofs)
    assert (f"{twice['hole']}: {twice['kind']}", f"z99: {twice['kind']}") == named


def test_an_undecided_report_needs_no_proof_of_the_claim(lesson: Reported) -> None:
    puzzle, record, _ = lesson
    moves = [{**move, "kind": "undecided"} for move in record["moves"]]
    keys = [{**key, "verdict": "undecided"} for key in record["keys"]]
    undecided = {**record, "verdict": "undecided", "moves": moves, "keys": keys}
    assert not unproved(puzzle, undecided, {})


def test_the_report_of_a_search_that_crashed_says_nothing(lesson: Reported) -> None:
    puzzle, record, proofs = lesson
    nothing = {**record, "verdict": "undecided", "moves": [], "keys": []}
    assert not unproved(puzzle, {**nothing, "error": "it crashed"}, proofs)
    assert unproved(puzzle, {**nothing, "error": None}, proofs)


def test_a_key_without_a_peg_is_proved_with_the_claim() -> None:
    """Black has no hole left: she wins by links alone."""
    puzzle = parse_puzzle("""\
TwixT 5x4 3M, black to move and win
   A  B  C  D  E
1     W  W  .
2  B  B  B  B  B
3  B  B  W  W  B
4     W  .  W
White links: B4-D3
Black links: A3-C2 B3-D2
""")
    found = run_here(audit(puzzle, Limits(nodes=100_000, memory=16)))
    assert isinstance(found, Audit)
    record = json.loads(json.dumps(as_json(found)))
    (key,) = record["keys"]
    assert "[-c2'][\\d2'][]" == key["move"]
    assert () == unproved(puzzle, record, found.proofs)
    wrong = {**record, "keys": [{**key, "move": "[-c2'][]"}]}
    assert ("the key [-c2'][]: proven",) == unproved(puzzle, wrong, found.proofs)


@pytest.mark.parametrize("key", ["[-c'3][a1]", "[-a'2][a1]"])
def test_a_key_that_was_found_is_proved_with_its_links(key: str) -> None:
    """With the first it takes off a link that it needs; the second takes off none that is there."""
    text = (
        "(;GM[21]SZ[10]SHAPE[diagonal-26]RU[3M]PZ[]PL[W];W[b1];W[c2];W[c4];W[d4];"
        "B[d1];B[c3];B[a4];IP[])"
    )
    puzzle = read_text(text).puzzle
    assert puzzle is not None
    found = run_here(audit(puzzle, Limits(nodes=50_000, memory=16)))
    assert isinstance(found, Audit)
    record = json.loads(json.dumps(as_json(found)))
    assert () == unproved(puzzle, record, found.proofs)
    record["keys"][0]["move"] = key
    assert (f"the key {key}: proven",) == unproved(puzzle, record, found.proofs)


def test_a_win_proves_that_a_draw_can_be_had() -> None:
    text = (
        "(;GM[21]SZ[8]RU[3M]PZ[0]PL[W]VW[a4][b4][c4][d4][a5][b5][c5][e5][b6][c6][d6][a7][b7][c7]"
        "[d7][e7][a8][d8][e8];W[d2];W[c4];W[d4];W[b6][-b'5];W[b7];W[f7];W[g7];W[e8];W[f8];B[f2];"
        "B[a3];B[a4];B[b4];B[b5];B[c6];B[f6];B[g6];B[c7];IP[](;W[-c'3][c5]TE[1])(;W[e7]TE[1]))"
    )
    puzzle = read_text(text).puzzle
    assert puzzle is not None
    found = run_here(audit(puzzle, Limits(nodes=20, memory=16)))
    assert isinstance(found, Audit)
    assert {"win"} == found.proofs.keys()
    assert () == unproved(puzzle, json.loads(json.dumps(as_json(found))), found.proofs)
