"""Positions as text: read back as they were, or refused."""

from dataclasses import replace

import pytest

from solver.errors import StoreError
from solver.game import Position, Ruleset, Side, position_from, position_text
from tests.cases import random_case
from tests.store.positions import CHOICE


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_position_is_read_back_as_it_was(ruleset: Ruleset) -> None:
    for seed in range(60):
        position = random_case(ruleset, 60_000 + seed).position
        bare = replace(position, ply=0)
        assert bare == position_from(position_text(position))


def test_closed_holes_and_a_pass_are_kept() -> None:
    hole = next(CHOICE.open_holes(Side.WHITE))
    position = replace(CHOICE.closing(Side.WHITE, [hole]), passed=True)
    assert position == position_from(position_text(position))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        position_text(CHOICE).replace("STD", "ABC"),
        position_text(CHOICE).replace("[10,7]", "[1,7]"),
        position_text(CHOICE).replace("A6", "Z0"),
        position_text(CHOICE).replace("A6", "D7"),
        position_text(CHOICE).replace("G3-I4", "G3-I9"),
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(StoreError):
        position_from(text)


def test_the_text_of_a_position_is_its_own() -> None:
    assert position_text(CHOICE) != position_text(replace(CHOICE, to_move=Side.BLACK))
    assert Position() == position_from(position_text(Position()))
