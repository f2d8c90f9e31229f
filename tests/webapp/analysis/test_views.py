"""The analysis: what is said of each hole is true, and any text can be looked at."""

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from markupsafe import escape
from werkzeug.test import TestResponse

from solver.files import Format, exact_sgf, puzzle_to_sgf, read_text, write_text
from solver.game import Move, Position, Ruleset, Side, hole_text, position_text
from solver.oracle import connects, random_position
from solver.puzzle import Goal, Puzzle
from tests.webapp.browser import ROOT
from tests.webapp.conftest import SMALL as SMALL_PUZZLE
from webapp.editor import drawing_of

pytestmark = pytest.mark.native

SMALL = "(;FF[4]GM[21]SZ[5]RU[STD]PZ[]PL[W];W[c3];B[b3];IP[])"


def asked(client: FlaskClient, what: str, status: int = 200, **body: object) -> Mapping[str, Any]:
    response = client.post(f"/analysis/{what}", json={"line": [], **body})
    assert response.status_code == status, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def posted(client: FlaskClient, **form: str) -> TestResponse:
    """Send the form, and go where it leads."""
    response = client.post("/analysis", data=form, follow_redirects=True)
    assert response.status_code == 200, response.text
    return response


def positions(ruleset: Ruleset) -> list[Position]:
    """Return small positions in which somebody has something to play for."""
    found = list[Position]()
    seed = 0
    while len(found) < 25:
        position = random_position(Random(f"analysis {ruleset} {seed}"), ruleset)
        seed += 1
        if position is not None and 4 < len(list(position.open_holes(position.to_move))) < 14:
            found.append(position)
    return found


def wins(position: Position, side: Side) -> bool:
    """Tell by brute force whether a side joins its goal lines."""
    if position.result is not None or any(map(position.connected, Side)):
        return position.connected(side)
    return connects(position, side)


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_what_is_said_of_each_hole_is_true(client: FlaskClient, ruleset: Ruleset) -> None:
    kinds = set[str]()
    for position in positions(ruleset):
        me = position.to_move
        sgf = exact_sgf(Puzzle("", position))
        if sgf is None:
            continue
        told = asked(client, "positions", sgf=sgf)
        if told["verdict"] == "over":
            continue
        shown = position_text(position)
        assert told["verdict"] == ("won" if wins(position, me) else "lost"), shown
        marks = dict(told["holes"]) | dict(asked(client, "holes", sgf=sgf)["holes"])
        names = [hole_text(hole) for hole in position.open_holes(me)]
        left = [name for name in names if name not in marks]
        marks |= asked(client, "holes", sgf=sgf, holes=left, longer=True)["holes"]
        for hole in position.open_holes(me):
            name, plain = hole_text(hole), wins(position.play(Move(hole)), me)
            assert (marks[name] == "wins") is plain, f"{name}: {shown}"
            kinds.add(marks[name])
        again = asked(client, "holes", sgf=sgf, holes=names)["holes"]
        assert all((marks[name] == "wins") is (kind == "wins") for name, kind in again.items())
    assert {"wins", "loses"} <= kinds <= {"wins", "loses", "links"}


def test_a_line_of_both_sides_is_told_with_the_best_move(client: FlaskClient) -> None:
    told = asked(client, "positions", sgf=SMALL, line=["d1"])
    assert told["verdict"] in ("won", "lost")
    assert told["best"]["side"] == "black"
    played = asked(client, "steps", sgf=SMALL, line=["d1", told["best"]["move"]])
    assert [step["side"] for step in played["steps"]] == ["white", "black"]
    assert played["steps"][1]["state"]["moves"], "both sides may be played"


def test_only_a_fault_of_an_earlier_move_names_its_number(client: FlaskClient) -> None:
    for line, said in (
        (["d1", "c3"], "C3 is taken by a white peg."),
        (["c3", "d1"], "Move 1 of the line: C3 is taken by a white peg."),
    ):
        assert asked(client, "steps", 422, sgf=SMALL, line=line)["message"] == said


