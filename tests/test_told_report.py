"""A report as people are told it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from solver.audits import Audit, as_json, audit, audit_page, audit_text
from solver.files import read_file, read_text
from solver.proof import Limits
from solver.told_report import for_people, moves_so_far, nothing_to_find
from solver.work import run_here

ROOT = Path(__file__).parents[1]
PUZZLES, DOCS = ROOT / "puzzles", ROOT / "docs"
DRAW = """
TwixT 5x5 STD, black to move and draw
   A  B  C  D  E
1     .  .  .
2  .  W  .  .  .
3  .  .  .  B  .
4  .  .  .  .  .
5     .  .  .
"""
"""B3, B4, C3 and C4 draw; B4 and C4 even win."""


def report(collection: str, name: str) -> dict[str, Any]:
    for line in (PUZZLES / collection / "reports.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if Path(record["file"]).stem == name:
            assert isinstance(record, dict)
            return record
    raise AssertionError(name)


def audited(text: str) -> dict[str, Any]:
    puzzle = read_text(text).puzzle
    assert puzzle is not None
    found = run_here(audit(puzzle, Limits(nodes=300_000, memory=16)))
    assert isinstance(found, Audit)
    return as_json(found)


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
    assert "\n  draw " in text
    assert "\n  win " not in text
    puzzle = read_file(PUZZLES / "exercises" / f"{name}.sgf").puzzle
    assert puzzle is not None
    page = audit_page(record, puzzle)
    assert "<li>W = works</li>" in page
    assert "<td>draw</td>" in page
    assert "<td>win</td>" not in page
    assert "cook" not in page.partition("</style>")[2]


@pytest.mark.native
def test_a_first_move_that_only_draws_is_not_called_a_win() -> None:
    puzzle = read_text(DRAW).puzzle
    assert puzzle is not None
    record = audited(DRAW) | {"puzzle": "Four moves"}
    text = audit_text(record)
    assert "no solution, better than asked: black connects" in text
    draws = [line.split()[1] for line in text.splitlines() if line.startswith("  draw ")]
    assert ["b3", "b4", "c3", "c4"] == draws
    assert "win" not in text
    page = audit_page(record, puzzle).partition("</style>")[2]
    assert page.count("<td>draw</td>") == 4
    assert "win" not in re.sub("<g[^>]*>", "", page)
    kinds = {move["kind"] for move in record["moves"]}
    assert {"key", "cook", "try", "idle"} == kinds, "the record stays as it is"


@pytest.mark.parametrize(("aim", "does"), [("connects", "wins"), ("blocks", "draws")])
def test_a_first_move_that_is_no_known_cook_does_what_is_asked(aim: str, does: str) -> None:
    record = report("lessons", "lesson1") | {"tries": [], "claim": f"white {aim}"}
    record["keys"] = [record["keys"][0] | {"published": True}]
    record["moves"] = [move | {"kind": "wins"} for move in record["moves"][:1]]
    assert f"\n  {does}  " in audit_text(record)


def test_the_key_that_its_author_gives_stays() -> None:
    record = report("exercises", "drawn-game")
    (key,) = record["keys"]
    record["keys"] = [key | {"published": True}]
    assert record["keys"] == for_people(record)["keys"]


def test_a_puzzle_with_one_first_move_alone_is_sound() -> None:
    record = report("lessons", "lesson1") | {"tries": []}
    record["moves"] = [move for move in record["moves"] if move["kind"] == "key"]
    assert not nothing_to_find(record)
    assert record == for_people(record)


@pytest.mark.native
def test_a_draft_without_a_key_lists_all_that_wins() -> None:
    draft = (DOCS / "examples" / "draft.sgf").read_text(encoding="utf-8")
    for key, answer in ((";W[b2]TE[1]", "; the author's key b2 fails"), ("", "")):
        record = audited(draft.replace(";W[e2]TE[1]", key))
        told = for_people(record)
        names = "b3, b5, c2, c5, c6, d3, d5, e2 and 3 more"
        assert told["reason"] == f"11 first moves win: {names}{answer}"
        assert [hole["move"] for hole in told["keys"]] == (["b2"] if key else [])
        before = {"key": "win", "cook": "win", "delay": "win"}
        for one, other in zip(record["moves"], told["moves"], strict=True):
            assert one | {"kind": before.get(one["kind"], one["kind"])} == other
        assert told == for_people(told)
    record = audited(draft)
    assert record == for_people(record), "its author gives the key, which wins"


def test_one_move_that_wins_in_place_of_the_printed_one_is_named_as_found() -> None:
    record = report("randolph-hensel", "p58")
    told = for_people(record)
    assert told == record | {"reason": "i9 wins; the author's key f6 fails"}


@pytest.mark.parametrize("open_moves", [0, 2])
def test_what_is_undecided_without_a_key_is_whether_moves_win(open_moves: int) -> None:
    record = report("lessons", "lesson1") | {"verdict": "undecided", "tries": []}
    kinds = ["key", "wins", *["no-cook", "undecided"][:open_moves]]
    record["moves"] = [{"hole": f"b{row}", "kind": kind} for row, kind in enumerate(kinds)]
    record["keys"] = [record["keys"][0] | {"published": False}]
    record["reason"] = "the key is proven; 1 of 2 first moves are decided; the rest"
    said = "2 of 4 first moves are decided"
    if not open_moves:
        said = "it is undecided whether the others need one of them"
    assert for_people(record)["reason"] == f"2 first moves win: b0, b1; {said}; the rest"
    win = {"reason": "it is undecided whether white connects", "claim": "white blocks"}
    assert for_people(record | win)["reason"] == win["reason"]


def test_a_pass_in_a_line_is_named() -> None:
    record = report("lessons", "lesson1") | {"tries": [], "set_play": ["", "d5"]}
    one = record["moves"][0] | {"kind": "cook", "line": ["c4", "", "[-c'3][a4]"]}
    key = record["keys"][0] | {"line": ["d3", ""]}
    record |= {"keys": [key], "moves": [one]}
    told = for_people(record)
    assert told == for_people(told)
    text = audit_text(record)
    assert "c4 pass [-c'3][a4]" in text
    assert "proven: d3 pass\n" in text
    assert "after a pass: pass d5\n" in text
    assert ["c4", "", "[-c'3][a4]"] == record["moves"][0]["line"]
    puzzle = read_file(PUZZLES / "lessons" / "lesson1.sgf").puzzle
    assert puzzle is not None
    assert "c4 pass [-c&#x27;3][a4]" in audit_page(record, puzzle)


def test_tries_whose_replies_are_counted_come_first() -> None:
    record = report("randolph-hensel", "p15")
    tries = for_people(record)["tries"]
    assert ["f3", "b3", "c4", "c1", "d2", "c2", "b2", "b4", "i5"] == tries[:9]
    assert sorted(tries) == sorted(record["tries"])
    shown = [line.split()[1] for line in audit_text(record).splitlines() if line[:6] == "  try "]
    assert shown[:9] == tries[:9]


def test_a_key_that_was_found_stays_one_while_it_alone_wins() -> None:
    moves = [{"hole": "b2", "kind": "key"}, {"hole": "c3", "kind": "no-cook"}]
    assert moves == moves_so_far(moves, [])
    moves.append({"hole": "d4", "kind": "wins"})
    assert ["win", "undecided", "win"] == [move["kind"] for move in moves_so_far(moves, [])]
    assert moves == moves_so_far(moves, ["b2"]), "the author's key"


def test_one_move_that_wins_is_no_key_while_others_are_undecided() -> None:
    record = report("lessons", "lesson1") | {"verdict": "undecided", "tries": []}
    record["moves"] = [{"hole": "b0", "kind": "key"}, {"hole": "b1", "kind": "undecided"}]
    record["keys"] = [record["keys"][0] | {"published": False}]
    record["reason"] = "the key is proven; 1 of 2 first moves are decided"
    told = for_people(record)
    assert told["reason"] == "b0 wins; 1 of 2 first moves are decided"
    assert (["win", "undecided"], []) == ([each["kind"] for each in told["moves"]], told["keys"])
