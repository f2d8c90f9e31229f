"""What a player of shortest ways meets before he finds the key."""

import pytest

from solver.audits import Foresight, scores
from solver.audits.foresight import foresight
from solver.files import read_diagram
from solver.game import Hole, parse_hole

A, B, C, D = (Hole(col, 3) for col in range(1, 5))
LIKED = {A: 30, B: 20, C: 10, D: 5}


@pytest.mark.parametrize(
    ("winning", "refuted", "seen"),
    [
        ({A}, {B: 2}, Foresight(0, 0)),
        ({C}, {A: 2, B: 4, D: 9}, Foresight(2, 4)),
        ({C, B}, {A: 3}, Foresight(1, 3)),
        # Nobody sees why A fails before he sees the win.
        ({C}, {B: 2}, Foresight(2, 6)),
        ({C}, {A: 8, B: 2}, Foresight(2, 6)),
    ],
)
def test_he_must_refute_what_he_likes_better_or_see_the_win(
    winning: set[Hole], refuted: dict[Hole, int], seen: Foresight
) -> None:
    assert seen == foresight(LIKED, winning, refuted, pegs=6)


def test_a_move_that_connects_at_once_is_in_sight() -> None:
    position = read_diagram("""\
TwixT 5x5 STD, white to move
   A  B  C  D  E
1     W  .  .
2  .  .  .  .  .
3  .  .  W  .  .
4  .  .  .  .  .
5     .  .  .
White links: B1-C3
""")
    liked = scores(position)
    winning = [parse_hole("b5"), parse_hole("d5")]
    assert max(liked.values()) > 0
    assert Foresight(0, 0) == foresight(liked, winning, {}, pegs=1)
    assert Foresight(0, 0) == foresight(liked, [*winning, parse_hole("c2")], {}, pegs=1)


def test_he_likes_a_move_for_what_it_gains() -> None:
    liked = scores(
        read_diagram("""\
TwixT 6x6 STD, white to move
   A  B  C  D  E  F
1     .  .  .  .
2  .  .  .  .  .  .
3  .  .  W  .  .  .
4  .  .  .  .  .  .
5  .  .  .  .  .  .
6     .  .  .  .
""")
    )
    assert liked[parse_hole("d5")] > liked[parse_hole("e2")]
    assert parse_hole("c3") not in liked
