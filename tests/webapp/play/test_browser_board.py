"""A puzzle's page as a visitor meets it: gunicorn, the shipped puzzles, the real solver."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from solver.files import read_file
from solver.game import Hole, hole_text, parse_hole
from solver.puzzle import Puzzle
from tests.webapp.browser import (
    DESKTOP,
    PHONE,
    ROOT,
    another_page,
    cell,
    no_serious_findings,
    ready,
    status,
    tone,
    visit,
    winning_moves,
)
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

PUZZLE = ROOT / "puzzles" / "randolph-hensel" / "p17.sgf"
KEY, WRONG = "g9", "c5"
"""The published first move of the puzzle, and one that the solver refutes at once."""

PACE = 600
"""Milliseconds that each step of a refutation stands while it is played."""

START = "Your move. Choose a hole on the board, or type its name."


@pytest.fixture
def puzzle(page: Page, site: str) -> Page:
    """The page of the puzzle."""
    choose(page, site)
    return page


def choose(page: Page, site: str) -> None:
    """Go to the puzzle."""
    visit(page, f"{site}/p/{public_id('randolph-hensel', 'p17')}")


def test_a_page_is_ready_only_when_its_scripts_have_run(page: Page, site: str) -> None:
    held = list[Route]()
    page.route("**/play/moves.js", lambda route: held.append(route))
    with page.expect_request("**/play/moves.js"):
        page.goto(f"{site}/p/{public_id('randolph-hensel', 'p17')}", wait_until="commit")
    expect(cell(page, "A5")).to_be_visible()
    expect(page.locator("html[data-ready]")).to_have_count(0)
    held[0].continue_()
    ready(page)


def stored() -> Puzzle:
    found = read_file(PUZZLE).puzzle
    assert found is not None
    return found


def click(page: Page, hole: str) -> None:
    cell(page, hole).click()


def enter(page: Page, text: str) -> None:
    page.get_by_label("Move", exact=True).fill(text)
    page.keyboard.press("Enter")


def pegs(page: Page, side: str) -> set[str | None]:
    found = page.locator(f".board .peg-{side}:not(.preview *)")
    return {peg.get_attribute("data-hole") for peg in found.all()}


def test_a_puzzle_is_solved_with_the_mouse(puzzle: Page) -> None:
    moves = 0
    for text in winning_moves(puzzle, stored(), KEY):
        assert re.fullmatch(r"[a-z]\d+", text), "this puzzle needs no link taken off"
        click(puzzle, text)
        moves += 1
    assert moves >= 3
    expect(status(puzzle)).to_contain_text("White has joined rows 1 and 12.")
    tone(puzzle, "solved")
    expect(puzzle.locator("#moves li")).to_have_count(moves)
    no_serious_findings(puzzle)
    assert "solved" in puzzle.evaluate("localStorage.getItem('progress')"), "for lists to mark it"


def test_progress_that_the_browser_cannot_keep_is_not_lost_without_a_word(puzzle: Page) -> None:
    puzzle.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    for text in winning_moves(puzzle, stored(), KEY):
        click(puzzle, text)
    expect(status(puzzle)).to_contain_text("this puzzle will not be marked as solved")
    tone(puzzle, "solved")


def test_a_puzzle_is_solved_with_the_keyboard(puzzle: Page) -> None:
    focused = puzzle.locator("[data-cell]:focus")
    for _ in range(12):
        if focused.count():
            break
        puzzle.keyboard.press("Tab")
    assert focused.count() == 1, "Tab reaches the board"
    for text in winning_moves(puzzle, stored(), KEY):
        walk(puzzle, parse_hole(text))
        expect(focused).to_have_attribute("data-cell", text.upper())
        puzzle.keyboard.press("Enter")
    tone(puzzle, "solved")
    with another_page(puzzle):
        puzzle.keyboard.press("n")
    expect(puzzle).to_have_title(re.compile(r"17, repaired"))


def walk(page: Page, to: Hole) -> None:
    """Go to a hole, from the edges and with either set of keys."""
    for key in ("PageUp", "ArrowDown", "Home", "PageUp"):  # the corner is no hole
        page.keyboard.press(key)
    expect(page.locator("[data-cell]:focus")).to_have_attribute("data-cell", "A2")
    for col in range(to.col):
        page.keyboard.press("l" if col % 2 else "ArrowRight")
    if to.row == 0:
        page.keyboard.press("ArrowUp")
    for row in range(1, to.row):
        page.keyboard.press("j" if row % 2 else "ArrowDown")


def test_a_wrong_move_gets_its_refutation_on_the_board(puzzle: Page) -> None:
    white, black = pegs(puzzle, "white"), pegs(puzzle, "black")
    click(puzzle, WRONG)
    tone(puzzle, "refuted")
    expect(status(puzzle)).to_contain_text("C5 is refuted: Black answers")
    assert pegs(puzzle, "white") == white | {"C5"}
    (reply,) = pegs(puzzle, "black") - black
    expect(puzzle.locator(".board .last")).to_have_attribute("data-last", str(reply))

    # On through the refutation with the keys, to its end and one step back.
    steps = puzzle.locator("#moves .tried").count()
    assert steps > 3
    for _ in range(steps):
        puzzle.keyboard.press("ArrowRight")
    expect(status(puzzle)).to_contain_text(
        re.compile(rf"^Step {steps} of {steps}: Black plays .* Black has joined columns A and L\.$")
    )
    assert len(pegs(puzzle, "white") | pegs(puzzle, "black")) == len(white | black) + steps
    puzzle.keyboard.press("ArrowLeft")
    expect(status(puzzle)).to_contain_text(f"Step {steps - 1} of {steps}: White plays")

    # No other move is played by accident meanwhile.
    said = status(puzzle).inner_text()
    for _ in range(2):
        click(puzzle, KEY)
        expect(status(puzzle)).to_have_text(f"{said} Press “Try again” to play another move.")
    tone(puzzle, "refuted")

    puzzle.get_by_role("button", name="Try again").click()
    expect(status(puzzle)).to_have_text("Your move.")
    assert (white, black) == (pegs(puzzle, "white"), pegs(puzzle, "black"))


def test_a_refutation_plays_by_itself_until_a_key_stops_it(puzzle: Page) -> None:
    # Time stands still between the calls that let it run.
    puzzle.clock.install(time=0)
    puzzle.clock.pause_at(3600)
    puzzle.emulate_media(reduced_motion="no-preference")
    enter(puzzle, WRONG)
    tone(puzzle, "refuted")
    puzzle.get_by_role("button", name="Step through").click()
    expect(status(puzzle)).to_contain_text("Step 3 of")
    puzzle.clock.run_for(PACE)
    expect(status(puzzle)).to_contain_text("Step 4 of")
    puzzle.keyboard.press("Shift")
    expect(puzzle.get_by_role("button", name="Step through")).to_be_visible()
    stopped = status(puzzle).inner_text()
    puzzle.clock.run_for(10_000)
    assert stopped == status(puzzle).inner_text()
    puzzle.get_by_role("button", name="Step through").click()
    puzzle.clock.run_for(100 * PACE)
    expect(status(puzzle)).to_contain_text("Black has joined columns A and L.")
    expect(puzzle.get_by_role("button", name="Step through")).to_be_visible()
    puzzle.keyboard.press("Escape")
    expect(status(puzzle)).to_have_text("Your move.")


def test_a_typed_move_is_played_and_taken_back(puzzle: Page) -> None:
    white = pegs(puzzle, "white")
    enter(puzzle, KEY.upper())
    tone(puzzle, "right")
    assert pegs(puzzle, "white") == white | {KEY.upper()}
    cell(puzzle, "A5").focus()
    puzzle.keyboard.press("Backspace")
    expect(status(puzzle)).to_have_text("Your move.")
    assert pegs(puzzle, "white") == white


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a5", "A5 is not open to white"),
        ("hello", "is not a hole; write column and row, like D4"),
        ("m13", "M13 lies outside the puzzle's window"),
        ("[-c'4][c10]", "No own link"),
    ],
)
def test_a_typed_move_that_cannot_be_gets_the_reason(
    site: str, context: BrowserContext, text: str, words: str
) -> None:
    # The browser itself notes an answer of status 422 on its console, so not `puzzle`.
    page = context.new_page()
    choose(page, site)
    enter(page, text)
    expect(status(page)).to_contain_text(words)
    expect(page.get_by_label("Move", exact=True)).to_be_focused()
    expect(page.get_by_label("Move", exact=True)).to_have_value(text)


def test_skipping_to_the_content_keeps_the_line(puzzle: Page) -> None:
    enter(puzzle, KEY)
    tone(puzzle, "right")
    said, white = status(puzzle).inner_text(), pegs(puzzle, "white")
    skip = puzzle.get_by_role("link", name="Skip to the content")
    skip.focus()
    skip.press("Enter")
    expect(puzzle).to_have_url(re.compile("#main$"))
    # The page goes on to answer: what it shows stays.
    cell(puzzle, "A5").hover()
    expect(status(puzzle)).to_have_text(said)
    assert pegs(puzzle, "white") == white


def test_a_peg_is_shown_with_its_links_before_it_is_played(puzzle: Page) -> None:
    position = stored().position
    hole, links = next(
        (hole, links)
        for hole in position.open_holes(position.to_move)
        if (links := position.automatic_links(position.to_move, hole))
    )
    cell(puzzle, hole_text(hole)).hover()
    expect(puzzle.locator(".preview .peg-white")).to_have_count(1)
    expect(puzzle.locator(".preview .link")).to_have_count(len(links))
    cell(puzzle, "A5").hover()
    expect(puzzle.locator(".preview .peg-white")).to_have_count(0)


def test_a_click_between_holes_plays_nothing(puzzle: Page) -> None:
    box = cell(puzzle, "C5").bounding_box()
    assert box is not None
    puzzle.mouse.click(box["x"] + box["width"] * 1.04, box["y"] + box["height"] * 1.04)
    expect(status(puzzle)).to_have_text(START)


def test_the_page_says_that_it_is_thinking(puzzle: Page) -> None:
    held = list[Route]()
    puzzle.route(re.compile(r"/moves$"), lambda route: held.append(route))
    click(puzzle, KEY)
    expect(puzzle.locator(".status")).to_have_attribute("data-tone", "thinking")
    expect(status(puzzle)).to_contain_text("looking for Black's best reply to G9")
    expect(puzzle.locator(".preview .peg-white")).to_have_attribute("data-hole", "G9")
    # The page is alive meanwhile: help opens and closes.
    puzzle.get_by_role("button", name="Help").click()
    expect(puzzle.get_by_role("dialog")).to_be_visible()
    puzzle.keyboard.press("Escape")
    held[0].continue_()
    tone(puzzle, "right")


def test_undecided_is_no_verdict(puzzle: Page) -> None:
    def undecided(route: Route) -> None:
        answer = route.fetch()
        body = answer.json() | {"outcome": "undecided", "message": "Not decided.", "played": 1}
        route.fulfill(json=body | {"steps": body["steps"][:1]})

    puzzle.route(re.compile(r"/moves$"), undecided)
    click(puzzle, KEY)
    tone(puzzle, "undecided")
    expect(puzzle.get_by_role("button", name="Step forward")).to_be_hidden()
    puzzle.get_by_role("button", name="Take it back").click()
    expect(status(puzzle)).to_have_text("Your move.")


def test_a_lost_connection_leaves_the_move_to_try_again(context: BrowserContext, site: str) -> None:
    # A failed request stands on the browser's own console, so not `puzzle`.
    page = context.new_page()
    choose(page, site)
    page.route(re.compile(r"/moves$"), lambda route: route.abort())
    enter(page, "c5")
    said = "No connection to the site. Try again when you are online."
    expect(status(page)).to_have_text(said)
    expect(page.locator(".board .preview .peg")).to_have_count(0)
    expect(page.get_by_label("Move", exact=True)).to_be_enabled()


def test_the_board_is_a_grid_with_words_for_every_hole(puzzle: Page) -> None:
    position = stored().position
    expect(puzzle.get_by_role("grid")).to_have_attribute(
        "aria-label", re.compile(r"White to move and join rows 1 and 12")
    )
    assert puzzle.get_by_role("gridcell").count() == 144
    link = min(position.white_links)
    one, two = (hole_text(hole) for hole in link)
    expect(cell(puzzle, one)).to_have_attribute(
        "aria-label", re.compile(rf"^{one}, white peg, linked to .*\b{two}\b")
    )
    expect(cell(puzzle, KEY)).to_have_attribute("aria-label", "G9, empty, would link to F11")
    expect(cell(puzzle, "A5")).to_have_attribute("aria-label", "A5, not open to you")
    expect(puzzle.locator('[data-cell][tabindex="0"]')).to_have_count(1)
    puzzle.keyboard.press("ArrowDown")
    expect(puzzle.locator("[data-cell]:focus")).to_have_count(1)


def test_the_desktop_shows_all_without_scrolling(puzzle: Page) -> None:
    click(puzzle, WRONG)
    tone(puzzle, "refuted")
    box = puzzle.locator(".board").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= DESKTOP["height"]
    assert box["height"] >= 680
    expect(puzzle.get_by_role("button", name="Try again")).to_be_in_viewport()
    assert puzzle.evaluate("document.documentElement.scrollWidth") == DESKTOP["width"]


def test_a_phone_takes_two_taps_and_never_scrolls_sideways(phone: Page, site: str) -> None:
    page = phone
    choose(page, site)
    place = page.get_by_role("button", name="Place")
    expect(place).to_be_disabled()

    left, right = (cell(page, hole).bounding_box() for hole in ("C5", "D5"))
    assert left is not None
    assert right is not None
    assert right["x"] - left["x"] >= 24

    cell(page, WRONG).tap()
    expect(page.locator(".preview .peg-white")).to_have_attribute("data-hole", "C5")
    cell(page, KEY).tap()
    expect(page.locator(".preview .peg-white")).to_have_attribute("data-hole", "G9")
    expect(status(page)).to_have_text(f"{KEY.upper()} is chosen: tap it again, or press Place.")
    place.tap()
    tone(page, "right")
    expect(place).to_be_disabled()

    cell(page, "B2").tap()
    cell(page, "B2").tap()
    expect(status(page)).to_contain_text("B2")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.locator(".about").scroll_into_view_if_needed()
    expect(page.locator(".controls")).to_be_in_viewport(ratio=1)
    expect(status(page)).to_be_in_viewport()
    no_serious_findings(page)


def test_a_phone_magnifies_the_chosen_hole_until_the_next_touch(phone: Page, site: str) -> None:
    choose(phone, site)
    lens = phone.locator(".lens")
    expect(lens).to_be_hidden()
    cell(phone, KEY).tap()
    expect(lens).to_be_visible()
    above, hole = lens.bounding_box(), cell(phone, KEY).bounding_box()
    assert above is not None
    assert hole is not None
    assert above["y"] + above["height"] < hole["y"], "the finger does not hide it"
    no_serious_findings(phone)
    cell(phone, "B2").tap()
    expect(phone.locator(".preview .peg-white")).to_have_attribute("data-hole", "B2")
    # It was taken away when the finger came down.
    expect(lens).to_be_visible()
    left = lens.bounding_box()
    assert left is not None
    assert left["x"] < above["x"]
    phone.get_by_role("button", name="Place").tap()
    expect(lens).to_be_hidden()


def test_where_a_mouse_points_nothing_is_magnified(puzzle: Page) -> None:
    puzzle.set_viewport_size(PHONE)
    cell(puzzle, KEY).hover()
    expect(puzzle.locator(".preview .peg-white")).to_have_count(1)
    expect(puzzle.locator(".lens")).to_be_hidden()
