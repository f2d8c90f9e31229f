"""*My puzzles* on several pages, in a browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from tests.webapp.browser import (
    DESKTOP,
    PHONE,
    another_page,
    new_account,
    no_serious_findings,
    status,
    visit,
)
from tests.webapp.conftest import serving
from tests.webapp.editor.test_browser_order import drag_first_down, order
from tests.webapp.rows import collection_row, puzzle_row
from webapp.catalog.pages import SHELF
from webapp.core.database import Database
from webapp.models import Account

pytestmark = [pytest.mark.web, pytest.mark.native]


def fill(place: Path) -> None:
    """Give the account of a site in a folder more drafts than a page has, with long titles."""
    database = Database(f"sqlite:///{place / 'var' / 'twixt.sqlite'}")
    with database.sessions.begin() as session:
        owner = session.scalars(select(Account.id)).one()
        for slug in ("own-a", "own-b"):
            session.add(one := collection_row(slug, 1000, title=slug[-1] * 80, owner_id=owner))
            for number in range(SHELF + 2 if slug == "own-a" else 0):
                title = f"{number} " + "W" * 100
                puzzle_row(one, f"{number:03}", title=title, published=None)
    database.engine.dispose()


def row(page: Page, name: str) -> Locator:
    return page.locator(f'[data-puzzle="{name}"]')


def test_a_page_of_own_puzzles_is_used_with_the_keyboard_and_by_dragging(
    page: Page, small_site: Path
) -> None:
    page.set_viewport_size(PHONE)
    with serving(small_site) as site:
        new_account(page, site, "Many-drafts")
        fill(small_site)
        first, second = f"own-a-{SHELF:03}", f"own-a-{SHELF + 1:03}"
        for address in ("/mine", "/mine/own-a?page=2", f"/p/{second}/move", "/mine/own-b"):
            visit(page, site + address)
            assert PHONE["width"] == page.evaluate("document.documentElement.scrollWidth"), address
            no_serious_findings(page)

        page.set_viewport_size(DESKTOP)
        visit(page, f"{site}/mine/own-a?page=2")
        box = drag_first_down(page).bounding_box()
        assert box
        page.mouse.move(box["x"] + 4, box["y"] + 4)
        page.mouse.up()
        expect(status(page)).to_have_text("The new order is saved.")
        visit(page, f"{site}/mine/own-a?page=2")
        assert [second, first] == order(page)

        row(page, first).get_by_role("button", name="Delete").focus()
        page.keyboard.press("Tab")
        with another_page(page):
            page.keyboard.press("Enter")
        page.get_by_label("Place").fill("100")
        with another_page(page):
            page.keyboard.press("Enter")
        assert page.url == f"{site}/mine/own-a#{first}"
        assert 99 == order(page).index(first)
        expect(row(page, first)).to_be_in_viewport()
        page.keyboard.press("Tab")
        expect(row(page, first).get_by_role("link").first).to_be_focused()
