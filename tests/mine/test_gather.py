"""Collections of mined puzzles: graded, without near-duplicates, and only ever added to."""

import errno
import fcntl
import json
import os
import re
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
import yaml

from solver import read_puzzle
from solver.cli.common import write_file
from solver.cli.mine import FROM_FILES, RANDOM
from solver.mine import GRADES, gather
from solver.proof import Limits
from solver.tasks import task_of
from tests.cli.samples import KEYED, twixt

ROOT = Path(__file__).parents[2]


def record(**changes: Any) -> dict[str, Any]:
    hard = {"must_play": 30, "refutations": 9, "better": 4, "tempting": 2, "depth": 5}
    far = {"pegs": 5, "threat": 3}
    return {"sgf": KEYED, "key": "b5", **hard, **far, "core4": "a", "core2": "b", **changes}


def added(**numbers: int) -> dict[str, int]:
    return dict.fromkeys((*GRADES, "duplicates"), 0) | numbers


def gathered(records: list[dict[str, Any]], folder: Path) -> dict[str, int]:
    return gather(records, folder, write_file)


def files(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*.sgf")}


@pytest.mark.parametrize(
    ("changes", "grade"),
    [
        ({}, "expert"),
        ({"depth": 6}, "master"),
        ({"pegs": 7}, "master"),
        ({"depth": 4}, "club"),
        ({"better": 2}, "club"),
        ({"better": 2, "depth": 6}, "club"),
        ({"depth": 3}, "novice"),
        ({"depth": 2}, "first-steps"),
        ({"pegs": 3, "depth": 3}, "first-steps"),
        ({"refutations": 5}, "first-steps"),
    ],
)
def test_the_grade_follows_what_must_be_seen(
    tmp_path: Path, changes: dict[str, int], grade: str
) -> None:
    assert {**added(), grade: 1} == gathered([record(**changes)], tmp_path)
    puzzle = read_puzzle(tmp_path / grade / f"{grade[0]}0001.sgf")
    assert puzzle.name.startswith(f"{'Step' if grade == 'first-steps' else grade.capitalize()} 1: ")
    about = yaml.safe_load((tmp_path / grade / "collection.yaml").read_text())
    assert [f"{grade[0]}0001.sgf"] == [each["file"] for each in about["puzzles"]]
    assert ["b5"] == about["puzzles"][0]["keys"]
    shipped = yaml.safe_load((ROOT / "puzzles" / grade / "collection.yaml").read_text())
    assert ("a program", "a program") == (about["author"], shipped["author"])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "5 pegs"),
        ({"tempting": 5}, "5 tempting"),
        ({"tempting": 5, "better": 10}, "10 look better"),
    ],
)
def test_the_title_says_what_makes_it_hard(
    tmp_path: Path, changes: dict[str, int], said: str
) -> None:
    gathered([record(**changes)], tmp_path)
    assert f"Expert 1: {said}" == read_puzzle(tmp_path / "expert" / "e0001.sgf").name


def test_near_duplicates_are_left_out(tmp_path: Path) -> None:
    found = gathered([record(), record(), record(core4="c")], tmp_path)
    assert added(expert=2, duplicates=1) == found


def test_one_key_of_a_game_or_of_the_tries_of_a_puzzle_is_left_out(tmp_path: Path) -> None:
    def after(source: str, core4: str) -> dict[str, Any]:
        return record(sgf=KEYED.replace("a book", source), core4=core4)

    games = (
        after(f"the game g{game} after move {ply}", f"{game}{ply}")
        for game, ply in ((1, 8), (1, 9), (2, 8))
    )
    tries = (
        after(f"the answer to a try: {hole} in Club {club}", f"{hole}{club}")
        for hole, club in (("B3", 1), ("B4", 1), ("B3", 2))
    )
    found = gathered([*games, *tries], tmp_path)
    assert added(expert=4, duplicates=2) == found
    again = gathered([after("the game g2 after move 7", "x")], tmp_path)
    assert added(duplicates=1) == again


def test_at_most_five_share_what_stands_next_to_the_key(tmp_path: Path) -> None:
    found = gathered([record(core4=str(number)) for number in range(8)], tmp_path)
    assert added(expert=5, duplicates=3) == found


def test_what_is_there_keeps_its_name_and_is_not_added_again(tmp_path: Path) -> None:
    gathered([record()], tmp_path)
    before = files(tmp_path)
    assert added(expert=1, duplicates=1) == gathered([record(core4="c"), record()], tmp_path)
    assert before.items() <= files(tmp_path).items()
    facts = (tmp_path / "expert" / "facts.jsonl").read_text().splitlines()
    assert ["e0001.sgf", "e0002.sgf"] == [json.loads(line)["file"] for line in facts]


