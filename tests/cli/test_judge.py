"""`twixt judge`."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.cli.samples import GAME, KEYED, PROVEN, ROOT, UNDECIDED, real_twixt, twixt

pytestmark = pytest.mark.native

SCHEMA = json.loads((ROOT / "solver" / "schemas" / "judge.json").read_text(encoding="utf-8"))

PUZZLE = ROOT / "puzzles" / "randolph-hensel" / "p15.sgf"


def judged(*arguments: object, text: str | None = None, code: int = 0) -> dict[str, Any]:
    result = twixt("judge", *arguments, "--json", "--nodes", 100_000, text=text)
    assert result.exit_code == code, result.output
    values = json.loads(result.stdout)
    jsonschema_rs.validate(SCHEMA, values)
    assert isinstance(values, dict)
    return values


def test_a_winning_move_gets_the_longest_defence_and_the_classes_of_defences() -> None:
    found = judged(PUZZLE, "e5")
    assert found["outcome"] == "wins"
    assert found["reply"] == found["defences"][0]["replies"][0]
    assert found["refuting"] is None
    assert len(found["defences"]) > 1
    again = judged(PUZZLE, found["line"][0], "--after", f"e5 {found['reply']}")
    assert again["outcome"] == "wins"
    assert again["after"] == ["e5", found["reply"]]
    assert again["reply"] == found["line"][1], "the line is what is played"


def test_a_losing_move_gets_its_refutation_and_how_many_there_are() -> None:
    found = judged(PUZZLE, "k11", code=1)
    assert found["outcome"] == "loses"
    assert found["reply"] in found["refuting"]["holes"]
    assert found["refuting"]["replies"] > 100
    assert found["defences"] == []


def test_the_report_is_for_people() -> None:
    result = twixt("judge", "-", "b5", text=KEYED)
    assert (
        result.stdout
        == "B5 wins: white connects is proven.\nThe board decides it: no reply is needed.\n"
    )
    result = twixt("judge", PUZZLE, "K11", "--nodes", 100_000)
    assert result.exit_code == 1, result.output
    assert result.stdout.startswith("K11 loses: white connects is disproven.\nBlack refutes it ")
    assert "\nRefuted by " in result.stdout
    result = twixt("judge", PUZZLE, "E5", "--nodes", 100_000)
    assert "Black defends longest with " in result.stdout
    assert " more.\n" in result.stdout, "long classes are cut short"


def test_a_refutation_is_none_of_the_pegs_that_are_needed_after_it() -> None:
    found = judged(PUZZLE, "k11", code=1)
    more = len(found["line"][1::2])
    result = twixt("judge", PUZZLE, "k11", "--nodes", 100_000)
    assert f"\nBlack needs at most {more} more pegs.\n" in result.stdout


def test_nothing_is_needed_after_a_refutation_that_ends_the_game() -> None:
    lesson = ROOT / "puzzles" / "lessons" / "lesson2.sgf"
    result = twixt("judge", lesson, "e5")
    assert "\nBlack refutes it with A3.\n" in result.stdout
    assert "needs" not in result.stdout
    assert "the game is over" in twixt("judge", lesson, "c5", "--after", "e5 a3").output


def test_a_move_that_meets_the_goal_of_a_draw_puzzle_draws() -> None:
    text = "(;FF[4]GM[21]SZ[5]RU[STD]PZ[0]PL[W]IP[])"
    result = twixt("judge", "-", "c3", "--nodes", 100_000, text=text)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("C3 draws: white blocks is proven.\n")
    assert judged("-", "c3", text=text)["outcome"] == "wins", "whatever the goal"


def test_no_replies_are_counted_where_the_opponent_has_no_hole_and_wins_by_links() -> None:
    text = """\
TwixT 4x5 STD, black to move and draw
   A  B  C  D
1     W  W
2  .  B  W  B
     /  /  /
3  ./ B/ W/ B
    /  // /
4  B  W/ B  .
       /
