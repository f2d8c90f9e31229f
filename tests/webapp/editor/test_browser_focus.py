"""The keyboard focus and a drag in the editor: an answer of the site takes neither away."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webapp.browser import cell, drop, status, taken_in, visit
from tests.webapp.editor.test_browser_late_answers import held

pytestmark = [pytest.mark.web, pytest.mark.native]

POSITION = "**/draw/position"


def holes(page: Page, count: int) -> None:
    """Wait until the drawn part of the board has so many holes."""
    expect(page.locator(".board [data-cell]")).to_have_count(count)


def test_the_tools_and_the_sizes_keep_the_focus_when_the_board_is_drawn_anew(
    page: Page, site: str
) -> None:
    visit(page, f"{site}/draw")
    page.get_by_role("radio", name="Key").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board .handle")).to_have_count(4)
    expect(page.get_by_role("radio", name="Window")).to_be_focused()
    page.get_by_label("Size").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Columns")).not_to_have_value("12")
    expect(page.get_by_label("Size")).to_be_focused()


def test_a_number_is_typed_to_its_end_while_the_board_is_drawn_anew(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    late = list[Route]()
    page.route(POSITION, lambda route: late.append(route), times=1)
    page.get_by_label("Columns").fill("10")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Rows")).to_be_focused()
    page.keyboard.type("1")
    held(page, late).continue_()
    holes(page, 120)
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    holes(page, 140)


def test_the_cursor_stays_in_its_hole_with_and_without_the_focus(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    cell(page, "C4").focus()
    page.keyboard.press("Control+z")
    page.get_by_label("Rows").fill("10")
    page.keyboard.press("Enter")
    holes(page, 120)
    expect(cell(page, "C4")).to_have_attribute("tabindex", "0")
    expect(page.locator('.board [data-cell][tabindex="0"]')).to_have_count(1)
    cell(page, "C4").focus()
    with taken_in(page, POSITION):
        page.keyboard.press("Control+z")
    holes(page, 144)
    expect(cell(page, "C4")).to_be_focused()


def test_arrow_keys_go_on_moving_the_side_of_the_window(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    page.locator(".tools label", has_text="Window").click()
    side = page.get_by_role("slider", name="Right side of the window")
    side.focus()
    for corner in ("K12", "J12"):
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_label("to", exact=True)).to_have_value(corner)
        expect(side).to_be_focused()


def test_a_side_of_the_window_that_was_refused_goes_back(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    page.locator(".tools label", has_text="Window").click()
    side = page.get_by_role("slider", name="Right side of the window")
    side.focus()
    page.route(POSITION, lambda route: route.fulfill(json={"refused": "Busy."}), times=1)
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_have_text("Busy.")
    expect(side).to_have_attribute("aria-valuetext", "column L")
    expect(side).to_be_focused()


def test_the_live_check_ends_no_drag(page: Page, site: str) -> None:
    late = list[Route]()
    page.route("**/draw/alarm", lambda route: late.append(route))
    visit(page, f"{site}/draw")
    page.locator(".tools label", has_text="Window").click()
    expect(page.locator(".board .handle")).to_have_count(4)
    with page.expect_request("**/draw/alarm"):
        page.get_by_label("Live check").check()
    box = page.locator('.handle[data-side="bottom"]').bounding_box()
    target = cell(page, "F8").bounding_box()
    assert box is not None
    assert target is not None
    middle = box["x"] + box["width"] / 2
    page.mouse.move(middle, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(middle, box["y"] - box["height"])
    held(page, late).fulfill(json={"text": "Looked.", "holes": {}})
    expect(page.locator("#alarm-said")).to_have_text("Looked.")
    page.mouse.move(middle, target["y"] + target["height"])
    page.mouse.up()
    expect(page.get_by_label("to", exact=True)).to_have_value("L8")


def test_buttons_that_can_be_used_no_longer_keep_the_focus(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    cell(page, "C3").press("Enter")
    for name, said in (("Undo", "Undone."), ("Redo", "Redone.")):
        button = page.get_by_role("button", name=name)
        expect(button).to_be_enabled()
        button.press("Enter")
        expect(button).to_be_disabled()
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        expect(status(page)).to_have_text(said)


def test_what_removes_illegal_pegs_hands_the_focus_on_to_undo(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    drop(page, "(;FF[4]GM[21]SZ[6]PZ[]PL[W]AW[c3][e4]IP[])")
    expect(page.get_by_label("Columns")).to_have_value("6")
    page.get_by_label("Columns").fill("5")
    page.keyboard.press("Enter")
    check = page.get_by_role("button", name="Check soundness")
    expect(check).to_be_disabled()
    page.get_by_role("button", name="Remove illegal pegs").press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    check.focus()
    page.keyboard.press("Control+z")
    expect(check).to_be_disabled()
    expect(check).to_be_focused()
    check.press("Enter")
    page.get_by_role("button", name="Analyse").press("Enter")
    with taken_in(page, POSITION):
        page.keyboard.press("Control+y")
    expect(check).to_be_enabled()
