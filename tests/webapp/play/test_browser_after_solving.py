"""The kinds of defence are counted, beaten one after the other, and kept."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.webapp.browser import cell, play_hints, status, tone, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

BEAT = "Beat the next defence"


@pytest.fixture
def puzzle(page: Page, site: str) -> Page:
    """The page of p17, which has several kinds of defence to its key."""
    visit(page, f"{site}/p/{public_id('randolph-hensel', 'p17')}")
    return page


def credit(page: Page) -> Locator:
    return page.locator("#credit")


def test_a_count_that_got_lost_is_asked_for_again(puzzle: Page) -> None:
    lost = re.compile(r"/defences$")
    puzzle.route(lost, lambda route: route.fulfill(body="?"))
    beat = puzzle.get_by_role("button", name=BEAT)
    play_hints(puzzle)
    for _ in range(2):
        expect(credit(puzzle)).to_contain_text("The answer of the site cannot be read.")
        expect(beat).to_be_enabled()
        with puzzle.expect_response(lost):
            beat.click()
    expect(beat).to_be_enabled()
    puzzle.unroute(lost)
    beat.click()
    expect(status(puzzle)).to_contain_text("This time Black answers")
    expect(credit(puzzle)).to_contain_text(re.compile(r"^1 of \d+ kinds of defence to G9 beaten"))
    play_hints(puzzle)
    expect(credit(puzzle)).to_contain_text(re.compile(r"^2 of|^All"))


def test_beaten_kinds_of_defence_count_in_a_later_sitting(puzzle: Page) -> None:
    address, beat = puzzle.url, puzzle.get_by_role("button", name=BEAT)
    play_hints(puzzle)
    beat.click()
    expect(status(puzzle)).to_contain_text("This time Black answers")
    play_hints(puzzle)
    expect(credit(puzzle)).to_contain_text(re.compile(r"^2 of \d+ kinds"))

    # The page alone tells how many, and not the move; the button goes on with another kind.
    visit(puzzle, address)
    expect(credit(puzzle)).to_have_text(
        re.compile(r"^You have solved this puzzle before\. 2 of \d+ kinds of defence beaten\.$")
    )
    beat.click()
    expect(status(puzzle)).to_contain_text("This time Black answers")
    expect(credit(puzzle)).to_contain_text(re.compile(r"^2 of \d+ kinds of defence to G9"))
    play_hints(puzzle)
    expect(credit(puzzle)).to_contain_text(re.compile(r"^3 of|^All"))

    # So does who solves the puzzle once more.
    visit(puzzle, address)
    play_hints(puzzle)
    expect(credit(puzzle)).to_contain_text(re.compile(r"^3 of|^All"))


def test_a_share_without_the_beaten_kinds_is_kept(puzzle: Page) -> None:
    """As browsers stored it before: a later sitting adds the kinds, and takes nothing away."""
    number = public_id("randolph-hensel", "p17")
    puzzle.evaluate("id => localStorage.setItem('mastery', `{\"${id}\": [9, 10]}`)", number)
    play_hints(puzzle)
    expect(credit(puzzle)).to_contain_text(re.compile(r"^1 of \d+ kinds of defence to G9 beaten"))
    kept = puzzle.evaluate("id => JSON.parse(localStorage.mastery)[id]", number)
    assert kept[:3] == [9, 10, {"move": "g9", "name": "G9"}]
    assert len(kept[3]) == 1


def test_a_move_that_joins_the_rows_needs_nothing_more(page: Page, site: str) -> None:
    visit(page, f"{site}/p/{public_id('lessons', 'lesson2')}")
    cell(page, "B4").click()
    tone(page, "solved")
    area = page.get_by_role("button", name="What the win needs")
    area.click()
    expect(credit(page)).to_have_text(
        "After B4 nothing more is needed: White has joined rows 1 and 6 already."
    )
    expect(area).to_have_attribute("aria-pressed", "false")


def test_needed_holes_are_not_shaded_beside_those_of_a_hint(puzzle: Page) -> None:
    puzzle.get_by_role("button", name="Hint", exact=True).click()
    puzzle.get_by_role("button", name="Show it").click()
    for _ in range(3):
        puzzle.get_by_role("button", name="Show the next hint").click()
    expect(puzzle.locator("#hint-text")).to_contain_text("The line is")
    expect(puzzle.locator(".cell.hinted")).not_to_have_count(0)
    puzzle.get_by_role("button", name="What the win needs").click()
    expect(credit(puzzle)).to_contain_text("Shaded: all that G9 needs.")
    expect(puzzle.locator(".cell.zone")).not_to_have_count(0)
    expect(puzzle.locator(".cell.hinted")).to_have_count(0)
