"""The page of a check that goes on: it shows that it does."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webapp.browser import another_page, visit

pytestmark = [pytest.mark.web, pytest.mark.native]


def test_a_check_shows_that_it_goes_on(page: Page, site: str) -> None:
    told = {"state": "queued", "said": "Waiting.", "decided": 0, "first_moves": 0, "moves": []}
    page.route("**/state", lambda route: answer(route, told))
    visit(page, f"{site}/draw")
    page.get_by_label("Size").select_option("24x24")
    with another_page(page):
        page.get_by_role("button", name="Check soundness").click()
    bar, elapsed = page.get_by_role("progressbar"), page.locator("#elapsed")
    expect(page.locator("#said")).to_have_text("Waiting.")
    expect(elapsed).to_be_empty()
    told |= {"state": "running", "said": "2 of 3.", "decided": 2, "first_moves": 3}
    expect(page.locator("#said")).to_have_text("2 of 3.")
    expect(bar).to_have_attribute("value", "2")
    expect(elapsed).to_have_text(re.compile(r"^\d+ seconds? so far\.$"))
    before = elapsed.inner_text()
    told |= {"said": "3 of 3.", "decided": 3}
    expect(page.locator("#said")).to_have_text("3 of 3.")
    assert bar.get_attribute("value") is None, "it moves"
    expect(elapsed).not_to_have_text(before)
    with another_page(page):
        page.get_by_role("button", name="Cancel").click()


def answer(route: Route, told: object) -> None:
    route.fulfill(json=told)
