"""The editor while changes are under way: what it does next is about the drawing that is shown."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webapp.browser import cell, new_account, ready, status, visit

pytestmark = [pytest.mark.web, pytest.mark.native]

POSITION = "**/draw/position"


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
    late[0].continue_()
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
    late[0].continue_()
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


def test_a_double_click_saves_one_draft(page: Page, site: str) -> None:
    new_account(page, site, "Twice")
    visit(page, f"{site}/draw")
    page.get_by_role("button", name="Save as a draft").dblclick()
    expect(status(page)).to_contain_text("Only you can see it")
    visit(page, f"{site}/mine")
    expect(page.get_by_text("draft", exact=True)).to_have_count(1)
