"""The first minute: how pegs link, a first board to play at once, and its words above it."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.webapp.browser import (
    DESKTOP,
    another_page,
    cell,
    new_window,
    no_serious_findings,
    ready,
    status,
    tone,
    visit,
    watched,
)
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

KEY = "D3"
"""The only winning first move of the first board."""
LESSONS = [
    *(f"lessons/lesson{number}" for number in range(1, 6)),
    "course/link-removal",
    "course/one-reply",
    "course/ladder-down",
]
"""Boards with many words or many holes among them."""


def test_who_is_new_plays_a_first_board_and_then_today_s_puzzle(page: Page, site: str) -> None:
    visit(page, site)
    expect(page.get_by_role("heading", name="Your first board")).to_be_visible()
    onward = page.get_by_role("link", name="Next board")
    expect(onward).to_be_in_viewport(ratio=1)
    cell(page, "D2").click()
    tone(page, "refuted")
    page.get_by_role("button", name="Try again").click()
    cell(page, KEY).click()
    tone(page, "solved")
    expect(onward).to_contain_class("primary")
    no_serious_findings(page)
    with another_page(page):
        onward.click()
    expect(page).to_have_url(re.compile(f"/p/{public_id('course', 'border-rows')}$"))
    visit(page, site)
    expect(page.get_by_role("heading", name=re.compile("^Today.s puzzle$"))).to_be_visible()
    with another_page(page):
        page.get_by_role("link", name="Hints and more").click()


def test_the_first_board_is_solved_with_the_keyboard(page: Page, site: str) -> None:
    visit(page, site)
    cell(page, KEY).focus()
    page.keyboard.press("Enter")
    tone(page, "solved")


def test_whose_browser_remembers_more_than_its_cookies_is_not_new(page: Page, site: str) -> None:
    visit(page, site)
    page.evaluate("localStorage.setItem('progress', JSON.stringify({ x: 'solved' }))")
    page.goto(site)
    expect(page.get_by_role("heading", name=re.compile("^Today.s puzzle$"))).to_be_visible()


def test_a_phone_shows_the_first_board_whole_and_two_taps_solve_it(phone: Page, site: str) -> None:
    visit(phone, site)
    board = phone.locator(".board")
    expect(board).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cell(phone, KEY).tap()
    expect(phone.locator(".preview .peg")).to_have_attribute("data-hole", KEY)
    cell(phone, KEY).tap()
    tone(phone, "solved")
    expect(status(phone)).to_be_in_viewport(ratio=1)
    no_serious_findings(phone)


@pytest.mark.parametrize("name", LESSONS)
def test_a_phone_shows_a_lesson_s_words_above_its_board_and_both_whole(
    phone: Page, site: str, name: str
) -> None:
    visit(phone, f"{site}/p/{public_id(*name.split('/'))}")
    places = [phone.locator(each).bounding_box() for each in (".lesson", ".board", ".controls")]
    words, board, bar = (place for place in places if place)
    assert words["y"] + words["height"] <= board["y"]
    assert board["y"] + board["height"] <= bar["y"], "the bar hides nothing of the board"


def test_how_pegs_link_moves_once_and_again_when_asked(browser: Browser, site: str) -> None:
    with new_window(browser, viewport=DESKTOP) as context:
        context.clear_cookies()
        page = context.new_page()
        page.emulate_media(reduced_motion="no-preference")
        # Every motion stands where it begins until the test ends it.
        context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 0})
        motions = """document.getElementById("knight").getAnimations({ subtree: true })"""
        first, last = page.locator(".knight .peg-1"), page.locator(".knight .foe-1")
        held = list[Route]()
        page.route("**/catalog/knight.js", lambda route: held.append(route))
        with watched(page):
            with page.expect_request("**/catalog/knight.js"):
                page.goto(site, wait_until="commit")
            expect(last).to_have_css("opacity", "0")
            ends = page.evaluate(
                f"Math.max(...{motions}.map((each) => each.effect.getComputedTiming().endTime))"
            )
            assert 2000 < ends <= 5000, "what moves for longer must be stoppable"
            page.evaluate(f"{motions}.forEach((each) => each.finish())")
            expect(last).to_have_css("opacity", "1")
            # It works where the script came after all had moved, too.
            held[0].continue_()
            ready(page)
            page.get_by_role("button", name="Show it again").click()
            for part in (first, last):
                expect(part).to_have_css("opacity", "0")


def test_without_motion_the_picture_stands_still_with_all_of_it(page: Page, site: str) -> None:
    visit(page, site)
    still = 'document.getElementById("knight").getAnimations({ subtree: true }).length'
    assert page.evaluate(still) == 0
    expect(page.locator(".knight .link-2")).to_be_visible()
    expect(page.get_by_role("button", name="Show it again")).to_be_hidden()
