"""A clone in the editor is the puzzle that its address names, and is gone on with on a reload."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import another_page, cell, ready, visit
from tests.webapp.shots import puzzle

pytestmark = [pytest.mark.web, pytest.mark.native]


def clone(page: Page, site: str, name: str) -> None:
    """Click through from a puzzle's page to its clone."""
    visit(page, site + puzzle(name))
    with another_page(page):
        page.get_by_role("link", name="clone in the editor").click()


def shows(page: Page, number: int) -> None:
    title = page.get_by_label("Title", exact=True)
    expect(title).to_have_value(f"Quarter-board puzzle {number}")


def test_a_clone_is_the_puzzle_that_was_chosen_also_after_others(page: Page, site: str) -> None:
    for number in (17, 27, 17):
        clone(page, site, f"p{number}")
        shows(page, number)
    visit(page, f"{site}/draw")
    with another_page(page):
        page.get_by_role("button", name="Undo").click()
        shows(page, 27)
        page.reload()
    shows(page, 27)
    clone(page, site, "p17")
    shows(page, 17)


def test_what_was_drawn_on_a_clone_is_there_after_a_reload(page: Page, site: str) -> None:
    clone(page, site, "p17")
    pegs = page.locator('.board .peg[data-side="white"]')
    expect(pegs).to_have_count(6)
    cell(page, "C5").click()
    expect(pegs).to_have_count(7)
    with another_page(page):
        page.reload()
    expect(pegs).to_have_count(7)


def test_a_clone_that_was_cleared_is_the_puzzle_when_it_is_cloned_again(
    page: Page, site: str
) -> None:
    title = page.get_by_label("Title", exact=True)
    clone(page, site, "p17")
    page.get_by_role("button", name="New, empty board").click()
    expect(title).to_have_value("")
    clone(page, site, "p17")
    shows(page, 17)
    page.get_by_role("button", name="Undo").click()
    expect(title).to_have_value("")


def test_what_was_drawn_on_a_clone_is_there_on_the_way_back(page: Page, site: str) -> None:
    clone(page, site, "p17")
    pegs = page.locator('.board .peg[data-side="white"]')
    cell(page, "C5").click()
    expect(pegs).to_have_count(7)
    for other in (puzzle("p17"), "/draw"):
        visit(page, site + other)
        page.go_back()
        ready(page)
        expect(pegs).to_have_count(7)
