"""Accounts as a newcomer meets them: progress without one, signing up, settings, goodbye."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import (
    another_page,
    cell,
    hint,
    new_account,
    no_serious_findings,
    status,
    tone,
    visit,
)
from tests.webapp.people import PASSWORD

pytestmark = [pytest.mark.web, pytest.mark.native]

PUZZLE = "Quarter-board puzzle 17"
WRONG = "c5"
"""A first move of this puzzle that the solver refutes at once."""


@pytest.fixture(params=["desk", "telephone"])
def newcomer(request: pytest.FixtureRequest) -> tuple[Page, str]:
    """Somebody at a desk or with a telephone, and a name that nobody has yet."""
    name = "page" if request.param == "desk" else "phone"
    return request.getfixturevalue(name), f"New-{request.param}"


def fail_a_puzzle(page: Page, site: str) -> None:
    visit(page, f"{site}/puzzles?text=puzzle+17&collection=randolph-hensel")
    with another_page(page):
        page.get_by_role("link", name=re.compile(rf"^{PUZZLE}\b")).first.click()
    page.get_by_label("Move", exact=True).fill(WRONG)
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("is refuted")


def fits(page: Page) -> None:
    """The page has no horizontal scroll, and axe finds nothing serious."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    no_serious_findings(page)


def test_on_a_telephone_the_name_stands_apart_from_the_ways(phone: Page, site: str) -> None:
    new_account(phone, site, "Somebody-of-the-club")
    left = phone.locator(".site-nav a").last.bounding_box()
    right = phone.locator(".site .account").bounding_box()
    assert left is not None
    assert right is not None
    assert right["x"] - left["x"] - left["width"] >= 12
    fits(phone)


def test_a_newcomers_progress_goes_with_him_into_his_account(
    newcomer: tuple[Page, str], site: str
) -> None:
    page, name = newcomer
    fail_a_puzzle(page, site)
    visit(page, f"{site}/progress")
    expect(page.locator("#count")).to_have_text("0 solved, 1 to try again.")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    assert waiting.value.suggested_filename == "twixt-progress.json"
    fits(page)
    with another_page(page):
        page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("link", name=re.compile(PUZZLE))).to_be_visible()

    with another_page(page):
        page.get_by_role("link", name="Sign in").click()
    fits(page)
    with another_page(page):
        page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    fits(page)
    with another_page(page), page.expect_response(re.compile("/progress$")) as merged:
        page.get_by_role("button", name="Create the account").click()
    assert merged.value.json() == {"new": 1}
    visit(page, f"{site}/account")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_text("0 solved of 1 tried.")).to_be_visible()
    expect(page.get_by_role("img", name="Puzzles solved, by difficulty")).to_be_visible()
    fits(page)
    assert page.evaluate("localStorage.getItem('progress')") is None

    with another_page(page):
        page.get_by_role("link", name="Settings").click()
    page.get_by_label("Name of the key").fill("my script")
    with another_page(page):
        page.get_by_role("button", name="Create a key").click()
    expect(page.locator("code.key")).to_contain_text("twixt_")
    fits(page)
    with another_page(page):
        page.get_by_role("button", name="Revoke the key my script").click()
    expect(status(page)).to_contain_text("revoked")

    with another_page(page):
        page.get_by_role("link", name="Delete my account").click()
    fits(page)
    page.get_by_label("Your password").fill(PASSWORD)
    with another_page(page):
        page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account is deleted")


def test_a_rated_puzzle_moves_the_rating(page: Page, site: str) -> None:
    new_account(page, site, "Rated")
    visit(page, f"{site}/account")
    with another_page(page):
        page.get_by_role("link", name="Play a rated puzzle").click()
    expect(page).to_have_url(re.compile("/p/"))
    assert '"rated": true' in (page.locator("#main").get_attribute("data-puzzle") or "")
    # What was done in another tab ends that, and the page says so.
    expect(page.locator("#rated")).to_have_text("Rated: your first attempt counts.")
    [[hole]] = hint(page, 3)["groups"]
    cell(page, hole).click()
    expect(page.locator("#rated")).to_have_text(
        "Not rated: this attempt does not count for your rating."
    )


def test_a_rated_puzzle_that_was_answered_promises_no_rating(page: Page, site: str) -> None:
    new_account(page, site, "Answered")
    visit(page, f"{site}/next")
    expect(page.locator("#rated")).to_have_text("Rated: your first attempt counts.")
    data = json.loads(page.locator("#main").get_attribute("data-puzzle") or "")
    # A hole of the border row, which no easy puzzle has as its key.
    cell(page, next(iter(data["state"]["moves"]))).click()
    tone(page, "refuted")
    expect(status(page)).to_contain_text("Your rating")
    expect(page.locator("#rated")).to_have_text("Rated: this attempt has counted.")
