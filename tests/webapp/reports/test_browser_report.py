"""The report of a cooked puzzle with long lines of play, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import no_serious_findings, visit
from tests.webapp.shots import puzzle

pytestmark = [pytest.mark.web, pytest.mark.native]

LINES_OF_WORDS = """() => [...document.querySelectorAll(".moves th, .moves td:not(.line)")].flatMap(
  (cell) => [...cell.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).flatMap(
    (node) => [...node.data.matchAll(/\\S+/g)].map((word) => {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return range.getClientRects().length;
    })))"""


def test_no_word_of_the_first_moves_is_broken(phone: Page, site: str) -> None:
    visit(phone, f"{site}{puzzle('p26')}/report")
    lines = phone.evaluate(LINES_OF_WORDS)
    assert len(lines) > 100
    assert set(lines) <= {0, 1}, "0 is a word that is folded away"
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_what_a_first_move_is_stands_where_it_is_seen(phone: Page, site: str) -> None:
    visit(phone, f"{site}{puzzle('p26')}/report")
    chosen = phone.locator("#chosen")
    marks = phone.locator("#map [data-mark]")
    for mark in (marks.first, marks.last):
        mark.tap()
        expect(chosen).to_contain_text(f"{mark.get_attribute('data-mark')}: ")
        for part in (mark, chosen):
            expect(part).to_be_in_viewport(ratio=1)
        box, below = mark.bounding_box(), chosen.bounding_box()
        assert box
        assert below
        assert box["y"] + box["height"] <= below["y"], "what is told does not hide its hole"
    no_serious_findings(phone)
