"""The mined collections in `puzzles/`: sound, without near-duplicates, themes as the code says."""

import json
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from solver import read_puzzle
from solver.answers import Outcome, judge_known
from solver.audits import scores
from solver.files import read_lines, read_reports
from solver.game import Move, Side, parse_hole
from solver.mine import GRADES, line_moves, puzzle_themes
from solver.proof import Limits, claim_of
from solver.puzzle import Puzzle
from solver.store import Store

PUZZLES = Path(__file__).parents[2] / "puzzles"


def lines(grade: str, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read_lines(PUZZLES / grade / name)]


@cache
def puzzle_in(file: Path) -> Puzzle:
    return read_puzzle(file)


@pytest.mark.parametrize("grade", GRADES)
def test_every_puzzle_is_sound_and_its_key_the_one_that_was_mined(grade: str) -> None:
    reports = {Path(report["file"]).name: report for report in lines(grade, "reports.jsonl.gz")}
    facts = lines(grade, "facts.jsonl")
    assert [fact["file"] for fact in facts] == list(reports)
    for fact in facts:
        report = reports[fact["file"]]
        assert "sound" == report["verdict"], fact["file"]
        assert [fact["key"]] == [key["move"] for key in report["keys"]]


def test_no_two_show_the_same_fight() -> None:
    facts = [fact for grade in GRADES for fact in lines(grade, "facts.jsonl")]
    for name in ("core4", "fight"):
        times = Counter(fact[name] for fact in facts if fact[name])
        assert not [value for value, count in times.items() if count > 1]
    assert max(Counter(fact["core2"] for fact in facts).values()) <= 5


@pytest.mark.parametrize("collection", [*GRADES, "boards", "diagonal"])
def test_tags_are_the_themes(collection: str) -> None:
    folder = PUZZLES / collection
    about = yaml.safe_load((folder / "collection.yaml").read_text(encoding="utf-8"))
    reports = read_reports(folder)
    for entry in about["puzzles"]:
        puzzle = puzzle_in(folder / entry["file"])
        line = line_moves(puzzle.position, reports[entry["file"]]["keys"][0]["line"])
        assert entry["tags"] == list(puzzle_themes(puzzle, line)), entry["file"]


@pytest.mark.parametrize("grade", GRADES)
def test_facts_and_titles_are_those_of_the_report(grade: str) -> None:
    reports = read_reports(PUZZLES / grade)
    for fact in lines(grade, "facts.jsonl"):
        report, file = reports[fact["file"]], fact["file"]
        measured = {
            "better": report["foresight"]["better"],
            "depth": report["foresight"]["ahead"],
            "pegs": report["pegs"],
            "difficulty": report["difficulty"],
            "idle": len(report["idle_pegs"]),
        }
        assert measured.items() <= fact.items(), file
        assert 1 <= fact["tempting"] <= fact["better"], file
        assert fact["idle"] <= 2, file
        number, _, what = report["puzzle"].partition(": ")[2].partition(" ")
        said = {"look better": "better", "tempting": "tempting", "pegs": "pegs"}[what]
        assert int(number) == fact[said], file
        assert report["puzzle"] == puzzle_in(PUZZLES / grade / file).name


def test_a_set_asks_for_what_it_says() -> None:
    """The words are those of `collection.yaml`, the numbers those of `docs/commands.md`."""
    for grade, ahead in (("novice", 3), ("club", 4), ("expert", 5), ("master", 5)):
        for fact in lines(grade, "facts.jsonl"):
            assert fact["depth"] >= ahead, fact["file"]
            if grade == "master":
                assert fact["depth"] >= 6 or fact["pegs"] >= 7, fact["file"]
            if ahead == 5:
                assert fact["must_play"] >= 24, fact["file"]
                assert fact["refutations"] >= 8, fact["file"]
                assert fact["better"] >= 3, fact["file"]


@pytest.mark.parametrize("grade", GRADES)
def test_a_player_who_counts_pegs_would_play_something_else(grade: str) -> None:
    reports = read_reports(PUZZLES / grade)
    for fact in lines(grade, "facts.jsonl")[::10]:
        moves = reports[fact["file"]]["moves"]
        winning = [parse_hole(move["hole"]) for move in moves if move["kind"] in ("key", "delay")]
        liked = scores(puzzle_in(PUZZLES / grade / fact["file"]).position)
        most = max(liked[hole] for hole in winning)
        better = [hole for hole, score in liked.items() if score > most]
        assert fact["better"] == len(better) >= 1


def test_an_answer_to_a_try_names_the_puzzle_and_the_try() -> None:
    puzzles = {
        puzzle.name.partition(":")[0]: puzzle
        for grade in GRADES
        for puzzle in (puzzle_in(file) for file in (PUZZLES / grade).glob("*.sgf"))
    }
    named = 0
    for puzzle in puzzles.values():
        found = re.search(r"the answer to a try: (\S+) in (.+)", puzzle.source)
        if found is None:
            continue
        named += 1
        after = puzzles[found[2]].position.play(Move(parse_hole(found[1])))
        # Pegs that no proof needs were taken off.
        assert puzzle.position.to_move is after.to_move
        for side in Side:
            assert puzzle.position.pegs(side) <= after.pegs(side), puzzle.name
    assert named > 200


@pytest.mark.native
@pytest.mark.parametrize("grade", GRADES)
def test_first_moves_are_answered_by_the_shipped_proofs(grade: str, tmp_path: Path) -> None:
    shutil.copy(PUZZLES / grade / "proofs.sqlite", tmp_path)
    with Store(tmp_path / "proofs.sqlite") as store:
        for report in lines(grade, "reports.jsonl.gz")[::25]:
            puzzle = puzzle_in(PUZZLES / grade / Path(report["file"]).name)
            for move in report["moves"]:
                # A key may change links; its peg alone is another move.
                played = puzzle.keys[0] if move["kind"] == "key" else Move(parse_hole(move["hole"]))
                said = judge_known(puzzle.position, (), played, claim_of(puzzle), Limits(), store)
                assert said is not None, f"{report['file']} {move['hole']}"
                wins = said.outcome in (Outcome.WINS, Outcome.MET)
                assert wins is (move["kind"] in ("key", "delay")), f"{report['file']} {move}"
        assert not store.faults
