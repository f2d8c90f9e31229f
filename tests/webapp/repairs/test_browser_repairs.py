"""A report offers a smaller puzzle, before and after, and the editor takes it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import no_serious_findings, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

REPORT = f"/p/{public_id('lessons', 'lesson4')}/report"


def look(page: Page, site: str) -> None:
    visit(page, site + REPORT)
    button = page.get_by_role("button", name="Look for pegs that can go")
    button.press("Enter")
    offered = page.locator("#repairs li")
    expect(offered.get_by_role("heading")).to_have_text("Without white B6")
    expect(page.locator("#repairs [role=status]")).to_contain_text("Proved: with this change")
    expect(button).to_be_focused()
    expect(offered.locator("figure")).to_have_count(2)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    no_serious_findings(page)


def test_a_smaller_puzzle_is_used_with_one_click(page: Page, site: str) -> None:
    look(page, site)
    before, pegs = (
        figure.locator(".peg").count() for figure in page.locator("#repairs figure").all()
    )
    assert pegs == before - 1
    page.get_by_role("button", name="Use this").click()
    expect(page).to_have_url(re.compile("/draw"))
    expect(page.locator(".board .peg")).to_have_count(pegs)
    expect(page.get_by_label("Tags")).to_have_value("lesson")


@pytest.mark.parametrize(
    ("verdict", "ended", "words"),
    [
        ("sound", True, "No peg can go"),
        ("cooked", True, "No repair found"),
        ("cooked", False, "Try again"),
    ],
)
def test_one_is_asked_to_look_again_only_where_it_helps(
    page: Page, site: str, verdict: str, ended: bool, words: str
) -> None:
    found = {"verdict": verdict, "keys": "the same key", "changes": [], "ended": ended}
    page.route("**/repairs", lambda route: route.fulfill(json=found))
    visit(page, site + REPORT)
    page.get_by_role("button", name="Look for pegs that can go").click()
    said = page.locator("#repairs [role=status]")
    expect(said).to_contain_text(words)
    assert ("Try again" in said.inner_text()) is not ended


def test_a_smaller_puzzle_is_offered_on_a_telephone(phone: Page, site: str) -> None:
    look(phone, site)
