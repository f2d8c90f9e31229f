"""What an account has solved is marked in lists, and its page offers the solution."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.webapp.browser import new_account, visit
from tests.webapp.conftest import Play, puzzle_address
from tests.webapp.people import sign_up
from tests.webapp.playing import SOLVES, WRONG
from webapp.catalog.shipped_collections import public_id

MARKED, SOLVED_PAGE = '<span class="card-mark">', "data-solved data-puzzle="
LISTS = ("/collections/tests", "/puzzles", "/puzzles?collection=tests")


def test_what_an_account_has_solved_is_marked_for_it_alone(
    app: Flask, player: FlaskClient, play: Play, small: str
) -> None:
    quarter = puzzle_address(player, "Quarter &lt;b&gt;")
    other, visitor = app.test_client(), app.test_client()
    sign_up(other, "Other")
    play(player, WRONG)
    assert SOLVED_PAGE not in player.get(small).text
    play(player, SOLVES)
    for address in LISTS:
        for _ in range(2):
            text = player.get(address).text
            assert text.count(MARKED) == 1
            card = text.partition(MARKED)[0].rpartition('<a class="card"')[2]
            assert f'href="{small}"' in card
            assert MARKED not in other.get(address).text
            assert MARKED not in visitor.get(address).text
    assert SOLVED_PAGE in player.get(small).text
    assert SOLVED_PAGE not in player.get(quarter).text
    for client in (other, visitor):
        assert SOLVED_PAGE not in client.get(small).text


@pytest.mark.web
def test_an_account_finds_its_marks_and_the_solution(page: Page, site: str) -> None:
    solved = public_id("randolph-hensel", "p17")
    visit(page, site)
    kept = json.dumps({solved: "solved"})
    page.evaluate("kept => localStorage.setItem('progress', kept)", kept)
    new_account(page, site, "Marked")
    assert page.evaluate("localStorage.getItem('progress')") is None
    visit(page, f"{site}/collections/randolph-hensel")
    expect(page.locator(".card-mark:visible")).to_have_count(1)
    expect(page.get_by_text("1 solved.")).to_be_visible()
    visit(page, f"{site}/p/{solved}")
    expect(page.get_by_text("You have solved this puzzle before.")).to_be_visible()
    for name in ("Solution", "Try moves freely"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
