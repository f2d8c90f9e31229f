"""Sounds in a browser: a knock for each peg that is played."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import another_page, cell, status, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

COUNTED = """
localStorage.setItem("sound", "on");
window.sounds = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.sounds += 1;
  return made.call(this);
};
"""


def test_a_position_that_a_reload_brings_back_makes_no_sound(page: Page, site: str) -> None:
    page.add_init_script(COUNTED)
    visit(page, f"{site}/p/{public_id('lessons', 'lesson3')}")
    cell(page, "E2").click()
    expect(status(page)).to_contain_text("E2 is right")
    assert page.evaluate("sounds") > 0
    with another_page(page):
        page.reload()
    expect(page.locator("#moves li")).to_have_count(1)
    assert page.evaluate("sounds") == 0