def test_a_move_outside_what_the_win_needs_changes_nothing(client: FlaskClient) -> None:
    sgf = (ROOT / "puzzles" / "lessons" / "lesson5.sgf").read_text(encoding="utf-8")
    won = asked(client, "positions", sgf=sgf)
    assert won["verdict"] == "won"
    line = [won["best"]["move"]]
    lost = asked(client, "positions", sgf=sgf, line=line)
    assert lost["verdict"] == "lost"
    state = asked(client, "steps", sgf=sgf, line=line)["steps"][0]["state"]
    outside = [hole for hole in state["moves"] if hole not in lost["zone"]]
    assert outside
    for hole in outside:
        after = asked(client, "positions", sgf=sgf, line=[*line, hole.lower()])
        assert after["verdict"] in ("won", "over"), f"{hole} is no help"


def test_a_puzzle_and_any_text_can_be_looked_at(client: FlaskClient, small: str) -> None:
    assert "Back to the puzzle" in client.get(f"/analysis?puzzle={small[3:]}").text
    shown = posted(client, text=SMALL)
    assert "data-position" in shown.text
    game = read_text("1.f6 2.c10 3.g8", size=(24, 24), rules=Ruleset.STD)
    for form in Format:
        text = write_text(game, form).text
        assert "data-position" in posted(client, text=text).text, form
    assert "Analyse a position" in client.get("/analysis").text


def test_the_head_states_a_goal_only_where_somebody_has_set_one(client: FlaskClient) -> None:
    game = posted(client, text="1 C3 2 B4 3 D5", size="8x8").text
    assert ">At the start: Black to move. STD" in game
    for goal, said in ((Goal.WIN, "win"), (Goal.DRAW, "draw")):
        text = puzzle_to_sgf(replace(SMALL_PUZZLE, goal=goal))
        page = posted(client, text=text).text
        assert f">At the start: White to move and {said}. STD" in page
    assert ">At the start: White to move. STD" in posted(client, text=SMALL).text
    unnamed = puzzle_to_sgf(replace(SMALL_PUZZLE, name="", goal=Goal.DRAW))
    assert ">At the start: White to move and draw. STD" in posted(client, text=unnamed).text


def test_a_drawing_is_analysed_as_it_stands(client: FlaskClient) -> None:
    drawn = drawing_of(SMALL_PUZZLE).as_json()
    shown = posted(client, drawing=json.dumps(drawn)).text
    assert "W[c3]" in shown
    assert 'data-cell="F5"' in shown
    for wrong, words in (
        ("{", "The drawing did not arrive"),
        ("[" * 5000, "The drawing did not arrive"),
        ("[]", "A drawing is an object."),
        (json.dumps(drawn | {"black": ["A1"]}), "black peg A1 is off the board"),
    ):
        refused = client.post("/analysis", data={"drawing": wrong})
        assert refused.status_code == 422
        assert words in refused.text.partition('id="findings"')[2]


def test_the_address_of_a_pasted_position_holds_it(client: FlaskClient) -> None:
    there = client.post("/analysis", data={"text": "1 C3 2 B4", "size": "6x6", "rules": "PP"})
    assert there.status_code == 303
    shown = client.get(there.headers["Location"]).text
    assert "SZ[6]RU[PP]" in shown
    assert "W[c3]" in shown


def test_a_position_that_is_too_long_for_an_address_is_shown_at_once(client: FlaskClient) -> None:
    pegs = "".join(
        f"[{column}{row}]" for column in "bcdefghijklmnopqrstuvw" for row in range(2, 24)
    )
    shown = client.post("/analysis", data={"text": f"(;FF[4]GM[21]SZ[24]RU[STD]PZ[]AW{pegs}IP[])"})
    assert shown.status_code == 200
    assert "data-position" in shown.text


@pytest.mark.parametrize("mark", [";", "é"])
def test_a_text_is_as_long_as_is_said_however_forms_write_it(
    client: FlaskClient, mark: str
) -> None:
    for length, longer in ((50_000, False), (50_001, True)):
        response = client.post("/analysis", data={"text": mark * length})
        assert response.status_code == 422
        assert longer is ("Longer than 50,000 characters" in response.text)
    large = client.post("/analysis", data={"text": mark * 500_000})
    assert large.status_code == 413
    assert "takes 488 KiB at most" in large.text


