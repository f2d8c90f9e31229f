"""Diagonal boards in files: SGF and diagrams bring them back, others say that they cannot."""

from dataclasses import replace

import pytest

from solver.errors import PuzzleFileError
from solver.files import Format, puzzle_to_sgf, read_text, write_text
from solver.game import Ruleset, Shape, position_diagram
from solver.puzzle import Puzzle
from tests.cases import random_case


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_puzzle_is_read_back_as_it_was(shape: Shape, ruleset: Ruleset) -> None:
    for seed in range(40):
        position = replace(random_case(ruleset, seed, shape).position, ply=0)
        position = replace(position, board=replace(position.board, closed=frozenset()))
        read = read_text(puzzle_to_sgf(Puzzle("one", position))).puzzle
        assert read is not None
        assert read.position == replace(position, passed=False)
        drawn = read_text(position_diagram(position, " and win")).puzzle
        assert drawn is not None
        assert drawn.position == replace(position, passed=False)


def test_the_shape_stands_beside_the_size() -> None:
    text = "(;FF[4]GM[21]SZ[9]SHAPE[Diagonal-45]RU[STD];W[c1];B[e1];W[d3])"
    record = read_text(text)
    assert record.line[-1].white_links
    assert "SZ[9]" in write_text(record, Format.SGF).text
    assert "SHAPE[diagonal-45]" in write_text(record, Format.SGF).text
    assert "HA[" not in write_text(record, Format.SGF).text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SZ[9]SHAPE[round]", r"unknown shape SHAPE\[round\]"),
        ("SZ[9:8]SHAPE[diagonal-45]", "as many lines of holes either way"),
        ("SZ[8]SHAPE[diagonal-26]", "has 9 to 80 lines of holes, this one 8"),
        ("SZ[702]SHAPE[diagonal-45]", "has 5 to 80 lines of holes, this one 702"),
        (
            "SZ[9]SHAPE[diagonal-45]PZ[]VW[a1:c3]",
            "VW: a diagonal board has no window",
        ),
        ("SZ[9]SHAPE[diagonal-45]AW[a1]", "there is no hole at A1"),
        ("SZ[9]SHAPE[diagonal-45];W[e1]", "E1 is not open to white"),
        ("SZ[9];W[e2]SHAPE[diagonal-45]", "SHAPE stands after the first node"),
    ],
)
def test_what_is_no_diagonal_board_is_named(text: str, message: str) -> None:
    with pytest.raises(PuzzleFileError, match=message) as found:
        read_text(f"(;FF[4]GM[21]RU[STD]{text})")
    assert "fault of the reader" not in str(found.value)


@pytest.mark.parametrize("form", [Format.LITTLE_GOLEM, Format.T1, Format.PBM, Format.MOVES])
def test_other_formats_say_that_they_cannot(form: Format) -> None:
    record = read_text("(;FF[4]GM[21]SZ[9]SHAPE[diagonal-45]RU[STD];W[c1];B[g3])")
    with pytest.raises(PuzzleFileError, match=r"cannot carry a diagonal board.*write SGF instead"):
        write_text(record, form)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("diagonal-45:8", "no hole of the Diagonal 45, 8 board|a hole of the Diagonal 45, 8 board"),
        ("diagonal-45:99", "5 to 80 lines"),
        ("diagonal-60:9", "is no board size"),
    ],
)
def test_a_drawn_board_has_the_holes_of_its_shape(size: str, message: str) -> None:
    record = read_text("(;FF[4]GM[21]SZ[9]SHAPE[diagonal-45]RU[STD];W[c1];B[g3])")
    text = position_diagram(record.line[-1]).replace("diagonal-45:9", size)
    with pytest.raises(PuzzleFileError, match=message):
        read_text(text)
