"""What comes between a visitor and a puzzle: a reload, another panel, answers that are no use."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Request, expect

from tests.webapp.browser import another_page, cell, hint, hold, status, taken_in, tone, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

KEY, WRONG = "G9", "C5"
"""The published first move of p17, and one that the solver refutes at once."""
LINK, HOLE = "G7-H9", "G8"
"""Of p27: a link in the way of its key, and the hole of that."""


@pytest.fixture
def puzzle(page: Page, site: str) -> Page:
    """The page of p17."""
    visit(page, f"{site}/p/{public_id('randolph-hensel', 'p17')}")
    return page


@pytest.fixture
def tangled(page: Page, site: str) -> Page:
    """The page of p27, whose key takes a link off."""
    visit(page, f"{site}/p/{public_id('randolph-hensel', 'p27')}")
    return page


def garble(page: Page, question: str) -> None:
    """Let no answer of an address be readable."""
    page.route(re.compile(rf"/{question}$"), lambda route: route.fulfill(body="?"))


def heal(page: Page, question: str) -> None:
    page.unroute(re.compile(rf"/{question}$"))


def sent(request: Request) -> dict[str, Any]:
    """Return what the page asked."""
    found = request.post_data_json
    assert isinstance(found, dict)
    return found


def open_after(page: Page) -> None:
    """Open the panel that a solved puzzle has."""
    page.locator("#after").evaluate("panel => { panel.hidden = false; }")


def explore(page: Page, hole: str) -> None:
    """Try a move freely."""
    open_after(page)
    page.get_by_role("button", name="Try moves freely").click()
    cell(page, hole).click()
    expect(peg(page, hole)).to_have_count(1)


def peg(page: Page, hole: str) -> Locator:
    return page.locator(f'.pegs [data-hole="{hole}"]')


def take_off(page: Page) -> None:
    """Take off the link of p27, and choose the hole of its key."""
    cell(page, "G7").focus()
    page.keyboard.press("4")
    expect(status(page)).to_contain_text(f"{LINK} will be removed.")
    cell(page, HOLE).focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text(f"{HOLE}, with changed links.")


def test_the_next_move_counts_after_a_reload(puzzle: Page) -> None:
    cell(puzzle, KEY).click()
    tone(puzzle, "right")
    with another_page(puzzle):
        puzzle.reload()
    expect(puzzle.locator("#moves li")).to_have_count(1)
    (key,) = hint(puzzle, 3)["groups"][0]
    with puzzle.expect_request(re.compile(r"/moves$")) as asked:
        cell(puzzle, key).click()
    assert sent(asked.value)["seal"]


def test_a_reload_while_a_move_is_judged_leads_to_one_s_own_line(puzzle: Page) -> None:
    address = puzzle.url
    cell(puzzle, KEY).click()
    tone(puzzle, "right")
    (key,) = hint(puzzle, 3)["groups"][0]
    moves = hold(puzzle, "moves")
    cell(puzzle, key).click()
    tone(puzzle, "thinking")
    pages = hold(puzzle, address.rpartition("/")[2])
    with puzzle.expect_request(address):
        # Without waiting for the page, as a person does. One that a script reloads has a referrer.
        puzzle.context.new_cdp_session(puzzle).send("Page.reload")
    # The page that goes still takes in the answer.
    with puzzle.expect_event("framenavigated"):
        moves[0].continue_()
    pages[0].continue_()
    expect(puzzle.locator("#moves li")).to_have_count(1)
    expect(puzzle.locator("#sent")).to_be_hidden()


def test_a_line_that_begins_with_the_name_of_one_s_own_is_somebody_else_s(puzzle: Page) -> None:
    cell(puzzle, "C10").click()
    expect(puzzle).to_have_url(re.compile("#;c10;2$"))
    puzzle.evaluate("history.pushState(null, '', '#;c1')")
    puzzle.context.new_cdp_session(puzzle).send("Page.reload")
    expect(puzzle.locator("#sent")).to_be_visible()


def test_a_link_that_is_looked_at_leaves_no_mark(puzzle: Page) -> None:
    puzzle.goto(f"{puzzle.url}#;{WRONG.lower()};2")
    with another_page(puzzle):
        puzzle.reload()
    puzzle.get_by_role("button", name="Show the moves").click()
    tone(puzzle, "refuted")
    assert puzzle.evaluate("localStorage.getItem('progress')") is None


def test_commit_plays_what_was_chosen_wherever_the_cursor_went(tangled: Page) -> None:
    take_off(tangled)
    tangled.keyboard.press("ArrowLeft")
    tangled.keyboard.press("ArrowUp")
    held = hold(tangled, "moves")
    with tangled.expect_request(re.compile(r"/moves$")) as asked:
        tangled.get_by_role("button", name="Commit").press("Enter")
    assert sent(asked.value)["move"] == HOLE.lower()
    held[0].continue_()
    tone(tangled, "right")


def test_the_solution_is_shown_while_a_turn_is_being_made(tangled: Page) -> None:
    take_off(tangled)
    open_after(tangled)
    tangled.get_by_role("button", name="Solution").click()
    tangled.get_by_role("treeitem").first.locator(".twig").first.click()
    tangled.get_by_role("button", name="Back to the puzzle").click()
    expect(status(tangled)).to_contain_text(f"{HOLE}, with changed links.")
    expect(tangled.get_by_role("button", name="Commit")).to_be_visible()


def test_back_tries_a_move_without_the_changes_that_are_being_made(tangled: Page) -> None:
    cell(tangled, HOLE).click()
    tone(tangled, "refuted")
    tangled.get_by_role("button", name="Try again").click()
    take_off(tangled)
    with tangled.expect_request(re.compile(r"/moves$")) as asked:
        tangled.go_back()
    assert sent(asked.value)["off"] == []


def test_a_move_that_is_tried_is_taken_back_without_a_question(puzzle: Page) -> None:
    explore(puzzle, WRONG)
    cell(puzzle, "H6").click()
    expect(peg(puzzle, "H6")).to_have_count(1)
    garble(puzzle, "positions")
    puzzle.get_by_role("button", name="Undo").click()
    expect(peg(puzzle, "H6")).to_have_count(0)
    expect(peg(puzzle, WRONG)).to_have_count(1)


def test_exploring_begins_with_an_answer_or_not_at_all(puzzle: Page) -> None:
    cell(puzzle, KEY).click()
    tone(puzzle, "right")
    garble(puzzle, "positions")
    open_after(puzzle)
    puzzle.get_by_role("button", name="Try moves freely").click()
    expect(status(puzzle)).to_contain_text("cannot be read")
    (key,) = hint(puzzle, 3)["groups"][0]
    with puzzle.expect_request(re.compile(r"/moves$")):
        cell(puzzle, key).click()


def test_a_late_answer_puts_no_peg_back(puzzle: Page) -> None:
    explore(puzzle, WRONG)
    held = hold(puzzle, "positions")
    with puzzle.expect_request(re.compile(r"/positions$")):
        cell(puzzle, "H6").click()
    puzzle.get_by_role("button", name="Undo").click()
    expect(peg(puzzle, WRONG)).to_have_count(0)
    with taken_in(puzzle, "**/positions"):
        held[0].continue_()
    expect(peg(puzzle, WRONG)).to_have_count(0)


def test_what_is_typed_while_a_position_is_judged_stays(puzzle: Page) -> None:
    explore(puzzle, WRONG)
    held = hold(puzzle, "verdict")
    entry = puzzle.get_by_label("Move", exact=True)
    entry.fill("h6")
    entry.press("Enter")
    expect(entry).to_have_value("")
    entry.fill("f7")
    with taken_in(puzzle, "**/verdict"):
        held[0].continue_()
    expect(entry).to_have_value("f7")


def test_a_solution_that_could_not_be_asked_is_asked_again(puzzle: Page) -> None:
    open_after(puzzle)
    solution = puzzle.get_by_role("button", name="Solution")
    garble(puzzle, "defences")
    solution.click()
    expect(puzzle.locator("#tree")).to_contain_text("cannot be read")
    heal(puzzle, "defences")
    solution.click()
    solution.click()
    branch = puzzle.locator('#tree [aria-expanded="false"]').first
    garble(puzzle, "defences")
    branch.press("ArrowRight")
    expect(puzzle.locator("#tree")).to_contain_text("cannot be read")
    heal(puzzle, "defences")
    opened = puzzle.locator("#tree li:has(> p)")
    opened.press("ArrowLeft")
    opened.press("ArrowRight")
    expect(puzzle.locator("#tree p")).to_have_count(0)


def test_an_area_that_is_no_longer_wanted_is_not_shaded(puzzle: Page) -> None:
    open_after(puzzle)
    area = puzzle.get_by_role("button", name="What the win needs")
    held = hold(puzzle, "defences")
    area.click()
    area.click()
    expect(area).to_have_attribute("aria-pressed", "false")
    with taken_in(puzzle, "**/defences"):
        held[0].continue_()
    expect(puzzle.locator("#board .zone")).to_have_count(0)
    garble(puzzle, "defences")
    area.click()
    expect(puzzle.locator("#credit")).to_contain_text("cannot be read")
    expect(area).to_have_attribute("aria-pressed", "false")


FINGER = """(svg, [x, y, kind]) => {
  const at = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  const pointer = (type, id) =>
    svg.dispatchEvent(new PointerEvent(type, { ...at, pointerType: "touch", pointerId: id }));
  pointer("pointerdown", 1);
  if (kind === "pinch") {
    pointer("pointerdown", 2);
    pointer("pointermove", 2);
    pointer("pointerup", 2);
  }
  pointer("pointerup", 1);
  if (kind === "tap") svg.dispatchEvent(new MouseEvent("click", at));
}"""
"""A finger on the board. Older browsers do not say of a click that it was one."""


def touch(page: Page, hole: str, kind: str) -> None:
    box = cell(page, hole).bounding_box()
    assert box
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.locator("#board svg").first.evaluate(FINGER, [*middle, kind])


def test_a_tap_is_a_fingers_in_older_browsers_too(puzzle: Page) -> None:
    touch(puzzle, WRONG, "tap")
    expect(status(puzzle)).to_have_text(f"{WRONG} is chosen: tap it again, or press Place.")


def test_the_mouse_plays_after_two_fingers_zoomed(puzzle: Page) -> None:
    touch(puzzle, WRONG, "pinch")
    cell(puzzle, KEY).click()
    tone(puzzle, "right")


def test_pages_that_a_newcomer_opens_at_once_all_work(context: BrowserContext, site: str) -> None:
    address = f"{site}/p/{public_id('randolph-hensel', 'p17')}"
    first, second = context.new_page(), context.new_page()
    visit(first, address)
    # The second one was asked for before there was a cookie, and its cookie stays.
    context.clear_cookies()
    visit(second, address)
    for page in (first, second):
        cell(page, WRONG).click()
        tone(page, "refuted")
