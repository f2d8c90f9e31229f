"""Puzzles that are read from texts and kept in memory."""

from webapp.catalog.puzzle_texts import puzzle_from


def test_the_puzzles_in_memory_are_bounded_in_bytes() -> None:
    def text(number: int) -> str:
        comment = f"{number:06}" + "x" * 1_000_000
        return f"(;GM[21]FF[4]SZ[8]RU[STD]PZ[]PL[W]IP[]AW[d4]C[{comment}])"

    first = puzzle_from(text(0))
    assert puzzle_from(text(0)) is first
    for number in range(1, 41):
        puzzle_from(text(number))
    assert puzzle_from(text(0)) is not first
