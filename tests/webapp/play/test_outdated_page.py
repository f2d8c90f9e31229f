"""A page that stands open while its puzzle gets a new text or its session ends: it is told."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Route, expect
from sqlalchemy import update

from tests.webapp.browser import cell, status, visit
from tests.webapp.conftest import Play, ScriptedJudge
from tests.webapp.core.test_pages import page_data
from tests.webapp.people import send
from tests.webapp.playing import RIGHT, WRONG, attempts, ratings, serve_small
from webapp.catalog.shipped_collections import public_id
from webapp.models import PuzzleRow

NEW_VERSION = "This puzzle has a new version. Reload the page."
P17 = public_id("randolph-hensel", "p17")


def replace_small(app: Flask) -> None:
    with app.extensions["database"].sessions.begin() as session:
        new = {"revision": 2, "content_hash": "1" * 64}
        session.execute(update(PuzzleRow).filter_by(slug="small").values(new))


def test_a_move_on_an_earlier_text_is_refused_and_not_rated(
    app: Flask, player: FlaskClient, play: Play, judge: ScriptedJudge, small: str
) -> None:
    serve_small(app, player)
    shown = {"content_hash": page_data(player, small)["content_hash"]}
    replace_small(app)
    for address in (f"{small}/moves", small.replace("/p/", "/embed/") + "/moves"):
        response = player.post(address, json={"line": [], "move": "b1"} | shown)
        assert response.status_code == 409
        assert response.get_json()["message"] == NEW_VERSION
    assert player.post(f"{small}/hints", json={"line": [], "level": 1} | shown).status_code == 409
    assert (judge.asked, attempts(app), ratings(app)) == ([], [], (1500, 1500))
    found = play(player, WRONG, content_hash=page_data(player, small)["content_hash"])
    assert found["rated"] is True


@pytest.mark.web
@pytest.mark.native
@pytest.mark.parametrize("address", ["/", f"/p/{P17}", f"/embed/{P17}"])
def test_a_page_with_an_earlier_text_says_that_there_is_a_new_one(
    context: BrowserContext, site: str, address: str
) -> None:
    def outdate(route: Route) -> None:
        response = route.fetch()
        text, count = re.subn("[0-9a-f]{64}(?=&#34;)", "0" * 64, response.text())
        assert count == 1
        route.fulfill(response=response, body=text)

    page = context.new_page()
    page.route(site + address, outdate)
    visit(page, site + address)
    hole = page.evaluate("Object.keys(JSON.parse(main.dataset.puzzle).state.moves)[0]")
    cell(page, hole).click()
    expect(status(page)).to_have_text(NEW_VERSION)
    if address.startswith("/p/"):
        page.get_by_role("button", name="Hint").click()
        page.locator("#hint-give").click()
        expect(page.locator("#hint-text")).to_have_text(NEW_VERSION)


def test_an_answer_tells_whether_anybody_is_signed_in(player: FlaskClient, play: Play) -> None:
    assert play(player, RIGHT)["account"] is True
    send(player, "/sign-out")
    assert play(player, RIGHT)["account"] is False
