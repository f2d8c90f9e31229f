"""The page of a visitor's progress in a browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import no_serious_findings, visit

pytestmark = [pytest.mark.web]


def test_beaten_defences_can_be_deleted_where_nothing_else_is_kept(page: Page, site: str) -> None:
    visit(page, f"{site}/progress")
    expect(page.get_by_role("button", name="Delete all")).to_be_hidden()
    page.evaluate("localStorage.setItem('mastery', JSON.stringify({ a: [1, 3] }))")
    visit(page, f"{site}/progress")
    expect(page.locator("#mastery")).to_have_text(
        "In this browser: 1 of 3 kinds of defence beaten. All kinds are beaten in 0 of 1 puzzle."
    )
    expect(page.get_by_role("button", name="Save as a file")).to_be_hidden()
    page.get_by_role("button", name="Delete all").click()
    no_serious_findings(page)
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Delete all").click()
    expect(page.locator("#mastery")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('mastery')") is None
