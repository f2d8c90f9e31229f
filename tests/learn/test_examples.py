"""What the core records for the prior, against a second network written from its description."""

import struct
from itertools import islice
from pathlib import Path

import pytest

from solver.arena import arena_of
from solver.game import Board, Position, Side
from solver.learn import PLANES, Example, examples, mirror
from solver.mine import random_sources
from solver.proof import Aim, Claim, Limits
from solver.search import Budget, Options
from solver.search.prover import Search

pytestmark = pytest.mark.native

WEIGHTS = Path(__file__).parents[2] / "solver" / "native" / "prior.bin"
CHANNELS = 32
TAPS = [(c, r) for r in range(-2, 3) for c in range(-2, 3) if abs(c) + abs(r) in (0, 1, 3)]
WAYS = ((1, 2), (2, 1), (-2, 1), (-1, 2), (-1, -2), (-2, -1), (2, -1), (1, -2))
OWN, FOE, OWN_EMPTY, FOE_EMPTY, MOVES, BOARD = 0, 1, 2, 3, 38, 39


def recorded(position: Position, prover: Side) -> list[Example]:
    search = Search(arena_of(position), Claim(Aim.CONNECT, prover), 64, Options(), 1)
    search.prover.recorded()
    search.begin(arena_of(position), position.to_move)
    search.run(3_000, Budget(Limits(nodes=3_000)), lambda _: None)
    return list(examples(search.prover.recorded()))


@pytest.fixture(scope="module", params=Side)
def found(request: pytest.FixtureRequest) -> list[Example]:
    candidates = (c for number in range(120) for c in random_sources(1)["board-10x10"](number))
    positions = [c.position for c in candidates if not any(map(c.position.connected, Side))]
    found = [e for position in positions for e in recorded(position, request.param)]
    assert len(found) > 20
    assert {True, False} == {e.half for e in found}
    return found


def plane(example: Example, number: int) -> list[list[int]]:
    """Return a plane by rows."""
    places = example.columns * example.rows
    values = example.planes[number * places : (number + 1) * places]
    return [list(values[r * example.columns :][: example.columns]) for r in range(example.rows)]


def places(example: Example, number: int) -> set[int]:
    count = example.columns * example.rows
    return {at for at in range(count) if example.planes[number * count + at]}


def test_a_move_is_an_empty_hole_and_one_of_them_wins(found: list[Example]) -> None:
    for example in found:
        assert set(example.wins) == set(example.ratings) == places(example, MOVES)
        assert places(example, MOVES) <= places(example, OWN_EMPTY)
        assert any(example.wins.values())
        assert example.budget >= 4


def test_every_hole_is_empty_or_holds_a_peg(found: list[Example]) -> None:
    for example in found:
        own, foe = places(example, OWN), places(example, FOE)
        empty = places(example, OWN_EMPTY) | places(example, FOE_EMPTY)
        assert own.isdisjoint(foe | empty)
        assert foe.isdisjoint(empty)
        assert places(example, BOARD) == own | foe | empty
        # The corners are no holes; the prover has no use for the columns at the sides.
        assert len(places(example, BOARD)) == example.columns * example.rows - 4
        assert all(0 < at % example.columns < example.columns - 1 for at in places(example, 2))


def test_a_slot_is_seen_from_both_ends(found: list[Example]) -> None:
    for example in found:
        for first in (4, 12):
            seen = 0
            for i, (column, row) in enumerate(WAYS):
                there = places(example, first + i)
                back = places(example, first + (i + 4) % 8)
                assert {at + row * example.columns + column for at in there} == back
                seen += len(there)
            assert seen


def test_no_slot_of_a_side_ends_at_a_peg_of_the_other(found: list[Example]) -> None:
    for example in found:
        for first, other in ((4, FOE), (12, OWN)):
            pegs = places(example, other)
            assert all(pegs.isdisjoint(places(example, first + i)) for i in range(8))