def test_moves_without_a_board_are_read_on_the_one_that_is_chosen(client: FlaskClient) -> None:
    assert 'data-cell="W24"' in posted(client, text="1 E6 2 L10").text
    chosen = {"text": "1 E6 2 L10", "size": "12x12", "rules": "PP"}
    shown = posted(client, **chosen)
    assert 'data-cell="L11"' in shown.text
    assert 'data-cell="M11"' not in shown.text
    assert "PP: own links may cross" in shown.text
    refused = client.post("/analysis", data=chosen | {"text": "1 E6 2 Z10"})
    assert refused.status_code == 422
    assert '<option value="12x12" selected>' in refused.text, "nothing that was chosen is lost"
    assert '<option value="PP" selected>' in refused.text


def test_board_and_rules_that_a_text_does_not_give_are_told(client: FlaskClient) -> None:
    told = "does not give its board and rules: it was read on 6 x 6 by the rules STD."
    assert told in posted(client, text="1 D4 2 C3", size="6x6").text
    game = read_text("1.C3 2.J10 3.D5", size=(12, 12), rules=Ruleset.PP)
    for form, said in ((Format.LITTLE_GOLEM, True), (Format.SGF, False)):
        shown = posted(client, text=write_text(game, form).text).text
        assert ("to choose other rules." in shown) is said
        assert "PP: own links may cross" in shown


def test_the_list_of_boards_has_the_smallest_that_is_played(client: FlaskClient) -> None:
    for page in ("/analysis", "/review", "/draw"):
        assert '<option value="6x6">6 x 6</option>' in client.get(page).text


def test_a_fault_is_told_with_its_place_as_the_review_tells_it(client: FlaskClient) -> None:
    told = client.post("/review/game", json={"text": "nonsense"}).get_json()["told"]
    assert told[0].startswith("Line 1, column 1: The file is in no known format. ")
    refused = client.post("/analysis", data={"text": "nonsense"}).text
    assert [f"<li>{escape(each)}</li>" in refused for each in told] == [True]


def test_what_a_text_says_of_its_board_stands(client: FlaskClient) -> None:
    shown = posted(client, text=SMALL, size="24x24", rules="PP").text
    assert "STD: links never cross" in shown
    assert 'data-cell="F5"' not in shown


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [({"size": "six"}, 422, "no board size"), ({"rules": "go"}, 400, "")],
)
def test_a_board_that_is_none_is_refused(
    client: FlaskClient, fields: dict[str, str], status: int, said: str
) -> None:
    response = client.post("/analysis", data={"text": "1 E6 2 L10"} | fields)
    assert (response.status_code, said in response.text) == (status, True)


def test_no_page_tells_of_options_of_the_command_line(client: FlaskClient) -> None:
    for size in ("", "six"):
        data = {"text": "1 E6 2 L10", "size": size}
        assert "--size" not in client.get("/analysis", query_string=data).text
    assert "--size" not in client.post("/jobs", data={"sgf": "1 E6 2 L10"}).text


@pytest.mark.parametrize(
    ("text", "said"),
    [("nonsense", "findings"), ("(;FF[4]GM[1]SZ[19])", "GM"), ("x" * 60_000, "findings")],
)
def test_what_cannot_be_read_is_said_and_kept(client: FlaskClient, text: str, said: str) -> None:
    response = client.post("/analysis", data={"text": text})
    assert response.status_code == 422
    assert said in response.text
    assert text[:50] in response.text, "nothing that was typed is lost"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"sgf": 5}, 400),
        ({"sgf": "nonsense"}, 422),
        ({"sgf": SMALL, "line": ["z99"]}, 422),
        ({"sgf": SMALL, "line": "d1"}, 400),
    ],
)
@pytest.mark.parametrize("what", ["steps", "positions", "holes"])
def test_questions_that_make_no_sense_are_refused(
    client: FlaskClient, what: str, body: dict[str, object], status: int
) -> None:
    asked(client, what, status, **body)
