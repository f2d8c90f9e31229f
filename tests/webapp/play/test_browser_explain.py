"""What a puzzle's page tells besides verdicts: hints, counts, the solution, free tries."""

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.webapp.browser import (
    another_page,
    cell,
    no_serious_findings,
    play_hints,
    status,
    taken_in,
    tone,
    visit,
)
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]


@pytest.fixture
def puzzle(page: Page, site: str) -> Page:
    """A puzzle's page, opened through its address."""
    visit(page, f"{site}/p/{public_id('randolph-hensel', 'p17')}")
    return page


def enter(page: Page, move: str, expected: str) -> None:
    page.get_by_label("Move", exact=True).fill(move)
    page.keyboard.press("Enter")
    tone(page, expected)


def test_a_hint_says_first_what_it_gives_away_and_costs(puzzle: Page) -> None:
    puzzle.get_by_role("button", name="Hint", exact=True).click()
    text = puzzle.locator("#hint-text")
    expect(text).to_contain_text("Hint 1 of 4 shows where to look")
    expect(text).not_to_contain_text("rated")  # A visitor has no rating to lose.
    expect(puzzle.locator(".hinted")).to_have_count(0)
    puzzle.get_by_role("button", name="Show it").click()
    expect(puzzle.locator(".hinted")).to_have_count(7)  # Of nine holes, the free ones.
    puzzle.get_by_role("button", name="Show the next hint").click()
    expect(text).to_contain_text("Join row 1")
    no_serious_findings(puzzle)
    puzzle.get_by_role("button", name="Show the next hint").click()
    expect(text).to_contain_text("The next hint shows the whole line. You give up this attempt.")
    puzzle.get_by_role("button", name="Close").click()
    expect(puzzle.locator(".hinted")).to_have_count(0)
    puzzle.get_by_role("button", name="Hint", exact=True).click()
    expect(text).to_contain_text("You give up this attempt.")


def test_a_hint_that_was_given_is_shown_again(puzzle: Page) -> None:
    text, hinted = puzzle.locator("#hint-text"), puzzle.locator(".hinted")
    puzzle.get_by_role("button", name="Hint", exact=True).click()
    puzzle.get_by_role("button", name="Show it").click()
    expect(hinted).to_have_count(7)
    said = str(text.text_content())
    enter(puzzle, "c5", "refuted")
    expect(hinted).to_have_count(0)
    puzzle.get_by_role("button", name="Try again").click()
    puzzle.get_by_role("button", name="Hint", exact=True).click()
    expect(text).to_have_text(said)
    expect(hinted).to_have_count(7)
    expect(puzzle.get_by_role("button", name="Show the next hint")).to_be_visible()


def test_the_focus_stays_with_the_hints_and_goes_back_to_their_button(puzzle: Page) -> None:
    def press(name: str) -> None:
        puzzle.get_by_role("button", name=name, exact=True).press("Enter")

    def focused(name: str) -> None:
        expect(puzzle.get_by_role("button", name=name, exact=True)).to_be_focused()

    press("Hint")
    press("Close")
    focused("Hint")
    press("Hint")
    press("Show it")
    for _ in range(2):
        focused("Show the next hint")
        press("Show the next hint")
    expect(puzzle.locator("#hint-text")).to_contain_text("The next hint shows the whole line.")
    text = puzzle.locator("#hint-text")
    expect(text).to_have_attribute("aria-live", "polite")
    press("Show the next hint")
    focused("Close")
    line = text.text_content()
    expect(status(puzzle)).to_have_text(str(line))
    expect(text).to_have_attribute("aria-live", "off")
    press("Close")
    focused("Try again")
    press("Try again")
    press("Hint")
    expect(text).to_have_attribute("aria-live", "polite")
    expect(puzzle.locator("#hint-text")).to_be_visible()
    expect(puzzle.locator("#hint-text")).to_have_text(str(line))
    expect(puzzle.locator("#hint-give")).to_be_hidden()


