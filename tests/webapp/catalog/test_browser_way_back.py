"""Pages that tell what is solved, when the browser shows them again as they were left."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import another_page, visit
from webapp.catalog.course import steps

pytestmark = [pytest.mark.web]


@pytest.mark.parametrize(
    ("address", "link", "mark"),
    [
        ("/learn", ".boards a", ".card-mark:visible"),
        ("/collections/lessons", ".card", ".card-mark:visible"),
        ("/puzzles", ".card", ".card-mark:visible"),
        ("/daily/archive", ".calendar .today a", ".calendar a.solved"),
    ],
)
def test_what_was_solved_since_is_marked_on_the_way_back(
    page: Page, site: str, address: str, link: str, mark: str
) -> None:
    visit(page, site)  # which chooses today's puzzle
    visit(page, site + address)
    expect(page.locator(mark)).to_have_count(0)
    solve_and_come_back(page, str(page.locator(link).first.get_attribute("data-puzzle")))
    expect(page.locator(mark)).to_have_count(1)


def test_continue_leads_past_the_board_that_was_solved_since(page: Page, site: str) -> None:
    visit(page, f"{site}/learn")
    solve_and_come_back(page, steps()[0].public_id)
    onward = page.get_by_role("link", name="Continue: ")
    expect(onward).to_have_attribute("href", re.compile(f"/p/{steps()[1].public_id}$"))


def solve_and_come_back(page: Page, public_id: str) -> None:
    """Solve a puzzle on another page, and let the browser show the page that it had put aside.

    The browser of the tests puts none aside: it is told that it did.
    """
    with another_page(page):
        page.evaluate(
            """id => {
                localStorage.setItem("progress", JSON.stringify({ [id]: "solved" }));
                dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
            }""",
            public_id,
        )