5     W  W
White links: B4-C2 B5-C3
Black links: A4-B2 C4-D2
"""
    found = judged("-", "a2", text=text, code=1)
    assert "lost" == found["outcome"]
    assert found["refuting"] is None
    shown = twixt("judge", "-", "a2", text=text).stdout
    assert "White refutes it with a pass" in shown
    assert "Refuted by" not in shown


def test_a_refuted_move_has_a_certificate(tmp_path: Path) -> None:
    proof = tmp_path / "k11.cert.gz"
    judged(PUZZLE, "k11", "--certificate", proof, code=1)
    result = twixt("certify", proof)
    assert result.exit_code == 0, result.output
    title = "Quarter-board puzzle 15 after K11"
    assert f"{title}: white connects, disproven" in result.stdout, "not of the whole puzzle"
    reply = judged(PUZZLE, "e5")["reply"]
    judged(PUZZLE, "k11", "--after", f"e5 {reply}", "--certificate", proof, code=1)
    shown = twixt("certify", proof).stdout
    assert f"Quarter-board puzzle 15 after E5, {reply.upper()}, K11: white connects" in shown


def test_a_certificate_of_a_block_is_about_the_chain_it_stops(tmp_path: Path) -> None:
    proof = tmp_path / "block.cert.gz"
    text = PROVEN.replace("white to move and win", "black to move and draw")
    found = judged("-", "c4", "--certificate", proof, text=text, code=1)
    assert found["claim"] == "black blocks"
    assert twixt("certify", proof).exit_code == 0


def test_the_store_spares_a_search(tmp_path: Path) -> None:
    store = tmp_path / "verdicts.sqlite"
    first = judged(PUZZLE, "e5", "--store", store)
    assert first["nodes"] > 0
    second = judged(PUZZLE, "e5", "--store", store)
    assert second["nodes"] == 0
    assert {name: value for name, value in second.items() if name not in ("nodes", "seconds")} == {
        name: value for name, value in first.items() if name not in ("nodes", "seconds")
    }


def test_another_process_gives_the_same_answer() -> None:
    """Sets of moves are never in the order of their hashes."""
    said = []
    for seed in ("1", "2"):
        environ = os.environ | {"PYTHONHASHSEED": seed}
        done = real_twixt("judge", PUZZLE, "e5", "--json", "--nodes", 100_000, env=environ)
        values = json.loads(done.stdout)
        said.append({name: value for name, value in values.items() if name != "seconds"})
    assert said[0] == said[1]


def test_limits_leave_a_move_undecided() -> None:
    result = twixt("judge", "-", "f6", "--nodes", 10, text=UNDECIDED)
    assert result.exit_code == 3
    assert result.stdout == "F6 is undecided (nodes): neither proved nor refuted.\n"


@pytest.mark.parametrize(
    ("move", "after", "text", "reason"),
    [
        ("c3", "", KEYED, "C3 is taken by a white peg"),
        ("b5", "a9", KEYED, "A9 is not on the 5 x 5 board"),
        ("b5", "c5", KEYED, "only moves of white are judged"),
        ("resign", "", KEYED, "only pegs and links are judged"),
        ("hello", "", KEYED, "'hello' is not a hole"),
        ("b5", "", GAME, "this is a game, not a puzzle"),
    ],
)
def test_what_cannot_be_judged_is_told(move: str, after: str, text: str, reason: str) -> None:
    result = twixt("judge", "-", move, "--after", after, text=text)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(("mover", "move"), [("W", "b4"), ("B", "e2")])
def test_a_finished_game_is_refused_as_by_solve(mover: str, move: str) -> None:
    text = f"(;FF[4]GM[21]SZ[5]PZ[];W[b1];W[c3];W[d5];IP[]PL[{mover}])"
    for command in (("judge", "-", move), ("solve", "-")):
        result = twixt(*command, text=text)
        assert 2 == result.exit_code, command
        assert "white is connected already" in result.stderr, command
        assert "" == result.stdout


def test_a_board_that_is_too_large_to_solve_is_told() -> None:
    result = twixt("judge", "-", "f6", text=UNDECIDED.replace("SZ[12]", "SZ[90]"))
    assert result.exit_code == 2
    assert "holes, more than" in result.stderr


def test_a_store_that_is_something_else_is_told(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("not a database at all, but long enough to look at" * 20, encoding="utf-8")
    result = twixt("judge", "-", "b5", "--store", other, text=KEYED)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"twixt: the verdict store {other} ")


def test_what_is_wrong_in_a_store_is_told(tmp_path: Path) -> None:
    store = tmp_path / "verdicts.sqlite"
    for words in (["judge", PUZZLE, "e5"], ["review", PUZZLE]):
        twixt(*words, "--store", store)
        with closing(sqlite3.connect(store)) as database, database:
            database.execute("UPDATE verdicts SET strategy = x'00' WHERE strategy IS NOT NULL")
        result = twixt(*words, "--store", store)
        assert "`twixt recheck` checks the whole store" in result.stderr, words


@pytest.mark.parametrize("beside", ["", "-wal", "-shm", "-journal"])
def test_a_certificate_never_takes_the_place_of_its_store(tmp_path: Path, beside: str) -> None:
    store = tmp_path / "verdicts.sqlite"
    result = twixt("judge", PUZZLE, "e5", "--store", store, "--certificate", f"{store}{beside}")
    assert result.exit_code == 2
    assert not store.exists()


def test_a_certificate_never_takes_the_place_of_its_puzzle(tmp_path: Path) -> None:
    mine = tmp_path / "mine.sgf"
    mine.write_text(KEYED)
    result = twixt("judge", mine, "b5", "--certificate", mine)
    assert result.exit_code == 2
    assert f"{mine}: this file is read as well (name another file" in result.stderr
    assert mine.read_text() == KEYED


@pytest.mark.parametrize(
    ("text", "move", "options", "why"),
    [
        (UNDECIDED, "f6", ("--nodes", 1), "the move is undecided"),
        (PROVEN, "b5", (), "the board decides the move"),
    ],
)
def test_why_there_is_no_certificate_is_told(
    text: str, move: str, options: tuple[object, ...], why: str, tmp_path: Path
) -> None:
    file = tmp_path / "c.gz"
    result = twixt("judge", "-", move, "--certificate", file, *options, text=text)
    assert f"{file}: warning: no certificate is written: {why}\n" == result.stderr


def test_a_place_that_is_not_there_is_told_before_the_search(tmp_path: Path) -> None:
    result = twixt("judge", "-", "b5", "--certificate", tmp_path / "no" / "c.gz", text=KEYED)
    assert result.exit_code == 2
    assert f"{tmp_path / 'no' / 'c.gz'}: its folder does not exist" in result.stderr
    assert result.stdout == ""


def test_seconds_are_a_number() -> None:
    result = twixt("judge", "-", "b5", "--seconds", "nan", text=KEYED)
    assert result.exit_code == 2
    assert "nan is not between 0.001 and 1e9" in result.stderr