def test_where_there_is_no_hint_one_may_ask_again(puzzle: Page) -> None:
    none: dict[str, object] = {
        "level": None,
        "next": None,
        "groups": [],
        "steps": [],
        "text": "There is no hint.",
    }
    puzzle.route("**/hints", lambda route: route.fulfill(json=none), times=1)
    text = puzzle.locator("#hint-text")
    for said in ("There is no hint.", "Join row 1"):
        puzzle.get_by_role("button", name="Hint", exact=True).click()
        expect(text).to_contain_text("Hint 1 of 4 shows where to look")
        puzzle.get_by_role("button", name="Show it").click()
        if said.startswith("Join"):
            puzzle.get_by_role("button", name="Show the next hint").click()
        expect(text).to_contain_text(said)
        puzzle.get_by_role("button", name="Close").click()


def test_the_author_s_move_is_shown_where_it_is_the_only_hint(puzzle: Page) -> None:
    only: dict[str, object] = {
        "level": None,
        "next": 3,
        "groups": [],
        "steps": [],
        "text": "Only the author's move.",
    }
    told = {"level": 3, "next": None, "groups": [["G9"]], "steps": [], "text": "He plays G9."}
    answers = iter([only, told])
    puzzle.route("**/hints", lambda route: route.fulfill(json=next(answers)))
    text = puzzle.locator("#hint-text")
    puzzle.get_by_role("button", name="Hint", exact=True).click()
    puzzle.get_by_role("button", name="Show it").click()
    expect(text).to_have_text("Only the author's move. The next hint shows the move itself.")
    puzzle.get_by_role("button", name="Show the next hint").click()
    expect(text).to_have_text("He plays G9.")
    expect(puzzle.locator("#board .hinted")).to_have_count(1)


def test_a_refutation_says_how_many_replies_do_it(puzzle: Page) -> None:
    enter(puzzle, "c5", "refuted")
    expect(puzzle.locator("#count")).to_have_text(
        re.compile(r"^(At least )?\d+ of \d+ replies refutes? this\.$")
    )


def test_the_address_leads_back_to_the_same_ply(puzzle: Page) -> None:
    enter(puzzle, "c5", "refuted")
    puzzle.keyboard.press("ArrowRight")
    expect(status(puzzle)).to_contain_text("Step 3 of")
    said = status(puzzle).inner_text()
    with another_page(puzzle):
        puzzle.reload()
    expect(status(puzzle)).to_have_text(said)
    puzzle.go_back()
    expect(status(puzzle)).to_have_text("Your move.")
    enter(puzzle, "g9", "right")
    expect(puzzle.locator("#moves li")).to_have_count(1)
    puzzle.go_back()
    expect(puzzle.locator("#moves li")).to_have_count(0)
    puzzle.go_forward()
    expect(puzzle.locator("#moves li")).to_have_count(1)


