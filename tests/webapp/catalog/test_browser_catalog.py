"""A newcomer finds a puzzle: the first page, the lessons, lists, on a desktop and a phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.webapp.browser import (
    DESKTOP,
    PHONE,
    another_page,
    new_window,
    no_serious_findings,
    tone,
    visit,
    watched,
)

pytestmark = [pytest.mark.web, pytest.mark.native]


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def visitor(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page with nothing remembered that may not complain."""
    size: ViewportSize = request.param
    with new_window(browser, viewport=size) as context, watched(context.new_page()) as page:
        yield page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_newcomer_learns_and_solves_a_first_board(visitor: Page, site: str) -> None:
    visit(visitor, site)
    expect(visitor.get_by_role("heading", name="Your first board")).to_be_visible()
    assert fits(visitor)
    no_serious_findings(visitor)

    with another_page(visitor):
        visitor.get_by_role("link", name="Learn TwixT: all boards").click()
    assert fits(visitor)
    no_serious_findings(visitor)
    with another_page(visitor):
        visitor.get_by_role("link", name="Pegs and links").click()
    expect(visitor.get_by_text("move from both C1 and E5")).to_be_visible()
    visitor.get_by_label("Move", exact=True).fill("d3")
    visitor.keyboard.press("Enter")
    tone(visitor, "solved")

    visit(visitor, f"{site}/learn")
    expect(visitor.locator(".card-mark:visible")).to_have_count(1)


def test_a_list_is_narrowed_and_widened_again(visitor: Page, site: str) -> None:
    visit(visitor, f"{site}/puzzles")
    everything = visitor.locator(".card").count()
    visitor.get_by_text("Filters", exact=True).click()
    visitor.get_by_label("Collection").select_option(label="Exercises")
    visitor.get_by_label("Board played on").select_option("12x12")
    visitor.get_by_role("checkbox", name="sound").check()
    with another_page(visitor):
        visitor.get_by_role("button", name="Show", exact=True).click()
    expect(visitor).to_have_url(re.compile(r"\?collection=exercises&size=12x12&soundness=sound"))
    expect(visitor.locator(".card")).to_have_count(3)
    assert fits(visitor)
    no_serious_findings(visitor)

    visitor.get_by_placeholder("Title, author or tag").fill("no such puzzle")
    with another_page(visitor):
        visitor.keyboard.press("Enter")
    expect(visitor.get_by_text("No puzzle matches all filters.")).to_be_visible()
    no_serious_findings(visitor)
    with another_page(visitor):
        visitor.get_by_role("link", name="see all puzzles").click()
    expect(visitor.locator(".card")).to_have_count(everything)
    with another_page(visitor):
        visitor.go_back()
    expect(visitor.get_by_text("No puzzle matches all filters.")).to_be_visible()


def test_what_this_browser_solved_can_be_left_out(visitor: Page, site: str) -> None:
    visit(visitor, f"{site}/collections/lessons")
    first = visitor.locator(".card").first.get_attribute("data-puzzle")
    visitor.evaluate(
        """async (id) => {
            const progress = await import("/static/js/progress/browser_progress.js");
            progress.markSolved(id);
        }""",
        first,
    )
    visit(visitor, f"{site}/puzzles?collection=lessons&solved=no")
    expect(visitor.locator(".card")).to_have_count(4)
    expect(visitor.locator(f'.card[data-puzzle="{first}"]')).to_have_count(0)
    visit(visitor, f"{site}/puzzles?collection=lessons&solved=yes")
    expect(visitor.locator(".card")).to_have_count(1)
    expect(visitor.locator(".card-mark:visible")).to_have_count(1)
    expect(visitor.get_by_text("One puzzle.")).to_be_visible()


def test_without_scripts_nothing_asks_what_this_browser_solved(browser: Browser, site: str) -> None:
    with new_window(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/puzzles")
        page.get_by_text("Filters", exact=True).click()
        expect(page.get_by_label("Rules")).to_be_visible()
        expect(page.get_by_label("Solved in this browser")).to_be_hidden()
        page.goto(f"{site}/puzzles?solved=no")
        words = "stored in your browser, which needs JavaScript"
        expect(page.locator(".count")).to_contain_text(words, use_inner_text=True)


@pytest.mark.parametrize(
    "address", ["/collections", "/collections/randolph-hensel", "/machines", "/daily"]
)
def test_a_page_fits_and_can_be_used_by_all(visitor: Page, site: str, address: str) -> None:
    visit(visitor, site + address)
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()
    assert fits(visitor)
    no_serious_findings(visitor)


def test_a_collection_is_printed_without_the_ways_around(visitor: Page, site: str) -> None:
    visit(visitor, f"{site}/collections/lessons")
    visitor.emulate_media(media="print")
    expect(visitor.locator("header.site")).to_be_hidden()
    expect(visitor.locator(".card").first).to_be_visible()
