"""A timed run in a browser: lives, the clock, the result."""

import html
import json
import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.webapp.browser import DESKTOP, another_page, new_window, no_serious_findings, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

LESSON = public_id("lessons", "lesson3")
"""White plays E2, and then C6 or E6; D2 is refuted."""


def run_of_lessons(page: Page, site: str, count: int) -> None:
    """Open a run whose puzzles are known."""
    puzzles = html.escape(json.dumps([{"id": LESSON, "title": "Third lesson"}] * count))

    def replaced(route: Route) -> None:
        response = route.fetch()
        text = re.sub('data-puzzles="[^"]*"', f'data-puzzles="{puzzles}"', response.text())
        route.fulfill(response=response, body=text)

    page.route("**/run", replaced)
    visit(page, f"{site}/run")


def waits(page: Page) -> None:
    """Wait until the frame has a puzzle that waits for its first move."""
    frame = page.frame_locator("#frame")
    expect(frame.locator("#status")).to_have_text("Your move. Choose a hole on the board.")
    expect(frame.locator("html[data-ready]")).to_be_attached()


def choose(page: Page, hole: str, said: str) -> None:
    """Play a hole of the puzzle in the frame, once it waits for a move."""
    frame = page.frame_locator("#frame")
    waits(page)
    frame.locator(f'[data-cell="{hole}"]').click()
    expect(frame.locator("#status")).to_contain_text(said)


@pytest.mark.parametrize("kind", ["page", "phone"])
def test_three_wrong_answers_end_a_run(
    request: pytest.FixtureRequest, site: str, kind: str
) -> None:
    page: Page = request.getfixturevalue(kind)
    visit(page, f"{site}/daily/archive")
    page.get_by_role("link", name="Timed run").click()
    run_of_lessons(page, site, 5)
    no_serious_findings(page)
    page.get_by_role("button", name="Start the run").click()
    choose(page, "E2", "E2 is right")
    frame = page.frame_locator("#frame")
    taken = frame.locator('.pegs .peg-black[data-hole="C6"]')
    frame.locator(f'[data-cell="{"E6" if taken.count() else "C6"}"]').click()
    expect(page.locator("#solved")).to_have_text("1")
    waits(page)
    expect(page.locator("#said")).to_have_text("Solved.")
    onward = page.locator("#next")
    for left in (2, 1, 0):
        choose(page, "D2", "D2 is refuted")
        expect(page.locator("#lives")).to_have_text(str(left))
        if left == 2:
            frame.locator('[data-cell="B2"]').click()
            expect(frame.locator("#status")).not_to_contain_text("Press")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            no_serious_findings(page)
        onward.click()
    expect(page.get_by_role("heading", name="1 puzzle solved")).to_be_focused()
    expect(page.locator("#compared")).to_have_text("This is your best run.")
    expect(page.locator("#played li")).to_have_text(
        ["Third lesson, solved", *["Third lesson, failed"] * 3]
    )
    no_serious_findings(page)
    with another_page(page):
        page.reload()
    expect(page.locator("#compared")).to_have_text("This is your best run.")
    assert page.evaluate("history.length") <= 4, "the way back does not lead through the puzzles"
    visit(page, f"{site}/run")
    expect(page.locator("#best")).to_have_text("Your best run: 1.")


def test_a_second_click_on_next_puzzle_does_not_end_the_run(page: Page, site: str) -> None:
    run_of_lessons(page, site, 5)
    page.get_by_role("button", name="Start the run").click()
    choose(page, "D2", "D2 is refuted")
    page.get_by_role("button", name="Next puzzle").dblclick()
    waits(page)
    expect(page.get_by_role("button", name="End the run")).to_be_visible()


def test_the_clock_ends_a_run_and_stands_while_a_reply_is_looked_at(page: Page, site: str) -> None:
    # Time stands still between the calls that let it run.
    page.clock.install(time=0)
    page.clock.pause_at(3600)
    run_of_lessons(page, site, 5)
    page.get_by_role("button", name="Start the run").click()
    waits(page)
    page.clock.fast_forward(20_000)
    choose(page, "D2", "D2 is refuted")
    page.clock.fast_forward(600_000)
    expect(page.locator("#time")).to_have_text("4:40")
    page.get_by_role("button", name="Next puzzle").click()
    waits(page)
    page.clock.fast_forward(301_000)
    expect(page.get_by_role("heading", name="0 puzzles solved")).to_be_visible()


