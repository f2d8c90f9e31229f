"""What a puzzle's page asks besides judgements: positions, verdicts, hints, defences, counts."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from solver.answers import Outcome
from solver.files import puzzle_to_sgf, read_text
from solver.game import Board, Move, Side, hole_text
from solver.puzzle import Goal, Puzzle
from tests.webapp.conftest import SMALL, ScriptedJudge, plain, setup
from webapp.models import CookNote, PuzzleRow
from webapp.play.explain import author_line, classes
from webapp.play.gated_solver import GatedSolver
from webapp.play.search_gate import SearchGate

pytestmark = pytest.mark.native


def ask(client: FlaskClient, puzzle: str, about: str, *line: str, **more: object) -> dict[str, Any]:
    response = client.post(f"{puzzle}/{about}", json={"line": list(line)} | more)
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def test_a_line_of_both_sides_is_played_and_not_judged(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    mine, theirs = ask(client, small, "positions", "b1", "d4")["steps"]
    assert mine["state"]["white_links"] == ["B1-C3"]
    assert "D4" in mine["state"]["moves"], "the other side may move, too"
    assert theirs["state"]["to_move"] == "white"
    assert judge.asked == []


def test_setups_of_both_sides_are_named_after_a_line(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    assert ask(client, small, "setups")["setups"] == []
    white = {"side": "white", "name": "1-1", "pegs": ["C3", "D4"], "holes": ["B5", "E2"]}
    assert ask(client, small, "setups", "d4")["setups"] == [white]
    black = {"side": "black", "name": "3-1", "pegs": ["B4", "E3"], "holes": ["C2", "D5"]}
    assert ask(client, small, "setups", "d4", "e3")["setups"] == [white, black]
    assert judge.asked == []


def test_threats_of_both_sides_are_named_after_a_line(client: FlaskClient, small: str) -> None:
    assert ask(client, small, "setups")["threats"] == []
    threat = {"side": "white", "hole": "D6", "links": ["D6-E4"]}
    assert ask(client, small, "setups", "e4", "e2", "b1")["threats"] == [threat]


def test_the_page_tells_the_game_before_a_puzzle(
    app: Flask, client: FlaskClient, small: str
) -> None:
    game = "(;FF[4]GM[21]SZ[12:8]RU[STD]PZ[]PL[W];W[g6];B[c4];IP[];W[h4])"

    def page(sgf: str) -> str:
        with app.extensions["database"].sessions.begin() as session:
            row = session.scalar(select(PuzzleRow).filter_by(public_id=small.rpartition("/")[2]))
            row.sgf = sgf
        return client.get(small).text

    handicap = page(game)
    assert "<dt>Moves so far</dt><dd>1.g6 2.c4</dd>" in handicap
    assert (
        "<dd>12 \N{MULTIPLICATION SIGN} 8, handicap of 4 rows for White, no swap</dd>" in handicap
    )
    even = page(game.replace("12:8", "12").replace("B[c4]", "B[swap-sides];B[c4]"))
    assert "<dt>Moves so far</dt><dd>1.g6 2.swap 3.c4</dd>" in even
    assert "handicap" not in even
    assert "Moves so far" not in page(game.replace(";W[g6];B[c4]", ";AW[g6]AB[c4]"))


def test_a_line_that_cannot_be_is_refused_everywhere(client: FlaskClient, small: str) -> None:
    for about in ("positions", "setups", "verdict", "hints", "defences", "refutations"):
        response = client.post(f"{small}/{about}", json={"line": ["c3"], "level": 1})
        assert response.status_code == 422, about
        taken = "C3 is taken by a white peg."
        # Positions are asked for with the move that was just played.
        where = "" if about == "positions" else "Move 1 of the line: "
        assert response.get_json()["message"] == where + taken
        assert client.post(f"{small}/{about}", json={"line": "c3"}).status_code == 400
        assert client.post(f"/p/nothing/{about}", json={"line": []}).status_code == 404


@pytest.mark.parametrize(
    ("line", "verdict", "text"),
    [
        ([], "won", "Won for White: White joins rows 1 and 6 against any defence."),
        (["e4"], "won", "Won for White"),
        (["b1"], "lost", "No win for White: Black keeps White from joining."),
        (["b1", "e2", "b5", "e3", "d6"], "over", "White has joined rows 1 and 6 already."),
    ],
)
def test_a_position_is_won_lost_or_over(
    client: FlaskClient, small: str, line: list[str], verdict: str, text: str
) -> None:
    found = ask(client, small, "verdict", *line)
    assert found["verdict"] == verdict
    assert found["text"].startswith(text)
    assert len(found["steps"]) == len(line)


# -- hints --------------------------------------------------------------------------------


def test_hints_give_away_more_and_more(client: FlaskClient, small: str) -> None:
    found = [ask(client, small, "hints", level=level) for level in (1, 2, 3, 4)]
    assert [hint["level"] for hint in found] == [1, 2, 3, 4]
    assert [hint["next"] for hint in found] == [2, 3, 4, None]
    patch, groups, key, line = found
    assert len(patch["groups"][0]) == 9
    (played,) = key["groups"][0]
    assert played in patch["groups"][0]
    assert groups["groups"] == [["C3"]]
    assert key["steps"] == []
    assert line["steps"][0]["hole"] == played
    assert line["steps"][-1]["state"]["to_move"] is None, "the line goes on to the end"


def test_a_lost_position_has_no_hint(client: FlaskClient, small: str) -> None:
    found = ask(client, small, "hints", "b1", "d5", level=1)
    assert found["level"] is None
    assert "Take a move back" in found["text"]


def test_hints_are_for_the_players_turn(client: FlaskClient, small: str) -> None:
    response = client.post(f"{small}/hints", json={"line": ["b1"], "level": 1})
    assert response.status_code == 422
    for level in (0, 5, "1", None):
        response = client.post(f"{small}/hints", json={"line": [], "level": level})
        assert response.status_code == 400


# -- defences -----------------------------------------------------------------------------


def test_defences_are_grouped_by_what_beats_them(client: FlaskClient, small: str) -> None:
    found = ask(client, small, "defences")
    line = [found["first"]["move"]]
    position = SMALL.position.play(plain(SMALL.position, line[0]))
    replies = [reply for each in found["classes"] for reply in each["replies"]]
    assert sorted(replies) == sorted(hole_text(hole) for hole in position.open_holes(Side.BLACK))
    for each in found["classes"]:
        assert each["steps"][0]["hole"] == each["replies"][0]
    assert set(replies) - set(found["zone"]), "a defence outside the zone loses"
    assert found["verdict"].startswith("Won for White")
    assert found == ask(client, small, "defences", *line) | {"first": found["first"]}


def test_one_position_has_one_key_whatever_led_to_it(client: FlaskClient, small: str) -> None:
    first = ask(client, small, "defences", "b5", "f2", "e4")["classes"]
    second = ask(client, small, "defences", "e4", "f2", "b5")["classes"]
    assert {each["key"] for each in first} == {each["key"] for each in second} != set()


def test_a_lost_position_has_no_defences_to_beat(client: FlaskClient, small: str) -> None:
    found = ask(client, small, "defences", "b1")
    assert found["classes"] == []
    assert found["verdict"].startswith("No win for White")


def test_the_replies_that_refute_a_move_are_counted(client: FlaskClient, small: str) -> None:
    found = ask(client, small, "refutations", "e2", known="B2")
    assert found == {"text": "2 of 21 replies refute this."}
    assert client.post(f"{small}/refutations", json={"line": [], "known": ""}).status_code == 422


# -- cooks and the author's line ----------------------------------------------------------


def judged(client: FlaskClient, puzzle: str, move: str) -> Any:
    return client.post(f"{puzzle}/moves", json={"line": [], "move": move}).get_json()


def test_a_cook_is_credited_and_noted_once(
    app: Flask, client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    assert judged(client, small, "b1")["cook"] is False, "nothing was published"

    with app.extensions["database"].sessions.begin() as session:
        row = session.scalar(select(PuzzleRow).filter_by(public_id=small.rpartition("/")[2]))
        row.sgf = puzzle_to_sgf(SMALL).replace("IP[]", "IP[];W[b5]TE[1]")
    for _ in range(2):
        found = judged(client, small, "b1")
        assert found["cook"] is True
    assert " This wins too, although the author had another move in mind." in found["message"]
    judge.reply = "e4"
    assert judged(client, small, "b5")["cook"] is False
    judge.reply = "d2"
    later = client.post(f"{small}/moves", json={"line": ["b5", "e4"], "move": "b1"}).get_json()
    assert later["cook"] is False, "nobody published a move there"
    judge.outcome = Outcome.LOSES
    assert judged(client, small, "e5")["cook"] is False
    with app.extensions["database"].sessions.begin() as session:
        assert [note.move for note in session.scalars(select(CookNote))] == ["b1"]


SGF = "IP[];C[Think.](;W[b5]TE[1];B[d5];C[And now?](;W[b1];B[d2])(;W[d1]))(;W[e5]BM[1])"


def authored() -> tuple[str, Puzzle]:
    sgf = puzzle_to_sgf(SMALL).replace("IP[]", SGF)
    puzzle = read_text(sgf).puzzle
    assert puzzle is not None
    return sgf, puzzle


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [("", "b5 d5 b1 d2"), ("b5", "d5 b1 d2"), ("b5 d5 d1", ""), ("e5", ""), ("e2", "")],
)
def test_the_authors_line_goes_on_from_where_one_is(line: str, goes_on: str) -> None:
    sgf, puzzle = authored()
    moves, position = list[Move](), puzzle.position
    for text in line.split():
        moves.append(plain(position, text))
        position = position.play(moves[-1])
    found = [hole_text(move.peg).lower() for move in author_line(sgf, moves) if move.peg]
    assert found == goes_on.split()


def test_what_stays_undecided_goes_on_as_the_author_did(
    app: Flask, client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    with app.extensions["database"].sessions.begin() as session:
        row = session.scalar(select(PuzzleRow).filter_by(public_id=small.rpartition("/")[2]))
        row.sgf, _ = authored()
    judge.outcome, judge.reply = Outcome.UNDECIDED, None
    found = judged(client, small, "b5")
    assert "the author's solution goes on" in found["message"]
    assert all(hole not in found["message"] for hole in ("D5", "B1", "D2")), "steps show them"
    assert [step["hole"] for step in found["steps"]] == ["B5", "D5", "B1", "D2"]
    assert found["played"] == 1
    assert "not proved" in found["end"]
    other = judged(client, small, "e2")
    assert "author" not in other["message"]
    assert "another move" not in found["message"] + other["message"]


def test_a_block_has_hints_and_defences_as_well(app: Flask) -> None:
    puzzle = Puzzle("", setup(Board(5, 5), "C2", "B3", Side.BLACK), Goal.DRAW)
    found = classes(puzzle, [], GatedSolver(None, SearchGate(1), app.config["SOLVER_LIMITS"]))
    assert "White" in found["verdict"]
