"""Files that the editor reads and hands out."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from solver.files import board_diagram, puzzle_to_sgf, read_text
from tests.webapp.conftest import SMALL
from webapp.core.database import Database
from webapp.editor import drawing_of
from webapp.models import PuzzleRow

SGF = puzzle_to_sgf(SMALL)
DRAWING = drawing_of(SMALL).as_json()


@pytest.mark.parametrize(
    "text",
    [SGF, board_diagram(SMALL.position, SMALL.goal)],
    ids=["sgf", "diagram"],
)
def test_a_file_is_read_as_what_it_is(client: FlaskClient, text: str) -> None:
    response = client.post("/draw/file", data=text, content_type="text/plain")
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert (found["drawing"]["white"], found["drawing"]["black"]) == (["C3"], ["B4"])
    assert "data-cell" in found["svg"]


def test_a_game_is_drawn_where_it_ends(client: FlaskClient) -> None:
    address = "/draw/file?size=12x12&rules=STD"
    response = client.post(address, data="1.f6 2.h7 3.g8", content_type="text/plain")
    found = response.get_json()
    assert found["drawing"]["white_links"] == ["F6-G8"]
    assert found["drawing"]["to_move"] == "black"
    assert "3 moves" in found["told"][-1]["message"]


KEYS_ALONE = "Of the author's moves only the keys are kept."
NO_KEYS = "The author's moves are left out."
COMMENTS = "The comments are left out."


@pytest.mark.parametrize(
    ("tree", "left_out"),
    [
        ("IP[];W[e2]TE[1]", []),
        ("IP[](;W[e2]TE[1])(;W[b1]TE[1])", []),
        ("IP[];W[e2]", []),
        ("IP[];C[Think first.];W[e2]", [COMMENTS]),
        ("C[A start.]IP[];W[e2]", [COMMENTS]),
        ("IP[];W[e2]TE[1];B[d2]C[Too late.]", [KEYS_ALONE, COMMENTS]),
        ("IP[](;W[e2]TE[1])(;W[b1]BM[1])", [KEYS_ALONE]),
        ("IP[](;W[e2]TE[1])(;W[b1])", [KEYS_ALONE]),
        ("IP[];W[b1]BM[1];B[d2]", [NO_KEYS]),
    ],
)
def test_what_a_drawing_cannot_hold_of_a_puzzle_is_told(
    client: FlaskClient, tree: str, left_out: list[str]
) -> None:
    found = read(client, f"(;FF[4]GM[21]SZ[6]RU[STD]PZ[]PL[W]AW[c3]AB[b4]{tree})")
    assert left_out == [told["message"] for told in found["told"]]
    assert not any(told["fatal"] for told in found["told"])


def test_the_copyright_of_a_file_is_kept(client: FlaskClient) -> None:
    puzzle = replace(SMALL, copyright="Copyright Me, all rights reserved")
    found = read(client, puzzle_to_sgf(puzzle))
    assert [] == found["told"]
    drawing = changed(client, found["drawing"])["drawing"]
    written = client.post("/draw/download", data={"drawing": json.dumps(drawing)}).text
    again = read_text(written).puzzle
    assert again is not None
    assert puzzle.copyright == again.copyright


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1.f6 2.h7 3 Forfeit", "a game, not a puzzle: the position after 2 moves is shown"),
        ("1.f6 2.swap 3.h7 4.Resign", "a game, not a puzzle: the position after 2 moves is shown"),
        ("1.f6 2.Resign", "a game, not a puzzle: the position after 1 move is shown"),
        ("(;FF[4]GM[21]SZ[12]RU[STD]AW[f6]AB[h7])", "a position, not a puzzle: choose its task"),
    ],
)
def test_only_moves_that_put_pegs_are_counted(client: FlaskClient, text: str, said: str) -> None:
    found = read(client, text)
    assert said in found["told"][-1]["message"]
    assert found["drawing"]["white"]


def read(client: FlaskClient, text: str, query: str = "size=12x12&rules=PP") -> dict[str, Any]:
    response = client.post(f"/draw/file?{query}", data=text, content_type="text/plain")
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


MAIL = """From: somebody
Subject: our game

