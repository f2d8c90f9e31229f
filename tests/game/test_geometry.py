"""Crossings against exact segment arithmetic; names of holes and links."""

from fractions import Fraction

import pytest

from solver.errors import NotationError
from solver.game import (
    DIRECTIONS,
    Hole,
    Link,
    centre_links,
    centre_text,
    cross,
    crossing_links,
    distance,
    hole_text,
    link_text,
    neighbours,
    parse_hole,
    parse_link,
)


def meet(one: Link, two: Link) -> bool:
    """Tell whether two segments share a point that is no common end, by solving for it."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = two
    slope1, slope2 = Fraction(y2 - y1, x2 - x1), Fraction(y4 - y3, x4 - x3)
    if slope1 == slope2:
        # Two knight's segments on one line overlap only when they are the same.
        return one == two
    x = (y3 - y1 + slope1 * x1 - slope2 * x3) / (slope1 - slope2)
    inside = x1 <= x <= x2 and x3 <= x <= x4
    return inside and not set(one) & set(two)


def slots_near(hole: Hole) -> list[Link]:
    return [
        Link(Hole(hole.col + col, hole.row + row), Hole(hole.col + col + dc, hole.row + row + dr))
        for col in range(-5, 6)
        for row in range(-6, 7)
        for dc, dr in DIRECTIONS
    ]


@pytest.mark.parametrize("step", DIRECTIONS)
def test_a_slot_is_crossed_by_nine_others(step: tuple[int, int]) -> None:
    slot = Link(Hole(10, 10), Hole(10 + step[0], 10 + step[1]))
    expected = {other for other in slots_near(slot.left) if other != slot and meet(slot, other)}
    assert 9 == len(expected)
    assert expected == set(crossing_links(slot))
    assert expected == {other for other in slots_near(slot.left) if cross(slot, other)}


def test_crossing_is_mutual() -> None:
    slot = parse_link("d4-e6")
    assert all(slot in crossing_links(other) for other in crossing_links(slot))


@pytest.mark.parametrize(("other", "far"), [("c4", 0), ("b6", 2), ("a3", 2), ("e4", 2), ("d1", 3)])
def test_the_larger_of_columns_and_rows_is_the_distance(other: str, far: int) -> None:
    one, two = parse_hole("c4"), parse_hole(other)
    assert far == distance(one, two) == distance(two, one)


def test_links_that_share_an_end_do_not_cross() -> None:
    hole = Hole(5, 5)
    links = [Link.of(hole, other) for other in neighbours(hole)]
    assert not any(cross(one, two) for one in links for two in links)


@pytest.mark.parametrize(
    ("text", "hole"),
    [
        ("a1", Hole(0, 0)),
        ("Z24", Hole(25, 23)),
        ("aa1", Hole(26, 0)),
        ("AZ30", Hole(51, 29)),
        ("ba2", Hole(52, 1)),
        ("ZZ702", Hole(701, 701)),
    ],
)
def test_columns_go_on_with_two_letters_after_z(text: str, hole: Hole) -> None:
    assert hole == parse_hole(text)
    assert text.upper() == hole_text(hole)


@pytest.mark.parametrize("text", ["", "d", "4", "d0", "d04", "abc1", "d4x", "d1000", "ä4", "d4 e5"])
def test_what_is_no_hole_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="column and row"):
        parse_hole(text)


def test_every_column_has_one_name() -> None:
    names = [hole_text(Hole(col, 0))[:-1] for col in range(702)]
    assert 702 == len(set(names))
    assert list(range(702)) == [parse_hole(f"{name}1").col for name in names]


@pytest.mark.parametrize(
    ("link", "centre", "old"),
    [
        ("b2-d3", "c2'", "C2*"),
        ("b3-d2", "c2'", "c2*"),
        ("b2-c4", "b'3", "B*3"),
        ("b4-c2", "b'3", "B*3"),
        ("z4-ab5", "aa4'", "AA4*"),
    ],
)
def test_link_centres_in_the_old_and_the_new_form(link: str, centre: str, old: str) -> None:
    assert centre == centre_text(parse_link(link))
    assert parse_link(link) in centre_links(centre)
    assert centre_links(centre) == centre_links(old)


def test_the_falling_link_of_a_centre_comes_first() -> None:
    assert ["B2-D3", "B3-D2"] == [link_text(link) for link in centre_links("c2'")]
    assert ["B2-C4", "B4-C2"] == [link_text(link) for link in centre_links("b'3")]


@pytest.mark.parametrize("text", ["c2", "c'2'", "'2", "c'", "c*2*", "2'c"])
def test_what_is_no_centre_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="centre of a link"):
        centre_links(text)


@pytest.mark.parametrize("text", ["d4", "d4-d4", "d4-e5", "d4-f6", "d4-", "d4-e6-f8"])
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a link"):
        parse_link(text)
