"""The editor while changes are under way: what it does next is about the drawing that is shown."""

import json

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from solver.files import puzzle_to_sgf
from solver.game import Board, Box
from solver.puzzle import Puzzle, window
from tests.waiting import until
from tests.webapp.browser import another_page, cell, drop, new_account, ready, status, visit
from tests.webapp.conftest import setup

pytestmark = [pytest.mark.web, pytest.mark.native]

POSITION = "**/draw/position"

PART = Puzzle("Part", setup(window(Board(24, 24), Box(5, 5, 12, 12)), "H8", "J9"))
"""A puzzle on a window from F6 to M13."""


@pytest.fixture
def desk(page: Page, site: str) -> Page:
    """The editor with a white peg on C3."""
    visit(page, f"{site}/draw")
    peg(page, "C3")
    expect(status(page)).to_have_text("1 white peg, 0 black pegs, 0 links.")
    return page


def peg(page: Page, hole: str) -> None:
    cell(page, hole).focus()
    page.keyboard.press("Enter")


def held(page: Page, late: list[Route]) -> Route:
    """Return the question that is held back, once the page has asked it."""
    assert until(lambda: page.evaluate("true") and len(late) > 0)
    return late[0]


def pegs(page: Page) -> list[str]:
    """Return the white pegs of the drawing that this browser keeps."""
    kept = json.loads(page.evaluate("localStorage.getItem('drawing')"))
    return sorted(kept["now"]["white"])


def shown(page: Page, count: int) -> None:
    expect(page.locator('.board .pegs .peg[data-side="white"]')).to_have_count(count)


def test_undo_waits_for_the_change_that_is_under_way(desk: Page) -> None:
    peg(desk, "E3")
    shown(desk, 2)
    late = list[Route]()
    desk.route(POSITION, lambda route: late.append(route), times=1)
    peg(desk, "F7")
    desk.keyboard.press("Control+z")
    held(desk, late).continue_()
    expect(status(desk)).to_have_text("Undone.")
    shown(desk, 2)
    assert pegs(desk) == ["C3", "E3"]
    desk.get_by_role("button", name="Redo").click()
    expect(status(desk)).to_have_text("Redone.")
    assert pegs(desk) == ["C3", "E3", "F7"]


def test_undo_without_an_answer_changes_nothing(desk: Page) -> None:
    desk.route(POSITION, lambda route: route.fulfill(json={"refused": "Busy."}))
    desk.get_by_role("button", name="Undo").click()
    expect(status(desk)).to_have_text("Busy.")
    shown(desk, 1)
    assert pegs(desk) == ["C3"]


def test_analysis_and_files_wait_for_the_change_that_is_under_way(desk: Page) -> None:
    late = list[Route]()
    desk.route(POSITION, lambda route: late.append(route), times=1)
    peg(desk, "F7")
    desk.get_by_role("button", name="Analyse").click()
    held(desk, late).continue_()
    desk.wait_for_url("**/analysis*")
    ready(desk)
    shown(desk, 2)


def test_two_tabs_draw_one_drawing(desk: Page, site: str) -> None:
    other = desk.context.new_page()
    visit(other, f"{site}/draw")
    shown(other, 1)
    peg(desk, "C4")
    shown(other, 2)
    expect(status(other)).to_have_text("Changed in another tab of this browser.")
    peg(other, "G7")
    shown(desk, 3)
    desk.get_by_role("button", name="Undo").click()
    shown(desk, 2)
    shown(other, 2)


def test_a_page_that_was_put_aside_goes_on_with_what_was_drawn_since(desk: Page) -> None:
    """The browser of the tests puts none aside: it is told that it did."""
    with another_page(desk):
        desk.evaluate(
            """() => {
                const { now, ...more } = JSON.parse(localStorage.getItem("drawing"));
                now.white.push("G7");
                localStorage.setItem("drawing", JSON.stringify({ now, ...more }));
                dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
            }"""
        )
    shown(desk, 2)
    peg(desk, "C4")
    shown(desk, 3)
    assert pegs(desk) == ["C3", "C4", "G7"]


def test_a_double_click_saves_one_draft(page: Page, site: str) -> None:
    new_account(page, site, "Twice")
    visit(page, f"{site}/draw")
    page.get_by_role("button", name="Save as a draft").dblclick()
    expect(status(page)).to_contain_text("Only you can see it")
    visit(page, f"{site}/mine")
    expect(page.get_by_text("draft", exact=True)).to_have_count(1)