1.f6 2.g8
"""


@pytest.mark.parametrize("text", ["1.f6 2.g8", "f6 g8", MAIL], ids=["numbers", "plain", "mail"])
def test_moves_without_a_board_are_read_on_that_of_the_drawing(
    client: FlaskClient, text: str
) -> None:
    found = read(client, text)
    drawing = found["drawing"]
    assert (drawing["columns"], drawing["rows"], drawing["ruleset"]) == (12, 12, "PP")
    assert (drawing["white"], drawing["black"]) == (["F6"], ["G8"])
    assert any("was read on 12 x 12 by the rules PP" in told["message"] for told in found["told"])


def test_moves_that_do_not_fit_the_drawing_are_read_on_the_usual_board(client: FlaskClient) -> None:
    found = read(client, "1.f6 2.l20")
    assert (found["drawing"]["columns"], found["drawing"]["rows"]) == (24, 24)
    assert any("was read on 24 x 24" in told["message"] for told in found["told"])
    found = read(client, "1.f6 2.l70")
    assert "drawing" not in found
    assert "l70" in found["told"][0]["message"].lower()


def test_a_file_that_says_its_board_keeps_it(client: FlaskClient) -> None:
    found = read(client, SGF)
    drawing = found["drawing"]
    assert (drawing["columns"], drawing["rows"], drawing["ruleset"]) == (6, 6, "STD")
    assert found["told"] == []


def test_what_twixt_show_prints_is_read(client: FlaskClient) -> None:
    found = read(client, board_diagram(SMALL.position, SMALL.goal))
    assert found["drawing"]["white"] == ["C3"]


@pytest.mark.parametrize(
    "text", ["1.f6 2.g8", "x", "(;GM[1])", "(;FF[1]EV[twixt.ld.DEFAULT];r[a1])"]
)
def test_no_hint_names_an_option_of_the_command_line(client: FlaskClient, text: str) -> None:
    for query in ("", "size=12x12&rules=STD"):
        assert not [told for told in read(client, text, query)["told"] if "--" in told["hint"]]


def test_a_broken_file_is_told_with_line_and_column(client: FlaskClient) -> None:
    text = "(;FF[4]GM[21]SZ[6]PZ[]PL[W]\nAW[c3][x]IP[])"
    response = client.post("/draw/file", data=text, content_type="text/plain")
    (found,) = response.get_json()["told"]
    assert "drawing" not in response.get_json()
    assert (found["line"], found["fatal"]) == (2, True)
    assert found["column"]


def test_a_file_with_a_privilege_is_refused_rather_than_changed(client: FlaskClient) -> None:
    text = "(;FF[4]GM[21]SZ[6]PZ[]PL[W]PV[B];W[c3];IP[])"
    response = client.post("/draw/file", data=text, content_type="text/plain")
    (found,) = response.get_json()["told"]
    assert "drawing" not in response.get_json()
    assert found["fatal"]
    assert "holds the Privilege" in found["message"]


LONG: dict[str, Any] = {"name": "t" * 301, "author": "a  " * 200, "source": "s" * 5000}
LONG |= {"copyright": "c" * 301}


def changed(client: FlaskClient, drawing: object) -> dict[str, Any]:
    """Return the answer to a click on a hole of a drawing."""
    question = {"drawing": drawing, "action": {"do": "white", "hole": "D5"}}
    found = client.post("/draw/position", json=question).get_json()
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("long", [*LONG, ""])
def test_a_file_with_long_texts_opens_and_can_be_changed(client: FlaskClient, long: str) -> None:
    texts = {long: LONG[long]} if long else LONG
    found = read(client, puzzle_to_sgf(replace(SMALL, **texts)))
    words = ["title" if name == "name" else name for name in texts]
    cut = [f"The {word} is cut after 300 characters." for word in words]
    assert cut == [told["message"] for told in found["told"]]
    assert not any(told["fatal"] for told in found["told"])
    assert changed(client, found["drawing"])["drawing"]["white"] == ["C3", "D5"]


@pytest.mark.parametrize(
    "text", ["(;FF[4]GM[21]SZ[3]RU[STD]PZ[]PL[W]AW[b2]IP[])",
             "(;FF[4]GM[21]SZ[4:12]RU[STD]PZ[]PL[W]AW[b2]IP[])",
             "(;FF[4]GM[21]SZ[4]RU[STD];W[b2])"],
)  # fmt: skip
def test_a_board_that_the_editor_refuses_is_not_opened(client: FlaskClient, text: str) -> None:
    found = read(client, text)
    assert "drawing" not in found
    assert found["told"][0]["fatal"]
    assert "is too small: 5 x 5 at least." in found["told"][0]["message"]


def test_a_stored_puzzle_opens_so_that_it_can_be_changed(
    client: FlaskClient, database: Database, small: str
) -> None:
    def opened(sgf: str) -> str:
        with database.sessions.begin() as session:
            session.query(PuzzleRow).filter_by(slug="small").one().sgf = sgf
        return client.get(f"/draw?from={small.rpartition('/')[2]}").text

    page = opened(puzzle_to_sgf(replace(SMALL, **LONG)))
    drawn = re.search(r'data-drawing="([^"]*)"', page)
    assert drawn is not None
    drawing = json.loads(html.unescape(drawn[1]))
    assert changed(client, drawing)["drawing"]["white"] == ["C3", "D5"]
    assert "Not all of the copied puzzle" in page, "its texts are cut"
    assert "Not all of the copied puzzle" not in opened(SGF)
    told = opened(SGF.replace("PZ[", "C[Look at D5.]PZ["))
    assert "Not all of the copied puzzle can be drawn. The comments are left out." in told
    tiny = opened("(;FF[4]GM[21]SZ[4:12]RU[STD]PZ[]PL[W]AW[b2]IP[])")
    assert "A board of 4 x 12 is too small: 5 x 5 at least." in tiny


@pytest.mark.parametrize(("size", "status"), [((1 << 20) - len(SGF), 200), (1 << 20, 413)])
def test_a_file_has_a_megabyte_at_most(client: FlaskClient, size: int, status: int) -> None:
    data = SGF + " " * size
    response = client.post("/draw/file", data=data, content_type="text/plain")
    assert response.status_code == status


@pytest.mark.parametrize(("form", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_drawing_is_given_as_a_picture(client: FlaskClient, form: str, begins: bytes) -> None:
    # A drawing that is no puzzle yet can be shown, too.
    drawing = DRAWING | {"white": [], "black": [], "keys": [], "title": "Nothing yet"}
    data = {"drawing": json.dumps(drawing), "format": form}
    response = client.post("/draw/download", data=data)
    assert response.status_code == 200
    assert response.data.startswith(begins)
    assert response.headers["Content-Disposition"].endswith(f'"nothing-yet.{form}"')


@pytest.mark.parametrize("form", ["sgf", "txt"])
def test_a_drawing_is_given_as_a_file(client: FlaskClient, form: str) -> None:
    drawing = DRAWING | {"title": 'Two "ways"\r\nX: y/../Ä'}
    data = {"drawing": json.dumps(drawing), "format": form}
    response = client.post("/draw/download", data=data)
    assert response.status_code == 200
    name = response.headers["Content-Disposition"].partition("filename=")[2]
    assert name == f'"two--ways--x--y----.{form}"'.replace("y----", "y")
    found = read_text(response.text)
    assert found.start.white == SMALL.position.white


NOTHING, FORMS = "The drawing did not arrive: go back to it", "as sgf, txt, svg, png."


@pytest.mark.parametrize(
    ("drawing", "form", "words"),
    [
        ("", "sgf", NOTHING),
        ("{", "sgf", NOTHING),
        ("[" * 5000, "sgf", NOTHING),
        (json.dumps(DRAWING | {"title": "\ud800"}), "png", NOTHING),
        ("5", "sgf", "A drawing is an object."),
        (json.dumps(DRAWING), "exe", FORMS),
        (json.dumps(DRAWING), "", FORMS),
    ],
)
def test_what_cannot_be_written_is_said(
    client: FlaskClient, drawing: str, form: str, words: str
) -> None:
    answer = client.post("/draw/download", data={"drawing": drawing, "format": form})
    assert answer.status_code == 422
    assert words in answer.text


def test_what_are_no_size_and_no_rules_is_said(client: FlaskClient) -> None:
    wrong = client.post("/draw/file?rules=XYZ", data=SGF, content_type="text/plain")
    assert wrong.status_code == 400
    assert "rules can be STD" in wrong.text
    assert "no board size" in read(client, SGF, "size=x")["told"][0]["message"]
