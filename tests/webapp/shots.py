"""Pictures of the site's pages, those of docs/screenshots: `python -m tests.webapp.shots DIR`."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests import chromium
from tests.webapp.browser import PHONE, cell, tone, visit
from tests.webapp.load import served
from webapp.catalog.shipped_collections import public_id

__all__ = ["desk", "main", "telephone"]

DESK = ViewportSize(width=1024, height=640)


def puzzle(name: str) -> str:
    """Return the address of one of the classics."""
    return f"/p/{public_id('randolph-hensel', name)}"


def desk(page: Page) -> Iterator[str]:
    """Show pages on a desk, and yield a name for each."""
    visit(page, "/")
    yield "home"
    visit(page, puzzle("p17"))
    cell(page, "C5").click()
    tone(page, "refuted")
    expect(page.locator("#count")).to_contain_text("this.")
    for _ in range(2):
        page.get_by_role("button", name="Step forward").click()
    yield "refutation"
    visit(page, f"{puzzle('p15')}/report")
    yield "report"
    page.emulate_media(color_scheme="dark")
    visit(page, f"/draw?from={puzzle('p17').rpartition('/')[2]}")
    expect(page.locator(".board .pegs .peg").first).to_be_attached()
    yield "editor"


def telephone(page: Page) -> Iterator[str]:
    """The same on a telephone."""
    visit(page, puzzle("p27"))
    cell(page, "G8").tap()
    yield "telephone"


def shoot(browser: Browser, site: str, folder: Path) -> None:
    """Write all pictures into a folder."""
    for show, size in ((desk, DESK), (telephone, PHONE)):
        fingers = size is PHONE
        context = browser.new_context(
            base_url=site,
            viewport=size,
            has_touch=fingers,
            is_mobile=fingers,
            reduced_motion="reduce",
        )
        page = context.new_page()
        for name in show(page):
            page.screenshot(path=folder / f"{name}.png")
        context.close()


def main(arguments: Sequence[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    # Chromium refuses to run its sandbox as root.
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with (
        tempfile.TemporaryDirectory() as place,
        served(Path(place)) as (port, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=options)
        shoot(browser, f"http://127.0.0.1:{port}", folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
