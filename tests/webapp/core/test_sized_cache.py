"""What is kept in memory is bounded in bytes, whatever the number of entries."""

import random
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from solver.game import Board, Hole, Position, Side
from webapp.core.sized_cache import kept, weight


def test_what_was_made_is_made_once() -> None:
    made = list[tuple[str, bool]]()

    @kept(100_000)
    def make(text: str, *, twice: bool = False) -> str:
        made.append((text, twice))
        return text * (2 if twice else 1)

    assert ["a", "a", "aa", "aa"] == [make("a"), make("a"), make("a", twice=True), make("aa")]
    assert make("a", twice=True) == "aa"
    assert made == [("a", False), ("a", True), ("aa", False)]


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    made = list[int]()

    @kept(10_000)
    def make(number: int) -> bytes:
        made.append(number)
        return bytes(1900)

    for number in (1, 2, 3, 4, 1, 5, 1, 2):
        make(number)
    assert made == [1, 2, 3, 4, 5, 2]


def test_what_is_large_is_not_kept() -> None:
    made = list[int]()

    @kept(10_000)
    def make(size: int) -> bytes:
        made.append(size)
        return bytes(size)

    for size in (100, 5000, 100, 5000):
        make(size)
    assert made == [100, 5000, 5000]


def test_what_is_not_worth_keeping_is_made_again() -> None:
    made = list[int]()

    @kept(10_000, when=lambda found: found > 1)
    def make(number: int) -> int:
        made.append(number)
        return number

    for number in (1, 2, 1, 2):
        assert make(number) == number
    assert made == [1, 2, 1]


@pytest.mark.parametrize("size", [1_000, 50_000])
def test_memory_is_bounded_however_long_the_texts(size: int) -> None:
    most = 2 << 20

    @kept(most)
    def make(text: str) -> tuple[dict[str, str], str]:
        return {"text": text * 2}, text * 3

    tracemalloc.start()
    try:
        for number in range(8 * most // size):
            make(f"{number:08}" + "x" * size)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most / 2 <= used <= 1.1 * most


def test_memory_is_bounded_however_large_the_boards() -> None:
    most, side = 2 << 20, range(1, 47)

    @kept(most)
    def make(number: int) -> tuple[str, Position]:
        holes = [Hole(col, row) for col in side for row in side]
        random.Random(number).shuffle(holes)
        position = Position(Board(48, 48)).with_side(Side.WHITE, holes[:900], ())
        return "large", position.with_side(Side.BLACK, holes[900:1800], ())

    make(0)
    tracemalloc.start()
    try:
        for number in range(1, 51):
            make(number)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most / 2 <= used <= 1.5 * most


def test_what_two_positions_share_is_weighed_once() -> None:
    one = Position(Board(24, 24)).put(Side.WHITE, Hole(3, 3))
    assert weight((one, one)) == weight(one) > 0


def test_threads_keep_count_together() -> None:
    @kept(50_000)
    def make(number: int) -> bytes:
        return bytes(number)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(make, [number % 90 * 100 for number in range(4000)]))
    assert [len(each) for each in found] == [number % 90 * 100 for number in range(4000)]


def test_weight_is_that_of_all_texts() -> None:
    assert weight(("a" * 1000, {"b" * 1000: [bytes(1000)]}, 7, None)) >= 3000
    assert weight("ä" * 1000) >= 1000
