"""The size of text that a browser is set to."""

import pytest
from playwright.sync_api import Page

from tests.webapp.browser import new_account, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

PAGES = (
    *("/", "/puzzles", "/collections/novice", "/learn", "/draw", "/review", "/analysis"),
    *("/daily", "/run", "/account", "/account/settings"),
    f"/p/{public_id('randolph-hensel', 'p17')}",
    f"/p/{public_id('randolph-hensel', 'p17')}/report",
    f"/p/{public_id('course', 'link-removal')}",
)
BEYOND = """() => [...document.querySelectorAll("body :is(a, button, input, select, p)")]
    .filter((each) => each.checkVisibility() && !each.matches(".skip, .small:first-child a"))
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.outerHTML)"""
"""What stands beyond the right edge; the way back above a title may be cut short."""


@pytest.mark.parametrize("window", ["page", "phone"])
def test_a_page_follows_the_size_of_text_and_stays_in_its_window(
    request: pytest.FixtureRequest, window: str, site: str
) -> None:
    page: Page = request.getfixturevalue(window)
    new_account(page, site, f"Reader-{window}")
    sizes = {"fontSizes": {"standard": 24, "fixed": 20}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    beyond = {}
    for address in PAGES:
        visit(page, site + address)
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "24px"
        assert page.evaluate("document.querySelector('.site').offsetHeight") >= 78
        if found := page.evaluate(BEYOND):
            beyond[address] = found
    assert beyond == {}