def test_the_prover_joins_the_top_row_and_the_bottom_row(found: list[Example]) -> None:
    for example in found:
        if example.half:
            continue  # and joins a peg to one of them
        to_top, to_bottom = plane(example, 25), plane(example, 26)
        assert max(to_top[0]) <= 1
        assert max(to_bottom[-1]) <= 1
        assert max(to_top[-1]) > 1


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("rows", [False, True])
def test_a_mirrored_example_has_the_slots_and_distances_of_its_picture(
    found: list[Example], columns: bool, rows: bool
) -> None:
    order = mirror(columns, rows)
    assert [order[number] for number in order] == list(range(PLANES))

    def there(example: Example, number: int) -> list[list[int]]:
        picture = plane(example, order[number])[:: -1 if rows else 1]
        return [row[:: -1 if columns else 1] for row in picture]

    for example in found:
        for first in (4, 12):
            for i, (column, row) in enumerate(WAYS):
                ends, back = there(example, first + i), there(example, first + (i + 4) % 8)
                for r in range(example.rows):
                    for c in range(example.columns):
                        if ends[r][c]:
                            assert back[r + row][c + column]
        if not example.half:
            assert max(there(example, 25)[0]) <= 1
            assert max(there(example, 26)[-1]) <= 1


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def numbers(self, kind: str, count: int) -> list[int]:
        found = list(struct.unpack_from(f"<{count}{kind}", self.data, self.at))
        self.at += struct.calcsize(f"<{count}{kind}")
        return found


def rate(example: Example) -> dict[int, int]:
    """Return what the network makes of an example, with Python's own numbers."""
    reader = Reader(WEIGHTS.read_bytes())
    (layers,) = reader.numbers("i", 1)
    columns = [reader.numbers("i", CHANNELS) for _ in range(PLANES)]
    bias = reader.numbers("i", CHANNELS)
    board = places(example, BOARD)
    values = {}
    count = example.columns * example.rows
    for place in board:
        sums = list(bias)
        for number in range(PLANES):
            if seen := example.planes[number * count + place]:
                sums = [s + seen * w for s, w in zip(sums, columns[number], strict=True)]
        values[place] = [scaled(s) for s in sums]
    nothing = [0] * CHANNELS
    for _ in range(layers):
        weights = [reader.numbers("h", len(TAPS) * CHANNELS) for _ in range(CHANNELS)]
        bias = reader.numbers("i", CHANNELS)
        after = {}
        for place in board:
            row, column = divmod(place, example.columns)
            seen_near = []
            for c, r in TAPS:
                inside = 0 <= column + c < example.columns and 0 <= row + r < example.rows
                near = place + r * example.columns + c
                seen_near += values[near] if inside and near in board else nothing
            after[place] = [
                min(
                    old + scaled(sum(x * w for x, w in zip(seen_near, row_of, strict=True)) + b),
                    8191,
                )
                for old, row_of, b in zip(values[place], weights, bias, strict=True)
            ]
        values = after
    last = reader.numbers("h", CHANNELS)
    assert reader.at == len(reader.data)
    return {
        place: sum(v * w for v, w in zip(values[place], last, strict=True)) >> 10
        for place in example.wins
    }


def scaled(total: int) -> int:
    return min(max((total + 512) >> 10, 0), 8191)


def test_no_sum_of_the_network_overflows() -> None:
    reader = Reader(WEIGHTS.read_bytes())
    (layers,) = reader.numbers("i", 1)
    columns = [reader.numbers("i", CHANNELS) for _ in range(PLANES)]
    largest = [sum(map(abs, of)) * 12 for of in zip(*columns, strict=True)]  # of pegs on a plane
    assert max(map(sum, zip(largest, map(abs, reader.numbers("i", CHANNELS)), strict=True))) < 2**31
    for _ in range(layers):
        weights = [reader.numbers("h", len(TAPS) * CHANNELS) for _ in range(CHANNELS)]
        for row, bias in zip(weights, reader.numbers("i", CHANNELS), strict=True):
            assert sum(map(abs, row)) * 8191 + abs(bias) + 512 < 2**31
    assert sum(map(abs, reader.numbers("h", CHANNELS))) * 8191 < 2**31


def test_the_core_computes_the_network_that_it_was_built_with(found: list[Example]) -> None:
    halves = [e for e in found if e.half]
    whole = [e for e in found if not e.half]
    for example in [*islice(halves, 2), *islice(whole, 2)]:
        assert rate(example) == example.ratings


def test_the_move_rated_best_wins_mostly(found: list[Example]) -> None:
    best = [e.wins[max(e.ratings, key=e.ratings.__getitem__)] for e in found]
    assert sum(best) > 0.6 * len(best)


def test_a_search_for_a_block_records_nothing() -> None:
    arena = arena_of(Position(Board(8, 8)))
    search = Search(arena, Claim(Aim.BLOCK, Side.BLACK), 64, Options(), 1)
    with pytest.raises(ValueError, match="no prior"):
        search.prover.recorded()
