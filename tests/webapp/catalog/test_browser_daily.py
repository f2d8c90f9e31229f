"""The calendar of daily puzzles in a browser: what is solved, and how many days in a row."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import no_serious_findings, visit

pytestmark = [pytest.mark.web]


@pytest.mark.parametrize("kind", ["page", "phone"])
def test_days_that_this_browser_solved_make_a_streak(
    request: pytest.FixtureRequest, site: str, kind: str
) -> None:
    page: Page = request.getfixturevalue(kind)
    visit(page, site)
    visit(page, f"{site}/daily/archive")
    expect(page.locator("#streak")).to_have_text("A puzzle for each day.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    day = page.locator(".calendar .today a")
    public_id = day.get_attribute("data-puzzle")
    page.evaluate(
        "id => localStorage.setItem('progress', JSON.stringify({ [id]: 'solved' }))", public_id
    )
    visit(page, f"{site}/daily/archive")
    expect(day).to_contain_class("solved")
    expect(page.locator("#streak")).to_have_text("1 day in a row solved.")
    no_serious_findings(page)
