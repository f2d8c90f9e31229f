"""The review in a browser: a game is read, judged from its end, and stepped through."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Request, Route, expect

from solver.files import Format, read_text, write_text
from solver.files.source import decode
from solver.game import Ruleset
from solver.review import Effect
from tests.webapp.browser import new_window, no_serious_findings, status, taken_in, visit
from tests.webapp.review.test_views import MOVES

pytestmark = [pytest.mark.web, pytest.mark.native]


GAME = write_text(read_text(MOVES, size=(6, 6), rules=Ruleset.THREE_M), Format.SGF).text


def review(page: Page, site: str) -> None:
    """Paste the game and wait for the last answer."""
    visit(page, f"{site}/review")
    page.get_by_label("Paste a game").fill(GAME)
    page.get_by_role("button", name="Review", exact=True).click()
    expect(status(page)).to_contain_text("Proven: 8 of 8 positions")


def test_moves_that_gave_a_win_away_are_named(page: Page, site: str) -> None:
    review(page, site)
    expect(status(page)).to_contain_text("5 moves threw a proven win or draw away.")
    given_away = page.locator("#moves .given-away")
    expect(given_away).to_have_count(5)
    expect(given_away.first).to_contain_text("throws the win away")
    expect(page.locator("#graph .mark")).to_have_count(5)
    expect(page.locator("#graph .bar")).to_have_count(8)
    no_serious_findings(page)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "At 1 move a proven win was available; whether the move played also wins is open."),
        (2, "At 2 moves a proven win was available; whether the moves played also win is open."),
    ],
)
def test_moves_after_which_a_win_is_open_are_counted_as_such(
    page: Page, site: str, count: int, said: str
) -> None:
    visit(page, f"{site}/review")
    left = {"value": "win", "to_move": "white", "effect": Effect.LEAVES_WIN.value}
    summary = "async (found) => (await import('/static/js/review/words.js')).summary(found, 0)"
    found = page.evaluate(summary, [left] * count)
    assert f"Proven: {count} of {count} position{'s' if count > 1 else ''}. {said}" == found


def test_positions_that_one_side_cannot_win_are_called_partly_proven(page: Page, site: str) -> None:
    visit(page, f"{site}/review")
    values = ["win", "at least a draw", "at most a draw", "unknown"]
    plies = [{"value": value, "to_move": "white", "effect": None} for value in values]
    summary = "async (found) => (await import('/static/js/review/words.js')).summary(found, 0)"
    found = page.evaluate(summary, plies)
    assert found.startswith("Proven: 1 of 4 positions.")
    assert found.endswith(
        "2 positions partly proven: one side cannot win. "
        "1 position open: no proof was found within the limits."
    )


def test_positions_left_out_for_the_swap_are_not_called_undecided(page: Page, site: str) -> None:
    visit(page, f"{site}/review")
    submitted(page, "(;FF[4]GM[21]SZ[8]RU[STD];W[c3])")
    expect(page.locator("#here")).to_have_text(
        "After 1 move. Open: the sides may be swapped here, so this was not searched."
    )
    expect(status(page)).to_have_text(
        "Proven: 0 of 2 positions. No move threw a proven win or draw away. "
        "2 positions not searched: the sides may be swapped there."
    )


def test_a_wait_of_one_second_is_told_as_such(browser: Browser, site: str) -> None:
    with new_window(browser) as context:  # its console tells of the answer 503
        page = context.new_page()
        # Time stands still until it is let run.
        page.clock.install(time=0)
        page.clock.pause_at(3600)
        busy = {"Retry-After": "1"}
        for question in ("game", "ply"):
            page.route(
                f"**/review/{question}",
                lambda route: route.fulfill(status=503, json={"message": "Busy."}, headers=busy),
                times=1,
            )
        page.goto(f"{site}/review")
        submitted(page, GAME)
        expect(status(page)).to_contain_text("This one is read in 1 second.")
        page.clock.run_for(1000)
        expect(status(page)).to_contain_text("The review goes on in 1 second.")


def test_the_game_is_stepped_through_by_mouse_and_by_keys(page: Page, site: str) -> None:
    review(page, site)
    here = page.locator("#here")
    expect(here).to_contain_text("After 7 moves.")
    ends = [page.get_by_role("button", name=f"{name} position") for name in ("First", "Last")]
    expect(ends[1]).to_be_disabled()
    page.get_by_role("button", name="1. White D4").click()
    expect(ends[0]).to_be_disabled()
    expect(ends[1]).to_be_enabled()
    expect(here).to_contain_text("Before move 1: White plays D4.")
    expect(page.locator(".board .peg")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(here).to_contain_text("Before move 2: Black plays C3.")
    expect(page.locator(".board .peg")).to_have_count(1)
    page.locator("#graph .bar[data-ply='5']").click()
    expect(here).to_contain_text("Before move 6: Black plays F5.")
    page.keyboard.press("End")
    expect(here).to_contain_text("After 7 moves.")


def test_the_focus_goes_to_the_game_and_stays_with_its_buttons(page: Page, site: str) -> None:
    visit(page, f"{site}/review")
    page.get_by_label("Paste a game").fill(GAME)
    page.get_by_role("button", name="Review", exact=True).press("Enter")
    expect(page.locator("#moves li")).to_have_count(8)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for name, other in (("First position", "Step forward"), ("Last position", "Step back")):
        button = page.get_by_role("button", name=name)
        button.press("Enter")
        expect(button).to_be_focused()
        expect(button).to_be_disabled()
        expect(page.get_by_role("button", name=other)).to_be_enabled()


def test_another_game_is_begun_with_what_a_review_is(page: Page, site: str) -> None:
    review(page, site)
    about = page.locator("#about")
    expect(about).not_to_contain_text("goes through your game")
    page.get_by_role("button", name="Review another game").click()
    expect(about).to_contain_text("The solver goes through your game from its end.")


def test_a_won_position_becomes_a_puzzle_in_the_editor(page: Page, site: str) -> None:
    review(page, site)
    page.get_by_role("button", name="5. White D2").click()
    page.get_by_role("button", name="Make a puzzle of this").click()
    expect(page).to_have_url(re.compile("/draw"))
    expect(page.locator(".board .peg")).to_have_count(4)
    page.go_back()
    expect(page.get_by_role("button", name="5. White D2")).to_be_visible()
    expect(page.locator("#moves .worth").filter(has_text="wins")).not_to_have_count(0)


def test_a_review_on_a_telephone(phone: Page, site: str) -> None:
    review(phone, site)
    phone.locator("#graph .bar[data-ply='3']").tap()
    expect(phone.locator("#here")).to_contain_text("Before move 4: Black plays E3.")
    phone.get_by_role("button", name="Step back").tap()
    expect(phone.locator("#here")).to_contain_text("Before move 3: White plays B5.")
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth")
    no_serious_findings(phone)


def test_a_text_that_is_no_game_is_told_of_and_kept(browser: Browser, site: str) -> None:
    with new_window(browser) as context:  # its console tells of the refusal
        page = context.new_page()
        visit(page, f"{site}/review")
        page.get_by_label("Paste a game").fill("no game at all")
        page.get_by_role("button", name="Review", exact=True).click()
        expect(status(page)).to_contain_text("cannot be read")
        expect(page.get_by_label("Paste a game")).to_have_value("no game at all")


def submitted(page: Page, text: str) -> None:
    """Paste a text and ask for its review."""
    page.get_by_label("Paste a game").fill(text)
    page.get_by_role("button", name="Review", exact=True).click()


def asked(page: Page, address: str) -> list[Any]:
    """Return a list that gets each question to an address of the site from now on."""
    questions = list[Any]()

    def note(request: Request) -> None:
        if request.url.endswith(address):
            questions.append(request.post_data_json)

    page.on("request", note)
    return questions


def test_a_double_click_reviews_the_game_once(page: Page, site: str) -> None:
    visit(page, f"{site}/review")
    questions = asked(page, "/review/ply")
    page.get_by_label("Paste a game").fill(GAME)
    page.get_by_role("button", name="Review", exact=True).dblclick()
    expect(status(page)).to_contain_text("Proven: 8 of 8 positions")
    assert [each["ply"] for each in questions] == list(range(7, -1, -1))


@pytest.mark.parametrize("busy", [False, True], ids=["late", "told to wait"])
def test_a_slower_reading_does_not_replace_the_game_on_show(
    browser: Browser, site: str, busy: bool
) -> None:
    with new_window(browser) as context:  # its console tells of the refusal
        page = context.new_page()
        visit(page, f"{site}/review")
        readings = asked(page, "/review/game")
        late = list[Route]()
        page.route("**/review/game", lambda route: late.append(route), times=1)
        submitted(page, "1.c3 2.d4")
        submitted(page, GAME)
        expect(page.locator("#moves li")).to_have_count(8)
        page.clock.install()
        with taken_in(page, "**/review/game"):
            if busy:
                late[0].fulfill(status=503, json={"message": "Busy."}, headers={"Retry-After": "3"})
            else:
                late[0].continue_()
        page.clock.run_for(5000)
        page.evaluate("fetch('/healthz').then((answer) => answer.text())")
        assert len(readings) == 2
        expect(status(page)).not_to_contain_text("no time")
        expect(page.locator("#moves li")).to_have_count(8)


def test_a_game_chosen_over_another_ends_the_review_of_that(page: Page, site: str) -> None:
    visit(page, f"{site}/review")
    late = list[Route]()
    page.route("**/review/ply", lambda route: late.append(route), times=1)
    with page.expect_request("**/review/ply"):
        submitted(page, GAME)
    questions = asked(page, "/review/ply")
    # As when the dialogue for files was open meanwhile.
    other = FilePayload(name="game.txt", mimeType="text/plain", buffer=b"1.c3 2.d4")
    page.locator("#file").set_input_files(other)
    expect(page.locator("#moves li")).to_have_count(3)
    with taken_in(page, "**/review/ply"):
        late[0].continue_()
    expect(page.locator("#progress")).to_be_hidden()
    assert {each["text"] for each in questions} == {"1.c3 2.d4"}


@pytest.mark.parametrize(
    ("charset", "codec", "name"),
    [
        ("ISO-8859-1", "latin-1", "Café"),
        ("none", "latin-1", "Café"),
        ("none", "utf-8", "Café"),
        ("windows-1251", "cp1251", "Кафе"),
        ("UTF-8", "latin-1", "Café"),
        ("windows-1251", "utf-8-sig", "Café"),
        ("UTF-8", "utf-16", "Café"),
    ],
)
def test_a_file_is_read_in_its_charset(
    page: Page, site: str, charset: str, codec: str, name: str
) -> None:
    text = f"(;FF[4]GM[21]CA[{charset}]SZ[6]RU[PP]GN[{name}];W[d4])"
    data = text.encode(codec)
    assert f"GN[{name}]" in decode(data).text, "as the site reads files"
    visit(page, f"{site}/review")
    file = FilePayload(name="game.sgf", mimeType="application/x-go-sgf", buffer=data)
    page.locator("#file").set_input_files(file)
    expect(page.get_by_label("Paste a game")).to_have_value(text)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
