"""The pages of the course: all of it, and the way from board to board."""

import re

import pytest
from sqlalchemy import select

from tests.webapp.databases import fill_with_shipped
from tests.webapp.people import sign_up
from webapp import create_app
from webapp.catalog.course import CHAPTERS, steps
from webapp.catalog.shipped_collections import public_id
from webapp.models import Account, AttemptEnding
from webapp.progress import attempts


@pytest.fixture
def prepared(url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Address of a database with the shipped puzzles."""
    fill_with_shipped(url, tmp_path_factory)
    return url


def shown(text: str) -> list[str]:
    return re.findall(r'data-puzzle="([^"]*)"', text)


def test_the_shipped_lessons_teach(config: dict[str, object]) -> None:
    client = create_app(config).test_client()
    assert '<a class="button" href="/learn">Learn TwixT: all boards</a>' in client.get("/").text
    client.set_cookie("solved", "1")
    assert re.search(r'href="/learn"[^>]*>Learn TwixT</a>', client.get("/").text)
    text = client.get("/learn").text
    assert len({*shown(text)}) == len(steps())
    for chapter in CHAPTERS:
        assert f". {chapter.title}</h2>" in text
        for board in chapter.boards:
            # A setup's name is not broken at its hyphen.
            heading = board.heading.replace("-", "\N{NON-BREAKING HYPHEN}")
            assert f'data-name="{heading}"' in text


def test_the_course_says_what_is_linked_and_lists_say_what_titles_mean(
    config: dict[str, object],
) -> None:
    client = create_app(config).test_client()
    assert "Pegs of one side that stand a knight" in client.get("/learn").text
    for slug, told in (("novice", True), ("club", True), ("lessons", False)):
        text = client.get(f"/collections/{slug}").text
        assert ("A title says what makes a puzzle hard" in text) is told


def test_the_way_through_the_course_leads_from_board_to_board(
    config: dict[str, object],
) -> None:
    client = create_app(config).test_client()
    address, seen = f"/p/{steps()[0].public_id}", list[str]()
    while address != "/learn":
        page = client.get(address).text
        seen.append(address.partition("/p/")[2].partition("?")[0])
        onward = re.search(r'id="onward"[^>]* href="([^"]*)"', page)
        assert onward, address
        step = steps()[len(seen) - 1]
        assert f"Learn TwixT: {CHAPTERS[step.chapter - 1].title}</a>" in page
        assert ('class="lesson"' in page) == (step.board is not None)
        last = step is steps()[-1] or step.chapter < steps()[len(seen)].chapter
        assert (f'data-solved-words="Chapter {step.chapter} is done. ' in page) == last
        address = onward[1]
    assert 'href="/learn">Learn TwixT</a>' in page
    assert "That was all of Learn TwixT." in page
    assert [step.public_id for step in steps()] == seen


def test_a_board_that_is_repeated_leads_to_the_next_puzzle_to_repeat(
    config: dict[str, object],
) -> None:
    client = create_app(config).test_client()
    sign_up(client)
    address = f"/p/{steps()[0].public_id}"
    for query, said in (("", "board"), ("?repeat=1", "puzzle")):
        onward = re.search(r'id="onward".*', client.get(address + query).text)
        assert onward
        assert f'Next<span class="wide">&nbsp;{said}</span>' in onward[0]


def test_by_itself_what_the_course_shares_is_one_of_its_own_collection(
    config: dict[str, object],
) -> None:
    client = create_app(config).test_client()
    puzzle = next(step for step in steps() if step.board is None)
    assert "Learn TwixT" not in client.get(f"/p/{puzzle.public_id}").text
    assert "Learn TwixT" not in client.get(f"/p/{puzzle.public_id}?chapter=5").text
    board = public_id("privilege", "3")
    alone = client.get(f"/p/{board}").text
    assert "<h1>Two at once</h1>" in alone
    assert 'href="/collections/privilege"' in alone
    assert "Learn TwixT" not in alone
    assert f'href="/p/{board}"' in client.get("/collections/privilege").text
    assert "<h1>The Privilege</h1>" in client.get(f"/p/{board}?chapter=5").text
    assert f"/p/{board}?chapter=5" in client.get("/learn").text


def test_the_course_marks_what_an_account_has_solved(
    config: dict[str, object],
) -> None:
    app = create_app(config)
    client = app.test_client()
    sign_up(client)
    hidden = 'class="card-mark" hidden'
    before = client.get("/learn").text.count(hidden)
    with app.extensions["database"].sessions.begin() as session:
        attempts.merge(
            session,
            session.scalars(select(Account)).one(),
            {steps()[0].public_id: AttemptEnding.SOLVED},
        )
    assert client.get("/learn").text.count(hidden) == before - 1
