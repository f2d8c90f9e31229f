"""The page of a visitor's progress in a browser."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.webapp.browser import (
    DESKTOP,
    another_page,
    cell,
    new_account,
    new_window,
    no_serious_findings,
    status,
    tone,
    visit,
)
from tests.webapp.people import PASSWORD
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web]

FIRST_BOARD = public_id("lessons", "lesson1")
KEY = "D3"
"""The move that solves it."""


def test_beaten_defences_can_be_deleted_where_nothing_else_is_kept(page: Page, site: str) -> None:
    visit(page, f"{site}/progress")
    expect(page.get_by_role("button", name="Delete all")).to_be_hidden()
    page.evaluate("localStorage.setItem('mastery', JSON.stringify({ a: [1, 3] }))")
    visit(page, f"{site}/progress")
    expect(page.locator("#mastery")).to_have_text(
        "In this browser: 1 of 3 kinds of defence beaten. All kinds are beaten in 0 of 1 puzzle."
    )
    expect(page.get_by_role("button", name="Save as a file")).to_be_hidden()
    page.get_by_role("button", name="Delete all").click()
    no_serious_findings(page)
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Delete all").click()
    expect(page.locator("#mastery")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('mastery')") is None


def test_a_solved_puzzle_leaves_a_visitor_s_list_to_try_again(page: Page, site: str) -> None:
    first, second = (public_id("lessons", name) for name in ("lesson1", "lesson2"))
    visit(page, f"{site}/redo?p={first}&p={second}")
    expect(page.locator(".card")).to_have_count(2)

    def solve(puzzle: str) -> None:
        solved = "id => localStorage.setItem('progress', JSON.stringify({ [id]: 'solved' }))"
        page.evaluate(solved, puzzle)

    solve(first)
    with another_page(page):
        page.reload()
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator(f'.card[data-puzzle="{second}"]')).to_be_visible()
    expect(page.get_by_text("Nothing to try again.")).to_have_count(0)
    visit(page, f"{site}/redo?p={first}")
    expect(page.get_by_text("Nothing to try again.")).to_be_visible()
    expect(page.get_by_text("leaves the list")).to_have_count(0)
    no_serious_findings(page)


def sign_out_elsewhere(browser: Browser, site: str, name: str) -> None:
    """End all other sessions of an account, as its owner does on another machine."""
    with new_window(browser, viewport=DESKTOP) as window:
        page = window.new_page()
        visit(page, f"{site}/sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(PASSWORD)
        with another_page(page):
            page.get_by_role("button", name="Sign in").click()
        visit(page, f"{site}/account/settings")
        with another_page(page):
            page.get_by_role("button", name="Sign out everywhere else").click()


@pytest.mark.native
def test_what_is_solved_after_the_session_ended_elsewhere_counts_at_the_next_sign_in(
    page: Page, browser: Browser, site: str
) -> None:
    name = "Two-machines"
    new_account(page, site, name)
    visit(page, f"{site}/p/{FIRST_BOARD}")
    sign_out_elsewhere(browser, site, name)
    cell(page, KEY).click()
    tone(page, "solved")
    expect(status(page)).to_contain_text("You are signed out here: sign in to have this counted.")
    with another_page(page):
        page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    with another_page(page):
        page.get_by_role("button", name="Sign in").click()
    assert page.evaluate("localStorage.getItem('progress')") is None
    visit(page, f"{site}/account")
    expect(page.locator(".lead")).to_contain_text("1 solved of 1 tried")
    page.goto(f"{site}/p/{FIRST_BOARD}")
    expect(page.get_by_text("You have solved this puzzle before.")).to_be_visible()


def test_a_browser_hands_over_as_much_as_it_has(context: BrowserContext, site: str) -> None:
    """In pieces, of which it keeps those that the site did not take."""
    page = context.new_page()
    kept = {f"{number:010x}": "solved" for number in range(3499)}
    kept[public_id("lessons", "lesson1")] = "solved"
    new_account(page, site, "Diligent")
    page.evaluate("kept => localStorage.setItem('progress', JSON.stringify(kept))", kept)
    sent = list[int]()

    def answer(route: Route) -> None:
        sent.append(len(route.request.post_data_json or {}))
        if len(sent) == 2:
            route.fulfill(status=409, json={"message": "This was changed at the same moment."})
        else:
            route.continue_()

    page.route("**/progress", answer)
    visit(page, f"{site}/account")
    expect(page.get_by_role("alert")).to_contain_text("This was changed at the same moment.")
    assert page.evaluate("Object.keys(JSON.parse(localStorage.getItem('progress'))).length") == 2500
    no_serious_findings(page)
    visit(page, f"{site}/account")
    assert sent == [1000, 1000, 1000, 1000, 500]
    expect(page.get_by_role("alert")).to_have_count(0)
    visit(page, f"{site}/account")
    expect(page.get_by_text("1 solved of 1 tried.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('progress')") is None
