"""How pages slow down as a site grows: `python -m tests.webapp.scale [PUZZLES ACCOUNTS ATTEMPTS]`.

Fills a PostgreSQL server that is started for it with 20,000 puzzles, 5,000 accounts and a million
attempts, once with a tenth of them and once with all. Prints for both how long each page takes, and
for each page the query that takes longest with its plan.
"""

import random
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from statistics import quantiles
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, insert, text
from sqlalchemy.orm import Session

from tests.postgres import cluster
from tests.webapp.browser import ROOT
from tests.webapp.rows import collection_row, puzzle_row
from webapp import create_app
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.core.database import Database
from webapp.models import Account, Attempt, AttemptEnding, PuzzleRow, Revision, Tag
from webapp.prepare import prepare
from webapp.progress.glicko import NEWCOMER

__all__ = ["fill", "main"]

WHOLE = (20_000, 5_000, 1_000_000)
"""Puzzles, accounts and attempts."""
SHELVES = 40
TIMES = 60
"""Requests for each page."""
CHUNK = 5_000
SLOW = 0.005
"""Seconds from which on a query's plan is shown."""


def fill(session: Session, puzzles: int, accounts: int, attempts: int, rng: random.Random) -> None:
    """Put so many of each into an empty database."""
    files = sorted(ROOT.glob("puzzles/*/*.sgf"))
    texts = [
        (each, puzzle_from(each, privilege=True))
        for each in (file.read_text("utf-8") for file in files)
    ]
    shelves = [collection_row(f"scale-{number}", 10 + number) for number in range(SHELVES)]
    session.add_all(shelves)
    session.flush()
    plain = puzzle_row(collection_row("none"), "none")
    common = {
        column.name: getattr(plain, column.name)
        for column in PuzzleRow.__table__.columns
        if column.name not in ("id", "collection_id")
    }

    def rows() -> Iterable[dict[str, Any]]:
        for number in range(1, puzzles + 1):
            sgf, puzzle = texts[number % len(texts)]
            yield common | {
                "id": number + 100_000,
                "public_id": f"s{number:09}",
                "slug": f"n{number}",
                "collection_id": shelves[number % SHELVES].id,
                "place": number,
                "title": f"{number}: {puzzle.name}",
                "sgf": sgf,
                "goal": puzzle.goal,
                "side": puzzle.position.to_move,
                "ruleset": puzzle.position.ruleset,
                "difficulty": float(number % 101),
                "pegs": 1 + number % 9,
                "soundness": "SOUND",
                "rating": 1000.0 + number % 900,
                "created": number,
                "content_hash": f"{number:064}",
            }

    _insert(session, PuzzleRow, rows())
    ids = range(100_001, 100_001 + puzzles)
    _insert(
        session,
        Revision,
        (
            {"puzzle_id": each, "number": 1, "sgf": "", "content_hash": "", "created": 1}
            for each in ids
        ),
    )
    _insert(session, Tag, ({"puzzle_id": each, "name": f"tag{each % 40}"} for each in ids))
    _insert(
        session,
        Account,
        (
            {
                "id": number,
                "name": f"Account{number}",
                "name_key": f"account{number}",
                "password_hash": "",
                "created": 1,
                "epoch": 0,
                **NEWCOMER._asdict(),
            }
            for number in range(1, accounts + 1)
        ),
    )
    _insert(session, Attempt, _attempts(puzzles, accounts, attempts, rng))
    session.execute(text("SELECT setval('account_id_seq', (SELECT max(id) FROM account))"))


def _attempts(
    puzzles: int, accounts: int, count: int, rng: random.Random
) -> Iterable[dict[str, Any]]:
    """Yield attempts: an account's first ones at other puzzles each."""
    now = int(time.time())
    for number in range(count):
        round_, account = divmod(number, accounts)
        yield {
            "account_id": account + 1,
            # Another puzzle each round: the step has no part in common with most counts.
            "puzzle_id": 100_001 + (account * 37 + round_ * 7) % puzzles,
            "revision": 1,
            "first": round_ * 7 < puzzles,
            "ending": rng.choice([AttemptEnding.SOLVED, AttemptEnding.FAILED]),
            "hints": 0,
            "started": now - count + number,
            "ended": now - count + number,
            "rating_before": 1500.0,
            "rating_after": 1500.0 + rng.random() * 20 - 10,
        }


def _insert(session: Session, model: type[Any], rows: Iterable[dict[str, Any]]) -> None:
    chunk = list[dict[str, Any]]()
    for row in rows:
        chunk.append(row)
        if len(chunk) == CHUNK:
            session.execute(insert(model), chunk)
            chunk.clear()
    if chunk:
        session.execute(insert(model), chunk)


