"""A telephone held sideways: the board is seen whole, beside what is said of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize

from tests.webapp.browser import new_window, no_serious_findings, visit, watched
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

PUZZLE, LESSON = public_id("randolph-hensel", "p17"), public_id("course", "link-removal")
SIZES = [
    ViewportSize(width=width, height=height)
    for width, height in ((568, 320), (740, 360), (932, 430))
]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def sideways(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with (
        new_window(browser, viewport=request.param, has_touch=True, is_mobile=True) as context,
        watched(context.new_page()) as page,
    ):
        yield page


@pytest.mark.parametrize("address", [f"/p/{PUZZLE}", f"/p/{LESSON}", f"/analysis?puzzle={PUZZLE}"])
def test_the_board_the_status_and_the_buttons_are_seen_at_once(
    sideways: Page, site: str, address: str
) -> None:
    visit(sideways, site + address)

    def box(part: str) -> FloatRect:
        found = sideways.locator(f".puzzle > {part}").bounding_box()
        assert found is not None
        return found

    window = sideways.viewport_size
    assert window is not None
    board, said, buttons = box(".board-room"), box(".status"), box(".controls")
    assert board["height"] > 0.7 * window["height"]
    assert board["x"] + board["width"] <= min(said["x"], buttons["x"])
    for part in (board, said, buttons):
        assert part["y"] + part["height"] <= window["height"]
    assert sideways.evaluate("document.documentElement.scrollWidth") == window["width"]
    assert sideways.evaluate("innerWidth") == window["width"]
    no_serious_findings(sideways)


def test_the_board_of_the_editor_is_no_higher_than_the_window(sideways: Page, site: str) -> None:
    visit(sideways, f"{site}/draw")
    board, window = sideways.locator(".board").bounding_box(), sideways.viewport_size
    assert board is not None
    assert window is not None
    assert board["height"] <= window["height"]
    assert sideways.evaluate("document.documentElement.scrollWidth") == window["width"]
