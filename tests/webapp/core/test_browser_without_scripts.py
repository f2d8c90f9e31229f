"""Pages that need scripts say so where none run."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.webapp.browser import DESKTOP, PHONE, new_window
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

ID = public_id("randolph-hensel", "p15")


@pytest.fixture(params=[PHONE, DESKTOP], ids=["telephone", "desktop"])
def plain(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page without scripts."""
    size: ViewportSize = request.param
    with new_window(browser, java_script_enabled=False, viewport=size) as context:
        yield context.new_page()


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("/", "board"),
        (f"/p/{ID}", "board"),
        (f"/embed/{ID}", "board"),
        (f"/analysis?puzzle={ID}", "board"),
        ("/draw", "editor"),
        (f"/p/{ID}/report", "board"),
    ],
)
def test_the_board_that_needs_scripts_says_so(
    plain: Page, site: str, address: str, what: str
) -> None:
    plain.goto(f"{site}{address}")
    said = plain.get_by_role("status").first
    words = f"The {what} needs JavaScript, which is switched off here."
    expect(said).to_have_text(words, use_inner_text=True)
    expect(said).to_be_in_viewport(ratio=1)
    if "report" in address:
        expect(plain.get_by_text("Your browser can do so, too:")).to_be_hidden()
        return  # there it lies over the end of the page
    box = said.bounding_box()
    assert box
    for other in plain.locator(".board-room, .controls, .entry, .tools").all():
        beside = other.bounding_box()
        assert not beside or not (
            box["x"] < beside["x"] + beside["width"]
            and beside["x"] < box["x"] + box["width"]
            and box["y"] < beside["y"] + beside["height"]
            and beside["y"] < box["y"] + box["height"]
        ), other
