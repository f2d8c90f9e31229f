"""The course in a browser: boards one after the other, and what is kept of them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import another_page, cell, no_serious_findings, status, tone, visit
from webapp.catalog.course import steps
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]


def solved(page: Page) -> None:
    tone(page, "solved")


def test_two_boards_are_solved_and_the_course_goes_on_from_there(page: Page, site: str) -> None:
    visit(page, f"{site}/learn")
    no_serious_findings(page)
    with another_page(page):
        page.get_by_role("link", name="Begin with the first board").click()
    cell(page, "D3").click()
    solved(page)
    with another_page(page):
        page.get_by_role("link", name="Next board").click()
    expect(page.get_by_role("heading", name="Border rows")).to_be_visible()
    cell(page, "E3").click()
    expect(status(page)).to_contain_text("E3 is in Black's border row")
    # With the keys.
    page.keyboard.type("c5")
    page.keyboard.press("Enter")
    solved(page)
    no_serious_findings(page)

    visit(page, site)
    onward = page.get_by_role("link", name="Go on with Learn TwixT")
    expect(onward).to_have_attribute("href", f"/p/{public_id('lessons', 'lesson2')}")
    visit(page, f"{site}/learn")
    expect(page.locator(".card-mark:visible")).to_have_count(2)
    expect(page.locator("#progress")).to_have_text(
        f"2 of {len(steps())} boards and puzzles solved."
    )
    with another_page(page):
        page.get_by_role("link", name="Continue: Links never cross").click()
    expect(page).to_have_url(re.compile(public_id("lessons", "lesson2")))


def test_a_chapter_ends_with_puzzles_that_lead_on_to_the_next_one(page: Page, site: str) -> None:
    ends = [at for at, step in enumerate(steps()) if step.chapter == 1]
    last, after = steps()[ends[-1]], steps()[ends[-1] + 1]
    visit(page, f"{site}/p/{last.public_id}?chapter=1")
    expect(page.locator(".place")).to_have_text(f"{len(ends)} of {len(ends)}")
    with another_page(page):
        page.keyboard.press("n")
    expect(page).to_have_url(re.compile(after.public_id))
    with another_page(page):
        page.keyboard.press("p")
    expect(page).to_have_url(re.compile(rf"{last.public_id}\?chapter=1$"))


def test_a_board_that_takes_off_a_link_is_solved_with_fingers(phone: Page, site: str) -> None:
    visit(phone, f"{site}/p/{public_id('course', 'link-removal')}")
    link = phone.locator('[data-link="B3-D4"]')
    box = link.bounding_box()
    assert box is not None
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(status(phone)).to_contain_text("B3-D4 will be removed")
    cell(phone, "C4").tap()
    cell(phone, "C4").tap()
    phone.get_by_role("button", name="Commit").tap()
    solved(phone)
    no_serious_findings(phone)


def test_the_course_fits_a_phone(phone: Page, site: str) -> None:
    visit(phone, f"{site}/learn")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    no_serious_findings(phone)


def test_either_of_two_keys_is_the_author_s(page: Page, site: str) -> None:
    visit(page, f"{site}/p/{public_id('course', 'two-keys')}")
    for hole in ("B3", "C5"):
        cell(page, hole).click()
        tone(page, "right")
        expect(status(page)).not_to_contain_text("author")
        page.get_by_role("button", name="Undo").click()
