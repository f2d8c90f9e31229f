"""The site on small puzzles and a judge that says what a test wants; the real site in a browser."""

import os
import shutil
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from uuid import uuid4

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from playwright.sync_api import Browser, BrowserContext, Page
from sqlalchemy import create_engine

from solver.answers import Judgement, Outcome
from solver.files import puzzle_to_sgf
from solver.game import Board, Box, Move, Position, Side, parse_hole, parse_move
from solver.proof import Claim, Limits
from solver.puzzle import Goal, Puzzle, window
from tests.waiting import DEADLINE
from tests.webapp.browser import DESKTOP, PHONE, new_window, watched
from tests.webapp.databases import fill, shipped_site
from tests.webapp.people import sign_up
from tests.webapp.serving import prepare_site, start_site
from webapp import create_app
from webapp.core.database import Database
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

    def __call__(
        self, start: Position, line: Sequence[Move], move: Move, claim: Claim, limits: Limits
    ) -> Judgement:
        """Play the move, the reply and the line as scripted."""
        position = start.play_all(line)
        self.asked.append((position, claim, limits))
        after = position.play(move)
        judgement = Judgement(self.outcome, None, after, (), None, None, 0.25)
        if self.reply is None:
            return judgement
        reply = plain(after, self.reply)
        after = end = after.play(reply)
        rest = []
        for text in self.line:
            rest.append(plain(end, text))
            end = end.play(rest[-1])
        return replace(judgement, reply=reply, after=after, line=tuple(rest))


class Play:
    """Plays the puzzle `SMALL`: what its judge says is said beforehand."""

    def __init__(self, judge: ScriptedJudge, address: str) -> None:
        self.judge, self.address = judge, address

    def __call__(self, client: FlaskClient, outcome: Outcome, **more: object) -> dict[str, object]:
        self.judge.outcome = outcome
        silent = outcome in (Outcome.MET, Outcome.UNDECIDED)
        self.judge.reply = None if silent else "d4"
        question = {"line": [], "move": "b1"} | more
        response = client.post(f"{self.address}/moves", json=question)
        assert response.status_code == 200, response.text
        found = response.get_json()
        assert isinstance(found, dict)
        return found


def plain(position: Position, text: str) -> Move:
    """Read a move that is no special one."""
    move = parse_move(position, text)
    assert isinstance(move, Move)
    return move


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with one collection of two puzzles."""
    return make_shelf(tmp_path)


def make_shelf(place: Path) -> Path:
    """Write a folder with one collection of two puzzles."""
    folder = place / "puzzles" / "tests"
    folder.mkdir(parents=True)
    for name, puzzle in (("small", SMALL), ("quarter", QUARTER)):
        (folder / f"{name}.sgf").write_text(puzzle_to_sgf(puzzle), encoding="utf-8")
    about = {
        "title": "Test puzzles",
        "author": "Nobody",
        "source": "https://example.org/",
        "licence": "None needed",
        "description": "Two <small>\nones.",
        "puzzles": [{"file": "small.sgf"}, {"file": "quarter.sgf"}],
    }
    (folder / "collection.yaml").write_text(yaml.safe_dump(about), encoding="utf-8")
    return folder.parent


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """Return the address of another empty database each time.

    `TWIXT_TEST_DATABASE` names a PostgreSQL server to make them on; else they are files.
    """
    server = os.environ.get("TWIXT_TEST_DATABASE")
    if not server:
        yield lambda: f"sqlite:///{tmp_path_factory.mktemp('database') / 'new' / 'site.sqlite'}"
        return
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    made = list[str]()

    def make() -> str:
        made.append(f"twixt_{uuid4().hex}")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {made[-1]}")
        return engine.url.set(database=made[-1]).render_as_string(hide_password=False)

    yield make
    with engine.connect() as connection:
        for name in made:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    engine.dispose()


@pytest.fixture
def url(new_database: Callable[[], str]) -> str:
    """Address of a database that holds nothing yet."""
    return new_database()


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the puzzles of `shelf`, to be copied: it takes long to make."""
    place = tmp_path_factory.mktemp("filled")
    prepare(make_shelf(place), f"sqlite:///{place / 'site.sqlite'}")
    return place / "site.sqlite"


@pytest.fixture
def prepared(url: str, shelf: Path, filled: Path) -> str:
    """Address of a database with the puzzles of `shelf`."""
    fill(url, shelf, filled)
    return url


