"""Keys in the editor: each is shown and can be taken away, also one that changes links."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import cell, drop, status, visit

pytestmark = [pytest.mark.web, pytest.mark.native]

LINKS = "(;FF[4]GM[21]SZ[6]PZ[]PL[W]AW[c3][d5]AB[b4]IP[](;W[-c'4][e2]TE[1])(;W[b1][-b'2]TE[1]))"
"""Two keys: E2 after the link C3-D5 is taken off, and B1 without a link to C3."""


def test_keys_with_links_are_shown_and_taken_away(page: Page, site: str) -> None:
    visit(page, f"{site}/draw")
    drop(page, LINKS)
    marks = page.locator(".board .key-mark")
    expect(marks).to_have_count(2)
    page.locator(".tools label", has_text="Key").click()
    cell(page, "B1").click()
    expect(marks).to_have_count(1)
    expect(page.locator('.board [data-key="E2"]')).to_have_count(1)
    page.locator(".tools label", has_text="Black").click()
    cell(page, "E2").click()
    expect(status(page)).to_have_text("Some pegs, links or keys are illegal: see below.")
    page.get_by_role("button", name="Remove illegal pegs, links and keys").click()
    expect(marks).to_have_count(0)
    expect(page.locator('.board .peg[data-side="black"]')).to_have_count(2)
    expect(page.get_by_role("button", name="Check soundness")).to_be_enabled()