def test_after_solving_there_is_more_to_see_and_to_beat(puzzle: Page) -> None:
    play_hints(puzzle)
    credit = puzzle.locator("#credit")
    expect(credit).to_contain_text(re.compile(r"^1 of \d+ kinds of defence to G9 beaten"))

    # The solution: collapsed below its second ply, walked with the arrow keys.
    puzzle.get_by_role("button", name="Solution").click()
    items = puzzle.get_by_role("treeitem")
    expect(items.first).to_contain_text("G9")
    assert items.count() >= 3
    expect(items.nth(1)).to_be_in_viewport(ratio=1)
    expect(items.nth(1)).to_have_attribute("aria-expanded", "false")
    items.first.focus()
    puzzle.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    expect(puzzle.locator("#moves li")).to_have_count(2)
    puzzle.keyboard.press("ArrowRight")
    expect(items.nth(1)).to_have_attribute("aria-expanded", "true")

    # What the win needs.
    puzzle.get_by_role("button", name="What the win needs").click()
    expect(credit).to_contain_text("moves elsewhere cannot stop it")
    assert puzzle.locator(".cell.zone").count() > 5
    expect(puzzle.locator('.cell[aria-label$=", needed"]')).to_have_count(
        puzzle.locator(".cell.zone:not(.occupied)").count()
    )
    no_serious_findings(puzzle)

    # Anything may be tried, by either side, and the puzzle is where it was.
    puzzle.get_by_role("button", name="Back to the puzzle").click()
    tone(puzzle, "solved")
    puzzle.get_by_role("button", name="Try moves freely").click()
    expect(status(puzzle)).to_contain_text("White has joined rows 1 and 12 already.")
    for _ in range(2):
        with puzzle.expect_response("**/verdict"):
            puzzle.get_by_role("button", name="Undo").click()
        expect(status(puzzle)).to_contain_text("Won for White")
    with taken_in(puzzle, "**/verdict"):
        cell(puzzle, "B11").click()
    expect(puzzle.locator(".board .last")).to_have_attribute("data-last", "B11")
    expect(status(puzzle)).to_contain_text(re.compile("(Won|Lost) for White|Not decided"))
    puzzle.keyboard.press("Escape")
    tone(puzzle, "solved")

    # An answer that comes when he is back changes nothing.
    held = list[Route]()
    puzzle.route("**/positions", lambda route: held.append(route), times=1)
    with puzzle.expect_request("**/positions"):
        puzzle.get_by_role("button", name="Try moves freely").click()
    puzzle.keyboard.press("Escape")
    expect(status(puzzle)).to_contain_text("Solved by")
    with taken_in(puzzle, "**/positions"):
        held[0].continue_()
    expect(puzzle.get_by_role("button", name="Back to the puzzle")).to_be_hidden()
    tone(puzzle, "solved")

    # And the next class of defences.
    puzzle.get_by_role("button", name="Beat the next defence").click()
    expect(status(puzzle)).to_contain_text("This time Black answers")
    play_hints(puzzle)
    expect(credit).to_contain_text(re.compile(r"^2 of|^All"))

    # Cards and the page of his progress tell how many kinds are beaten.
    beaten = re.compile(r"^(In this browser: )?2 of \d+ kinds of defence beaten")
    page, site = puzzle, puzzle.url.partition("/p/")[0]
    visit(page, f"{site}/collections/randolph-hensel")
    ring = page.locator(f'[data-puzzle="{public_id("randolph-hensel", "p17")}"] .ring')
    expect(ring).to_have_attribute("aria-label", beaten)
    no_serious_findings(page)
    page.goto(f"{site}/progress")
    expect(page.locator("#mastery")).to_contain_text(beaten)
    expect(page.locator("#mastery")).to_contain_text("of 1 puzzle")
    no_serious_findings(page)


def test_the_switch_for_setups_draws_them_in_every_position(puzzle: Page) -> None:
    ring, words = puzzle.locator(".board .setup"), puzzle.locator("#overlay-words")
    expect(words).to_be_hidden()
    puzzle.get_by_role("button", name="Board settings").click()
    with puzzle.expect_response("**/setups") as answered:
        puzzle.get_by_label("Show setups").check()
    found = answered.value.json()["setups"]
    expect(ring).to_have_count(len(found))
    assert found, "the puzzle shows some"
    one = found[0]
    expect(words).to_contain_text(f"{one['name']} {one['pegs'][0]} and {one['pegs'][1]}")
    no_serious_findings(puzzle)
    puzzle.get_by_role("button", name="Close").click()
    # They follow the board, and the switch holds after a reload.
    with puzzle.expect_response("**/setups") as answered:
        enter(puzzle, "g9", "right")
    after = answered.value.json()["setups"]
    expect(ring).to_have_count(len(after))
    assert after != found
    with another_page(puzzle):
        puzzle.reload()
    expect(ring).to_have_count(len(after))
    puzzle.get_by_role("button", name="Board settings").click()
    puzzle.get_by_label("Show setups").uncheck()
    expect(ring).to_have_count(0)
    expect(words).to_be_hidden()


def test_the_switch_for_threats_draws_the_peg_that_would_connect(page: Page, site: str) -> None:
    visit(page, f"{site}/p/{public_id('lessons', 'lesson1')}")
    page.get_by_role("button", name="Board settings").click()
    page.get_by_label("Show threats").check()
    expect(page.locator(".board .threat")).to_have_count(3)
    words = "Threats. White: D3. Black: D2, D4."
    expect(page.locator("#overlay-words")).to_have_text(words)
    no_serious_findings(page)
    page.get_by_role("button", name="Close").click()
    enter(page, "d3", "solved")
    expect(page.locator(".board .threat")).to_have_count(0)


