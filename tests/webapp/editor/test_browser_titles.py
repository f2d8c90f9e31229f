"""Titles as long as they may be widen no page."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import DESKTOP, PHONE, another_page, new_account, status, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

LESSON = public_id("lessons", "lesson3")


def save(page: Page, site: str, title: str) -> str:
    """Save a clone of a lesson by another title; return the address of its report."""
    visit(page, f"{site}/draw?from={LESSON}")
    page.get_by_text("Title and author").click()
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_label("Title", exact=True).press("Enter")
    page.get_by_role("button", name="Save as a draft").click()
    expect(status(page)).to_contain_text("Only you can see it")
    return site + str(page.locator("#to-report").get_attribute("href"))


def fits(page: Page, address: str) -> None:
    """No part of a page is out of sight to the right, on a telephone and at a desk."""
    visit(page, address)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width == size["width"], address


def test_a_long_title_of_a_puzzle_widens_no_page(page: Page, site: str) -> None:
    new_account(page, site, "Long-titles")
    report = save(page, site, "W" * 300)
    puzzle = report.removesuffix("/report")
    edited = f"{site}/draw?edit={puzzle.rpartition('/')[2]}"
    for address in (puzzle, report, edited, f"{site}/mine"):
        fits(page, address)


def test_a_long_title_of_a_collection_widens_no_page(page: Page, site: str) -> None:
    new_account(page, site, "Long-shelves")
    visit(page, f"{site}/mine")
    for title in ("My collection of hard openings for the autumn term", "W" * 80):
        page.get_by_role("region", name="A new collection").get_by_label("Title").fill(title)
        with another_page(page):
            page.get_by_role("button", name="Create").click()
    save(page, site, "Short")
    for address in (f"{site}/draw", f"{site}/mine"):
        fits(page, address)
