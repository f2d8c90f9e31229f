"""Own puzzles are dragged into order."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.waiting import until
from tests.webapp.browser import new_account, status, visit

pytestmark = [pytest.mark.web, pytest.mark.native]


def order(page: Page) -> list[str | None]:
    """Return the ids of the own puzzles, the first one first."""
    return [each.get_attribute("data-puzzle") for each in page.locator("[data-puzzle]").all()]


def drag_first_down(page: Page) -> Locator:
    """Drag the first puzzle below the second one, and hold it there; return it."""
    first, second = page.locator("[data-puzzle]").all()[:2]
    dragged = page.locator(f'[data-puzzle="{first.get_attribute("data-puzzle")}"]')
    start, end = first.bounding_box(), second.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 3, start["y"] + 3)
    page.mouse.down()
    # A browser takes two movements for a drag.
    for up in (4, 2):
        page.mouse.move(end["x"] + 3, end["y"] + end["height"] - up)
    expect(page.locator("[data-puzzle]").last).to_have_class("dragged")
    return dragged


def two_puzzles(page: Page, site: str, name: str) -> None:
    """Make an account with two drafts, and open the page with them."""
    new_account(page, site, name)
    for _ in range(2):
        visit(page, f"{site}/draw")
        page.get_by_role("button", name="Save as a draft").click()
        expect(status(page)).to_contain_text("Only you can see it")
    visit(page, f"{site}/mine")


def test_a_drag_that_is_broken_off_changes_and_saves_nothing(page: Page, site: str) -> None:
    two_puzzles(page, site, "Orderly")
    before = order(page)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))

    dragged = drag_first_down(page)
    assert before[::-1] == order(page)
    page.keyboard.press("Escape")
    expect(dragged).not_to_have_class("dragged")
    page.mouse.up()
    assert before == order(page)
    assert asked == []
    expect(status(page)).to_have_text("")

    dragged = drag_first_down(page)
    page.mouse.up()
    expect(status(page)).to_have_text("The new order is saved.")
    expect(status(page)).not_to_have_class("problem")
    visit(page, f"{site}/mine")
    assert before[::-1] == order(page)


def drop_first_down(page: Page) -> None:
    """Drop the first puzzle below the second one, without a mouse."""
    page.evaluate(
        """() => {
            const [first, second] = document.querySelectorAll("[data-puzzle]");
            const clientY = second.getBoundingClientRect().bottom - 1;
            for (const [kind, item] of [
                ["dragstart", first], ["dragover", second], ["drop", first], ["dragend", first],
            ]) item.dispatchEvent(new DragEvent(kind, { bubbles: true, clientY }));
        }"""
    )


def test_what_is_shown_is_the_order_that_is_saved(page: Page, site: str) -> None:
    two_puzzles(page, site, "Hasty")
    before = order(page)
    page.route(re.compile("/order"), lambda route: route.fulfill(body="?"), times=1)
    drop_first_down(page)
    expect(status(page)).not_to_be_empty()
    expect(status(page)).to_have_class("problem")
    assert before == order(page)

    # The second of two orders is sent when the first one is saved.
    held = list[Route]()
    page.route(re.compile("/order"), lambda route: held.append(route))
    drop_first_down(page)
    drop_first_down(page)
    assert until(lambda: page.evaluate("true") and len(held) == 1)
    held[0].continue_()
    assert until(lambda: page.evaluate("true") and len(held) == 2)
    held[1].continue_()
    expect(status(page)).to_have_text("The new order is saved.")
    expect(status(page)).not_to_have_class("problem")
    visit(page, f"{site}/mine")
    assert before == order(page)