def test_the_board_is_seen_in_another_view_and_other_colours(puzzle: Page) -> None:
    puzzle.get_by_role("button", name="Board settings").click()
    puzzle.get_by_label("Colours").select_option("blue-orange")
    with another_page(puzzle):
        puzzle.get_by_label("View").select_option("transposed")
    expect(puzzle).to_have_url(re.compile(r"\?view=transposed"))
    expect(puzzle.locator("html")).to_have_attribute("data-theme", "blue-orange")
    expect(puzzle.locator(".board")).to_have_attribute("data-view", "transposed")
    box, other = (cell(puzzle, hole).bounding_box() for hole in ("B9", "I2"))
    assert box is not None
    assert other is not None
    assert box["x"] > other["x"], "rows run from left to right"
    cell(puzzle, "G9").hover()
    expect(puzzle.locator(".preview .peg-black")).to_have_attribute("data-hole", "G9")
    expect(puzzle.locator("#next")).to_have_attribute("href", re.compile("view=transposed"))
    no_serious_findings(puzzle)


def test_a_phone_shows_hints_and_settings_whole(phone: Page, site: str) -> None:
    visit(phone, f"{site}/p/{public_id('randolph-hensel', 'p17')}")
    phone.get_by_role("button", name="Hint", exact=True).tap()
    give, bar = phone.get_by_role("button", name="Show it"), phone.locator(".controls")
    expect(give).to_be_in_viewport(ratio=1)
    box, below = give.bounding_box(), bar.bounding_box()
    assert box
    assert below
    assert box["y"] + box["height"] <= below["y"], "the buttons at the lower edge do not hide it"
    phone.get_by_role("button", name="Board settings").tap()
    panel = phone.get_by_role("dialog")
    expect(panel).to_be_visible()
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")


def test_a_phone_shows_the_board_to_try_out_anything(phone: Page, site: str) -> None:
    visit(phone, f"{site}/p/{public_id('lessons', 'lesson1')}")
    enter(phone, "d3", "solved")
    board = phone.locator(".board")
    explore = phone.get_by_role("button", name="Try moves freely")
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(board).not_to_be_in_viewport(ratio=0.9)
    explore.tap()
    expect(board).to_be_in_viewport(ratio=0.9)


def one_below_the_other(*parts: Locator) -> None:
    """Fail unless parts of a page are in sight, the first one on top, and none hides the next."""
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
    boxes = [part.bounding_box() for part in parts]
    for upper, lower in itertools.pairwise(boxes):
        assert upper
        assert lower
        assert upper["y"] + upper["height"] <= lower["y"]


def test_a_phone_shows_the_board_beside_the_solution_and_the_next_defence(
    phone: Page, site: str
) -> None:
    visit(phone, f"{site}/p/{public_id('randolph-hensel', 'p17')}")
    play_hints(phone)
    board, bar = phone.locator(".board"), phone.locator(".controls")
    phone.get_by_role("button", name="Solution").tap()
    twigs = phone.locator("#tree .twig")
    expect(twigs.nth(2)).to_be_visible()
    for text in twigs.all_inner_texts()[:3]:
        line = twigs.filter(has_text=re.compile(f"^{re.escape(text)}$"))
        line.tap()
        expect(status(phone)).to_have_text(text)
        one_below_the_other(status(phone), board, line, bar)
    twigs.first.tap()
    expect(twigs.nth(1)).to_be_visible()
    twigs.first.tap()
    expect(twigs.nth(1)).to_be_hidden()
    no_serious_findings(phone)
    phone.get_by_role("button", name="Beat the next defence").tap()
    expect(status(phone)).to_contain_text("This time Black answers")
    one_below_the_other(status(phone), board, bar)


def test_two_fingers_zoom_and_place_no_peg(phone: Page, site: str) -> None:
    visit(phone, f"{site}/p/{public_id('exercises', 'drawn-game')}")
    board = phone.locator(".board")
    box = board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = phone.context.new_cdp_session(phone)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if apart else []}
        )

    touch("touchStart", 30)
    for apart in range(35, 95, 10):
        touch("touchMove", apart)
    touch("touchEnd", 0)
    expect(board).to_have_class(re.compile("zoomed"))
    expect(phone.locator(".preview .peg")).to_have_count(0)
    width = float((board.get_attribute("viewBox") or "").split()[2])
    assert width < 600, "less than half of the board fills the room"
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
