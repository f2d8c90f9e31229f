"""The analysis in a browser: holes fill in, both sides are played, lines are kept."""

import re
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.waiting import DEADLINE
from tests.webapp.browser import (
    another_page,
    cell,
    no_serious_findings,
    status,
    visit,
)
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

PUZZLE = f"/analysis?puzzle={public_id('randolph-hensel', 'p17')}"


def marked(page: Page, kind: str, count: int) -> None:
    expect(page.locator(f"text.xray-{kind}")).to_have_count(count)


def test_every_hole_of_a_proved_puzzle_is_marked(page: Page, site: str) -> None:
    visit(page, site + PUZZLE)
    expect(status(page)).to_contain_text("Won for White")
    marked(page, "wins", 2)
    marked(page, "loses", 117)
    expect(cell(page, "H8")).to_have_attribute("aria-label", "H8, empty: wins")
    no_serious_findings(page)
    page.get_by_role("button", name="All holes").click()
    marked(page, "loses", 0)


JOINS = ("White joins rows", "wins", "winning")
BLOCKS = ("Black keeps White", "holds the draw", "holding the draw")


@pytest.mark.parametrize(
    ("setup", "first", "move", "then"),
    [
        ("PZ[]PL[W]AW[d5]AB[c3]", JOINS, "b1", BLOCKS),
        ("PZ[0]PL[B]AW[d5][b1]AB[c3]", BLOCKS, "e5", JOINS),
    ],
)
def test_marks_have_the_words_of_the_side_to_move(
    page: Page, site: str, setup: str, first: tuple[str, ...], move: str, then: tuple[str, ...]
) -> None:
    def told(verdict: str, does: str, doing: str) -> None:
        expect(status(page)).to_contain_text(verdict)
        expect(page.locator("#legend")).to_contain_text(f"✓ a peg here {does},")
        expect(page.locator("#count")).to_contain_text(re.compile(rf"\d {doing}, .*Finished"))
        hole = page.locator("text.xray-wins").first.get_attribute("data-xray") or ""
        expect(cell(page, hole)).to_have_attribute("aria-label", re.compile(f": {does}$"))

    visit(page, f"{site}/analysis?text=(;FF[4]GM[21]SZ[6]RU[STD]{setup}IP[])")
    told(*first)
    page.get_by_label("Move", exact=True).fill(move)
    page.get_by_role("button", name="Play", exact=True).click()
    told(*then)


def test_both_sides_are_played_and_every_line_is_kept(page: Page, site: str) -> None:
    visit(page, site + PUZZLE)
    expect(status(page)).to_contain_text("Won for White")
    page.get_by_role("button", name="Best move").click()
    expect(status(page)).to_contain_text("resists longest")
    cell(page, "L12").click()
    expect(status(page)).to_contain_text("L12 is provably no help")
    page.get_by_role("button", name="Undo").click()
    cell(page, "A6").click()
    lines = page.locator("#lines")
    for name in ("1. G9", "2. L12", "2. A6"):
        expect(lines.get_by_role("button", name=name)).to_be_visible()
    expect(page).to_have_url(re.compile("#g9,a6$"))
    lines.get_by_role("button", name="2. L12").click()
    expect(page).to_have_url(re.compile("#g9,l12$"))
    with another_page(page):
        page.reload()
    expect(lines.get_by_role("button", name="2. L12")).to_have_attribute("aria-current", "step")
    expect(lines.get_by_role("button", name="2. A6")).to_be_visible()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review a game")
    page.go_back()
    lines.get_by_role("button", name="2. A6").click()
    expect(page).to_have_url(re.compile("#g9,a6$"))
    expect(lines.get_by_role("button")).to_have_count(3)