@pytest.mark.parametrize(
    "text",
    [
        *("hello", "[]", '{"kept": 1}', '{"kept": [{"sgf": 1}]}'),
        *(json.dumps({"kept": [record(sgf=text)]}) for text in ("garbage", "(;GM[21]SZ[5];W[b2])")),
    ],
)
def test_another_file_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(text)
    result = twixt("gather", other, "--out", tmp_path / "out")
    assert 2 == result.exit_code
    assert f"{other}:1: not a file of `twixt mine`" in result.stderr
    assert not (tmp_path / "out").exists()


def kept_in(file: Path, *records: dict[str, Any]) -> Path:
    """Write a file as `twixt mine` does."""
    block = {"puzzle": "P", "kept": records, "rejected": {}, "nodes": 0, "task": "a"}
    file.write_text(json.dumps(block, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def test_a_file_without_blocks_and_signs_that_are_no_ends_of_lines_are_read(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    record_with_signs = record(sgf=KEYED.replace("a book", "a\u0085book\u2028of puzzles"))
    file = kept_in(tmp_path / "mined.jsonl", record_with_signs)
    result = twixt("gather", tmp_path / "empty", file, "--out", tmp_path / "sets")
    said = "warning: the file holds no block yet (mine more with --resume)"
    assert (0, f"{tmp_path}/empty: {said}\n") == (result.exit_code, result.stderr)
    assert "1 expert" in result.stdout


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    file, sets = kept_in(tmp_path / "mined.jsonl", record()), tmp_path / "sets"
    sets.mkdir()
    lock = os.open(sets, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    result = twixt("gather", file, "--out", sets)
    os.close(lock)
    assert (2, []) == (result.exit_code, list(sets.iterdir()))
    assert f"another run of twixt writes to {sets}" in result.stderr
    assert 0 == twixt("gather", file, "--out", sets).exit_code


@pytest.mark.parametrize("name", ["e0002.sgf", "facts.jsonl", "collection.yaml"])
def test_a_full_disk_leaves_collections_that_can_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file, sets = kept_in(tmp_path / "mined.jsonl", record(core4="c")), tmp_path / "sets"
    gathered([record()], sets)
    before = {path: path.read_bytes() for path in sets.rglob("*.*")}

    def full(path: Path, data: bytes) -> None:
        if name == path.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_file(path, data)

    with monkeypatch.context() as patch:
        patch.setattr("solver.cli.common.write_file", full)
        result = twixt("gather", file, "--out", sets)
    assert 2 == result.exit_code
    assert f"{name}: the file cannot be written: No space left" in result.stderr
    if name != "collection.yaml":
        assert before == {path: path.read_bytes() for path in sets.rglob("*.*")}
    assert 0 == twixt("gather", file, "--out", sets).exit_code
    about = yaml.safe_load((sets / "expert" / "collection.yaml").read_text())
    assert ["e0001.sgf", "e0002.sgf"] == [each["file"] for each in about["puzzles"]]
    assert before.keys() | {sets / "expert" / "e0002.sgf"} == {*sets.rglob("*.*")}


@pytest.mark.parametrize("name", ["e0002.sgf", "e0003.sgf", "facts.jsonl", "collection.yaml"])
@pytest.mark.parametrize("after", [False, True])
def test_what_a_killed_run_began_is_made_good(tmp_path: Path, name: str, after: bool) -> None:
    """Whichever file it was about to write, or had written last."""
    more = [record(core4="c"), record(core4="d")]
    file, sets = kept_in(tmp_path / "mined.jsonl", *more), tmp_path / "sets"
    gathered([record()], sets)

    def until_killed(path: Path, data: bytes) -> None:
        if after or name != path.name:
            write_file(path, data)
        if name == path.name:
            os._exit(9)

    if (child := os.fork()) == 0:
        gather(more, sets, until_killed)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert 0 == twixt("gather", file, "--out", sets).exit_code
    expected = {f"e000{number}.sgf" for number in (1, 2, 3)}
    about = yaml.safe_load((sets / "expert" / "collection.yaml").read_text())
    assert expected == {each["file"] for each in about["puzzles"]}
    facts = (sets / "expert" / "facts.jsonl").read_text().splitlines()
    assert expected == {json.loads(line)["file"] for line in facts}
    there = {path.name for path in (sets / "expert").iterdir()}
    assert expected | {"collection.yaml", "facts.jsonl"} == there


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (None, "facts.jsonl: says nothing of e0001.sgf"),
        ("", "facts.jsonl: says nothing of e0001.sgf"),
        ('{"file": "e0001.sgf", "ke', "facts.jsonl:1: damaged"),
        ('{"file": "e0001.sgf"}\n', "facts.jsonl:1: damaged"),
        ("[]\n", "facts.jsonl:1: damaged"),
    ],
)
def test_puzzles_whose_facts_are_lost_are_not_overwritten(
    tmp_path: Path, facts: str | None, said: str
) -> None:
    file, sets = kept_in(tmp_path / "mined.jsonl", record(core4="c")), tmp_path / "sets"
    gathered([record()], sets)
    path = sets / "expert" / "facts.jsonl"
    path.unlink() if facts is None else path.write_text(facts)
    before = {path: path.read_bytes() for path in sets.rglob("*.*")}
    result = twixt("gather", file, "--out", sets)
    assert 2 == result.exit_code
    assert f"{said} (restore this file, or move the puzzles away)" in result.stderr
    assert before == {path: path.read_bytes() for path in sets.rglob("*.*")}


def report(folder: Path, *keys: dict[str, Any], **changes: Any) -> str:
    """Return a report of the first expert puzzle in a folder of sets."""
    told = {"claim": "", "verdict": "", "reason": "", "tries": [], "moves": [], "version": "0.1.0"}
    puzzle = read_puzzle(folder / "expert" / "e0001.sgf")
    options = {"audit": astuple(Limits(nodes=1))}
    task = task_of("e0001.sgf", puzzle, options, "0.1.0")
    asked = {"limits": {"nodes": 1}, "task": task, "puzzle": puzzle.name, "file": "e0001.sgf"}
    return json.dumps({"keys": keys, **told, **asked, **changes})


def key(*line: str) -> dict[str, Any]:
    return {"move": line[0], "published": True, "verdict": "proven", "line": line, "pegs": 1}


def test_a_report_without_a_key_gives_no_themes(tmp_path: Path) -> None:
    gathered([record()], tmp_path)
    (tmp_path / "expert" / "reports.jsonl").write_text(report(tmp_path))
    before = (tmp_path / "expert" / "facts.jsonl").read_bytes()
    assert 0 == twixt("gather", "--out", tmp_path).exit_code
    assert before == (tmp_path / "expert" / "facts.jsonl").read_bytes()


def test_a_report_about_another_position_is_named_by_its_puzzle(tmp_path: Path) -> None:
    gathered([record()], tmp_path)
    (tmp_path / "expert" / "reports.jsonl").write_text(report(tmp_path, key("b5")))
    file = tmp_path / "expert" / "e0001.sgf"
    file.write_text(file.read_text().replace("W[c3]", "W[c4]"))
    result = twixt("gather", "--out", tmp_path)
    assert 2 == result.exit_code
    said = "its report is about another position, goal or key (audit it again)"
    assert f"{file}: {said}" in result.stderr


def test_a_puzzle_that_lost_its_key_is_named(tmp_path: Path) -> None:
    gathered([record()], tmp_path)
    file = tmp_path / "expert" / "e0001.sgf"
    file.write_text(file.read_text().partition("IP[]")[0] + "IP[])")
    result = twixt("gather", "--out", tmp_path)
    assert 2 == result.exit_code
    assert f"{file}: this is no puzzle with a key" in result.stderr


def test_a_puzzle_that_was_taken_out_leaves_the_names_of_the_others(tmp_path: Path) -> None:
    gathered([record(core4=str(number)) for number in range(3)], tmp_path)
    facts = tmp_path / "expert" / "facts.jsonl"
    facts.write_text("".join(facts.read_text().splitlines(keepends=True)[1:]))
    (tmp_path / "expert" / "e0001.sgf").unlink()
    before = files(tmp_path)
    gathered([record(core4="new", better=10)], tmp_path)
    assert before.items() <= files(tmp_path).items()
    assert "Expert 4" in read_puzzle(tmp_path / "expert" / "e0004.sgf").name


def test_a_number_is_not_given_twice(tmp_path: Path) -> None:
    gathered([record(core4=str(number)) for number in range(3)], tmp_path)
    folder = tmp_path / "expert"
    facts = folder / "facts.jsonl"
    facts.write_text("".join(facts.read_text().splitlines(keepends=True)[2:]))
    for name in ("e0001.sgf", "e0002.sgf"):
        (folder / name).unlink()
    gathered([record(core4="new")], tmp_path)
    assert ["e0003.sgf", "e0004.sgf"] == sorted(file.name for file in folder.glob("*.sgf"))


def test_a_collection_of_ones_own_is_not_overwritten(tmp_path: Path) -> None:
    file, sets = kept_in(tmp_path / "mined.jsonl", record()), tmp_path / "sets"
    own = sets / "expert"
    own.mkdir(parents=True)
    (own / "mine.sgf").write_text(KEYED)
    (own / "collection.yaml").write_text("title: My own\npuzzles:\n- file: mine.sgf\n")
    before = {path: path.read_bytes() for path in sets.rglob("*.*")}
    result = twixt("gather", file, "--out", sets)
    assert 2 == result.exit_code
    assert "facts.jsonl: says nothing of mine.sgf (restore this file, or" in result.stderr
    assert before == {path: path.read_bytes() for path in sets.rglob("*.*")}


def test_measures_are_those_of_the_report(tmp_path: Path) -> None:
    gathered([record()], tmp_path)
    told = {"pegs": 6, "difficulty": 44, "idle_pegs": ["a2"]}
    looked = {"better": 3, "ahead": 4}
    text = report(tmp_path, key("b5"), foresight=looked, **told)
    (tmp_path / "expert" / "reports.jsonl").write_text(text)
    gathered([], tmp_path)
    fact = json.loads((tmp_path / "expert" / "facts.jsonl").read_text())
    measured = {"pegs": 6, "better": 3, "depth": 4, "difficulty": 44, "idle": 1}
    assert measured.items() <= fact.items()


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    result = twixt("gather", tmp_path / "none", "--out", tmp_path / "out")
    assert 2 == result.exit_code
    assert f"{tmp_path}/none: the file cannot be read: No such file" in result.stderr


@pytest.mark.native
def test_mined_and_gathered_puzzles_are_sound_by_the_command_itself(tmp_path: Path) -> None:
    mined = tmp_path / "mined.jsonl"
    assert 0 == twixt("mine", "board-8x8", "--blocks", 1, "--out", mined).exit_code
    assert 2 == twixt("mine", "board-8x8", "--blocks", 1, "--out", mined).exit_code
    again = twixt("mine", "board-8x8", "--blocks", 1, "--out", mined, "--resume")
    assert "1 kept of 20 positions" in again.stdout
    assert 0 == twixt("gather", mined, "--out", tmp_path / "sets").exit_code
    audited = twixt("audit", tmp_path / "sets", "--nodes", 1_000_000)
    assert 0 == audited.exit_code
    assert "sound" in audited.stdout


REPORTS = ROOT / "puzzles" / "club" / "reports.jsonl.gz"


@pytest.mark.native
def test_twins_of_a_puzzle_are_mined_from_its_report(tmp_path: Path) -> None:
    mined = tmp_path / "mined.jsonl"
    result = twixt("mine", "twins", REPORTS, "--first", 1, "--blocks", 1, "--out", mined)
    assert 0 == result.exit_code
    (record,) = map(json.loads, mined.read_text().splitlines())
    assert record["puzzle"].startswith("twins of Club")
    assert record["kept"] or record["rejected"]


@pytest.mark.parametrize("text", ["hello", "[]", '{"file": 1}', '{"file": "a.sgf"}'])
def test_twins_of_another_file_are_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(text)
    result = twixt("mine", "twins", other, "--out", tmp_path / "mined.jsonl")
    assert 2 == result.exit_code
    assert "no report of a puzzle" in result.stderr


def test_files_are_named_for_the_sources_that_read_them(tmp_path: Path) -> None:
    for arguments in (["twins"], ["games"], ["endgames"], ["board-8x8", REPORTS]):
        result = twixt("mine", *arguments, "--out", tmp_path / "mined.jsonl")
        assert 2 == result.exit_code
        assert "name files after `games`, `endgames` and `twins`" in result.stderr


def test_help_names_every_source() -> None:
    told = set(re.findall(r"[\w-]+", twixt("mine", "--help").stdout))
    assert {*RANDOM, *FROM_FILES} <= told


def test_a_file_without_a_game_is_refused_in_a_sentence_alone(tmp_path: Path) -> None:
    mined = tmp_path / "mined.jsonl"
    for file, said in (
        (tmp_path / "missing.sgf", "cannot be read"),
        (ROOT / "puzzles" / "lessons" / "lesson1.sgf", "there is no game in this file"),
    ):
        for source in ("games", "endgames"):
            result = twixt("mine", source, file, "--out", mined)
            assert (2, "") == (result.exit_code, result.stdout)
            assert said in result.stderr
            assert not mined.exists()
