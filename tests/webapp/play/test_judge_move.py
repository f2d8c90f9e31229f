"""The judge's address: what it answers, and what it refuses."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from solver.answers import Judgement, Outcome
from solver.errors import StoreError
from solver.game import Side, link_text
from solver.proof import Aim, Claim
from solver.store import Store
from tests.webapp.conftest import ScriptedJudge, puzzle_address
from webapp import create_app
from webapp.core.rate_limits import RATE_LIMITS


def ask(client: FlaskClient, puzzle: str, move: object, line: object = ()) -> TestResponse:
    line = list(line) if isinstance(line, tuple) else line
    return client.post(f"{puzzle}/moves", json={"line": line, "move": move})


def judged(client: FlaskClient, puzzle: str, move: str, *line: str) -> Mapping[str, Any]:
    response = ask(client, puzzle, move, line)
    assert response.status_code == 200, response.text
    found = response.get_json()
    assert isinstance(found, dict)
    return found


def test_a_winning_move_is_answered(client: FlaskClient, small: str, judge: ScriptedJudge) -> None:
    judge.line = ("b5",)
    found = judged(client, small, "b1")
    assert found["outcome"] == "wins"
    assert found["message"] == "B1 is right. Black answers D4. Your move."
    assert [step["move"] for step in found["steps"]] == ["b1", "d4"], "the rest is the answer"
    assert found["played"] == 2
    assert found["steps"][0]["made"] == ["B1-C3"]
    assert found["steps"][1]["state"]["white_links"] == ["B1-C3"]
    assert found["steps"][1]["state"]["to_move"] == "white"


def test_the_judge_is_asked_about_the_stored_puzzle(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    judged(client, small, "b1")
    ((position, claim, limits),) = judge.asked
    assert claim == Claim(Aim.CONNECT, Side.WHITE)
    assert position.to_move is Side.WHITE
    assert limits.seconds
    assert limits.nodes
    assert limits.memory


def test_the_line_is_replayed(client: FlaskClient, small: str, judge: ScriptedJudge) -> None:
    judge.reply = "e4"
    found = judged(client, small, "b5", "b1", "d4")
    ((position, _, _),) = judge.asked
    assert [link_text(link) for link in position.white_links] == ["B1-C3"]
    assert found["steps"][0]["state"]["black"] == ["B4", "D4"]


def test_a_losing_move_gets_its_whole_refutation(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    judge.outcome, judge.line = Outcome.LOSES, ("b1", "e4")
    found = judged(client, small, "e5")
    assert found["message"] == "E5 is refuted: Black answers D4 and keeps White from joining."
    assert [step["name"] for step in found["steps"]] == ["E5", "D4", "B1", "E4"]
    assert [step["side"] for step in found["steps"]] == ["white", "black"] * 2
    assert found["played"] == 2
    assert found["end"] == "The rest is proved, too."


def test_a_refutation_says_what_it_comes_to(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    judge.outcome, judge.reply = Outcome.LOSES, "d5"
    judge.line = ("b1", "f4", "c1", "a2")
    assert judged(client, small, "e5")["end"] == "Black has joined columns A and F."


def test_a_lost_claim_says_why(client: FlaskClient, small: str, judge: ScriptedJudge) -> None:
    judge.outcome, judge.line = Outcome.LOST, ("b1", "e4")
    found = judged(client, small, "e5")
    assert "E5 is refuted: Black answers D4, and White has no path left." == found["message"]
    assert (2, "") == (len(found["steps"]), found["end"]), "nothing is left to be shown"


def test_a_claim_met_is_solved(client: FlaskClient, small: str, judge: ScriptedJudge) -> None:
    judge.outcome, judge.reply = Outcome.MET, None
    found = judged(client, small, "b6", "b1", "d4", "d5", "e4")
    assert found["message"] == "Solved by B6: White has joined rows 1 and 6."
    assert found["played"] == 1


def test_undecided_is_said_plainly(client: FlaskClient, small: str, judge: ScriptedJudge) -> None:
    judge.outcome, judge.reply = Outcome.UNDECIDED, None
    found = judged(client, small, "e5")
    assert found["outcome"] == "undecided"
    assert "Not decided" in found["message"]
    assert "neither proved nor refuted" in found["message"]


def test_after_the_players_move_only_open_holes_can_be_chosen(
    client: FlaskClient, small: str
) -> None:
    mine, theirs = judged(client, small, "b1")["steps"]
    assert mine["state"]["moves"] == {}
    moves = theirs["state"]["moves"]
    assert moves["B5"] == {"B5-C3": []}
    assert not {"B1", "C3", "B4", "D4", "A2", "F2"} & set(moves)


def test_a_long_move_is_read_and_its_change_is_told(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    judge.reply = "e4"
    (mine, _) = judged(client, small, "[-b'2][e5]", "b1", "d4")["steps"]
    assert mine["removed"] == ["B1-C3"]
    assert mine["name"] == "E5 (removing B1-C3)"
    assert mine["move"] == "[-b'2][e5]"


def test_a_turn_may_change_links_by_name(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    judge.reply = "e4"
    changes = {"off": ["B1-C3"], "on": [], "lift": []}
    body = {"line": ["b1", "d4"], "move": "e5"} | changes
    (mine, _) = client.post(f"{small}/moves", json=body).get_json()["steps"]
    assert mine["removed"] == ["B1-C3"]
    assert mine["move"] == "[-b'2][e5]"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"off": ["D4-E6"]}, "No own link D4-E6 to take off."),
        ({"on": ["C3-D5"]}, "Link C3-D5 needs an own peg at both ends."),
        ({"lift": ["C3"]}, "Pegs may be removed under the ruleset 3M only."),
    ],
)
def test_a_change_that_cannot_be_made_gets_the_reason(
    client: FlaskClient, small: str, changes: dict[str, list[str]], reason: str
) -> None:
    response = client.post(f"{small}/moves", json={"line": [], "move": "e5"} | changes)
    assert response.status_code == 422
    assert response.get_json()["message"] == reason


@pytest.mark.parametrize("names", ["D4-E6", [5], ["x" * 17], None])
def test_changes_of_the_wrong_shape_are_refused(
    client: FlaskClient, small: str, names: object
) -> None:
    response = client.post(f"{small}/moves", json={"line": [], "move": "e5", "off": names})
    assert response.status_code == 400


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("c3", "C3 is taken by a white peg."),
        ("a3", "A3 is not open to white: first or last column is the opponent's border."),
        ("a1", "There is no hole at A1."),
        ("z99", "Z99 is not on the 6 x 6 board."),
        ("[-b'2][e5]", "No own link B1-C3 to take off."),
        ("hello", "'hello' is not a hole; write column and row, like D4."),
        ("resign", "'resign': only pegs and links can be played here."),
        ("pass", "A side may pass only when no hole is left to it."),
        ("", "A side may pass only when no hole is left to it."),
    ],
)
def test_a_move_that_cannot_be_played_gets_the_reason(
    client: FlaskClient, small: str, judge: ScriptedJudge, move: str, reason: str
) -> None:
    response = ask(client, small, move)
    assert response.status_code == 422
    assert response.get_json()["message"] == reason
    assert judge.asked == []


def test_a_line_that_cannot_be_played_names_the_move(client: FlaskClient, small: str) -> None:
    response = ask(client, small, "e5", ("b1", "b1"))
    assert response.status_code == 422
    assert response.get_json()["message"] == "Move 2 of the line: B1 is not open to black: " + (
        "first or last row is the opponent's border."
    )


def test_only_the_players_own_moves_are_judged(client: FlaskClient, small: str) -> None:
    response = ask(client, small, "e5", ("b1",))
    assert response.status_code == 422
    assert response.get_json()["message"] == "It is not your move."


def test_a_drawing_puzzle_is_judged_for_its_side(client: FlaskClient, judge: ScriptedJudge) -> None:
    judge.reply, judge.outcome = "d8", Outcome.LOSES
    found = judged(client, puzzle_address(client, "Quarter &lt;b&gt;"), "c5")
    assert judge.asked[0][1] == Claim(Aim.BLOCK, Side.BLACK)
    assert found["message"] == "C5 is refuted: White answers D8 and then joins rows 1 and 12."


@pytest.mark.parametrize(
    "body",
    [
        [],
        "text",
        {},
        {"line": [], "move": None},
        {"line": [], "move": 5},
        {"line": "d5", "move": "d5"},
        {"line": [["d5"]], "move": "d5"},
        {"line": [], "move": "x" * 501},
        {"line": ["d5"] * 1001, "move": "d5"},
    ],
)
def test_a_question_of_the_wrong_shape_is_refused(
    client: FlaskClient, small: str, body: object
) -> None:
    response = client.post(f"{small}/moves", json=body)
    assert response.status_code == 400
    assert {"error", "message"} == set(response.get_json())


def test_a_body_that_is_no_json_is_refused(client: FlaskClient, small: str) -> None:
    response = client.post(f"{small}/moves", data="{", headers={"Content-Type": "application/json"})
    assert response.status_code == 400
    assert {"error", "message"} == set(response.get_json())


def test_a_body_that_is_too_large_is_refused(client: FlaskClient, small: str) -> None:
    response = client.post(f"{small}/moves", json={"line": [], "move": "x" * 70_000})
    assert response.status_code == 413
    assert {"error", "message"} == set(response.get_json())
    assert "takes 64 KiB at most" in response.get_json()["message"]


def test_an_unknown_puzzle_is_not_found(client: FlaskClient) -> None:
    assert ask(client, "/p/nothing", "d5").status_code == 404


def test_a_question_without_the_pages_token_is_refused(
    config: dict[str, object], judge: ScriptedJudge
) -> None:
    client = create_app(config | {"WTF_CSRF_ENABLED": True}).test_client()
    small = puzzle_address(client, "Small")
    refused = ask(client, small, "b1")
    assert refused.status_code == 400
    assert "Reload the page" in refused.get_json()["message"]
    assert judge.asked == []
    token = client.get(small).text.partition('csrf-token" content="')[2].partition('"')[0]
    response = client.post(
        f"{small}/moves", json={"line": [], "move": "b1"}, headers={"X-CSRFToken": token}
    )
    assert response.status_code == 200


def test_who_asks_too_often_is_told_to_wait(config: dict[str, object]) -> None:
    often = {
        "RATELIMIT_ENABLED": True,
        "RATE_LIMITS": RATE_LIMITS | {"ask the solver": "2 per minute"},
    }
    client = create_app(config | often).test_client()
    small = puzzle_address(client, "Small")
    answers = [ask(client, small, "b1") for _ in range(3)]
    assert [200, 200, 429] == [answer.status_code for answer in answers]
    assert "Wait a while" in answers[-1].get_json()["message"]
    assert int(answers[-1].headers["Retry-After"]) <= 60


def test_a_busy_solver_is_said_to_be_busy(
    config: dict[str, object], judge: ScriptedJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.play.search_gate.PATIENCE", 0.01)
    answers = list[TestResponse]()

    def asked_meanwhile(*question: Any) -> Judgement:
        if not answers:
            answers.append(ask(client, small, "e5"))
        return judge(*question)

    app = create_app(config | {"SOLVER_SLOTS": 1, "SOLVER_JUDGE": asked_meanwhile})
    client = app.test_client()
    small = puzzle_address(client, "Small")
    assert ask(client, small, "b1").status_code == 200
    (busy,) = answers
    assert busy.status_code == 503
    assert "busy" in busy.get_json()["message"]
    assert ask(client, small, "e5").status_code == 200


def test_what_was_decided_is_not_asked_again(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    assert judged(client, small, "e5") == judged(client, small, "E5")
    assert len(judge.asked) == 1
    judged(client, small, "e5", "b1", "e4")
    assert len(judge.asked) == 2


def test_what_stayed_undecided_is_asked_again(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    judge.outcome, judge.reply = Outcome.UNDECIDED, None
    assert judged(client, small, "e5")["outcome"] == "undecided"
    judge.outcome, judge.reply = Outcome.WINS, "d4"
    assert judged(client, small, "e5")["outcome"] == "wins"


def test_a_judge_that_breaks_shows_no_trace(
    client: FlaskClient, small: str, judge: ScriptedJudge
) -> None:
    judge.reply = "c3"
    response = ask(client, small, "b1")
    assert response.status_code == 500
    assert "Traceback" not in response.text
    assert {"error", "message"} == set(response.get_json())


@contextmanager
def site(config: dict[str, object]) -> Iterator[FlaskClient]:
    """Serve a site that asks the real solver."""
    app = create_app(config | {"SOLVER_JUDGE": None})
    try:
        yield app.test_client()
    finally:
        app.extensions["store"].close()
        app.extensions["database"].engine.dispose()


@pytest.fixture
def stored(config: dict[str, object], tmp_path: Path) -> dict[str, object]:
    """Configuration with a store that does not exist yet."""
    return config | {"TWIXT_STORE": str(tmp_path / "stores" / "verdicts.sqlite")}


@pytest.mark.native
def test_the_solver_keeps_what_it_found_for_the_next_site(
    stored: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for number in range(2):
        if number == 1:
            monkeypatch.setattr("solver.answers.decide_after_line.solve", None)
        with site(stored) as client:
            answers.append(judged(client, puzzle_address(client, "Small"), "b1"))
    assert answers[0]["outcome"] == "loses"
    assert answers[0]["steps"] == answers[1]["steps"]


@pytest.mark.native
def test_what_the_store_knows_waits_for_no_search(
    stored: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.play.search_gate.PATIENCE", 0.01)
    with site(stored) as client:
        first = judged(client, puzzle_address(client, "Small"), "b1")
    with site(stored | {"SOLVER_SLOTS": 0}) as busy:
        assert judged(busy, puzzle_address(busy, "Small"), "b1")["steps"] == first["steps"]
        assert ask(busy, puzzle_address(busy, "Quarter &lt;b&gt;"), "c5").status_code == 503


@pytest.mark.native
def test_a_store_that_cannot_be_written_spoils_no_answer(
    stored: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "add", full)
    with site(stored) as client:
        assert judged(client, puzzle_address(client, "Small"), "b1")["outcome"] == "loses"


@pytest.mark.native
def test_a_store_that_is_full_spoils_no_answer_and_grows_no_more(
    stored: dict[str, object],
) -> None:
    with site(stored | {"STORE_BYTES": 1}) as client:
        assert judged(client, puzzle_address(client, "Small"), "b1")["outcome"] == "loses"
    with Store(str(stored["TWIXT_STORE"])) as store:
        assert [] == [*store.rows()]
