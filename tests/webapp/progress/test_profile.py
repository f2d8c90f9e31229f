"""The profile of an account: its rating and progress, also when it has been rated often."""

import random
import re
import xml.etree.ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert, select

from tests.webapp.conftest import Play
from tests.webapp.people import sign_up
from tests.webapp.playing import SOLVES, ratings, serve_small
from webapp.core.database import Database
from webapp.models import Account, Attempt, AttemptEnding, PuzzleRow
from webapp.progress import charts

POINT = re.compile(r"([\d.]+),([\d.]+)")


def rate(database: Database, ratings: list[float]) -> None:
    """Give the only account rated attempts with these ratings after them."""
    with database.sessions.begin() as session:
        plain = {
            "account_id": session.scalars(select(Account.id)).one(),
            "puzzle_id": session.scalars(select(PuzzleRow.id).limit(1)).one(),
            "revision": 1,
            "first": False,
            "ending": AttemptEnding.SOLVED,
            "hints": 0,
            "started": 1,
            "rating_before": 1500.0,
        }
        rows = [plain | {"ended": at, "rating_after": value} for at, value in enumerate(ratings)]
        session.execute(insert(Attempt), rows)


@pytest.mark.parametrize("count", [1, 100, 101, 1500])
def test_the_table_of_ratings_has_the_last_hundred(
    client: FlaskClient, database: Database, count: int
) -> None:
    sign_up(client)
    rate(database, [1000.0 + at for at in range(count)])
    text = client.get("/account").text
    table = text.partition("<table>")[2].partition("</table>")[0]
    expected = [f"{1000 + at}" for at in range(count)][-100:]
    assert expected == re.findall(r"<td>(\d+)</td></tr>", table)
    assert (count > 100) == ("<caption>" in table)
    if count > 100:
        assert f"The last 100 of {count:,}." in table
        assert 'href="/account/data"' in table


def test_a_profile_tells_nothing_of_what_others_did(app: Flask, database: Database) -> None:
    sign_up(app.test_client())
    rate(database, [1234.0])
    other = app.test_client()
    sign_up(other, "Other")
    text = other.get("/account").text
    assert "1234" not in text
    assert "0 solved of 0 tried" in text


def points(values: list[float]) -> list[tuple[str, str]]:
    """Return the points of the curve through values."""
    return POINT.findall(charts.curve(values, "").partition('<polyline points="')[2])


@pytest.mark.parametrize("count", [2, 300, 639, 640, 641, 642, 2000, 5003])
def test_a_long_curve_is_drawn_by_the_lowest_and_the_highest_of_each_column(count: int) -> None:
    rng = random.Random(count)
    values = [1000.0, 2000.0, *(rng.uniform(1000, 2000) for _ in range(count - 2))]
    rng.shuffle(values)
    # The axis goes from 1000 to 2000, from 154 up to 12, and the curve from 46 to 330.
    every = [
        (f"{46 + 284 * at / (count - 1):.1f}", f"{154 - 142 * (value - 1000) / 1000:.1f}")
        for at, value in enumerate(values)
    ]
    drawn = points(values)
    assert len(drawn) == count if count <= 640 else len(drawn) <= 642
    assert (every[0], every[-1]) == (drawn[0], drawn[-1])
    rest = iter(every)
    assert all(point in rest for point in drawn), "points of the whole curve, in their order"
    for column in range(320):
        part = range(count * column // 320, count * (column + 1) // 320)
        if part:
            lowest, highest = min(part, key=values.__getitem__), max(part, key=values.__getitem__)
            assert {every[lowest], every[highest]} <= set(drawn)


def test_the_profile_shows_rating_and_progress(app: Flask, player: FlaskClient, play: Play) -> None:
    assert "no rating yet" in player.get("/account").text
    serve_small(app, player)
    play(player, SOLVES)
    text = player.get("/account").text
    assert "1 solved of 1 tried" in text
    assert f"Your rating is {ratings(app)[0]:.0f}" in text
    drawings = re.findall(r"<svg class=\"plot\".*?</svg>", text, re.DOTALL)
    assert len(drawings) == 2
    assert [ET.fromstring(drawing).get("role") for drawing in drawings] == ["img", "img"]
    assert "<td>unknown</td><td>1</td><td>1</td>" in text, "the table behind the plot"


def test_a_curve_and_bars_stay_inside_their_frames() -> None:
    for values in ([1500.0], [900.0, 1100.0, 2600.0], [1499.9, 1500.1]):
        drawing = ET.fromstring(charts.curve(values, "<Rating>"))
        assert drawing.get("aria-label") == "<Rating>"
        found = [float(text.get("y", 0)) for text in drawing.iter() if text.tag.endswith("text")]
        assert min(found) > 0
        assert max(found) <= 180
    drawing = ET.fromstring(charts.bars([("0 to 20", 3, 4), ("20 to 40", 0, 1)], "b"))
    widths = [float(bar.get("width", 0)) for bar in drawing.iter() if bar.tag.endswith("rect")]
    assert widths == [192.0, 144.0, 48.0, 0.0]
