"""The filters of a list: read from an address, written back, and what they let pass."""

from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, urlencode

import pytest
from sqlalchemy import false
from sqlalchemy.orm import Session
from werkzeug.datastructures import MultiDict

from solver.audits import Soundness
from solver.game import Ruleset
from tests.webapp.rows import collection_row, puzzle_row
from webapp.catalog.filters import Filters, Sort, Span, matching, read
from webapp.core.database import Database
from webapp.models import PuzzleRow

FULL = Filters(
    text="key & lock",
    collection="one",
    author="Ann",
    ruleset=Ruleset.THREE_M,
    size=(12, 10),
    soundness=("sound", "not checked"),
    tags=("block", "ladder"),
    solved=False,
    pegs=Span(3, 5),
    difficulty=Span(None, 60),
    rating=Span(1400, None),
    sort=Sort.HARDEST,
    page=3,
)


def parsed(query: str) -> tuple[Filters, list[str]]:
    return read(MultiDict(parse_qsl(query, keep_blank_values=True)))


@pytest.mark.parametrize("filters", [Filters(), FULL, Filters(solved=True), Filters(tags=("a b",))])
def test_an_address_says_all_there_is_to_filters(filters: Filters) -> None:
    query = urlencode(filters.args(), doseq=True)
    found, complaints = parsed(query)
    assert (filters, filters.page) == (found, found.page)
    assert complaints == []


def test_no_filter_has_no_arguments() -> None:
    assert {} == Filters().args()
    assert not Filters().narrow
    assert not Filters(sort=Sort.NEWEST).narrow
    assert FULL.narrow


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        ("size=banana", "size is 'banana': write columns and rows as in 12x12."),
        ("rules=XX", "rules is 'XX': it can be STD, PP, 3M."),
        ("pegs_min=-1", "pegs_min is '-1': write a number from 0 to 9999."),
        ("page=0", "page is '0'"),
        ("page=99999999999999999999", "write a number"),
        ("soundness=good", "soundness is 'good': it can be sound,"),
        ("verdict=good", "verdict is 'good': it can be sound,"),
        ("solved=perhaps", "solved is 'perhaps'"),
        ("sort=up", "sort is 'up'"),
        ("difficulty_max=٣", "write a number"),
    ],
)
def test_what_cannot_be_read_is_left_out_and_told(query: str, complaint: str) -> None:
    found, complaints = parsed(query + "&author=Ann")
    assert Filters(author="Ann") == found
    assert len(complaints) == 1
    assert complaint in complaints[0]


def test_ends_of_a_range_may_come_in_either_order() -> None:
    assert Span(2, 9) == parsed("pegs_min=9&pegs_max=2")[0].pegs


def test_one_of_several_values_is_taken_off() -> None:
    assert ("ladder",) == FULL.without("tags", "block").tags
    assert () == FULL.without("tags").tags
    assert (1, Span()) == (FULL.without("pegs").page, FULL.without("pegs").pegs)


@pytest.fixture(scope="module")
def session(new_database: Callable[[], str]) -> Iterator[Session]:
    """Two collections: the second one's puzzles come first in no order but that of ease."""
    database = Database(new_database())
    database.migrate()
    with database.sessions() as session:
        one, two = collection_row("one", 0), collection_row("two", 1)
        session.add_all([one, two])
        puzzle_row(one, "a", author="Ann", tags="ladder block", pegs=3, difficulty=50.0)
        puzzle_row(one, "b", author="Bob", columns=8, rows=6, soundness=Soundness.SOUND)
        puzzle_row(one, "c", tags="block", difficulty=90.0, soundness=Soundness.COOKED)
        puzzle_row(two, "d", ruleset=Ruleset.PP, rating=1700.0, published=9, pegs=7)
        puzzle_row(two, "e", title="Percent % sign", difficulty=10.0, author="Ann")
        session.flush()
        yield session
    database.engine.dispose()


def slugs(session: Session, query: str) -> str:
    solved = PuzzleRow.slug.in_(["a", "e"])
    passing = matching(parsed(query)[0], solved).with_only_columns(PuzzleRow.slug)
    return "".join(session.scalars(passing))


@pytest.mark.parametrize(
    ("query", "passing"),
    [
        ("", "abcde"),
        ("collection=two", "de"),
        ("rules=PP", "d"),
        ("size=8x6", "b"),
        ("pegs_min=3&pegs_max=5", "a"),
        ("pegs_min=3", "ad"),
        ("soundness=sound", "b"),
        ("soundness=cooked&soundness=sound", "bc"),
        ("soundness=not+checked", "ade"),
        ("soundness=not+checked&soundness=cooked", "acde"),
        ("soundness=undecided", ""),
        ("tag=block", "ac"),
        ("tag=block&tag=ladder", "a"),
        ("author=Ann", "ae"),
        ("solved=yes", "ae"),
        ("solved=no", "bcd"),
        ("difficulty_max=60", "ae"),
        ("rating_min=1600", "d"),
        ("q=LADD", "a"),
        ("q=bob", "b"),
        ("q=%25", "e"),
        ("q=_", ""),
        ("author=Ann&solved=yes&collection=one&tag=block&difficulty_min=20", "a"),
        ("sort=easiest", "eacbd"),
        ("sort=hardest", "caebd"),
        ("sort=newest", "dabce"),
        ("sort=easiest&collection=one", "acb"),
    ],
)
def test_what_passes_and_in_which_order(session: Session, query: str, passing: str) -> None:
    assert passing == slugs(session, query)


def test_an_address_from_before_has_other_names_for_the_soundness() -> None:
    assert (
        Filters(soundness=("no solution", "not checked"))
        == parsed("verdict=no-solution&verdict=not-checked")[0]
    )


def test_words_in_an_address_are_no_sql(session: Session) -> None:
    assert "" == slugs(session, "q=%27%20OR%201%3D1%20--&author=%22%3B--")
    assert 0 == len(session.scalars(matching(Filters(solved=True), false())).all())