@pytest.mark.parametrize("looked", [False, True], ids=["before it looks", "while it looks"])
def test_the_live_check_is_off_as_soon_as_it_is_switched_off(desk: Page, looked: bool) -> None:
    late = list[Route]()
    desk.route("**/draw/alarm", lambda route: late.append(route))
    switch, said = desk.get_by_label("Live check"), desk.locator("#alarm-said")
    if looked:
        with desk.expect_request("**/draw/alarm"):
            switch.check()
        expect(said).to_have_text("Looking at the first moves.")
    else:
        desk.clock.install()
        switch.check()
    switch.uncheck()
    expect(desk.locator("#alarm-legend")).to_be_hidden()
    expect(said).to_have_text("")
    if looked:
        held(desk, late).fulfill(json={"text": "C5 reaches the goal.", "holes": {"C5": "wins"}})
        desk.evaluate("fetch('/healthz').then((answer) => answer.text())")
    else:
        desk.clock.run_for(2000)
        assert late == []
    expect(said).to_have_text("")
    expect(desk.locator(".board [data-found]")).to_have_count(0)


def handles_at(page: Page, sides: list[str]) -> None:
    """Wait until the sides of the window have these names, in the order left to bottom."""
    expect(page.locator(".board .handle")).to_have_count(len(sides))
    for handle, side in zip(page.locator(".board .handle").all(), sides, strict=True):
        expect(handle).to_have_attribute("aria-valuetext", side)


def test_a_file_s_window_has_its_handles_on_the_whole_board(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    page.locator(".tools label", has_text="Window").click()
    expect(page.locator(".board .handle")).to_have_count(4)
    drop(page, puzzle_to_sgf(PART))
    expect(page.get_by_label("to", exact=True)).to_have_value("M13")
    expect(page.locator(".board [data-cell]")).to_have_count(24 * 24)
    handles_at(page, ["column F", "row 6", "column M", "row 13"])
    expect(status(page)).to_contain_text("File read.")
    page.get_by_role("slider", name="Left side of the window").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Window from", exact=True)).to_have_value("E6")


def test_the_window_tool_chosen_during_a_change_shows_the_whole_board(desk: Page) -> None:
    late = list[Route]()
    desk.route(POSITION, lambda route: late.append(route), times=1)
    desk.get_by_label("to", exact=True).fill("H8")
    desk.get_by_label("Window from", exact=True).fill("B2")
    desk.keyboard.press("Enter")
    desk.locator(".tools label", has_text="Window").click()
    held(desk, late).continue_()
    handles_at(desk, ["column B", "row 2", "column H", "row 8"])
    expect(desk.locator(".board [data-cell]")).to_have_count(144)


def test_the_live_check_asks_again_what_got_no_answer(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    visit(page, f"{site}/draw")
    lost = "No connection to the site. Try again when you are online."
    answers = iter([lost, "Too often.", "C5 reaches the goal."])
    said = page.locator("#alarm-said")

    def answer(route: Route) -> None:
        text = next(answers)
        if text == lost:
            route.abort()
        elif text == "Too often.":
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={"message": text})
        else:
            route.fulfill(json={"text": text, "holes": {}})

    page.route("**/draw/alarm", answer)
    page.get_by_label("Live check").check()
    expect(said).to_have_text(lost)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(said).to_have_text("Too often.")
    expect(said).to_have_text("C5 reaches the goal.")


def test_a_change_that_breaks_off_holds_up_no_other(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    visit(page, f"{site}/draw")
    with page.expect_event("pageerror"):
        page.route(POSITION, lambda route: route.fulfill(body="null"), times=1)
        peg(page, "C3")
    peg(page, "E3")
    shown(page, 1)
    expect(status(page)).to_have_text("1 white peg, 0 black pegs, 0 links.")


def test_a_board_that_is_gone_leaves_nothing_behind(page: Page, site: str) -> None:
    page.add_init_script(
        """window.listening = 0;
        for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
            const plain = window[name];
            window[name] = function (event, ...more) {
                if ((this ?? window) === window && event === "pointerup") window.listening += by;
                return plain.call(this ?? window, event, ...more);
            };
        }"""
    )
    visit(page, f"{site}/draw")
    for tool in ("Window", "White"):
        page.locator(".tools label", has_text=tool).click()
        expect(page.locator(".board .hole").first).to_be_attached()
    assert page.evaluate("listening") == 0
