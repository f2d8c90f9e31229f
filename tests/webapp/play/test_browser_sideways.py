"""A telephone held sideways: the board is seen whole, beside what is said of it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, expect

from tests.webapp.browser import (
    cell,
    new_window,
    no_serious_findings,
    status,
    tone,
    visit,
    watched,
)
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


@pytest.mark.parametrize("height", [200, 256])
def test_an_enlarged_page_has_room_for_the_board_beside_a_refutation(
    browser: Browser, site: str, height: int
) -> None:
    with (
        new_window(browser, viewport=ViewportSize(width=320, height=height)) as context,
        watched(context.new_page()) as page,
    ):
        visit(page, f"{site}/p/{public_id('lessons', 'lesson3')}")
        cell(page, "D2").click()
        tone(page, "refuted")
        # Of points down the middle of the window, those at which the board is seen.
        seen = page.evaluate(
            """() => {
                const board = document.querySelector("#board svg");
                board.scrollIntoView({ block: "center" });
                const ys = Array.from({ length: innerHeight }, (_, y) => y);
                return ys.filter((y) => board.contains(document.elementFromPoint(160, y))).length;
            }"""
        )
        assert seen > 0.8 * height
        status(page).scroll_into_view_if_needed()
        page.get_by_role("button", name="Try again").click()
        expect(status(page)).to_have_text("Your move.")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        no_serious_findings(page)
