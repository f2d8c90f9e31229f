"""The addresses of game review: games read in all formats, and judged position by position."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from flask.testing import FlaskClient

from solver.files import Format, read_text, write_text
from solver.game import Ruleset
from solver.proof import Limits
from solver.review import EACH, Ply, review_ply
from solver.search import Value
from webapp import create_app
from webapp.editor import Drawing
from webapp.play.gated_solver import GatedSolver, open_store
from webapp.play.search_gate import SearchGate
from webapp.review import read_game
from webapp.review.ply_words import sentence

MOVES = "1.D4 2.C3 3.B5 4.E3 5.D2 6.F5 7.C6"
"""On 6x6, 3M. White wins from the start on, throws it away and gets it back twice."""

GAME = {"text": MOVES, "size": "6x6", "rules": "3M"}


def read(client: FlaskClient, **game: Any) -> dict[str, Any]:
    response = client.post("/review/game", json=GAME | game)
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def findings(client: FlaskClient, **game: Any) -> str:
    """Return what is said of a text that is no game."""
    response = client.post("/review/game", json=GAME | game)
    assert response.status_code == 422, response.text
    found = response.get_json()
    assert found["told"]
    assert all(each in found["message"] for each in found["told"])
    return str(found["message"])


def judge(client: FlaskClient, ply: int, known: str | None = None, **game: Any) -> dict[str, Any]:
    response = client.post("/review/ply", json=GAME | game | {"ply": ply, "known": known})
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


# -- reading ----------------------------------------------------------------------------


def test_a_game_comes_with_its_board_and_all_positions(client: FlaskClient) -> None:
    found = read(client)
    plies = found["plies"]
    assert [ply["number"] for ply in plies] == list(range(8))
    assert [ply["move"] for ply in plies] == ["D4", "C3", "B5", "E3", "D2", "F5", "C6", None]
    assert [ply["side"] for ply in plies] == ["white", "black"] * 4
    assert plies[0]["brought"] is None
    assert plies[3]["brought"] == {
        "side": "white",
        "hole": "B5",
        "made": ["B5-D4"],
        "removed": [],
    }
    assert plies[7]["state"]["white"] == ["B5", "C6", "D2", "D4"]
    assert plies[7]["state"]["moves"] == {}, "nobody plays here"
    assert 'data-cell="F6"' in found["svg"]


def test_every_format_that_holds_a_game_is_read(client: FlaskClient) -> None:
    record = read_text(MOVES, size=(6, 6), rules=Ruleset.THREE_M)
    expected = read(client)["plies"]
    formats = (Format.SGF, Format.MOVES, Format.PBM, Format.LITTLE_GOLEM)
    for form in formats:
        text = write_text(record, form).text
        assert read(client, text=text)["plies"] == expected, form


def test_what_the_text_says_of_its_board_stands(client: FlaskClient) -> None:
    record = read_text("1.f6 2.c10", size=(12, 12), rules=Ruleset.PP)
    found = read(client, text=write_text(record, Format.SGF).text)
    assert 'data-cell="L12"' in found["svg"]
    assert found["told"] == ["The file has the rules PP: they stand."], "3M was chosen"


def test_of_the_usual_rules_nothing_is_told_where_a_text_names_its_own(client: FlaskClient) -> None:
    record = read_text("1.f6 2.c10", size=(12, 12), rules=Ruleset.PP)
    assert read(client, text=write_text(record, Format.SGF).text, rules="")["told"] == []


def test_rules_that_the_reader_assumed_give_way_to_those_chosen(client: FlaskClient) -> None:
    crossing = "1.C3 2.J10 3.D5 4.J7 5.C5 6.K4 7.D3"
    record = read_text(crossing, size=(12, 12), rules=Ruleset.PP)
    text = write_text(record, Format.LITTLE_GOLEM).text
    usual = read(client, text=text, rules="")
    assert usual["plies"][7]["brought"]["made"] == ["C5-D3"]
    assert "Press “Review another game” to choose other rules." in " ".join(usual["told"])
    chosen = read(client, text=text, rules="STD")
    assert chosen["plies"][7]["brought"]["made"] == []
    assert chosen["told"] == []


def test_board_and_rules_that_a_text_does_not_give_are_told(client: FlaskClient) -> None:
    (told,) = read(client, text="1.d4 2.c3", size="6x6", rules="")["told"]
    said = "The file does not give its board and rules: it was read on 6 x 6 by the rules STD."
    assert told == said


def test_a_game_has_the_name_of_its_players_and_its_end(client: FlaskClient) -> None:
    sgf = "(;FF[4]GM[21]SZ[6]RU[STD]PW[Ann]PB[Bob];W[d4];B[resign])"
    found = read(client, text=sgf)
    assert found["name"] == "Ann against Bob"
    assert found["result"] == "White won as Black resigned."
    assert [ply["move"] for ply in found["plies"]] == ["D4", "resign"]


def test_the_name_of_a_game_turns_no_words_round(client: FlaskClient) -> None:
    named = read(client, text="(;FF[4]GM[21]SZ[6]GN[\u202eFirst  \u2067game];W[c3])")
    assert "First game" == named["name"]


def test_a_swap_is_a_step_of_the_game(client: FlaskClient) -> None:
    plies = read(client, text="1.B5 2.swap 3.D4", rules="STD")["plies"]
    assert [ply["move"] for ply in plies] == ["B5", "swap", "D4", None]
    assert plies[2]["brought"]["hole"] is None
    assert [ply["side"] for ply in plies] == ["white", "black", "black", "white"]
    assert (plies[2]["state"]["white"], plies[2]["state"]["black"]) == (["B5"], [])


def test_what_is_no_game_is_told_with_its_place(client: FlaskClient) -> None:
    said = findings(client, text="1.D4\n2.D4")
    assert "Line 2, column " in said
    assert "D4" in said


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"text": ""}, "cannot be read"),
        ({"text": "(;FF[4]GM[21]SZ[6]RU[STD])"}, "no moves to review"),
        ({"text": "D4", "size": "", "rules": ""}, "does not give its board size"),
        ({"size": "six"}, "no board size"),
    ],
)
def test_a_text_without_a_game_is_refused_in_words(
    client: FlaskClient, game: dict[str, str], words: str
) -> None:
    assert words in findings(client, **game)


def test_a_board_that_is_too_large_is_refused_in_words(client: FlaskClient) -> None:
    response = client.post("/review/game", json=GAME | {"size": "200x200"})
    assert response.status_code == 422
    assert "holes" in response.get_json()["message"]


def test_a_very_long_game_is_refused(client: FlaskClient) -> None:
    holes = [f"{column}{row}" for row in range(2, 24) for column in "bcdefghijklmnopqrstuvw"]
    text = " ".join(holes[:401])
    assert "up to 400 moves" in findings(client, text=text, size="24x24")
    assert len(read(client, text=" ".join(holes[:400]), size="24x24")["plies"]) == 401


# -- judging ----------------------------------------------------------------------------


@pytest.mark.native
def test_a_game_is_judged_from_its_end(client: FlaskClient) -> None:
    known: str | None = None
    found = dict[int, dict[str, Any]]()
    for number in reversed(range(8)):
        found[number] = judge(client, number, known)
        known = found[number]["value"]
    assert [found[number]["worth"] for number in range(2, 8)] == [
        *("white wins", "black wins", "white wins", "black wins", "white wins", "black wins")
    ]
    assert found[2]["effect"] == "throws the win away"
    assert found[2]["note"].startswith("White throws the win away: ")
    assert found[2]["note"].endswith(" wins.")
    assert found[7]["note"] == ""


@pytest.mark.native
def test_a_position_won_by_the_move_that_was_made_takes_no_search(client: FlaskClient) -> None:
    game = {"text": "1.D4 2.C3 3.C2"}
    after = judge(client, 3, **game)
    assert after["worth"] == "white wins"
    before = judge(client, 2, after["value"], **game)
    assert (before["worth"], before["best"], before["nodes"]) == ("white wins", "c2", 0)
    assert before["note"] == "", "it kept the win"


@pytest.mark.native
def test_a_proven_win_can_be_drawn(client: FlaskClient) -> None:
    found = judge(client, 2)
    drawing = Drawing.read(found["drawing"])
    assert (drawing.position.board.width, drawing.position.ruleset) == (6, Ruleset.THREE_M)
    assert drawing.position.to_move.value == "white"
    assert drawing.keys == (found["best"],)
    assert drawing.puzzle()
    assert judge(client, 3)["worth"] == "black wins"
    lost = judge(client, 3, text="1.D4 2.C3 3.C2")
    assert lost["worth"] == "white wins"
    assert lost["drawing"] is None, "the side to move does not win"


def test_where_sides_may_be_swapped_nothing_is_searched(client: FlaskClient) -> None:
    found = judge(client, 0, rules="STD")
    assert (found["worth"], found["nodes"]) == ("open", 0)
    assert "swapped" in found["note"]


def test_in_a_handicap_game_nothing_is_said_of_a_swap(client: FlaskClient) -> None:
    assert not judge(client, 1, text="(;FF[4]GM[21]SZ[6]RU[STD]HA[];W[d4];B[c3])")["swap"]


@pytest.mark.native
def test_a_position_without_a_proof_is_called_open(config: dict[str, object]) -> None:
    client = create_app(config | {"SOLVER_LIMITS": Limits(nodes=1, memory=256)}).test_client()
    found = judge(client, 0)
    assert found["worth"] == "open"
    assert found["note"] == "Open: no proof was found within the limits. It may be won or lost."
    assert found["drawing"] is None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Value.UNKNOWN, "Open: no proof was found within the limits. It may be won or lost."),
        (Value.AT_LEAST_DRAW, "Whether White wins or draws is open."),
        (Value.AT_MOST_DRAW, "Whether White draws or loses is open."),
        (Value.DRAW, ""),
    ],
)
def test_only_what_is_not_proved_is_called_open(value: Value, said: str) -> None:
    start = read_game(MOVES, (6, 6), Ruleset.THREE_M).positions[0]
    assert said == sentence(Ply(0, start, None, value), None)


@pytest.mark.native
def test_a_question_keeps_to_the_limits_of_the_site_and_of_reviews(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = Mock(wraps=review_ply)
    monkeypatch.setattr("webapp.play.gated_solver.review_ply", asked)
    game = read_game(MOVES, (6, 6), Ruleset.THREE_M)
    with open_store(tmp_path / "store.sqlite") as store:
        solver = GatedSolver(store, SearchGate(1), Limits(nodes=12_345, seconds=8.0, memory=256))
        first, _ = solver.review_ply(game.line, game.moves, 2, None)
        *_, limits, used = asked.call_args.args
        hurried = GatedSolver(store, SearchGate(1), Limits(nodes=1, memory=256))
        again, _ = hurried.review_ply(game.line, game.moves, 2, None)
    assert limits == Limits(nodes=12_345, seconds=EACH.seconds, memory=256)
    assert used is store
    assert first.nodes > 1
    assert (again.value, again.nodes) == (first.value, first.nodes), "the store knew it"


@pytest.mark.parametrize(
    "wrong",
    [
        {"ply": 8},
        {"ply": -1},
        {"ply": True},
        {"ply": "0"},
        {"known": "good"},
        {"known": 5},
        {"text": 5},
        {"rules": "chess"},
    ],
)
def test_a_question_of_another_shape_is_refused(
    client: FlaskClient, wrong: dict[str, object]
) -> None:
    response = client.post("/review/ply", json=GAME | {"ply": 0, "known": None} | wrong)
    assert response.status_code == 400


def test_a_question_about_no_game_is_refused_in_words(client: FlaskClient) -> None:
    response = client.post("/review/ply", json=GAME | {"text": "", "ply": 0, "known": None})
    assert response.status_code == 422
    assert response.get_json()["message"]


def test_who_asks_too_often_is_told_when_to_come_back(config: dict[str, object]) -> None:
    app = create_app(config | {"RATELIMIT_ENABLED": True})
    client = app.test_client()
    question = GAME | {"rules": "STD", "ply": 0, "known": None}
    answers = [client.post("/review/ply", json=question) for _ in range(61)]
    assert [each.status_code for each in answers] == [200] * 60 + [429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert app.view_functions["review.ply"].__dict__["asks_solver"], "a process of its own"


def test_players_find_the_page(client: FlaskClient) -> None:
    for page in ("/", "/puzzles"):
        assert 'href="/review"' in client.get(page).text
    assert 'id="reading"' in client.get("/review").text