def test_another_line_in_the_address_is_followed_from_the_start(page: Page, site: str) -> None:
    def goes_to(line: str, told: str) -> None:
        page.evaluate("hash => { location.hash = hash; }", line)
        expect(status(page)).to_contain_text(told)

    current = page.locator("#lines [aria-current=step]")
    visit(page, f"{site}{PUZZLE}#g9")
    expect(current).to_have_text("1. G9")
    goes_to("l12", "No win for White")
    expect(current).to_have_text("1. L12")
    goes_to("main", "No win for White")  # a link to a part of the page
    goes_to("", "Won for White")
    page.go_back()
    page.go_back()
    expect(current).to_have_text("1. L12")


def test_a_link_to_a_part_of_the_page_leaves_the_line_in_the_address_to_come(
    page: Page, site: str
) -> None:
    held = list[Route]()
    page.route(re.compile("/steps$"), lambda route: held.append(route), times=1)
    with page.expect_request(re.compile("/steps$")):
        page.goto(f"{site}{PUZZLE}#g9")
    page.evaluate("location.hash = 'main'")
    held[0].continue_()
    expect(page.locator("#lines [aria-current=step]")).to_have_text("1. G9")


def test_the_last_of_several_lines_in_the_address_is_shown(page: Page, site: str) -> None:
    visit(page, site + PUZZLE)
    expect(status(page)).to_contain_text("Won for White")
    held = list[Route]()
    page.route(re.compile("/steps$"), lambda route: held.append(route), times=1)
    with page.expect_request(re.compile("/steps$")):
        page.evaluate("location.hash = 'l12'")
    page.evaluate("location.hash = 'g9'")
    current = page.locator("#lines [aria-current=step]")
    expect(current).to_have_text("1. G9")
    with page.expect_response(re.compile("/steps$")):
        held[0].continue_()
    expect(page).to_have_url(re.compile("#g9$"))
    expect(current).to_have_text("1. G9")
    expect(page.locator("#lines")).not_to_contain_text("L12")


def test_while_a_line_in_the_address_is_read_its_start_is_shown(page: Page, site: str) -> None:
    visit(page, f"{site}{PUZZLE}#g9")
    expect(page.locator("#lines [aria-current=step]")).to_have_text("1. G9")
    held = list[Route]()
    page.route(re.compile("/steps$"), lambda route: held.append(route), times=1)
    with page.expect_request(re.compile("/steps$")):
        page.evaluate("location.hash = 'l12'")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    held[0].continue_()
    expect(page.locator("#lines [aria-current=step]")).to_have_text("1. L12")


def test_what_is_typed_while_a_position_is_looked_at_stays(page: Page, site: str) -> None:
    visit(page, site + PUZZLE)
    expect(status(page)).to_contain_text("Won for White")
    held = list[Route]()
    page.route(re.compile("/positions$"), lambda route: held.append(route))
    entry = page.get_by_label("Move", exact=True)
    entry.fill("g9")
    entry.press("Enter")
    expect(entry).to_have_value("")
    entry.fill("f7")
    expect(status(page)).to_have_text("Looking at the position.")
    held[0].continue_()
    expect(status(page)).to_contain_text("resists longest")
    expect(entry).to_have_value("f7")


def test_a_pasted_position_is_there_again_after_a_reload_and_on_the_way_back(
    page: Page, site: str
) -> None:
    visit(page, f"{site}/analysis")
    page.get_by_label("Game or puzzle").fill("1 C3 2 B4")
    page.get_by_label("Board", exact=True).select_option("8x8")
    no_serious_findings(page)
    with another_page(page):
        page.get_by_role("button", name="Analyse").click()
    cell(page, "D5").click()
    expect(page).to_have_url(re.compile("#d5$"))
    line = page.locator("#lines").get_by_role("button", name="1. D5")
    with another_page(page):
        page.reload()
    expect(line).to_have_attribute("aria-current", "step")
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review a game")
    page.go_back()
    expect(line).to_have_attribute("aria-current", "step")