@pytest.fixture(scope="session")
def small_site_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the `var` of a site with the puzzles of `shelf`, to be copied."""
    place = tmp_path_factory.mktemp("small-site")
    prepare_site(place, make_shelf(place))
    return place


@pytest.fixture
def small_site(tmp_path: Path, small_site_made: Path) -> Path:
    """A folder in which a site with the puzzles of `shelf` is prepared."""
    shutil.copytree(small_site_made / "var", tmp_path / "var")
    return tmp_path


_numbers = count()


@pytest.fixture
def redis() -> str | None:
    """Address of a Redis that holds nothing yet, where `TWIXT_TEST_REDIS` names a server."""
    server = os.environ.get("TWIXT_TEST_REDIS")
    return f"{server}/{next(_numbers)}" if server else None


@pytest.fixture
def queue_place(redis: str | None, tmp_path: Path) -> str:
    """Where a queue of jobs is kept."""
    return redis or str(tmp_path / "jobs.sqlite")


@pytest.fixture
def judge() -> ScriptedJudge:
    """What decides about moves in `app`."""
    return ScriptedJudge()


@pytest.fixture
def config(
    shelf: Path, prepared: str, judge: ScriptedJudge, queue_place: str, redis: str | None
) -> dict[str, object]:
    """Configuration of `app`, its database filled."""
    return {
        "SECRET_KEY": "test",
        "TWIXT_DATABASE": prepared,
        "TWIXT_QUEUE": queue_place,
        "SOLVER_JUDGE": judge,
        # Nodes end a search, on a busy machine too.
        "SOLVER_LIMITS": Limits(nodes=20_000_000, seconds=DEADLINE, memory=512),
        "WTF_CSRF_ENABLED": False,
        "RATELIMIT_ENABLED": False,
        "RATELIMIT_STORAGE_URI": redis or f"sqlite:///{shelf.parent / 'limits.sqlite'}",
    }


class Templates(BytecodeCache):
    """Templates that were compiled for another test: unless one was changed since."""

    def __init__(self) -> None:
        self.compiled = dict[str, bytes]()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, if it is known."""
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        self.compiled[bucket.key] = bucket.bytecode_to_string()


_templates = Templates()


@pytest.fixture
def app(config: dict[str, object]) -> Iterator[Flask]:
    """The site."""
    app = create_app(config)
    app.jinja_env.bytecode_cache = _templates
    yield app
    app.extensions["database"].engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor without a browser."""
    return app.test_client()


@pytest.fixture
def database(app: Flask) -> Database:
    """The database of `app`."""
    found = app.extensions["database"]
    assert isinstance(found, Database)
    return found


@pytest.fixture
def small(client: FlaskClient) -> str:
    """Address of the puzzle `SMALL`."""
    return puzzle_address(client, "Small")


@pytest.fixture
def player(client: FlaskClient) -> FlaskClient:
    """Somebody who is signed in."""
    sign_up(client)
    return client


@pytest.fixture
def play(app: Flask, judge: ScriptedJudge, small: str) -> Play:
    app.extensions["judge"] = judge  # one without a memory
    return Play(judge, small)


def puzzle_address(client: FlaskClient, title: str) -> str:
    """Return a puzzle's address as the list page gives it."""
    before = client.get("/puzzles").text.partition(f">{title}<")[0]
    return before.rpartition('href="')[2].partition('"')[0]


# -- the real site in a real browser ------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the site with the shipped puzzles."""
    place = tmp_path_factory.mktemp("site")
    shipped_site(place, tmp_path_factory)
    with serving(place) as address:
        yield address


@contextmanager
def serving(place: Path, puzzles: Path | None = None) -> Iterator[str]:
    """Serve a site from a folder as `start_site` does; yield its address."""
    site, address = start_site(place, puzzles)
    with site:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=DEADLINE):
                yield address
        finally:
            site.terminate()
            assert site.wait(timeout=DEADLINE) == 0, "the site stops cleanly on TERM"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A desktop's window with nothing remembered."""
    with new_window(browser, viewport=DESKTOP) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that may not complain: neither errors nor breaches of the content policy."""
    with watched(context.new_page()) as page:
        yield page


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """The same on a telephone, held upright, with fingers."""
    with (
        new_window(browser, viewport=PHONE, has_touch=True, is_mobile=True) as context,
        watched(context.new_page()) as page,
    ):
        yield page
