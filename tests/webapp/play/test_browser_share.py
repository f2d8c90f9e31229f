"""Sharing: a clean address, links that hold moves, and a board on another site's page."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from tests.webapp.browser import (
    DESKTOP,
    another_page,
    cell,
    new_window,
    no_serious_findings,
    status,
    tone,
    visit,
    watched,
)
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

LESSON = public_id("lessons", "lesson3")
"""White plays E2, and then C6 or E6."""


@contextmanager
def somebodys_site(text: str) -> Iterator[str]:
    """Serve a page at an address that is not the site's."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def address(site: str) -> str:
    """Address of the puzzle."""
    return f"{site}/p/{LESSON}"


def solve(page: Page) -> None:
    cell(page, "E2").click()
    tone(page, "right")
    taken = page.locator('.pegs .peg-black[data-hole="C6"]')
    cell(page, "E6" if taken.count() else "C6").click()
    tone(page, "solved")


def test_the_address_holds_the_line_until_the_puzzle_is_solved(page: Page, address: str) -> None:
    visit(page, address)
    cell(page, "E2").click()
    tone(page, "right")
    expect(page).to_have_url(re.compile("#e2,"))
    page.go_back()
    expect(status(page)).to_have_text("Your move.")
    solve(page)
    expect(page).to_have_url(address)
    page.go_back()
    expect(status(page)).to_have_text("Back to this position. Your move.")


def test_the_shared_address_is_clean_and_copied(context: BrowserContext, address: str) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    visit(page, address)
    cell(page, "E2").click()
    tone(page, "right")
    page.get_by_role("button", name="link or snippet").click()
    dialog = page.get_by_role("dialog", name="Share this puzzle")
    no_serious_findings(page)
    dialog.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#shared")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == address
    dialog.get_by_role("button", name="Copy the snippet").click()
    expect(page.locator("#share-snippet")).to_have_value(re.compile(f'src="[^"]*/embed/{LESSON}"'))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_what_may_not_be_copied_is_left_selected(phone: Page, address: str) -> None:
    refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));"
    phone.add_init_script(refuse)
    visit(phone, address)
    phone.get_by_role("button", name="link or snippet").tap()
    phone.get_by_role("dialog", name="Share this puzzle").get_by_role(
        "button", name="Copy the link"
    ).tap()
    expect(phone.locator("#shared")).to_contain_text("It is selected, so that you can copy it")
    assert phone.evaluate("getSelection().toString()") == address


@pytest.mark.parametrize("choice", ["Show the moves", "Solve it first"])
def test_a_link_with_moves_says_so_before_it_shows_them(
    page: Page, address: str, choice: str
) -> None:
    visit(page, f"{address}#e2,c3")
    dialog = page.get_by_role("dialog", name="This link shows moves")
    expect(dialog).to_be_visible()
    expect(page.locator("#moves li")).to_have_count(0)
    no_serious_findings(page)
    dialog.get_by_role("button", name=choice).click()
    expect(page.locator("#moves li")).to_have_count(1 if choice == "Show the moves" else 0)
    if choice == "Show the moves":
        with another_page(page):
            page.reload()
        expect(dialog).to_be_hidden()
        expect(page.locator("#moves li")).to_have_count(1)
    else:
        expect(page).to_have_url(address)


def test_a_result_is_a_row_of_squares(page: Page, address: str) -> None:
    visit(page, address)
    page.get_by_role("button", name="link or snippet").click()
    expect(page.locator("#share-result")).to_be_hidden()
    page.keyboard.press("Escape")
    cell(page, "D2").click()
    tone(page, "refuted")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show it").click()
    # Of the nine holes those that are free.
    expect(page.locator(".hinted")).to_have_count(5)
    solve(page)
    page.get_by_role("button", name="Share", exact=True).click()
    result = page.locator("#share-result")
    expect(result).to_have_value(re.compile(f" 🟥🟨🟩🟩 {re.escape(address)}$"))


def test_the_dialog_fits_a_phone(phone: Page, address: str) -> None:
    visit(phone, address)
    phone.get_by_role("button", name="link or snippet").tap()
    panel = phone.get_by_role("dialog", name="Share this puzzle")
    expect(panel).to_be_visible()
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")


def test_the_snippet_is_a_board_to_play_on_another_page(browser: Browser, site: str) -> None:
    with new_window(browser, viewport=DESKTOP) as context:
        page = context.new_page()
        visit(page, f"{site}/p/{LESSON}")
        snippet = page.locator("#share-snippet").input_value()
        # Browsers give a frame of another site no storage.
        page.add_init_script("Storage.prototype.setItem = () => { throw new Error('blocked'); };")
        with somebodys_site(f"<title>Mine</title><h1>Mine</h1>{snippet}") as other, watched(page):
            page.goto(other)
            frame = page.frame_locator("iframe")
            play_in(frame)


def play_in(frame: FrameLocator) -> None:
    expect(frame.locator("html[data-ready]")).to_be_attached()
    frame.locator('[data-cell="D2"]').click()
    expect(frame.locator("#status")).to_contain_text("D2 is refuted")
    frame.get_by_role("button", name="Try again").click()
    frame.locator('[data-cell="E2"]').click()
    expect(frame.locator("#status")).to_contain_text("E2 is right")
    taken = frame.locator('.pegs .peg-black[data-hole="C6"]')
    frame.locator(f'[data-cell="{"E6" if taken.count() else "C6"}"]').click()
    expect(frame.locator("#status")).to_contain_text("Solved by")
    expect(frame.locator("#status")).not_to_contain_text("progress")