def test_a_peg_that_was_taken_off_leaves_no_number(page: Page, site: str) -> None:
    text = "(;FF[4]GM[21]SZ[8]RU[3M]PZ[]PL[W]AW[c3]AB[f5]IP[])"
    visit(page, f"{site}/analysis?text={text}#d5,g7,~d5%20e4")
    last = page.locator("#lines").get_by_role("button", name="3. E4 (removing the peg D5)")
    expect(last).to_have_attribute("aria-current", "step")
    expect(page.locator(".board .number")).to_have_text(["2", "3"])


@pytest.mark.parametrize("address", ["#%", "#%E0%A4%A"])
def test_an_address_that_cannot_be_read_names_no_line(page: Page, site: str, address: str) -> None:
    visit(page, site + PUZZLE + address)
    expect(status(page)).to_contain_text("Won for White")


def test_why_the_line_of_an_address_cannot_be_played_stays_to_be_read(
    context: BrowserContext, site: str
) -> None:
    page = context.new_page()  # it complains of an answer 422
    visit(page, f"{site}{PUZZLE}#d6")
    expect(status(page)).to_have_text(re.compile("D6 is taken by a white peg. Won for White"))


def test_a_drawing_leads_to_its_analysis_and_back(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    cell(page, "C3").click()
    expect(status(page)).to_contain_text("1 white peg")
    with another_page(page):
        page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Analysis")
    expect(cell(page, "C3")).to_have_attribute("aria-label", re.compile("white peg"))
    page.go_back()
    expect(cell(page, "C3")).to_have_attribute("aria-label", re.compile("white peg"))


def test_it_says_how_far_the_holes_are(context: BrowserContext, site: str) -> None:
    page = context.new_page()  # it complains of an answer 503
    told = '{"verdict": "won", "text": "Won.", "best": null, "zone": [], "holes": {"D3": "wins"}}'
    page.route("**/analysis/positions", lambda route: route.fulfill(body=told))
    asked = list[Route]()
    page.route("**/analysis/holes", lambda route: asked.append(route))
    # Time stands still between the calls that let it run.
    page.clock.install(time=0)
    page.clock.pause_at(3600)
    page.goto(f"{site}/analysis?text=(;FF[4]GM[21]SZ[6]RU[STD]PL[W]PZ[]IP[])")
    count = page.locator("#count")

    def says(looked: int, loses: int, still_open: int, end: str) -> None:
        counted = f"1 winning, {loses} not, {still_open} open."
        expect(count).to_have_text(f"{looked} of 24 holes: {counted} {end}")

    def answered(**holes: str) -> None:
        question().fulfill(json={"holes": holes})

    def question() -> Route:
        for _ in range(round(50 * DEADLINE)):
            if asked:
                break
            page.wait_for_timeout(20)
        return asked.pop()

    says(1, 0, 0, "Looking at the others.")
    answered(C3="loses")
    says(2, 1, 0, "Looking at the others.")
    busy = {"Content-Type": "application/json", "Retry-After": "2"}
    question().fulfill(status=503, headers=busy, body='{"message": "Busy."}')
    says(2, 1, 0, "Waiting: the site has no time now. It is asked again in 2 seconds.")
    page.clock.run_for(2000)
    says(2, 1, 0, "Looking at the others.")
    page.get_by_role("button", name="All holes").click()
    answered(B2="open")
    expect(count).to_have_text(re.compile("Interrupted"))
    page.get_by_role("button", name="All holes").click()
    says(3, 1, 1, "Looking at the others.")
    rest = [f"{column}{row}" for column in "ABCDEF" for row in range(1, 7)]
    answered(**{hole: "open" for hole in rest if hole not in ("C3", "D3") and hole[0] not in "AF"})
    says(24, 1, 22, "Open ones get more time: 22 are left.")
    answered(B2="loses")
    says(24, 2, 21, "Open ones get more time: 21 are left.")
    answered()
    says(24, 2, 21, "Finished.")


def test_what_the_proof_needs_shrinks_on_a_telephone_too(phone: Page, site: str) -> None:
    visit(phone, site + PUZZLE)
    phone.get_by_role("button", name="Best move").tap()
    expect(status(phone)).to_contain_text("resists longest")
    phone.get_by_role("button", name="What the proof needs").tap()
    whole = phone.locator(".board .cell.zone").count()
    assert whole > 0
    for _ in range(2):
        phone.get_by_role("button", name="Best move").tap()
    expect(phone.locator("#lines button")).to_have_count(3)
    expect(status(phone)).to_contain_text("resists longest")
    assert 0 < phone.locator(".board .cell.zone").count() < whole
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth")
    no_serious_findings(phone)


def test_the_way_to_the_account_is_there_on_a_telephone_too(phone: Page, site: str) -> None:
    for page in ("/analysis", PUZZLE):
        visit(phone, site + page)
        link = phone.get_by_role("link", name="Sign in")
        expect(link).to_be_visible()
        assert link.evaluate("link => link.scrollWidth <= link.clientWidth")


def test_the_focus_stays_with_the_buttons_and_in_the_lines(page: Page, site: str) -> None:
    def pressed(name: str) -> None:
        page.get_by_role("button", name=name).press("Enter")

    def focused(name: str) -> None:
        expect(page.get_by_role("button", name=name)).to_be_focused()

    visit(page, site + PUZZLE)
    for count in (1, 2):
        pressed("Best move")
        focused("Best move")
        expect(page.locator("#lines button")).to_have_count(count)
        expect(page.get_by_role("button", name="Best move")).to_be_enabled()
    for name in ("1. G9", "2. "):
        pressed(name)
        focused(name)
    for _ in range(2):
        pressed("Undo")
    focused("Undo")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page).to_have_url(site + PUZZLE)
    pressed("1. G9")
    page.keyboard.press("Backspace")
    focused("1. G9")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_mark_is_read_in_place_of_its_hole(
    page: Page, site: str, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    visit(page, site + PUZZLE)
    marked(page, "loses", 117)
    hole = page.locator('.hole[data-hole="C5"]')
    expect(hole).to_be_hidden()
    for name, value in (("font-size", "22px"), ("font-weight", "700")):
        expect(page.locator('[data-xray="C5"]')).to_have_css(name, value)
    page.get_by_role("button", name="All holes").click()
    expect(hole).to_be_visible()


@pytest.mark.parametrize("question", ["steps", "positions"])
@pytest.mark.parametrize("back", ["a click", "the connection"])
def test_what_was_lost_is_asked_again(
    context: BrowserContext, site: str, question: str, back: str
) -> None:
    page = context.new_page()
    page.route(f"**/analysis/{question}", lambda route: route.abort(), times=1)
    visit(page, f"{site}{PUZZLE}#g9")
    expect(status(page)).to_contain_text("No connection to the site.")
    again = page.get_by_role("button", name="Ask again")
    expect(again).to_be_visible()
    no_serious_findings(page)
    if back == "a click":
        again.click()
    else:
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lines").get_by_role("button", name="1. G9")).to_have_attribute(
        "aria-current", "step"
    )
    expect(status(page)).to_contain_text("resists longest")
    expect(again).to_be_hidden()


def test_the_line_of_the_address_waits_until_the_site_has_time(
    context: BrowserContext, site: str
) -> None:
    def busy(route: Route) -> None:
        route.fulfill(status=503, headers={"Retry-After": "1"}, json={"message": "Busy."})

    page = context.new_page()
    page.route("**/analysis/steps", busy, times=1)
    visit(page, f"{site}{PUZZLE}#g9")
    expect(status(page)).to_contain_text("resists longest")
    expect(page).to_have_url(f"{site}{PUZZLE}#g9")
    expect(page.locator("#lines").get_by_role("button", name="1. G9")).to_have_attribute(
        "aria-current", "step"
    )
