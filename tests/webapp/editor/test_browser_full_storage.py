"""A drawing is kept where the browser's storage is full, as long as there is room for it alone."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import cell, new_account, status, visit

pytestmark = [pytest.mark.web, pytest.mark.native]

FILL = """() => {
    for (let size = 1 << 22, at = 0; size; size >>= 1) {
        try {
            for (;;) localStorage.setItem(`filler ${at++}`, "x".repeat(size));
        } catch {}
    }
}"""
"""Fills the storage to the last character."""


def put(page: Page, *holes: str) -> None:
    """Put white pegs, one after the other."""
    pegs = page.locator('.board .peg[data-side="white"]')
    for hole in holes:
        count = pegs.count()
        cell(page, hole).press("Enter")
        expect(pegs).to_have_count(count + 1)


def kept(page: Page, name: str = "drawing") -> Any:
    """Return what the browser keeps under a name."""
    return json.loads(page.evaluate("name => localStorage.getItem(name)", name))


def shows(page: Page, *holes: str) -> None:
    for hole in holes:
        expect(cell(page, hole)).to_have_attribute("aria-label", f"{hole}, white peg")


def promises(page: Page, *, keeps: bool) -> None:
    """Wait until the page says that it keeps the drawing, or that it does not."""
    expect(page.get_by_text("Your drawing is kept in this browser")).to_be_visible(visible=keeps)
    expect(page.get_by_text("Your drawing is not kept")).to_be_visible(visible=not keeps)


def test_the_last_drawing_is_kept_without_the_steps_before(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    put(page, "C3", "E3")
    page.evaluate(FILL)
    put(page, "C6", "E6", "G6")
    promises(page, keeps=True)
    visit(page, site)
    visit(page, f"{site}/draw")
    shows(page, "C3", "E3", "C6", "E6", "G6")


def test_steps_of_the_puzzle_that_was_left_first_make_room(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    put(page, "C3")
    for name, at in (("b", 1), ("a", 2), ("c", 3)):
        history = {"past": ["x" * 9000], "now": name, "from": None, "at": at}
        keep = "([name, text]) => localStorage.setItem(name, text)"
        page.evaluate(keep, [f"drawing-{name}", json.dumps(history)])
    page.evaluate(FILL)
    put(page, "C6", "E6", "G6")
    assert [kept(page, f"drawing-{name}")["now"] for name in "abc"] == ["a", "b", "c"]
    assert [len(kept(page, f"drawing-{name}")["past"]) for name in "abc"] == [1, 0, 1]
    assert len(kept(page)["past"]) > 3


def test_a_drawing_that_cannot_be_kept_is_said_to_be_lost(page: Page, site: str) -> None:
    visit(page, site)
    page.evaluate(FILL)
    visit(page, f"{site}/draw")
    promises(page, keeps=False)
    put(page, "C3")
    promises(page, keeps=False)
    page.evaluate("localStorage.clear()")
    put(page, "E3")
    promises(page, keeps=True)


def test_the_saved_text_covers_no_later_work_whose_steps_are_gone(page: Page, site: str) -> None:
    new_account(page, site, "Full-storage")
    visit(page, f"{site}/draw")
    put(page, "C3")
    # The site sorts them: what it stores is not the very text that it was sent.
    page.get_by_text("Title and author").click()
    page.get_by_label("Tags").fill("zebra, apple")
    page.get_by_label("Tags").press("Tab")
    page.get_by_role("button", name="Save as a draft").click()
    expect(status(page)).to_contain_text("Only you can see it")
    put(page, "E3")
    page.evaluate(FILL)
    put(page, "C6", "E6")
    address = page.url
    visit(page, site)
    visit(page, address)
    shows(page, "C3", "E3", "C6", "E6")


def test_the_saved_text_covers_no_later_work_that_an_older_page_has_kept(
    page: Page, site: str
) -> None:
    new_account(page, site, "Older-page")
    visit(page, f"{site}/draw")
    put(page, "C3")
    page.get_by_role("button", name="Save as a draft").click()
    expect(status(page)).to_contain_text("Only you can see it")
    put(page, "E3")
    address = page.url
    visit(page, site)
    # A page that knew of no copyright.
    page.evaluate(
        """() => {
            for (const name of Object.keys(localStorage)) {
                const text = localStorage.getItem(name).replaceAll('"copyright":"",', "");
                localStorage.setItem(name, text);
            }
        }"""
    )
    visit(page, address)
    shows(page, "C3", "E3")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.board .peg[data-side="white"]')).to_have_count(1)
    expect(page.get_by_label("Copyright")).to_have_value("")


def test_what_is_saved_on_the_site_is_not_said_to_be_lost(page: Page, site: str) -> None:
    new_account(page, site, "No-storage")
    page.evaluate(FILL)
    visit(page, f"{site}/draw")
    put(page, "C3")
    promises(page, keeps=False)
    page.get_by_role("button", name="Save as a draft").click()
    expect(status(page)).to_contain_text("Only you can see it")
    expect(page.get_by_text("Your drawing is not kept")).to_be_hidden()
