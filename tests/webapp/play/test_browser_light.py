"""What moves on the board, and what is heard: new links, the chain that wins, the sounds."""

import pytest
from playwright.sync_api import Page, expect

from tests.webapp.browser import hint, solved, tone, visit
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

HEARD = """
window.heard = [];
const real = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const tone = real.call(this);
  const tuned = tone.frequency.setValueAtTime.bind(tone.frequency);
  tone.frequency.setValueAtTime = (pitch, at) => { heard.push(pitch); return tuned(pitch, at); };
  return tone;
};
"""


def enter(page: Page, move: str, expected: str) -> None:
    page.get_by_label("Move", exact=True).fill(move)
    page.keyboard.press("Enter")
    tone(page, expected)


def test_the_chain_that_wins_grows_and_is_lit_while_the_rest_steps_back(
    page: Page, site: str
) -> None:
    visit(page, f"{site}/p/{public_id('lessons', 'lesson1')}")
    expect(page.locator(".board.won, .board .winning")).to_have_count(0)
    while True:
        (key,) = hint(page, 3)["groups"][0]
        with page.expect_response("**/moves"):
            page.get_by_label("Move", exact=True).fill(key)
            page.keyboard.press("Enter")
        if solved(page):
            break
    expect(page.locator(".board.won")).to_have_count(1)
    lit = page.locator(".board .peg.winning")
    rows = {hole[1:] for hole in lit.evaluate_all("pegs => pegs.map(peg => peg.dataset.hole)")}
    sides = lit.evaluate_all("pegs => pegs.map(peg => peg.dataset.side)")
    assert {"white"} == set(sides)
    assert "1" in rows, "the chain begins on White's first row"
    # The links of the last peg grow from it.
    new = page.locator(".board .last").get_attribute("data-last")
    growing = page.locator(".board .grows, .board .grows-back")
    ends = growing.evaluate_all("links => links.map(link => link.dataset.link)")
    assert ends
    assert all(new in link.split("-") for link in ends)
    assert (
        page.locator(".board .link:not(.winning)").count()
        == page.locator('.board .link[data-side="black"]').count()
    )


def test_sounds_are_off_until_they_are_wanted(page: Page, site: str) -> None:
    page.add_init_script(HEARD)
    visit(page, f"{site}/p/{public_id('randolph-hensel', 'p17')}")
    enter(page, "g9", "right")
    assert page.evaluate("heard") == []
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Board settings").click()
    page.get_by_label("Sound").check()
    assert page.evaluate("heard") == [180]
    page.get_by_role("button", name="Close").click()
    enter(page, "g9", "right")
    page.wait_for_function("heard.length >= 2")
    assert set(page.evaluate("heard")) == {180}
    page.reload()
    expect(page.get_by_label("Sound")).to_be_checked()
