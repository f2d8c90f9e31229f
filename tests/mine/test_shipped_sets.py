"""The mined collections in `puzzles/`: sound, without near-duplicates, themes as the code says."""

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from solver import read_puzzle
from solver.answers import Outcome, judge_known
from solver.audits import scores
from solver.files import read_lines
from solver.game import Move, parse_hole
from solver.mine import GRADES, line_moves, puzzle_themes
from solver.proof import Limits, claim_of
from solver.store import Store

PUZZLES = Path(__file__).parents[2] / "puzzles"


def lines(grade: str, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read_lines(PUZZLES / grade / name)]


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
    assert not [core for core, times in Counter(f["core4"] for f in facts).items() if times > 1]
    assert max(Counter(fact["core2"] for fact in facts).values()) <= 5


@pytest.mark.parametrize("grade", GRADES)
def test_tags_are_the_themes(grade: str) -> None:
    about = yaml.safe_load((PUZZLES / grade / "collection.yaml").read_text(encoding="utf-8"))
    reports = lines(grade, "reports.jsonl.gz")
    for entry, report in zip(about["puzzles"], reports, strict=True):
        assert Path(report["file"]).name == entry["file"]
        puzzle = read_puzzle(PUZZLES / grade / entry["file"])
        line = line_moves(puzzle.position, report["keys"][0]["line"])
        assert entry["tags"] == list(puzzle_themes(puzzle, line)), entry["file"]


@pytest.mark.parametrize("grade", GRADES)
def test_a_player_who_counts_pegs_would_play_something_else(grade: str) -> None:
    for fact in lines(grade, "facts.jsonl")[::10]:
        puzzle = read_puzzle(PUZZLES / grade / fact["file"])
        liked, key = scores(puzzle.position), puzzle.keys[0].peg
        assert key is not None
        better = [hole for hole, score in liked.items() if score > liked[key]]
        assert fact["better"] == len(better) >= 1


@pytest.mark.native
@pytest.mark.parametrize("grade", GRADES)
def test_first_moves_are_answered_by_the_shipped_proofs(grade: str, tmp_path: Path) -> None:
    shutil.copy(PUZZLES / grade / "proofs.sqlite", tmp_path)
    with Store(tmp_path / "proofs.sqlite") as store:
        for report in lines(grade, "reports.jsonl.gz")[::25]:
            puzzle = read_puzzle(PUZZLES / grade / Path(report["file"]).name)
            for move in report["moves"]:
                played = Move(parse_hole(move["hole"]))
                said = judge_known(puzzle.position, (), played, claim_of(puzzle), Limits(), store)
                assert said is not None, f"{report['file']} {move['hole']}"
                wins = said.outcome in (Outcome.WINS, Outcome.MET)
                assert wins is (move["kind"] in ("key", "delay")), f"{report['file']} {move}"
        assert not store.faults