# -- measuring ---------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Measure a tenth and the whole."""
    puzzles, accounts, attempts = map(int, arguments) if arguments else WHOLE
    with cluster() as server:
        database = Database(server)
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as admin:
            for part in (10, 1):
                name = f"part{part}"
                admin.exec_driver_sql(f"CREATE DATABASE {name}")
                _measure(
                    server.replace("/postgres?", f"/{name}?"),
                    (puzzles // part, accounts // part, attempts // part),
                )
        database.engine.dispose()
    return 0


def _measure(url: str, sizes: tuple[int, int, int]) -> None:
    prepare(ROOT / "puzzles", url)
    database, began = Database(url), time.monotonic()
    with database.sessions.begin() as session:
        fill(session, *sizes, random.Random(1))
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE")
    print("\n{:,} puzzles, {:,} accounts, {:,} attempts".format(*sizes), end=" ")
    print(f"(filled in {time.monotonic() - began:.0f} s)")
    with tempfile.TemporaryDirectory(prefix="twixt-scale-") as folder:
        app = create_app(
            {
                "SECRET_KEY": "scale",
                "TWIXT_DATABASE": url,
                "TWIXT_STORE": f"{folder}/verdicts.sqlite",
                "TWIXT_QUEUE": f"{folder}/jobs.sqlite",
                "RATELIMIT_STORAGE_URI": f"sqlite:///{folder}/limits.sqlite",
                "RATELIMIT_ENABLED": False,
                "WTF_CSRF_ENABLED": False,
            }
        )
        _pages(app, database, sizes)
        app.extensions["database"].engine.dispose()
    database.engine.dispose()


PAGES = {
    "first page": ("/", False),
    "list": ("/puzzles?page={page}", False),
    "list by tag": ("/puzzles?tag=tag{tag}", False),
    "list by words": ("/puzzles?q={tag}:", False),
    "list by difficulty": ("/puzzles?sort=difficulty&page={page}", False),
    "collection": ("/collections/scale-{tag}", False),
    "puzzle": ("/p/s{puzzle:09}", False),
    "daily": ("/daily", False),
    "list, signed in": ("/puzzles?page={page}", True),
    "list, not solved yet": ("/puzzles?solved=no", True),
    "rated stream": ("/next", True),
    "profile": ("/account", True),
    "all that is kept": ("/account/data", True),
}
"""Address of each page, filled in at random, and whether it is asked for by an account."""


def _pages(app: Flask, database: Database, sizes: tuple[int, int, int]) -> None:
    queries = dict[str, tuple[float, Any]]()
    rng = random.Random(2)

    def begin(_c: Any, _cursor: Any, _s: str, _p: Any, context: Any, _m: bool) -> None:
        context.began = time.perf_counter()

    def end(_c: Any, _cursor: Any, statement: str, parameters: Any, context: Any, _m: bool) -> None:
        taken = time.perf_counter() - context.began
        if taken > queries.get(statement, (0.0, None))[0]:
            queries[statement] = taken, parameters

    engine = app.extensions["database"].engine
    event.listen(engine, "before_cursor_execute", begin)
    event.listen(engine, "after_cursor_execute", end)
    print(f"{'milliseconds':24}{'p50':>8}{'p95':>8}{'p99':>8}")
    plans = []
    for name, (address, signed_in) in PAGES.items():
        taken = list[float]()
        queries.clear()
        for _ in range(TIMES):
            client = app.test_client()
            if signed_in:
                _sign_in(client, rng.randrange(1, sizes[1] + 1))
            path = address.format(
                page=rng.randrange(1, 2 + sizes[0] // 36),
                tag=rng.randrange(SHELVES),
                puzzle=1 + rng.randrange(sizes[0]),
            )
            start = time.perf_counter()
            status = client.get(path).status_code
            taken.append(time.perf_counter() - start)
            assert status in (200, 302), f"{path}: {status}"
        cuts = quantiles(taken[1:], n=100)
        print(f"{name:24}" + "".join(f"{cuts[at] * 1000:8.1f}" for at in (49, 94, 98)), flush=True)
        statement, (longest, parameters) = max(queries.items(), key=lambda each: each[1][0])
        if longest > SLOW:
            plans.append((name, longest, statement, parameters))
    for name, longest, statement, parameters in plans:
        print(f"\n{name}: {longest * 1000:.1f} ms at most\n{statement}")
        if statement.startswith("SELECT"):
            with database.engine.connect() as connection:
                plan = connection.exec_driver_sql(f"EXPLAIN ANALYZE {statement}", parameters)
                print("\n".join(f"    {row[0]}" for row in plan))


def _sign_in(client: FlaskClient, account: int) -> None:
    with client.session_transaction() as cookie:
        cookie["_user_id"] = f"{account}.0"
        cookie["_fresh"] = True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
