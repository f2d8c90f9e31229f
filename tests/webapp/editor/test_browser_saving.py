"""What the editor says when a drawing is saved, in a browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.webapp.browser import cell, new_account, new_window, status, visit

pytestmark = [pytest.mark.web, pytest.mark.native]


@pytest.fixture
def refused(browser: Browser) -> Iterator[Page]:
    """A page whose console may tell of a refusal."""
    with new_window(browser) as context:
        yield context.new_page()


def save(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_what_a_button_below_the_board_leads_to_is_seen_on_a_telephone(
    phone: Page, site: str
) -> None:
    new_account(phone, site, "Far-below")
    visit(phone, f"{site}/draw")
    save(phone, "Save as a draft")
    expect(status(phone)).to_contain_text("Saved. Only you can see it.")
    expect(status(phone)).to_be_in_viewport(ratio=1)
    expect(phone.get_by_role("button", name="Save", exact=True)).to_be_in_viewport(ratio=1)
    for name, corner in (("to", "C3"), ("Window from", "X1")):
        phone.get_by_label(name, exact=True).fill(corner)
    phone.get_by_label("Window from", exact=True).press("Enter")
    expect(status(phone)).to_have_attribute("data-tone", "problem")
    expect(status(phone)).to_be_in_viewport(ratio=1)


def test_who_was_signed_out_meanwhile_is_told_so_and_keeps_the_drawing(
    refused: Page, site: str
) -> None:
    new_account(refused, site, "Left-elsewhere")
    visit(refused, f"{site}/draw")
    refused.context.clear_cookies()
    save(refused, "Save as a draft")
    expect(status(refused)).to_have_text(
        "You may have been signed out. Reload the page, then try again. "
        "Your drawing is still in this browser."
    )


def test_what_was_saved_on_another_computer_is_replaced_only_when_asked_twice(
    browser: Browser, page: Page, site: str
) -> None:
    new_account(page, site, "Two-computers")
    visit(page, f"{site}/draw")
    save(page, "Save as a draft")
    expect(status(page)).to_contain_text("Saved.")
    with new_window(browser) as context:
        context.add_cookies(page.context.cookies())  # type: ignore[arg-type]  # as playwright does
        other = context.new_page()
        visit(other, page.url)
        cell(other, "C3").click()
        expect(cell(other, "C3")).to_have_attribute("aria-label", "C3, white peg")
        save(other, "Save")
        expect(status(other)).to_contain_text("Saved.")
    cell(page, "D4").click()
    save(page, "Save")
    expect(status(page)).to_contain_text("This puzzle was saved elsewhere meanwhile.")
    save(page, "Save")
    expect(status(page)).to_contain_text("Saved. Only you can see it.")
    page.reload()
    expect(cell(page, "D4")).to_have_attribute("aria-label", "D4, white peg")
    expect(cell(page, "C3")).to_have_attribute("aria-label", "C3, empty")


def test_a_draft_that_was_deleted_meanwhile_is_saved_as_a_new_one(refused: Page, site: str) -> None:
    page = refused
    new_account(page, site, "Deletes-early")
    visit(page, f"{site}/draw")
    save(page, "Save as a draft")
    expect(status(page)).to_contain_text("Saved.")
    other = page.context.new_page()
    visit(other, f"{site}/mine")
    other.locator("[data-puzzle]").get_by_role("button", name="Delete").click()
    other.get_by_role("button", name="Delete").click()
    cell(page, "C3").click()
    save(page, "Save")
    expect(status(page)).to_have_text(
        "This draft was deleted. Save the drawing as a new draft. "
        "Your drawing is still in this browser."
    )
    deleted = page.url
    page.reload()
    expect(status(page)).to_have_text("This draft was deleted. Save the drawing as a new draft.")
    expect(cell(page, "C3")).to_have_attribute("aria-label", "C3, white peg")
    save(page, "Save as a draft")
    expect(status(page)).to_contain_text("Saved. Only you can see it.")
    assert page.url not in (deleted, f"{site}/draw")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
