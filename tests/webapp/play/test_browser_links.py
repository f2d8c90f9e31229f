"""Puzzles that need a link taken off, solved with the mouse, with fingers and with the keyboard."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import (
    another_page,
    cell,
    hint,
    new_account,
    no_serious_findings,
    solved,
    status,
    visit,
)
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

KEYS = {
    (1, -2): 1,
    (2, -1): 2,
    (2, 1): 3,
    (1, 2): 4,
    (-1, 2): 5,
    (-2, 1): 6,
    (-2, -1): 7,
    (-1, -2): 8,
}
"""The keys of links by where they lead, in columns and rows."""


PEG_IN_THE_WAY = """(;FF[4]GM[21]SZ[6]RU[3M]GN[Peg in the way]PZ[]PL[W];W[c1];W[d1];W[c3];W[c5]
;W[e6];B[b4];B[e4];IP[])"""
"""White wins at once with D3 if he takes off C3, whose link to D1 is in the way."""


def open_puzzle(page: Page, site: str, name: str = "p27") -> Page:
    visit(page, f"{site}/p/{public_id('randolph-hensel', name)}")
    return page


def middle(page: Page, link: str) -> tuple[float, float]:
    """Return where the middle of a link is on the page."""
    found = [cell(page, hole).bounding_box() for hole in link.split("-")]
    boxes = [box for box in found if box]
    return (
        sum(box["x"] + box["width"] / 2 for box in boxes) / 2,
        sum(box["y"] + box["height"] / 2 for box in boxes) / 2,
    )


def solve(page: Page, play: Callable[[str, list[str]], None]) -> int:
    """Play what the site itself would, hole and links taken off, and return how many took links."""
    changed = 0
    while True:
        step: dict[str, Any] = hint(page, 4)["steps"][0]
        with page.expect_response(re.compile(r"/moves$")) as waiting:
            play(step["hole"], step["removed"])
        assert waiting.value.json()["outcome"] in ("wins", "met")
        changed += bool(step["removed"])
        if solved(page):
            return changed


def test_a_link_is_taken_off_and_put_back_with_the_mouse(page: Page, site: str) -> None:
    open_puzzle(page, site)
    page.mouse.click(*middle(page, "G7-H9"))
    expect(status(page)).to_contain_text("G7-H9 will be removed. Choose a hole for your peg")
    expect(page.locator(".link-removed")).to_have_attribute("data-link", "G7-H9")
    expect(page.get_by_role("button", name="Commit")).to_be_disabled()
    cell(page, "G8").hover()
    expect(page.locator(".preview .link")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(status(page)).to_have_text("The links are restored. Your move.")
    expect(page.locator(".link-removed")).to_have_count(0)
    cell(page, "A6").hover()
    cell(page, "G8").hover()
    blocked = page.locator(".preview .blocked")
    expect(blocked).to_have_count(1)
    expect(page.locator(".preview .blocker")).to_have_attribute("data-link", "G7-H9")
    expect(cell(page, "G8")).to_have_attribute("aria-label", re.compile("is blocked by G7-H9"))


def test_a_puzzle_with_a_link_to_take_off_is_solved_with_the_mouse(page: Page, site: str) -> None:
    open_puzzle(page, site)

    def play(hole: str, removed: list[str]) -> None:
        for link in removed:
            page.mouse.click(*middle(page, link))
        cell(page, hole).click()
        if removed:
            page.get_by_role("button", name="Commit").click()

    assert solve(page, play) >= 1
    expect(page.locator("#moves")).to_contain_text("removing G7-H9")


def test_it_is_solved_with_fingers(phone: Page, site: str) -> None:
    page = open_puzzle(phone, site)

    def play(hole: str, removed: list[str]) -> None:
        for link in removed:
            page.touchscreen.tap(*middle(page, link))
        cell(page, hole).tap()
        page.get_by_role("button", name="Commit" if removed else "Place").tap()

    assert solve(page, play) >= 1
    no_serious_findings(page)


def test_a_tap_on_a_hole_after_a_link_was_taken_off_says_how_to_go_on(
    phone: Page, site: str
) -> None:
    page = open_puzzle(phone, site)
    page.touchscreen.tap(*middle(page, "G7-H9"))
    expect(status(page)).to_contain_text("G7-H9 will be removed. Choose a hole for your peg")
    cell(page, "G8").tap()
    expect(page.get_by_role("button", name="Commit")).to_be_enabled()
    expect(status(page)).to_contain_text("G8, with changed links. Commit the turn")


def test_it_is_solved_with_the_keyboard(page: Page, site: str) -> None:
    open_puzzle(page, site)

    def play(hole: str, removed: list[str]) -> None:
        for link in removed:
            one, two = link.split("-")
            cell(page, one).focus()
            across, down = ord(two[0]) - ord(one[0]), int(two[1:]) - int(one[1:])
            page.keyboard.press(str(KEYS[across, down]))
            expect(status(page)).to_contain_text(f"{link} will be removed")
        cell(page, hole).focus()
        page.keyboard.press("Enter")
        if removed:
            page.keyboard.press("Enter")

    assert solve(page, play) >= 1


@pytest.mark.parametrize("pointer", ["mouse", "finger"])
def test_a_link_is_added_where_another_one_is_taken_off(
    request: pytest.FixtureRequest, site: str, pointer: str
) -> None:
    page: Page = request.getfixturevalue("page" if pointer == "mouse" else "phone")
    press = page.mouse.click if pointer == "mouse" else page.touchscreen.tap
    open_puzzle(page, site, "p25")
    could = page.locator('.could[data-link="F3-H4"]')
    expect(could).to_have_count(0)
    # The two links cross in their middles.
    press(*middle(page, "F4-H3"))
    expect(status(page)).to_contain_text("F4-H3 will be removed")
    expect(could).to_have_count(1)
    press(*middle(page, "F3-H4"))
    expect(status(page)).to_contain_text("F3-H4 will be added")
    expect(page.locator(".link-added")).to_have_attribute("data-link", "F3-H4")
    expect(page.locator(".link-removed")).to_have_attribute("data-link", "F4-H3")
    press(*middle(page, "F3-H4"))
    expect(status(page)).to_contain_text("F3-H4 will not be added")
    page.get_by_role("button", name="Restore").click()
    expect(could).to_have_count(0)
    expect(page.locator(".link-removed")).to_have_count(0)


def test_a_peg_is_taken_off_with_the_mouse_with_keys_and_with_fingers(
    phone: Page, site: str
) -> None:
    page = phone
    draft(page, site)
    lifted = page.locator(".peg-lifted")
    peg, hole = (middle(page, f"{name}-{name}") for name in ("C3", "D3"))

    page.mouse.click(*peg)
    expect(status(page)).to_contain_text("The peg C3 will be removed")
    expect(lifted).to_have_attribute("data-hole", "C3")
    page.keyboard.press("Escape")
    expect(lifted).to_have_count(0)

    cell(page, "C3").focus()
    page.keyboard.press("x")
    expect(lifted).to_have_count(1)
    cell(page, "D3").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".preview .link")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Solved by D3 (removing the peg C3)")
    page.get_by_role("button", name="Undo").tap()
    expect(status(page)).to_have_text("Your move.")

    page.touchscreen.tap(*peg)
    expect(lifted).to_have_count(1)
    page.touchscreen.tap(*hole)
    page.get_by_role("button", name="Commit").tap()
    expect(status(page)).to_contain_text("Solved by D3 (removing the peg C3)")


def draft(page: Page, site: str) -> None:
    """Keep the puzzle that only lifting solves, and go to it."""
    new_account(page, site, "Peg-lifter")
    visit(page, f"{site}/draw")
    page.get_by_text("Files", exact=True).click()
    page.get_by_label("Text to read").fill(PEG_IN_THE_WAY)
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".board .pegs .peg")).to_have_count(7)
    page.get_by_role("button", name="Save as a draft").click()
    expect(status(page)).to_contain_text("Only you can see it")
    visit(page, f"{site}/mine")
    with another_page(page):
        page.get_by_role("link", name="Peg in the way", exact=True).click()
