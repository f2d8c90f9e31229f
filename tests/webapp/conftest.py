"""The site on small puzzles and a judge that says what a test wants."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient

from solver.answers import Judgement, Outcome
from solver.files import puzzle_to_sgf
from solver.game import Board, Box, Move, Position, Side, parse_hole, parse_move
from solver.proof import Claim, Limits
from solver.puzzle import Goal, Puzzle, window
from webapp import create_app
from webapp.prepare import prepare


def setup(board: Board, white: str, black: str, to_move: Side = Side.WHITE) -> Position:
    """Return a position with setup pegs, named with spaces between them."""
    position = Position(board, to_move=to_move)
    for side, names in ((Side.WHITE, white), (Side.BLACK, black)):
        for name in names.split():
            position = position.put(side, parse_hole(name))
    return position


SMALL = Puzzle("Small", setup(Board(6, 6), "C3", "B4"), author="Nobody", source="These tests")
"""White needs two more pegs, one at each end of C3."""

QUARTER = Puzzle(
    "Quarter <b>",
    setup(window(Board(24, 24), Box(0, 0, 11, 11)), "F6 L11 M13", "H7 L5 M7", Side.BLACK),
    Goal.DRAW,
)
"""A window with pegs outside it."""


class ScriptedJudge:
    """A judge that answers with what was put into it."""

    def __init__(self) -> None:
        self.outcome = Outcome.WINS
        self.reply: str | None = "d4"
        self.line: tuple[str, ...] = ()
        self.asked: list[tuple[Position, Claim, Limits]] = []

    def __call__(self, position: Position, move: Move, claim: Claim, limits: Limits) -> Judgement:
        """Play the move, the reply and the line as scripted."""
        self.asked.append((position, claim, limits))
        after = position.play(move)
        judgement = Judgement(self.outcome, None, after, (), None, None, 0.25)
        if self.reply is None:
            return judgement
        reply = plain(after, self.reply)
        after = end = after.play(reply)
        line = []
        for text in self.line:
            line.append(plain(end, text))
            end = end.play(line[-1])
        return replace(judgement, reply=reply, after=after, line=tuple(line))


def plain(position: Position, text: str) -> Move:
    """Read a move that is no special one."""
    move = parse_move(position, text)
    assert isinstance(move, Move)
    return move


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with one collection of two puzzles."""
    folder = tmp_path / "puzzles" / "tests"
    folder.mkdir(parents=True)
    for name, puzzle in (("small", SMALL), ("quarter", QUARTER)):
        (folder / f"{name}.sgf").write_text(puzzle_to_sgf(puzzle), encoding="utf-8")
    about = {
        "title": "Test puzzles",
        "author": "Nobody",
        "source": "https://example.org/",
        "licence": "None needed",
        "puzzles": [{"file": "small.sgf"}, {"file": "quarter.sgf"}],
    }
    (folder / "collection.yaml").write_text(yaml.safe_dump(about), encoding="utf-8")
    return folder.parent


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Address of a database that does not exist yet."""
    return f"sqlite:///{tmp_path / 'new' / 'site.sqlite'}"


@pytest.fixture
def judge() -> ScriptedJudge:
    """What decides about moves in `app`."""
    return ScriptedJudge()


@pytest.fixture
def config(shelf: Path, url: str, judge: ScriptedJudge) -> dict[str, object]:
    """Configuration of `app`, its database filled."""
    prepare(shelf, url)
    return {
        "SECRET_KEY": "test",
        "TWIXT_DATABASE": url,
        "SOLVER_JUDGE": judge,
        "WTF_CSRF_ENABLED": False,
        "RATELIMIT_ENABLED": False,
    }


@pytest.fixture
def app(config: dict[str, object]) -> Iterator[Flask]:
    """The site."""
    app = create_app(config)
    yield app
    app.extensions["database"].engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor without a browser."""
    return app.test_client()


@pytest.fixture
def small(client: FlaskClient) -> str:
    """Address of the puzzle `SMALL`."""
    return puzzle_address(client, "Small")


def puzzle_address(client: FlaskClient, title: str) -> str:
    """Return a puzzle's address as the list page gives it."""
    before = client.get("/").text.partition(f">{title}<")[0]
    return before.rpartition('href="')[2].partition('"')[0]
