"""Where a peg can be put and where not, and names of holes that are typed anywhere."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import another_page, cell, status, tone, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]


@pytest.fixture
def address(site: str) -> str:
    """Address of a puzzle with a white peg in D6 and a black one in C9, White to move."""
    return f"{site}/p/{public_id('randolph-hensel', 'p17')}"


WHY = {
    "D6": "D6 has a white peg already. Choose an empty hole.",
    "C9": "C9 has a black peg already. Choose an empty hole.",
    "A5": "A5 is in Black's border row: White may not put a peg there. Choose another hole.",
}


@pytest.mark.parametrize("hole", WHY)
def test_a_click_where_no_peg_can_be_says_why(page: Page, address: str, hole: str) -> None:
    visit(page, address)
    cell(page, hole).click()
    expect(status(page)).to_have_text(WHY[hole])
    expect(page.locator("#moves li")).to_have_count(0)


@pytest.mark.parametrize("hole", WHY)
def test_so_does_a_tap(phone: Page, address: str, hole: str) -> None:
    visit(phone, address)
    cell(phone, hole).tap()
    expect(status(phone)).to_have_text(WHY[hole])
    expect(phone.locator(".preview .peg")).to_have_count(0)


@pytest.mark.parametrize(
    ("place", "why"), [("C9", WHY["C9"]), ("A1", "There is no hole at A1. Choose a hole.")]
)
def test_and_the_enter_key(page: Page, address: str, place: str, why: str) -> None:
    visit(page, address)
    cell(page, place).focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text(why)


def test_a_hole_is_typed_wherever_the_focus_is(page: Page, address: str) -> None:
    visit(page, address)
    page.keyboard.type("g9")
    expect(page.get_by_label("Move", exact=True)).to_have_value("g9")
    page.keyboard.press("Enter")
    tone(page, "right")
    page.keyboard.press("Escape")
    # A click leaves the focus on the board: a letter that walks there names a column as well.
    page.get_by_role("button", name="Undo").click()
    cell(page, "D6").click()
    cell(page, "D6").evaluate("hole => hole.focus()")
    page.keyboard.type("h8")
    expect(page.get_by_label("Move", exact=True)).to_have_value("h8")


def test_keys_that_write_nothing_work_in_the_empty_field(page: Page, address: str) -> None:
    visit(page, address)
    field, moves = page.get_by_label("Move", exact=True), page.locator("#moves li")
    page.keyboard.type("g9")
    page.keyboard.press("Enter")
    tone(page, "right")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    # With letters in it they are about these, as is a key that is held down.
    page.keyboard.type("n?")
    expect(field).to_have_value("n?")
    page.keyboard.down("Backspace")
    for _ in range(3):
        page.keyboard.down("Backspace")
    page.keyboard.up("Backspace")
    expect(field).to_have_value("")
    expect(moves).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(moves).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Playing")).to_be_visible()
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("[data-cell]:focus")).to_have_count(1)


def test_who_walks_on_the_board_walks_on(page: Page, address: str) -> None:
    visit(page, address)
    page.keyboard.press("ArrowRight")
    before = page.locator("[data-cell]:focus").get_attribute("data-cell")
    page.keyboard.press("h")
    expect(page.locator("[data-cell]:focus")).not_to_have_attribute("data-cell", str(before))
    expect(page.get_by_label("Move", exact=True)).to_have_value("")


def test_a_letter_that_leads_on_names_a_column_when_a_number_follows(
    page: Page, address: str
) -> None:
    visit(page, address)
    # Time stands still between the calls that let it run.
    page.clock.install(time=0)
    page.clock.pause_at(3600)
    page.keyboard.press("n")
    page.keyboard.press("7")
    expect(page.get_by_label("Move", exact=True)).to_have_value("n7")
    page.clock.run_for(10_000)
    expect(page).to_have_url(address)
    page.get_by_label("Move", exact=True).fill("")
    page.locator("h1").click()
    page.keyboard.press("n")
    with another_page(page):
        page.clock.run_for(1_000)
    expect(page).not_to_have_url(re.compile(re.escape(address)))
