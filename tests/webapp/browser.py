"""Driving a real browser: what the tests of all pages share. The fixtures are in `conftest`."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, ViewportSize, expect

from solver.game import Move, move_text, parse_move
from solver.proof import Limits, claim_of
from solver.puzzle import Puzzle
from solver.search import solve
from tests.waiting import DEADLINE
from tests.webapp.people import PASSWORD

__all__ = [
    "DESKTOP",
    "PHONE",
    "ROOT",
    "another_page",
    "cell",
    "drop",
    "hint",
    "hold",
    "new_account",
    "new_window",
    "no_serious_findings",
    "play_hints",
    "ready",
    "solved",
    "status",
    "taken_in",
    "tone",
    "visit",
    "watched",
    "winning_moves",
]

ROOT = Path(__file__).parents[2]

_PATIENCE = 1000 * DEADLINE
expect.set_options(timeout=_PATIENCE)

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=740)


_addresses = (f"198.18.{number // 250}.{number % 250 + 1}" for number in count())


@contextmanager
def new_window(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Open a window with nothing remembered, of somebody with an address of his own.

    What one test asks of the site counts towards no other's rate limits. It has no animations.
    """
    more = {"X-Forwarded-For": next(_addresses)}
    context = browser.new_context(reduced_motion="reduce", extra_http_headers=more, **options)
    context.set_default_timeout(_PATIENCE)
    try:
        yield context
    finally:
        context.close()


@contextmanager
def watched(page: Page) -> Iterator[Page]:
    """Fail at the end if the page complained: of errors or breaches of the content policy."""
    complaints = list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    yield page
    assert complaints == []


def no_serious_findings(page: Page) -> None:
    """Fail with what axe-core calls serious or critical about the page as it stands."""
    found = Axe().run(page).response["violations"]
    assert [] == [
        f"{one['id']}: {one['help']}: {', '.join(str(node['html']) for node in one['nodes'])}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def cell(page: Page, hole: str) -> Locator:
    """Return a hole of the page's board."""
    return page.locator(f'[data-cell="{hole.upper()}"]')


def ready(page: Page) -> None:
    """Wait until the page says that its modules have run and its first questions are answered."""
    expect(page.locator("html[data-ready]")).to_be_attached()


def visit(page: Page, address: str) -> None:
    """Go to an address, and wait until the page there is ready."""
    page.goto(address)
    ready(page)


@contextmanager
def another_page(page: Page) -> Iterator[None]:
    """Wait until what is done meanwhile has led to a page, be it this one anew, that is ready."""
    page.evaluate("delete document.documentElement.dataset.ready")
    yield
    ready(page)


@contextmanager
def taken_in(page: Page, address: str) -> Iterator[None]:
    """Wait until what is done meanwhile was answered and the page has read the answer.

    `expect_response` alone does not wait for that: nothing of the answer may show yet.
    """
    with page.expect_response(address) as waiting:
        yield
    waiting.value.finished()
    page.evaluate("fetch('/healthz').then((answer) => answer.text())")


def hold(page: Page, question: str) -> list[Route]:
    """Hold back what is asked of an address from now on."""
    held = list[Route]()
    page.route(re.compile(rf"/{question}$"), lambda route: held.append(route))
    return held


def drop(page: Page, text: str) -> None:
    """Drop a file with this text beside the board of the editor."""
    dropped = page.evaluate_handle(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            return data;
        }""",
        text,
    )
    page.dispatch_event("#findings", "drop", {"dataTransfer": dropped})


def new_account(page: Page, site: str, name: str) -> None:
    """Create an account with the usual password, and be signed in."""
    visit(page, f"{site}/sign-up")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    with another_page(page):
        page.get_by_role("button", name="Create the account").click()


def status(page: Page) -> Locator:
    """Return the line that says what happened."""
    return page.get_by_role("status")


def tone(page: Page, expected: str) -> None:
    """Wait until what happened is said in a tone: right, solved, refuted, undecided..."""
    expect(page.locator(".status")).to_have_attribute("data-tone", expected)


def solved(page: Page) -> bool:
    """Return whether the puzzle is solved, once the page has taken in what it was answered."""
    expect(page.locator("#undo")).to_be_enabled()
    return page.locator(".status").get_attribute("data-tone") == "solved"


def hint(page: Page, level: int) -> Any:
    """Ask the site for a hint about the line on the page, as the page itself does."""
    return page.evaluate(
        """async (level) => {
            const moves = location.hash.slice(1).split(";")[0];
            const line = moves ? moves.split(",").map(decodeURIComponent) : [];
            const token = document.querySelector('meta[name="csrf-token"]').content;
            const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
            const body = JSON.stringify({ line, level });
            const address = `${location.pathname}/hints`;
            const response = await fetch(address, { method: "POST", headers, body });
            return response.json();
        }""",
        level,
    )


def play_hints(page: Page) -> None:
    """Play what the hints say, from the position on the page, until the puzzle is solved."""
    while True:
        (key,) = hint(page, 3)["groups"][0]
        with page.expect_response(re.compile(r"/moves$")):
            page.get_by_label("Move", exact=True).fill(key)
            page.keyboard.press("Enter")
        if solved(page):
            break


def winning_moves(page: Page, puzzle: Puzzle, key: str) -> Iterator[str]:
    """Yield moves that win, the key first, each after the site has answered the one before."""
    position, claim, text = puzzle.position, claim_of(puzzle), key
    while True:
        with page.expect_response(re.compile(r"/moves$")) as waiting:
            yield text
        for step in waiting.value.json()["steps"]:
            move = parse_move(position, step["move"])
            assert isinstance(move, Move)
            position = position.play(move)
        if position.result is not None:
            return
        # The page has it, too: a move before that would be none.
        expect(page.locator(".board.open")).to_be_attached()
        text = move_text(position, solve(position, claim, Limits(nodes=2_000_000)).keys[0])
