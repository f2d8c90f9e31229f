"""Puzzles on diagonal boards in a browser: with mouse, keys and fingers, turned or not."""

import pytest
from playwright.sync_api import Page, expect

from solver.files import read_file
from solver.game import Hole, hole_text, parse_hole
from solver.puzzle import Puzzle
from tests.webapp.browser import (
    ROOT,
    another_page,
    cell,
    no_serious_findings,
    status,
    tone,
    visit,
    winning_moves,
)
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

NAMES = ("45-1", "26-1")


def puzzle_at(page: Page, site: str, name: str, view: str = "") -> Puzzle:
    """Go to a puzzle, and return it."""
    visit(page, f"{site}/p/{public_id('diagonal', name)}{view}")
    found = read_file(ROOT / "puzzles" / "diagonal" / f"{name}.sgf").puzzle
    assert found is not None
    return found


def key_of(puzzle: Puzzle) -> str:
    peg = puzzle.keys[0].peg
    assert peg is not None
    return hole_text(peg)


def walk(page: Page, to: str) -> None:
    """Go to a hole with the arrow keys, by rows and columns in turns: some rows have gaps."""
    goal = parse_hole(to)
    for _ in range(40):
        at = here(page)
        if at.row != goal.row:
            page.keyboard.press("ArrowDown" if at.row < goal.row else "ArrowUp")
        if at.col != goal.col:
            page.keyboard.press("ArrowRight" if at.col < goal.col else "ArrowLeft")
        if at == goal:
            break


def here(page: Page) -> Hole:
    """Return the hole of the keyboard's cursor."""
    return parse_hole(page.locator("[data-cell]:focus").get_attribute("data-cell") or "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("view", ["", "?view=as-is"])
def test_a_diagonal_puzzle_is_solved_with_the_mouse(
    page: Page, site: str, name: str, view: str
) -> None:
    puzzle = puzzle_at(page, site, name, view)
    for text in winning_moves(page, puzzle, key_of(puzzle)):
        cell(page, text).click()
    tone(page, "solved")
    expect(status(page)).to_contain_text("border")
    ends = page.locator(".board .links .link")
    assert ends.count() >= 3
    for link in ends.all():
        joins_its_pegs(page, link.get_attribute("data-link") or "")
    no_serious_findings(page)


def joins_its_pegs(page: Page, link: str) -> None:
    """Fail unless the drawn link runs from peg to peg, however the board is turned."""
    drawn = page.locator(f'.board .links [data-link="{link}"]').bounding_box()
    holes = [
        page.locator(f'.board .hole[data-hole="{end}"]').bounding_box() for end in link.split("-")
    ]
    assert drawn is not None
    for hole in holes:
        assert hole is not None
        x, y = hole["x"] + hole["width"] / 2, hole["y"] + hole["height"] / 2
        assert drawn["x"] - 8 <= x <= drawn["x"] + drawn["width"] + 8
        assert drawn["y"] - 8 <= y <= drawn["y"] + drawn["height"] + 8


@pytest.mark.parametrize("name", NAMES)
def test_a_diagonal_puzzle_is_solved_with_the_keyboard(page: Page, site: str, name: str) -> None:
    puzzle = puzzle_at(page, site, name)
    focused = page.locator("[data-cell]:focus")
    for _ in range(12):
        if focused.count():
            break
        page.keyboard.press("Tab")
    for text in winning_moves(page, puzzle, key_of(puzzle)):
        walk(page, text)
        expect(focused).to_have_attribute("data-cell", text.upper())
        page.keyboard.press("Enter")
    tone(page, "solved")


@pytest.mark.parametrize("name", NAMES)
def test_the_cursor_stays_in_the_holes(page: Page, site: str, name: str) -> None:
    puzzle_at(page, site, name)
    cells = page.locator("[data-cell]")
    holes = set(page.locator(".board .hole").evaluate_all("all => all.map((e) => e.dataset.hole)"))
    page.locator('[data-cell][tabindex="0"]').focus()
    edges = ("Home", "PageUp", "End", "PageDown")
    arrows = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
    for edge, arrow in zip((*edges, *edges), (*arrows, *arrows), strict=True):
        for key in (edge, arrow, f"Shift+{arrow}"):
            page.keyboard.press(key)
            assert hole_text(here(page)).upper() in holes, key
        at = here(page)
        page.keyboard.press(edge)
        assert at == here(page), f"{edge} goes to the last hole"
    words = {
        each.get_attribute("data-cell"): each.get_attribute("aria-label") for each in cells.all()
    }
    if name == "26-1":
        cell(page, "A3").focus()
        page.keyboard.press("ArrowDown")
        assert parse_hole("A5") == here(page), "A4 is no hole"
    beyond = words.keys() - holes
    assert {f"{each}, no hole" for each in beyond} == {words[each] for each in beyond}
    assert beyond


@pytest.mark.parametrize("name", NAMES)
def test_a_diagonal_puzzle_is_solved_with_fingers(phone: Page, site: str, name: str) -> None:
    puzzle = puzzle_at(phone, site, name)
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth")
    for text in winning_moves(phone, puzzle, key_of(puzzle)):
        cell(phone, text).tap()
        cell(phone, text).tap()
    tone(phone, "solved")


def test_the_switch_turns_the_border(page: Page, site: str) -> None:
    puzzle_at(page, site, "45-1")
    expect(page.locator(".board[data-turn]")).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    with another_page(page):
        page.get_by_label("View", exact=True).select_option(label="Rows of holes upright")
    expect(page.locator(".board[data-view='as-is']")).to_be_visible()
    expect(page.locator(".board[data-turn]")).to_have_count(0)


def test_a_diagonal_puzzle_is_drawn_in_the_editor(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    page.get_by_label("Size").select_option("diagonal-45:17")
    expect(page.locator(".board[data-turn]")).to_be_visible()
    page.get_by_label("Lines of holes").fill("9")
    page.get_by_label("Lines of holes").press("Enter")
    expect(page.locator(".board .hole")).to_have_count(37)
    expect(page.get_by_label("Columns")).to_be_hidden()
    expect(page.locator("#window-help")).to_be_hidden()
    page.locator(".tools label", has_text="Window").click()
    expect(status(page)).to_have_text("A diagonal board is always played whole.")
    page.locator(".tools label", has_text="White").click()
    for hole in ("C1", "D3"):
        cell(page, hole).click()
    expect(page.locator('.board .links [data-link="C1-D3"]')).to_have_count(1)
    cell(page, "E1").click()
    expect(status(page)).to_contain_text("the opponent's border")
    no_serious_findings(page)
    page.get_by_label("Size").select_option("12x12")
    expect(page.locator(".board[data-turn]")).to_have_count(0)
    expect(page.get_by_label("Columns")).to_have_value("12")