def test_a_run_goes_on_after_a_reload_and_so_does_its_clock(page: Page, site: str) -> None:
    run_of_lessons(page, site, 3)
    page.get_by_role("button", name="Start the run").click()
    choose(page, "D2", "D2 is refuted")
    page.unroute("**/run")  # other puzzles are drawn now
    with another_page(page):
        page.reload()
    expect(page.locator("#said")).to_have_text("Wrong. Two lives are left. The clock stands still.")
    expect(page.locator("#lives")).to_have_text("2")
    frame = page.frame_locator("#frame")
    expect(frame.locator("#status")).to_contain_text("D2 is refuted")
    expect(frame.locator('.pegs .peg-white[data-hole="D2"]')).to_be_visible()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    expect(page.locator("#lives")).to_have_text("2")
    page.get_by_role("button", name="Next puzzle").click()
    waits(page)
    expect(page.locator("#time")).to_have_text(re.compile("^4:"))
    before = page.locator("#time").inner_text()
    with another_page(page):
        page.reload()
    expect(page.locator("#time")).not_to_have_text("5:00")
    assert page.locator("#time").inner_text() <= before
    choose(page, "D2", "D2 is refuted")
    expect(page.locator("#lives")).to_have_text("1")
    page.get_by_role("link", name="Draw").click()
    page.go_back()
    page.get_by_role("button", name="End the run").click()
    result = page.get_by_role("heading", name="0 puzzles solved")
    expect(result).to_be_visible()
    with another_page(page):
        page.reload()
    expect(result).to_be_visible()
    expect(page.locator("#played li")).to_have_count(2)
    with another_page(page):
        page.get_by_role("link", name="Another run").click()
    expect(page.get_by_role("button", name="Start the run")).to_be_visible()


def test_a_run_ends_with_its_last_puzzle(page: Page, site: str) -> None:
    run_of_lessons(page, site, 1)
    page.get_by_role("button", name="Start the run").click()
    choose(page, "D2", "D2 is refuted")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="0 puzzles solved")).to_be_visible()


def goes_on(page: Page, lives: str) -> None:
    """A puzzle could not be opened: the run has as many lives as before, and a next puzzle."""
    expect(page.locator("#said")).to_contain_text("could not be opened: it costs no life")
    expect(page.locator("#lives")).to_have_text(lives)
    page.unroute("**/embed/**")
    page.get_by_role("button", name="Next puzzle").click()
    waits(page)


def test_a_puzzle_that_is_gone_costs_no_life(page: Page, site: str) -> None:
    run_of_lessons(page, site, 2)
    page.route(
        "**/embed/**", lambda route: route.fulfill(body="<h1>Busy</h1>", content_type="text/html")
    )
    page.get_by_role("button", name="Start the run").click()
    expect(page.locator("#said")).to_contain_text("could not be opened")
    with another_page(page):
        page.reload()
    expect(page.locator("#frame")).to_be_hidden()
    goes_on(page, "3")


def test_a_puzzle_that_no_connection_brings_costs_no_life(browser: Browser, site: str) -> None:
    with new_window(browser, viewport=DESKTOP) as context:  # its console tells of the connection
        page = context.new_page()
        run_of_lessons(page, site, 3)
        page.get_by_role("button", name="Start the run").click()
        choose(page, "D2", "D2 is refuted")
        page.route("**/embed/**", lambda route: route.abort("internetdisconnected"))
        page.get_by_role("button", name="Next puzzle").click()
        goes_on(page, "2")


def test_a_run_has_the_board_colours_that_were_chosen(page: Page, site: str) -> None:
    page.add_init_script("localStorage.setItem('theme', 'monochrome')")
    run_of_lessons(page, site, 1)
    page.get_by_role("button", name="Start the run").click()
    waits(page)
    frame = page.frame_locator("#frame")
    expect(frame.locator("html")).to_have_attribute("data-theme", "monochrome")
