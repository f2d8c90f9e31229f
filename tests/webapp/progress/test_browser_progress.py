"""The page of a visitor's progress in a browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import another_page, no_serious_findings, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web]


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
