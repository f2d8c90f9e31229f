"""All answers of a collection: print beside proof, and where they disagree."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.webapp.browser import ROOT
from webapp import create_app
from webapp.catalog.print_and_proof import answer
from webapp.prepare import prepare

CLASSICS = ROOT / "puzzles" / "randolph-hensel"


def report(name: str) -> dict[str, Any]:
    for line in (CLASSICS / "reports.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if Path(record["file"]).stem == name:
            assert isinstance(record, dict)
            return record
    raise AssertionError(name)


def said(record: dict[str, Any]) -> list[str]:
    return [found.said for found in answer(record).found]


def test_a_sound_puzzle_confirms_the_print() -> None:
    found = answer(report("p15"))
    assert ("E5",) == found.printed
    assert found.agree
    assert "E5 wins." == found.found[0].said
    assert "e5" == found.found[0].line[0]


def test_a_cooked_puzzle_has_the_line_of_the_cook() -> None:
    found = answer(report("p17"))
    assert ("G9",) == found.printed
    assert found.agree is False
    (cook,) = [each for each in found.found if "without the key" in each.said]
    assert "H8 wins too, without the key." == cook.said
    assert "h8" == cook.line[0]


def test_what_is_not_decided_is_said_so() -> None:
    found = answer(report("p41"))
    assert found.agree is None
    assert "F10 is not decided." in said(report("p41"))


def test_first_moves_that_are_no_cooks_are_not_called_undecided() -> None:
    found = said(report("p05"))
    assert "7 other first moves fail or only delay." == found[-1]
    assert not [each for each in found if "not decided" in each]


def test_a_key_in_print_that_is_refuted_comes_with_its_refutation() -> None:
    found = answer(report("p58"))
    assert found.agree is False
    assert "F6 fails." == found.found[0].said
    assert ("f6", "g6") == found.found[0].line[:2]


@pytest.mark.parametrize(
    ("claim", "words"), [("white connects", "wins"), ("white blocks", "draws")]
)
def test_where_every_first_move_does_it_that_is_all_that_is_said(claim: str, words: str) -> None:
    moves = [{"hole": "b1", "kind": "key", "line": ["b1"]}]
    moves += [{"hole": f"b{row}", "kind": "cook", "line": [f"b{row}"]} for row in range(2, 9)]
    record = report("p15") | {"verdict": "no solution", "claim": claim, "moves": moves, "tries": []}
    found = answer(record | {"keys": [record["keys"][0] | {"move": "b1", "published": False}]})
    assert found.agree is None, "nothing is printed"
    assert [f"Every first move {words}."] == [each.said for each in found.found]


def test_without_a_key_in_print_nothing_wins_in_its_place() -> None:
    record = report("p15")
    key = record["keys"][0] | {"published": False}
    assert "E5 wins." == said(record | {"keys": [key]})[0]
    moves = [{"hole": hole, "kind": kind, "line": [hole]} for hole, kind in COOKED.items()]
    cooked = {"verdict": "cooked", "keys": [key], "moves": moves, "tries": []}
    assert ["C4 wins.", "E5 wins."] == said(record | cooked)


COOKED = {"c4": "cook", "e5": "key"}


def test_what_is_asked_to_draw_is_not_said_to_win() -> None:
    record = report("p15") | {"claim": "white blocks", "verdict": "cooked", "tries": []}
    record["moves"] = [
        {"hole": hole, "kind": kind, "line": [hole]} for hole, kind in COOKED.items()
    ]
    assert ["E5 draws.", "C4 draws too, without the key."] == said(record)
    found = record["keys"][0] | {"published": False}
    assert ["C4 draws.", "E5 draws."] == said(record | {"keys": [found]})
    fails = record["keys"][0] | {"move": "b2", "verdict": "disproven"}
    one = record["moves"][1:]
    assert ["B2 fails.", "E5 draws instead."] == said(
        record | {"keys": [fails, found], "moves": one}
    )


@pytest.mark.parametrize("verdict", ["undecided", "no solution"])
def test_a_key_that_fails_disagrees_whatever_else_is_open(verdict: str) -> None:
    record = report("p15") | {"verdict": verdict}
    key = record["keys"][0] | {"verdict": "disproven", "line": ["e5", "c4"]}
    found = answer(record | {"keys": [key]})
    assert found.agree is False
    assert ("E5 fails.", ("e5", "c4")) == (found.found[0].said, found.found[0].line)


@pytest.fixture
def classics(config: dict[str, object], tmp_path: Path) -> FlaskClient:
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "randolph-hensel").symlink_to(CLASSICS)
    url = f"sqlite:///{tmp_path / 'classics.sqlite'}"
    prepare(tmp_path / "shelf", url)
    return create_app(config | {"TWIXT_DATABASE": url}).test_client()


def test_the_page_shows_both_and_leads_to_the_other_pages(classics: FlaskClient) -> None:
    text = classics.get("/collections/randolph-hensel/answers").text
    assert "s key: <strong>G9</strong>" in text
    assert "The key and the proof disagree" in text
    assert "H8 wins too, without the key." in text
    assert "The repaired puzzle" in text
    assert 'href="/collections/randolph-hensel/answers?page=2"' in text
    assert (
        "Quarter-board puzzle 59"
        in classics.get("/collections/randolph-hensel/answers?page=99").text
    )
    assert "/answers" in classics.get("/collections/randolph-hensel").text


def test_puzzles_without_a_report_are_listed(client: FlaskClient) -> None:
    assert "It is not checked yet." in client.get("/collections/tests/answers").text
    assert 404 == client.get("/collections/nowhere/answers").status_code
