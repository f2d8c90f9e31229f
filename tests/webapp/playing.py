"""What the site keeps of attempts. The fixtures that play are in `conftest`."""

from collections.abc import Callable
from threading import Thread

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from solver.answers import Outcome
from webapp.models import Account, Attempt, AttemptEnding, PuzzleRow

__all__ = [
    "RIGHT",
    "SOLVES",
    "UNDECIDED",
    "WRONG",
    "attempts",
    "endings",
    "meanwhile",
    "ratings",
    "serve_small",
]

WRONG, RIGHT, SOLVES, UNDECIDED = Outcome.LOSES, Outcome.WINS, Outcome.MET, Outcome.UNDECIDED


def attempts(app: Flask) -> list[Attempt]:
    with app.extensions["database"].sessions() as session:
        return list(session.scalars(select(Attempt).order_by(Attempt.id)))


def endings(app: Flask) -> list[AttemptEnding | None]:
    return [attempt.ending for attempt in attempts(app)]


def ratings(app: Flask) -> tuple[float, float]:
    """Return the ratings of the account and of the puzzle `SMALL`."""
    with app.extensions["database"].sessions() as session:
        puzzle = session.scalars(select(PuzzleRow).filter_by(slug="small")).one()
        return session.scalars(select(Account)).one().rating, puzzle.rating


def meanwhile(
    app: Flask, player: FlaskClient, play: Callable[..., object], outcome: Outcome
) -> Callable[..., None]:
    """Return what plays a move in another window of the player, as a listener."""
    cookie = player.get_cookie("session")
    assert cookie is not None
    other = app.test_client()
    other.set_cookie("session", cookie.value)

    def move(*_: object) -> None:
        thread = Thread(target=play, args=(other, outcome))
        thread.start()
        thread.join()

    return move


def serve_small(app: Flask, client: FlaskClient) -> None:
    """Have the site choose `SMALL` for somebody."""
    with app.extensions["database"].sessions.begin() as session:
        session.execute(update(PuzzleRow).filter_by(slug="quarter").values(published=None))
    assert client.get("/next").status_code == 302
