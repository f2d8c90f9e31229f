"""Answers that come when the visitor has gone on: they change nothing."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webapp.browser import cell, hold, new_account, status, taken_in, tone, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

KEY, WRONG = "G9", "C5"
"""The published first move of the puzzle, and one that the solver refutes at once."""

GIVES = {2: "groups of pegs", 3: "the move itself", 4: "the whole line"}
"""What hints show, by their level."""


@pytest.fixture
def puzzle(page: Page, site: str) -> Page:
    """The page of the puzzle."""
    visit(page, f"{site}/p/{public_id('randolph-hensel', 'p17')}")
    return page


def release(page: Page, question: str, held: list[Route]) -> None:
    with taken_in(page, f"**/{question}"):
        held[0].continue_()


def test_back_gives_up_the_move_that_is_being_judged(puzzle: Page) -> None:
    cell(puzzle, KEY).click()
    tone(puzzle, "right")
    held = hold(puzzle, "moves")
    cell(puzzle, WRONG).click()
    tone(puzzle, "thinking")
    puzzle.go_back()
    expect(status(puzzle)).to_have_text("Your move.")
    release(puzzle, "moves", held)
    expect(status(puzzle)).to_have_text("Your move.")
    expect(puzzle.locator("#moves li")).to_have_count(0)
    assert "#" not in puzzle.url
    # The next move is judged from there.
    puzzle.unroute(re.compile(r"/moves$"))
    cell(puzzle, KEY).click()
    tone(puzzle, "right")
    expect(puzzle.locator("#moves li")).to_have_count(1)


def test_back_twice_leads_back_twice_however_late_the_answer(puzzle: Page) -> None:
    cell(puzzle, WRONG).click()
    tone(puzzle, "refuted")
    puzzle.get_by_role("button", name="Try again").click()
    held = hold(puzzle, "moves")
    with puzzle.expect_request(re.compile(r"/moves$")):
        puzzle.go_back()
    puzzle.go_back()
    release(puzzle, "moves", held)
    expect(status(puzzle)).to_have_text("Your move.")
    expect(puzzle.locator("#moves li")).to_have_count(0)
    assert "#" not in puzzle.url


def test_a_hint_that_comes_while_a_move_is_judged_shows_no_other_line(puzzle: Page) -> None:
    more = puzzle.locator("#hint-give")
    puzzle.get_by_role("button", name="Hint").click()
    for level in (2, 3, 4):
        more.click()
        expect(puzzle.locator("#hint-text")).to_contain_text(f"The next hint shows {GIVES[level]}")
    hints = hold(puzzle, "hints")
    more.click()
    moves = hold(puzzle, "moves")
    cell(puzzle, KEY).click()
    tone(puzzle, "thinking")
    release(puzzle, "hints", hints)
    tone(puzzle, "thinking")
    expect(puzzle.locator("#moves li")).to_have_count(0)
    release(puzzle, "moves", moves)
    tone(puzzle, "right")
    expect(puzzle.locator("#moves li")).to_have_count(1)


@pytest.mark.parametrize("elsewhere", ["Try moves freely", "Solution"])
def test_hints_close_where_another_position_is_shown(puzzle: Page, elsewhere: str) -> None:
    puzzle.get_by_role("button", name="Hint").click()
    hints = hold(puzzle, "hints")
    puzzle.locator("#hint-give").click()
    # It is shorter than what stood there: the buttons below move up.
    expect(puzzle.locator("#hint-text")).to_have_text("Thinking about a hint…")
    puzzle.locator("#after").evaluate("panel => { panel.hidden = false; }")
    puzzle.get_by_role("button", name=elsewhere).click()
    if elsewhere == "Solution":
        puzzle.get_by_role("treeitem").first.locator(".twig").first.click()
    expect(puzzle.get_by_role("button", name="Back to the puzzle")).to_be_visible()
    expect(puzzle.locator("#hint")).to_be_hidden()
    release(puzzle, "hints", hints)
    expect(puzzle.locator("#board .hinted")).to_have_count(0)


def test_a_late_hint_is_not_shown_for_a_later_position(puzzle: Page) -> None:
    text = puzzle.locator("#hint-text")
    puzzle.get_by_role("button", name="Hint").click()
    hints = hold(puzzle, "hints")
    puzzle.locator("#hint-give").click()
    expect(text).to_have_text("Thinking about a hint…")
    cell(puzzle, KEY).click()
    tone(puzzle, "right")
    puzzle.get_by_role("button", name="Hint").click()
    release(puzzle, "hints", hints)
    expect(text).to_contain_text("Hint 1 of 4 shows where to look")
    expect(puzzle.locator("#board .hinted")).to_have_count(0)


def test_a_hint_that_is_closed_before_it_comes_was_given_all_the_same(
    page: Page, site: str
) -> None:
    new_account(page, site, "Impatient")
    visit(page, f"{site}/next")
    expect(page.locator("#rated")).to_have_text("Rated: your first attempt counts.")
    page.get_by_role("button", name="Hint").click()
    hints = hold(page, "hints")
    page.locator("#hint-give").click()
    expect(page.locator("#hint-text")).to_have_text("Thinking about a hint…")
    page.get_by_role("button", name="Close").click()
    release(page, "hints", hints)
    expect(page.locator("#rated")).to_have_text("No longer rated: a hint was taken.")
    expect(page.locator("#hint")).to_be_hidden()
    puzzle = page.url.rpartition("/")[2]
    kept = page.evaluate("id => sessionStorage.getItem(`result ${id}`)", puzzle)
    assert "🟨" in kept
