"""The page of a check that goes on: it shows that it does."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.waiting import until
from tests.webapp.browser import visit

pytestmark = [pytest.mark.web, pytest.mark.native]

WAITS: dict[str, object] = {
    "state": "queued",
    "said": "Waiting.",
    "decided": 0,
    "first_moves": 0,
    "elapsed": None,
    "moves": [],
}
"""What is answered of a check that waits."""


def test_a_check_shows_that_it_goes_on(page: Page, site: str) -> None:
    told = WAITS.copy()
    page.route("**/state", lambda route: route.fulfill(json=told))
    begin(page, site)
    expect(page.locator("#map a")).to_have_count(0)  # the table they lead to comes with the report
    bar, elapsed = page.get_by_role("progressbar"), page.locator("#elapsed")
    expect(page.locator("#said")).to_have_text("Waiting.")
    expect(elapsed).to_be_empty()
    told |= {"state": "running", "said": "2 of 3.", "decided": 2, "first_moves": 3, "elapsed": 90}
    expect(page.locator("#said")).to_have_text("2 of 3.")
    expect(bar).to_have_attribute("value", "2")
    expect(elapsed).to_have_text(re.compile(r"^(9\d|\d{3}) seconds so far\.$"))
    hole = page.locator("#map [data-mark]").first
    name = hole.get_attribute("data-mark")
    told["moves"] = [{"hole": name, "kind": "try", "mark": "T"}]
    expect(page.get_by_role("img", name=f"{name}: try", exact=True)).to_have_text("T")
    before = elapsed.inner_text()
    told |= {"said": "3 of 3.", "decided": 3}
    expect(page.locator("#said")).to_have_text("3 of 3.")
    assert bar.get_attribute("value") is None, "it moves"
    expect(elapsed).not_to_have_text(before)
    end(page)


def test_a_page_that_nobody_sees_asks_seldom_until_it_is_seen(page: Page, site: str) -> None:
    asked = list[Route]()

    def answer(route: Route) -> None:
        asked.append(route)
        route.fulfill(json=WAITS, headers={"ETag": f'"{len(asked)}"'})

    begin(page, site)
    page.route("**/state", answer)
    page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => !window.seen })")
    page.clock.install()
    visit(page, page.url)
    page.clock.run_for(9_000)
    assert 1 == len(asked)
    page.clock.run_for(1_000)
    # Playwright answers requests only while it is asked something.
    assert until(lambda: page.evaluate("true") and 2 == len(asked))
    page.evaluate("window.seen = true; document.dispatchEvent(new Event('visibilitychange'))")
    assert until(lambda: page.evaluate("true") and 3 == len(asked))
    end(page)


def test_a_page_tells_which_answer_it_shows(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    later = WAITS | {"said": "2 of 3."}
    answers: list[dict[str, Any]] = [
        {"json": WAITS, "headers": {"ETag": '"first"'}},
        {"status": 304},
        {"json": later, "headers": {"ETag": '"second"'}},
        {},  # lost: the page says so, and needs the whole answer again
        {"json": WAITS | {"said": "3 of 3."}},
    ]
    tags = list[str | None]()

    def answer(route: Route) -> None:
        tags.append(route.request.headers.get("if-none-match"))
        told = answers[min(len(tags), len(answers)) - 1]
        if told:
            route.fulfill(**told)
        else:
            route.abort()

    begin(page, site)
    page.route("**/state", answer)
    visit(page, page.url)
    expect(page.locator("#said")).to_have_text("3 of 3.")
    assert [None, '"first"', '"first"', '"second"', None] == tags[:5]
    end(page)


def begin(page: Page, site: str) -> None:
    """Have a large empty board checked, which goes on."""
    visit(page, f"{site}/draw")
    page.get_by_label("Size").select_option("24x24")
    page.get_by_role("button", name="Check soundness").click()
    page.wait_for_url("**/jobs/*")


def end(page: Page) -> None:
    """Stop the check, of which the site itself tells again: it may take it some seconds."""
    page.unroute("**/state")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Cancel")).not_to_be_attached()
