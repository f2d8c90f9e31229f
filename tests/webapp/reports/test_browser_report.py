"""The report of a cooked puzzle with long lines of play, on a phone."""

import pytest
from playwright.sync_api import Page

from tests.webapp.browser import visit
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
