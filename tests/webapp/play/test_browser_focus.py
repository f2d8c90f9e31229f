"""The keyboard's focus stays with a button that can be used no longer."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import cell, tone, visit
from tests.webapp.shots import puzzle

pytestmark = [pytest.mark.web, pytest.mark.native]

KEY, WRONG = "G9", "C5"
"""The published first move of p17, and one that the solver refutes at once."""


def stays(page: Page, name: str) -> None:
    """Press a button for the last time; once more does nothing."""
    button = page.get_by_role("button", name=name, exact=True)
    button.press("Enter")
    expect(button).to_be_focused()
    expect(button).to_be_disabled()
    said = page.get_by_role("status").inner_text()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(said)
    expect(button).to_be_focused()


def test_undo_keeps_the_focus_at_the_start(page: Page, site: str) -> None:
    visit(page, site + puzzle("p17"))
    cell(page, KEY).click()
    tone(page, "right")
    stays(page, "Undo")
    expect(page.locator("#moves li")).to_have_count(0)


def test_the_steps_of_a_refutation_keep_the_focus_at_both_ends(page: Page, site: str) -> None:
    visit(page, site + puzzle("p17"))
    cell(page, WRONG).click()
    tone(page, "refuted")
    stays(page, "Step back")
    forward = page.get_by_role("button", name="Step forward")
    count = page.locator("#moves .tried").count()
    for _ in range(count - 2):
        forward.press("Enter")
    stays(page, "Step forward")
    expect(page.locator("#moves .now")).to_have_text(
        page.locator("#moves .tried").last.inner_text()
    )


def test_play_keeps_the_focus_when_no_move_is_to_be_typed(page: Page, site: str) -> None:
    visit(page, site + puzzle("p17"))
    page.get_by_label("Move", exact=True).fill(WRONG)
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    tone(page, "refuted")
    stays(page, "Play")


def test_a_button_that_goes_hands_its_focus_on(phone: Page, site: str) -> None:
    visit(phone, site + puzzle("p17"))
    cell(phone, WRONG).tap()
    phone.get_by_role("button", name="Place").press("Enter")
    tone(phone, "refuted")
    expect(phone.get_by_role("button", name="Try again")).to_be_focused()
