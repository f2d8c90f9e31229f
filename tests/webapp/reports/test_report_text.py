"""The words of a report on the site."""

import re
from importlib import resources
from typing import Any

import pytest

from solver.told_report import for_people
from tests.webapp.reports.records import FAILS, FOUND, move, record
from webapp.reports import report_text

KEY_THAT_FAILS = FAILS | {"move": "d6", "line": ["d6", "f4", "c3"]}


@pytest.mark.parametrize("kind", sorted(report_text.KINDS.keys() - {"idle"}))
@pytest.mark.parametrize(("sheet", "of"), [("drawing", ".board .mark"), ("report", ".chip")])
def test_the_map_shows_each_kind_as_its_legend_does(kind: str, sheet: str, of: str) -> None:
    css = (resources.files("webapp") / f"static/css/{sheet}.css").read_text()
    assert re.search(rf"{re.escape(of)}-{kind}\b[^{{]*{{ ?(stroke|border-color|fill):", css)


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ({"b5": "key", "e5": "try"}, "Sound: B5 is the only winning move; 1 other is refuted."),
        ({"b5": "key", "b1": "key"}, "Sound: B5 and B1 are the only winning moves; 0 others are "),
        ({"b5": "key", "b1": "delay"}, "refuted. B1 only delays."),
        ({"b5": "key", "b1": "no-cook"}, "refuted. B1 fails or only delays."),
        ({"b5": "key", "b1": "no-cook", "c1": "no-cook"}, "B1 and C1 fail or only delay."),
    ],
)
def test_a_sound_puzzle_is_said_to_be_so(kinds: dict[str, str], said: str) -> None:
    moves = [move(hole, kind) for hole, kind in kinds.items()]
    assert said in report_text.sentence(record(moves=moves))


@pytest.mark.parametrize(
    ("keys", "said"),
    [(["b5"], "B5 is the only move that draws;"), (["b5", "b1"], "are the only moves that draw;")],
)
def test_a_key_of_a_puzzle_to_draw_is_no_winning_move(keys: list[str], said: str) -> None:
    moves = [move(hole, "key") for hole in keys]
    assert said in report_text.sentence(record(moves=moves) | {"claim": "white blocks"})


def test_a_try_that_leaves_a_single_reply_is_refuted_by_it() -> None:
    one = move("e5", "try") | {"replies": {"refuting": 1, "undecided": 0, "all": 1}}
    found = record(moves=[one], tries=["e5"])
    assert report_text.plain_words(found).startswith(
        "The best try is E5: the only reply refutes it."
    )


@pytest.mark.parametrize(
    ("plain", "named"),
    [
        (None, "B5 (removing C3-D5)"),
        ("disproven", "B5 (removing C3-D5)"),
        ("proven", "B5, with or without removing C3-D5,"),
        ("undecided", "B5"),
    ],
)
def test_only_the_links_that_are_needed_are_called_so(plain: str | None, named: str) -> None:
    told = [{"what": "plain b5", "verdict": plain, "keys": []}] if plain else []
    said = report_text.sentence(record(standings=told), {"B5": "B5 (removing C3-D5)"})
    assert said == f"Sound: {named} is the only winning move; 2 others are refuted."


def test_a_sentence_names_holes_as_the_page_does() -> None:
    found = record("cooked") | {"reason": "h8 and aa12 win without the key"}
    assert report_text.sentence(found) == "Cooked: H8 and AA12 win without the key."


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            {"claim": "white connects", "moves": [move("d6", "try")], "keys": [KEY_THAT_FAILS]},
            "No solution: Black has an answer to every first move, so White cannot join the goal "
            "lines. The author's key D6 fails: Black answers F4.",
        ),
        (
            {"claim": "black blocks", "moves": [move("d6", "idle")], "keys": []},
            "No solution: White has an answer to every first move, so Black cannot keep White from "
            "joining.",
        ),
        (
            {"claim": "black connects", "moves": [], "keys": []},
            "No solution: Black cannot join the goal lines.",
        ),
        (
            {"claim": "white blocks", "moves": [move("b1", "key"), move("b2", "cook")]},
            "Nothing to find: every first move keeps Black from joining.",
        ),
        (
            {"claim": "black connects", "moves": [move("b1", "key"), move("b2", "delay")]},
            "Nothing to find: every first move wins.",
        ),
        (
            {"claim": "white blocks", "moves": [move("b1", "key"), move("b2", "try")]}
            | {"reason": "better than asked: white connects"},
            "No solution: the puzzle asks for a draw, but White can win.",
        ),
    ],
)
def test_without_a_solution_a_report_says_who_answers(found: dict[str, Any], said: str) -> None:
    assert report_text.sentence(record("no solution", **found)) == said


@pytest.mark.parametrize(
    ("keys", "kinds", "reason", "said"),
    [
        (
            [FOUND],
            {"b3": "cook", "c2": "key", "d5": "delay", "e3": "try"},
            "b3 wins without the key",
            "Cooked. 3 first moves win: B3, C2, D5.",
        ),
        (
            [FAILS | {"move": "b2", "line": ["b2", "f4"]}, FOUND],
            {"b3": "cook", "c2": "key", "b2": "try"},
            "b3 wins without the key; the published key b2 fails",
            "Cooked. 2 first moves win: B3, C2. Your key B2 fails: Black answers F4.",
        ),
        (
            [FAILS | {"move": "b2", "line": []}, FOUND],
            {"c2": "key", "b2": "try"},
            "c2 wins; the published key b2 fails",
            "Cooked: C2 wins. Your key B2 fails.",
        ),
        (
            [FAILS | {"move": "b3", "line": []}, FOUND],
            {"c2": "key", "b3": "cook"},
            "c2 wins; the published key b3 fails",
            "Cooked. 2 first moves win: C2, B3. Your key B3 fails. B3 wins with other links.",
        ),
        (
            [FOUND],
            {"c2": "key", "b3": "undecided", "b4": "no-cook", "b5": "idle"},
            "the key is proven; 3 of 4 first moves are decided",
            "Not decided. C2 wins; 2 of 4 first moves are decided.",
        ),
        (
            [FOUND],
            {"c2": "key", "b3": "delay", "b4": "try"},
            "the key is proven, 1 other first moves are refuted, b3 only delays",
            "Sound if C2 is the key; 1 other is refuted. B3 only delays.",
        ),
        (
            [FOUND | {"published": True, "verdict": "undecided", "line": []}],
            {"c2": "undecided", "b4": "try"},
            "the published key c2 is undecided",
            "Not decided: your key C2 is undecided.",
        ),
    ],
)
def test_no_move_is_measured_by_a_key_that_the_author_did_not_mark(
    keys: list[dict[str, Any]], kinds: dict[str, str], reason: str, said: str
) -> None:
    verdict = said.split()[0].rstrip(".:").lower().replace("not", "undecided")
    moves = [move(hole, kind) for hole, kind in kinds.items()]
    found = record(verdict, keys=keys, moves=moves, reason=reason, tries=[])
    assert report_text.sentence(for_people(found), own=True) == said
