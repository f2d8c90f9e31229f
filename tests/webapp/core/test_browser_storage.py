"""Pages in a browser that forbids them to keep anything."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import cell, status, tone, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

FORBIDDEN = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("Access is denied.", "SecurityError"); },
});"""
LESSON = f"/p/{public_id('lessons', 'lesson1')}"
KEY = "D3"
"""The move that solves it."""


@pytest.fixture
def closed(page: Page) -> Page:
    """Return a page that may not use the storage; it fails if an error shows there."""
    page.add_init_script(FORBIDDEN)
    return page


def test_a_puzzle_is_played_and_its_switches_work(closed: Page, site: str) -> None:
    visit(closed, site + LESSON)
    closed.get_by_role("button", name="Board settings").click()
    closed.get_by_label("Sound").check()
    closed.get_by_label("Colours").select_option("blue-orange")
    expect(closed.locator("html[data-theme=blue-orange]")).to_be_attached()
    closed.get_by_label("Show threats").check()
    expect(closed.locator("#overlay-words")).to_contain_text("White: D3.")
    closed.get_by_role("button", name="Close").click()
    cell(closed, KEY).click()
    tone(closed, "solved")
    expect(status(closed)).to_contain_text("this puzzle will not be marked as solved")
    visit(closed, f"{site}/progress")
    expect(closed.get_by_text("No puzzle yet.")).to_be_visible()


def test_a_drawing_is_made_and_said_to_be_lost(closed: Page, site: str) -> None:
    visit(closed, f"{site}/draw")
    closed.get_by_label("Live check").check()
    cell(closed, "C3").press("Enter")
    expect(cell(closed, "C3")).to_have_attribute("aria-label", "C3, white peg")
    expect(closed.get_by_text("Your drawing is not kept")).to_be_visible()
    expect(closed.get_by_label("Live check")).to_be_checked()


def test_a_run_has_a_result(closed: Page, site: str) -> None:
    visit(closed, f"{site}/run")
    closed.get_by_role("button", name="Start the run").click()
    closed.locator("#stop").click()
    expect(closed.get_by_role("heading", name="0 puzzles solved")).to_be_visible()
