"""The desk as a newcomer meets it: draw, read a file, check, read the report, publish."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import FilePayload, Locator, Page, Route, expect

from solver.files import puzzle_to_sgf
from tests.webapp.browser import (
    another_page,
    cell,
    drop,
    no_serious_findings,
    ready,
    status,
    taken_in,
    visit,
)
from tests.webapp.conftest import SMALL
from tests.webapp.people import PASSWORD
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

LONG = 240_000
"""Milliseconds that a check of a small puzzle may take on a busy machine."""


def pegs(page: Page, side: str) -> Locator:
    return page.locator(f'.board .pegs .peg[data-side="{side}"]')


def press_hole(page: Page, hole: str, act: Callable[[float, float], None]) -> None:
    """Click or tap the middle of a hole."""
    box = cell(page, hole).bounding_box()
    assert box is not None
    act(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def choose(page: Page, tool: str) -> None:
    page.locator(".tools label", has_text=tool).click()
    expect(page.get_by_role("radio", name=tool)).to_be_checked()


def small_board(page: Page, site: str) -> None:
    """Begin with an empty board of 6 x 6."""
    visit(page, f"{site}/draw")
    for name in ("Columns", "Rows"):
        page.get_by_label(name).fill("6")
        page.get_by_label(name).press("Enter")
    expect(page.locator(".board [data-cell]")).to_have_count(36)


def check(page: Page) -> None:
    """Ask for a check, and wait for its report."""
    page.get_by_label("Time limit").select_option("20")
    page.get_by_role("button", name="Check soundness").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(
        re.compile("^(Sound|Cooked|No solution|Not decided|Nothing to find)[:.] "), timeout=LONG
    )
    ready(page)


def test_a_puzzle_is_drawn_by_mouse_and_checked(page: Page, site: str) -> None:
    small_board(page, site)
    for tool, holes in (("White", ["C3", "D5"]), ("Black", ["B4"]), ("Key", ["B1"])):
        choose(page, tool)
        for hole in holes:
            press_hole(page, hole, page.mouse.click)
    expect(pegs(page, "white")).to_have_count(2)
    expect(pegs(page, "black")).to_have_count(1)
    expect(page.locator('.board [data-key="B1"]')).to_have_count(1)
    # A link is taken off, and put back.
    choose(page, "Link")
    press_hole(page, "C4", page.mouse.click)
    expect(page.locator(".board .links .link")).to_have_count(1)
    middle = page.locator('.board [data-link="C3-D5"]').bounding_box()
    assert middle is not None
    at = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    page.mouse.click(*at)
    expect(page.locator(".board .links .link")).to_have_count(0)
    expect(page.locator('.board .could[data-link="C3-D5"]')).to_have_count(1)
    page.mouse.click(*at)
    expect(page.locator(".board .links .link")).to_have_count(1)
    no_serious_findings(page)
    # What the rules forbid is said with its place, and nothing is lost by leaving.
    choose(page, "White")
    press_hole(page, "A3", page.mouse.click)
    expect(status(page)).to_contain_text("A3 is not open to white")
    with another_page(page):
        page.reload()
    expect(pegs(page, "white")).to_have_count(2)
    check(page)
    no_serious_findings(page)
    expect(page.locator(".facts")).to_be_hidden()
    page.get_by_text("Everything that was found").click()
    expect(page.locator(".facts")).to_be_visible()
    page.locator('#map [data-mark="B1"]').click()
    expect(page.locator("#chosen")).to_contain_text("B1: ")


def test_two_pegs_are_linked_and_parted(page: Page, site: str) -> None:
    small_board(page, site)
    for tool, holes in (("White", ["C3", "D5", "E2", "B6"]), ("Link", [])):
        choose(page, tool)
        for hole in holes:
            press_hole(page, hole, page.mouse.click)
    said = page.locator("#status")

    def press(*holes: str) -> None:
        for hole in holes:
            press_hole(page, hole, page.mouse.click)

    press("C3")
    expect(said).to_have_text("C3: choose the other peg of the link.")
    press("D5")
    expect(said).to_have_text("Link C3-D5 removed.")
    press("D5", "C3")
    expect(said).to_have_text("Link C3-D5 added.")
    press("D5", "E2")
    expect(said).to_contain_text("D5 and E2 cannot be linked")
    press("E2", "E2")
    expect(said).to_contain_text("Choose two pegs")
    press("B6")
    expect(page.locator(".board .linked")).to_have_count(1)
    page.get_by_label("Rows").fill("5")
    page.get_by_label("Rows").press("Enter")
    expect(page.locator(".board [data-cell]")).to_have_count(30)
    expect(page.locator(".board .linked")).to_have_count(0)


def test_a_peg_stays_chosen_when_the_site_answers_late(page: Page, site: str) -> None:
    small_board(page, site)
    choose(page, "White")
    for hole in ("C3", "D5"):
        press_hole(page, hole, page.mouse.click)
    expect(page.locator(".board .links .link")).to_have_count(1)
    late = list[Route]()
    page.route("**/draw/position", lambda route: late.append(route))
    choose(page, "Link")
    press_hole(page, "C3", page.mouse.click)
    expect(status(page)).to_have_text("C3: choose the other peg of the link.")
    with taken_in(page, "**/draw/position"):
        late[0].continue_()
    page.unroute("**/draw/position")
    press_hole(page, "D5", page.mouse.click)
    expect(status(page)).to_have_text("Link C3-D5 removed.")


def test_the_live_check_follows_each_change(page: Page, site: str) -> None:
    small_board(page, site)
    page.get_by_label("Live check").check()
    for tool, hole in (("White", "C3"), ("Black", "B4")):
        choose(page, tool)
        press_hole(page, hole, page.mouse.click)
    marks = page.locator(".board [data-found]")
    said = page.locator("#alarm-said")
    # What is said before that may be of the first peg alone.
    expect(pegs(page, "black")).to_have_count(1)
    expect(said).to_contain_text("reach the goal.")
    wins = [mark.get_attribute("data-found") or "" for mark in marks.all()]
    assert len(wins) > 1
    no_serious_findings(page)
    choose(page, "Key")
    press_hole(page, wins[0], page.mouse.click)
    expect(said).to_contain_text(f"{wins[0]} reaches the goal, as marked.")
    expect(page.locator(".board .mark-wins")).to_have_count(len(wins) - 1)
    legend = page.locator("#alarm-legend")
    expect(legend).to_contain_text("W: reaches the goal, and is not marked.")
    # It is remembered, and can be switched off.
    with another_page(page):
        page.reload()
    expect(said).to_contain_text(f"{wins[0]} reaches the goal, as marked.")
    page.get_by_label("Live check").uncheck()
    expect(marks).to_have_count(0)
    expect(said).to_have_text("")
    expect(legend).to_be_hidden()


def test_a_pasted_list_of_moves_is_read_on_the_board_of_the_drawing(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    page.get_by_text("Files", exact=True).click()
    page.get_by_label("Text to read").fill("1.f6 2.g8")
    page.get_by_role("button", name="Read the text").click()
    beside = page.locator("#read-said")
    expect(beside).to_contain_text("was read on 12 x 12 by the rules STD")
    expect(pegs(page, "white")).to_have_count(1)
    page.get_by_label("Text to read").fill("nothing that is a game")
    page.get_by_role("button", name="Read the text").click()
    expect(beside).to_contain_text("The file cannot be read.")
    expect(beside).not_to_contain_text("--")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PNG").click()
    assert download.value.suggested_filename == "puzzle.png"


def test_a_board_is_chosen_by_its_name(page: Page, site: str) -> None:
    small_board(page, site)
    sizes = page.get_by_label("Size")
    expect(sizes).to_have_value("6x6")
    page.get_by_label("Columns").fill("7")
    page.get_by_label("Columns").press("Enter")
    expect(sizes).to_have_value("")
    for name, columns, rows in (
        ("18 x 18, quick game", 18, 18),
        ("24 x 14, 10 rows fewer", 24, 14),
        ("23 x 24, 1 column fewer", 23, 24),
    ):
        sizes.select_option(name)
        expect(page.locator(".board [data-cell]")).to_have_count(columns * rows)
        expect(page.get_by_label("Columns")).to_have_value(str(columns))
        expect(page.get_by_label("Rows")).to_have_value(str(rows))
    # The list says so when the fields name a board that players know.
    page.get_by_label("Columns").fill("24")
    page.get_by_label("Columns").press("Enter")
    expect(sizes).to_have_value("24x24")
    no_serious_findings(page)


def test_a_puzzle_is_drawn_by_keyboard(page: Page, site: str) -> None:
    small_board(page, site)
    keys = page.keyboard
    keys.press("w")
    cell(page, "C3").focus()
    for key in ("Enter", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        keys.press(key)
    expect(page.locator('.board [data-link="C3-D5"]')).to_have_count(1)
    # From D5 the link to C3 goes up and to the left: the eighth direction.
    keys.press("8")
    expect(page.locator('.board .links [data-link="C3-D5"]')).to_have_count(0)
    keys.press("8")
    expect(page.locator('.board .links [data-link="C3-D5"]')).to_have_count(1)
    keys.press("b")
    expect(page.get_by_role("radio", name="Black")).to_be_checked()
    cell(page, "B4").focus()
    keys.press("Enter")
    expect(pegs(page, "black")).to_have_count(1)
    keys.press("Control+z")
    expect(pegs(page, "black")).to_have_count(0)
    keys.press("Control+y")
    expect(pegs(page, "black")).to_have_count(1)
    expect(cell(page, "B4")).to_have_attribute("aria-label", "B4, black peg")


def test_an_answer_leaves_what_is_being_typed_alone(page: Page, site: str) -> None:
    columns = page.get_by_label("Columns")

    def type_first(route: Route) -> None:
        columns.fill("6")
        route.continue_()

    page.route("**/draw/position", type_first, times=1)
    visit(page, f"{site}/draw")
    expect(page.locator(".board [data-cell]")).to_have_count(144)
    expect(columns).to_have_value("6")
    columns.press("Enter")
    expect(page.locator(".board [data-cell]")).to_have_count(72)


def test_a_window_is_dragged_and_typed(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    press_hole(page, "F6", page.mouse.click)
    expect(pegs(page, "white")).to_have_count(1)
    page.get_by_role("button", name="New, empty board").click()
    expect(pegs(page, "white")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(pegs(page, "white")).to_have_count(0)
    choose(page, "Window")
    handle = page.get_by_role("slider", name="Right side of the window")
    handle.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("to", exact=True)).to_have_value("K12")
    box, target = (
        page.locator('[data-side="bottom"]').bounding_box(),
        cell(page, "F8").bounding_box(),
    )
    assert box is not None
    assert target is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"], target["y"] + target["height"], steps=3)
    page.mouse.up()
    expect(page.get_by_label("to", exact=True)).to_have_value("K8")
    choose(page, "White")
    expect(page.locator(".board [data-cell]")).to_have_count(88)
    for name in ("Window from", "to"):
        page.get_by_label(name, exact=True).fill("")
        page.get_by_label(name, exact=True).press("Enter")
    expect(page.locator(".board [data-cell]")).to_have_count(144)


def test_a_finger_meets_the_sides_of_the_window(phone: Page, site: str) -> None:
    visit(phone, f"{site}/draw")
    phone.get_by_label("Size").select_option("24x24")
    expect(phone.locator(".board [data-cell]")).to_have_count(576)
    choose(phone, "Window")
    handles = phone.locator(".board .handle")
    expect(handles).to_have_count(4)
    for corners in (None, ("D4", "F6")):
        if corners:
            for name, corner in zip(("Window from", "to"), corners, strict=True):
                phone.get_by_label(name, exact=True).fill(corner)
            phone.get_by_label("to", exact=True).press("Enter")
            expect(status(phone)).to_have_text("Window from D4 to F6.")
        for handle in handles.all():
            met = handle.evaluate(
                """(handle) => {
                    handle.scrollIntoView({ block: "center" });
                    const { left, top, width, height } = handle.getBoundingClientRect();
                    const at = document.elementFromPoint(left + width / 2, top + height / 2);
                    return [width, height, at === handle];
                }"""
            )
            assert met == [pytest.approx(32, abs=1), pytest.approx(32, abs=1), True], corners


def test_a_pasted_file_is_checked_saved_and_published_on_a_phone(phone: Page, site: str) -> None:
    page = phone
    visit(page, f"{site}/draw")
    page.get_by_text("Files", exact=True).click()
    page.get_by_label("Text to read").fill("(;FF[4]GM[21]SZ[6]PZ[]PL[W]\nAW[c3][x]IP[])")
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator("#read-said")).to_contain_text("Line 2, column 1")
    page.get_by_label("Text to read").fill(puzzle_to_sgf(SMALL))
    page.get_by_role("button", name="Read the text").click()
    expect(pegs(page, "white")).to_have_count(1)
    choose(page, "Black")
    press_hole(page, "E4", page.touchscreen.tap)
    expect(pegs(page, "black")).to_have_count(2)
    no_serious_findings(page)
    # An account is needed to keep it, and the drawing waits.
    with another_page(page):
        page.get_by_role("link", name="Sign in to save and publish").click()
    with another_page(page):
        page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Name").fill("Desk-author")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    with another_page(page):
        page.get_by_role("button", name="Create the account").click()
    expect(pegs(page, "black")).to_have_count(2)
    page.get_by_role("button", name="Save as a draft").click()
    expect(status(page)).to_contain_text("Only you can see it")
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with another_page(page):
        page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", level=1, name="Small")).to_be_visible()
    visit(page, f"{site}/mine")
    expect(page.get_by_text("published", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    no_serious_findings(page)


def test_a_file_is_opened_by_a_button_or_dropped_beside_the_board(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    expect(page.locator(".board [data-cell]")).to_have_count(144)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    text = puzzle_to_sgf(SMALL).encode()
    file = FilePayload(name="small.sgf", mimeType="application/x-go-sgf", buffer=text)
    chooser.value.set_files(file)
    expect(page.locator(".board [data-cell]")).to_have_count(36)
    expect(status(page)).to_contain_text("File read.")

    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".board [data-cell]")).to_have_count(144)
    drop(page, puzzle_to_sgf(replace(SMALL, copyright="Nobody's own")))
    expect(page.locator(".board [data-cell]")).to_have_count(36)
    expect(page.get_by_label("Copyright")).to_have_value("Nobody's own")


def test_a_finger_meets_the_marks_of_a_report(phone: Page, site: str) -> None:
    visit(phone, f"{site}/p/{public_id('randolph-hensel', 'p15')}/report")
    marks = phone.locator("#map [data-mark]")
    boxes = [mark.bounding_box() for mark in marks.all()]
    assert boxes
    assert all(box and min(box["width"], box["height"]) >= 24 for box in boxes)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Not only in the middle.
    marks.last.tap(position={"x": 2, "y": 2})
    hole = marks.last.get_attribute("data-mark")
    expect(phone.locator("#chosen")).to_contain_text(f"{hole}: ")
