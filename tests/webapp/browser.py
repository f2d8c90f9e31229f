"""Driving a real browser: what the tests of all pages share. The fixtures are in `conftest`."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, ViewportSize, expect

from solver.game import Move, move_text, parse_move
from solver.proof import Limits, claim_of
from solver.puzzle import Puzzle
from solver.search import solve

__all__ = [
    "DESKTOP",
    "PHONE",
    "ROOT",
    "cell",
    "hint",
    "no_serious_findings",
    "ready",
    "status",
    "watched",
    "winning_moves",
]

ROOT = Path(__file__).parents[2]

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=740)


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
    """Wait until a puzzle's page can be played on: the server draws its board before that."""
    expect(page.get_by_label("Move", exact=True)).to_be_editable(timeout=20_000)


def status(page: Page) -> Locator:
    """Return the line that says what happened."""
    return page.get_by_role("status")


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
        expect(page.locator(".status")).not_to_have_attribute("data-tone", "thinking")
        text = move_text(position, solve(position, claim, Limits(seconds=20)).keys[0])
