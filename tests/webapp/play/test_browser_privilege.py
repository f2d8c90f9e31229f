"""The Privilege in a browser: called, taken back, and used with mouse, keys and fingers."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.webapp.browser import ROOT, cell, no_serious_findings, status, tone, visit
from tests.webapp.conftest import serving
from tests.webapp.play.test_privilege import BLACK_MAY, TWO_AT_ONCE

pytestmark = [pytest.mark.web, pytest.mark.native]


def test_two_moves_in_a_row_solve_it(page: Page, site: str) -> None:
    visit(page, f"{site}{TWO_AT_ONCE}")
    called = page.get_by_role("button", name="Privilege!")
    expect(called).to_have_attribute("aria-pressed", "false")
    called.click()
    expect(called).to_have_attribute("aria-pressed", "true")
    expect(status(page)).to_contain_text("Privilege!")
    no_serious_findings(page)
    cell(page, "E4").click()
    expect(status(page)).to_contain_text("Choose the hole of the second one")
    cell(page, "F6").click()
    expect(status(page)).to_contain_text("E4+F6 is right")
    expect(called).to_be_hidden()
    expect(page.locator("#moves")).to_contain_text("E4+F6")
    no_serious_findings(page)


@pytest.mark.parametrize(
    ("address", "shows", "gives"),
    [
        (TWO_AT_ONCE, "whether to use the Privilege.", "Use your Privilege."),
        (BLACK_MAY, "where to look", "Look in the square from "),
    ],
)
def test_the_first_hint_is_what_was_said_of_it(
    page: Page, site: str, address: str, shows: str, gives: str
) -> None:
    visit(page, f"{site}{address}")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#hint-text")).to_contain_text(f"The first hint shows {shows}")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#hint-text")).to_contain_text(gives)


def test_the_first_move_is_taken_back_with_escape(page: Page, site: str) -> None:
    visit(page, f"{site}{TWO_AT_ONCE}")
    page.get_by_role("button", name="Privilege!").click()
    cell(page, "E4").click()
    expect(status(page)).to_contain_text("second one")
    page.keyboard.press("Escape")
    expect(status(page)).to_have_text("Your move.")
    cell(page, "E4").click()
    tone(page, "refuted")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Privilege!")).to_be_visible()


def test_both_moves_can_be_typed(page: Page, site: str) -> None:
    visit(page, f"{site}{TWO_AT_ONCE}")
    page.keyboard.type("e4+f6")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("E4+F6 is right")


def test_it_is_used_with_fingers(phone: Page, site: str) -> None:
    visit(phone, f"{site}{TWO_AT_ONCE}")
    phone.get_by_role("button", name="Privilege!").tap()
    for hole, answer in ("E4", "E4 is your first move"), ("F6", "E4+F6 is right"):
        cell(phone, hole).tap()
        cell(phone, hole).tap()
        expect(status(phone)).to_contain_text(answer)
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_it_is_played_on_the_first_page(page: Page, tmp_path: Path) -> None:
    folder = tmp_path / "puzzles" / "one"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "puzzles" / "privilege" / "3.sgf", folder)
    about = {"title": "One", "author": "", "source": "", "licence": ""}
    puzzles = [{"file": "3.sgf"}]
    (folder / "collection.yaml").write_text(yaml.safe_dump(about | {"puzzles": puzzles}))
    with serving(tmp_path, tmp_path / "puzzles") as site:
        visit(page, site)
        page.get_by_role("button", name="Privilege!").click()
        cell(page, "E4").click()
        expect(status(page)).to_contain_text("Choose the hole of the second one")
        cell(page, "F6").click()
        expect(status(page)).to_contain_text("E4+F6 is right")
        no_serious_findings(page)


@pytest.mark.parametrize("moves", [0, 1])
def test_a_call_among_free_moves_is_not_one_of_the_puzzle(
    page: Page, site: str, moves: int
) -> None:
    visit(page, f"{site}{TWO_AT_ONCE}")
    page.evaluate("document.getElementById('after').hidden = false")
    called = page.get_by_role("button", name="Privilege!")
    page.get_by_role("button", name="Try moves freely").click()
    called.click()
    for _ in range(moves):
        cell(page, "E4").click()
        expect(status(page)).to_contain_text("second one")
    page.get_by_role("button", name="Back to the puzzle").click()
    expect(called).to_have_attribute("aria-pressed", "false")
    cell(page, "E4").click()
    tone(page, "refuted")
    page.get_by_role("button", name="Try moves freely").click()
    called.click()
    page.get_by_role("button", name="Back to the puzzle").click()
    tone(page, "refuted")
    page.get_by_role("button", name="Try again").click()
    expect(status(page)).to_have_text("Your move.")


def test_a_call_does_not_stand_in_a_line_that_a_hint_shows(page: Page, site: str) -> None:
    visit(page, f"{site}{TWO_AT_ONCE}")
    page.get_by_role("button", name="Privilege!").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    give, again = page.locator("#hint-give"), page.get_by_role("button", name="Try again")
    while not again.is_visible():
        with page.expect_response(re.compile(r"/hints$")):
            give.click()
        expect(give).to_be_enabled()
    again.click()
    expect(status(page)).to_have_text("Your move.")
    expect(again).to_be_hidden()


def test_a_call_stands_again_after_free_moves(page: Page, site: str) -> None:
    visit(page, f"{site}{TWO_AT_ONCE}")
    page.evaluate("document.getElementById('after').hidden = false")
    called = page.get_by_role("button", name="Privilege!")
    called.click()
    cell(page, "E4").click()
    expect(status(page)).to_contain_text("second one")
    page.get_by_role("button", name="Try moves freely").click()
    expect(called).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Back to the puzzle").click()
    expect(status(page)).to_contain_text("second one")
    cell(page, "F6").click()
    expect(status(page)).to_contain_text("E4+F6 is right")
