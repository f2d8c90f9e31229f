"""Today's puzzle, played on the first page, with the real solver."""

import re
import shutil
from collections.abc import Iterator

import pytest
import yaml
from playwright.sync_api import Locator, Page, expect

from solver.files import read_file
from solver.puzzle import Puzzle
from tests.webapp.browser import (
    ROOT,
    another_page,
    cell,
    new_account,
    no_serious_findings,
    status,
    tone,
    visit,
    winning_moves,
)
from tests.webapp.conftest import serving

pytestmark = [pytest.mark.web, pytest.mark.native]

LESSON = ROOT / "puzzles" / "lessons" / "lesson4.sgf"
KEY, WRONG = "C3", "C4"
"""Its only winning first move, and one that loses."""


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a site with one puzzle, which is today's on any day."""
    place = tmp_path_factory.mktemp("one")
    folder = place / "puzzles" / "one"
    folder.mkdir(parents=True)
    shutil.copy(LESSON, folder)
    about = {"title": "One", "author": "", "source": "", "licence": ""}
    puzzles = [{"file": LESSON.name, "keys": [KEY.lower()]}]
    (folder / "collection.yaml").write_text(yaml.safe_dump(about | {"puzzles": puzzles}))
    with serving(place, place / "puzzles") as address:
        yield address


def pegs(page: Page) -> Locator:
    return page.locator(".board .pegs .peg")


def stored() -> Puzzle:
    found = read_file(LESSON).puzzle
    assert found is not None
    return found


def test_a_wrong_move_is_refuted_and_the_key_goes_on(page: Page, one: str) -> None:
    visit(page, one)
    expect(page.locator("#onward")).to_be_in_viewport()
    before = pegs(page).count()
    cell(page, WRONG).click()
    tone(page, "refuted")
    expect(status(page)).to_contain_text(f"{WRONG} is refuted: Black answers")
    expect(pegs(page)).to_have_count(before + 2)
    page.get_by_role("button", name="Step back").click()
    expect(status(page)).to_contain_text("Step 1 of")
    expect(pegs(page)).to_have_count(before + 1)
    no_serious_findings(page)

    page.get_by_role("button", name="Try again").click()
    cell(page, KEY).click()
    tone(page, "right")
    expect(page.locator("#moves")).to_contain_text(KEY)
    expect(pegs(page)).to_have_count(before + 2)

    # What was played stands on the puzzle's own page, too.
    with another_page(page):
        page.get_by_role("link", name="Hints and more").click()
    expect(status(page)).to_contain_text("This is where the line ended.")
    expect(pegs(page)).to_have_count(before + 2)


def test_it_is_solved_with_the_keyboard_alone(page: Page, one: str) -> None:
    visit(page, one)
    focused = page.locator("[data-cell]:focus")
    for _ in range(12):
        if focused.count():
            break
        page.keyboard.press("Tab")
    assert focused.count() == 1, "Tab reaches the board"

    def play(hole: str) -> None:
        expect(page.locator(".board")).to_contain_class("open")
        for key in ("PageUp", "ArrowDown", "Home", "PageUp"):  # the corner is no hole
            page.keyboard.press(key)
        for _ in range("abcdef".index(hole[0].lower())):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        for _ in range(int(hole[1:]) - 1):
            page.keyboard.press("ArrowDown")
        expect(focused).to_have_attribute("data-cell", hole.upper())
        page.keyboard.press("Enter")

    play(WRONG)
    tone(page, "refuted")
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_contain_text("Step 1 of")
    page.keyboard.press("Escape")
    expect(status(page)).to_have_text("Your move.")
    for hole in winning_moves(page, stored(), KEY.lower()):
        play(hole)
    tone(page, "solved")
    assert "solved" in page.evaluate("localStorage.getItem('progress')"), "for lists to mark it"
    no_serious_findings(page)

    # The solved line's own page tells more of it.
    with another_page(page):
        page.get_by_role("link", name="Hints and more").click()
    expect(page.get_by_role("button", name="Solution")).to_be_visible()


def test_on_a_phone_two_taps_play_and_all_of_the_board_is_in_sight(phone: Page, one: str) -> None:
    visit(phone, one)
    expect(phone.locator(".board")).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cell(phone, KEY).tap()
    expect(phone.locator(".preview .peg-white")).to_have_attribute("data-hole", KEY)
    cell(phone, KEY).tap()
    tone(phone, "right")
    expect(status(phone)).to_be_in_viewport(ratio=1)
    no_serious_findings(phone)


def test_the_first_page_says_that_the_answer_that_counts_was_given(page: Page, one: str) -> None:
    new_account(page, one, "First-answer")
    rated = page.locator("#rated")
    expect(rated).to_have_text("Rated: your first attempt counts.")
    cell(page, WRONG).click()
    tone(page, "refuted")
    expect(rated).to_have_text("Rated: this attempt has counted.")


def test_the_address_of_the_first_page_keeps_no_line(page: Page, one: str) -> None:
    visit(page, one)
    cell(page, KEY).click()
    tone(page, "right")
    # Tomorrow another puzzle stands there.
    expect(page).to_have_url(re.compile(r"^http://[^/]*/$"))
