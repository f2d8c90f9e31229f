"""Every reader has a budget: what a file may ask for, and what is said where it asks for more."""

import logging
import tracemalloc
from typing import Any
from unittest import mock

import pytest

from solver.errors import PuzzleFileError
from solver.files import (
    Format,
    board_diagram,
    diagram,
    formats,
    move_list,
    read_file,
    read_text,
    write_text,
)
from solver.files.record import MAX_DRAWN, MAX_PLIES
from solver.files.server_syntax import parse_server_move
from solver.game import (
    MAX_SIZE,
    Board,
    Hole,
    Link,
    Position,
    Ruleset,
    Side,
    centre_text,
    hole_text,
)
from tests.files.odd_files import survives


def refusal(text: str | bytes, **options: Any) -> str:
    with pytest.raises(PuzzleFileError) as caught:
        read_text(text, **options)
    return str(caught.value)


def full_board(rules: str, pegs: int) -> str:
    """Return the beginning of a game on 60 x 60 with pegs of both sides, White to move."""
    both = [Hole(col, row) for row in range(1, 59) for col in range(1, 59)]
    white, black = both[:pegs:2], both[1:pegs:2]
    listed = "".join(
        ident + "".join(f"[{hole_text(hole).lower()}]" for hole in holes)
        for ident, holes in (("AW", white), ("AB", black))
    )
    return f"(;GM[21]SZ[60]RU[{rules}]{listed}PL[W]"


# -- work -------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["STD", "PP"])
def test_variations_share_the_board_they_begin_on(rules: str) -> None:
    """3,000 pegs and 1,000 variations: a position for each would take hundreds of MiB."""
    text = full_board(rules, 3000) + "".join(f"(;W[{col}59])" for col in "bcde" * 250) + ")"
    tracemalloc.start()
    try:
        record = read_text(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 1000 == len(record.tree.children)
    assert peak < 40 << 20


def test_a_deep_tree_takes_no_position_for_each_of_its_nodes() -> None:
    moves = "".join(f";{'WB'[ply % 2]}[{'bcdefgh'[ply % 7]}{2 + ply // 7}]" for ply in range(300))
    with mock.patch.object(Position, "play", side_effect=AssertionError("not needed")):
        record = read_text(f"(;GM[21]SZ[60]RU[PP]{moves})")
        assert 300 == record.line[-1].ply


def test_links_taken_off_again_and_again_on_a_full_board_are_refused() -> None:
    """Each takes a look at all pegs, to see whether a chain still joins the goal lines."""
    start = full_board("STD", 3000)
    link = min(read_text(start + ")").start.white_links)
    turn = f"(;W[-{centre_text(link)}][b59])"
    assert "asks for too much work" in refusal(start + turn * 900 + ")")
    assert 20 == len(read_text(start + turn * 20 + ")").tree.children)


def test_a_long_list_of_moves_is_read_no_further_than_games_go() -> None:
    with mock.patch.object(move_list, "parse_server_move", wraps=parse_server_move) as parse:
        assert "no hole at A1" in refusal("a1 " * 340_000, size=(24, 24), rules=Ruleset.PP)
    assert parse.call_count <= MAX_PLIES + 1


def test_nothing_is_read_on_for_findings_that_are_not_kept() -> None:
    with mock.patch.object(move_list, "_check_number", wraps=move_list._check_number) as check:
        assert "move number 7 stands where 1 is due" in refusal(
            "7 " * 500_000 + "a1", size=(24, 24), rules=Ruleset.PP
        )
    assert check.call_count < 100


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(" * 1_000_000, "more than 20000 brackets"),
        ("(;GM[21]" + "A " * 500_000, "more than 100000 names, values and brackets"),
        ("   A  B  C\n1     .\nWhite links: " + "x" * 900_000, "3:14: 'xxxx"),
        ("   A  B  C\n1     .\nWhite links: " + "a1-b3 " * 150_000, "more than 8000 links"),
        ("x" * 1_000_000, "no known format"),
    ],
    ids=["brackets", "names", "no link", "links", "word"],
)
def test_a_megabyte_of_one_thing_is_refused_in_few_words(text: str, words: str) -> None:
    told = refusal(text, size=(24, 24), rules=Ruleset.STD)
    assert words in told
    assert len(told) < 60 * 600


@pytest.mark.parametrize(
    ("text", "part", "most", "words"),
    [
        ("    " + "A " * 300_000 + "\n1\n", "parse_hole", MAX_SIZE + 1, "letters do not follow"),
        (
            f"    {'  '.join(hole_text(Hole(col, 0))[:-1] for col in range(700))}\n"
            + "".join(f"{row}\n" for row in range(1, 700)),
            "_ROW.match",
            2 * (MAX_DRAWN // 700 + 3),
            f"more than {MAX_DRAWN} holes",
        ),
        ("   A  B  C\n1     .\nWhite links: " + "x%d " * 99_999, "parse_link", 60, "not a link"),
    ],
    ids=["letters", "rows", "no links"],
)
def test_a_diagram_is_read_no_further_than_it_may_go(
    text: str, part: str, most: int, words: str
) -> None:
    if "%d" in text:
        text %= tuple(range(text.count("%d")))
    name, _, method = part.partition(".")
    whole = getattr(diagram, name)
    watch = mock.Mock(wraps=whole)
    with mock.patch.object(diagram, name, watch):
        assert words in refusal(text, size=(702, 702), rules=Ruleset.STD)
    assert 0 < (getattr(watch, method) if method else watch).call_count <= most


def test_too_many_moves_on_a_line_of_a_tree_are_refused() -> None:
    holes = [Hole(col, row) for row in range(1, 59) for col in range(1, 59)][: MAX_PLIES + 1]
    moves = [f";{'WB'[ply % 2]}[{hole_text(hole)}]" for ply, hole in enumerate(holes)]
    start = "(;GM[21]SZ[60]RU[PP]"
    assert f"a line of more than {MAX_PLIES} moves" in refusal(start + "".join(moves) + ")")
    assert MAX_PLIES == len(read_text(start + "".join(moves[:-1]) + ")").moves)


def test_a_window_that_lists_the_board_again_and_again_is_refused() -> None:
    assert "holes are listed" in refusal("(;GM[21]SZ[702]PZ[]PL[W]VW[a1:zz702][a1:zz702];IP[])")


# -- drawings ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["702", "702:60"])
def test_what_is_too_large_to_draw_says_so(size: str) -> None:
    record = read_text(f"(;GM[21]SZ[{size}]PZ[]PL[W]AW[d4];IP[])")
    with pytest.raises(PuzzleFileError, match=f"holes: at most {MAX_DRAWN} are drawn"):
        write_text(record, Format.DIAGRAM)


def test_a_window_of_a_large_board_is_drawn_and_read_back() -> None:
    text = "(;GM[21]SZ[702]RU[STD]PZ[]PL[W]VW[aa30:al41];W[ac32];B[af34];IP[])"
    survives(text.encode())
    shown = write_text(read_text(text), Format.DIAGRAM).text
    assert read_text(text).start == read_text(shown).start


def test_the_largest_drawing_is_read_back() -> None:
    record = read_text("(;GM[21]SZ[200]PZ[]PL[W]AW[d4]AB[gq199];IP[])")
    shown = write_text(record, Format.DIAGRAM).text
    assert record.start == read_text(shown).start


def test_more_pegs_than_a_diagram_may_have_are_not_drawn() -> None:
    record = read_text(full_board("STD", 2400) + ")")
    with pytest.raises(PuzzleFileError, match="more than 2000 pegs"):
        write_text(record, Format.DIAGRAM)


@pytest.mark.parametrize("goal", ["", " and win"])
def test_a_thousand_pegs_drawn_become_sgf_and_come_back(goal: str) -> None:
    """A puzzle's setup has a node for each peg; that is no long line of moves."""
    position = Position(Board(48, 48), Ruleset.PP)
    pegs = [Hole(col, row) for row in range(1, 47, 2) for col in range(1, 47)][:1000]
    position = position.with_side(Side.WHITE, pegs, ())
    record = read_text(board_diagram(position).replace("to move", f"to move{goal}", 1))
    again = read_text(write_text(record, Format.SGF).text)
    assert record.start == again.start
    assert 1000 == len(again.start.white)


def test_a_board_of_any_shape_is_not_said_to_fit_into_sgf() -> None:
    text = "   A  B  C  D\n1     .  .\n2  .     .  .\n3     .  .\n"
    record = read_text(text)
    assert record.start.board.holes is not None
    for form in set(Format) - {Format.DIAGRAM}:
        with pytest.raises(PuzzleFileError) as caught:
            write_text(record, form)
        assert "write a diagram instead" in str(caught.value)
        assert "write SGF" not in str(caught.value)


def test_a_window_beyond_the_board_is_refused_as_in_sgf() -> None:
    board = "   A  B  C\n1     .  .\n2  .  .  .\n3     .  .\n"
    told = refusal(f"TwixT 5x5 STD, white to move and win, window A1:E9\n{board}")
    assert "the window ends at E9, but the board is 5 x 5" in told


def test_a_window_of_nothing_but_a_corner_is_read_back() -> None:
    survives(b"(;GM[21]SZ[6:4]RU[STD]PZ[]PL[B]VW[a1];W[b1];IP[])")


def test_equal_positions_have_equal_drawings() -> None:
    """Strokes of links side by side lie one over the other, always in the same order."""
    start = Position(Board(24, 24))
    for col in range(1, 20):
        for row in range(1, 20):
            pegs = [
                Hole(col, row),
                Hole(col + 2, row + 1),
                Hole(col + 1, row),
                Hole(col + 3, row + 1),
            ]
            links = [Link.of(pegs[0], pegs[1]), Link.of(pegs[2], pegs[3])]
            one, two = (start.with_side(Side.WHITE, pegs, some) for some in (links, links[::-1]))
            assert board_diagram(one) == board_diagram(two)


# -- games ------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [Format.MOVES, Format.PBM])
def test_a_list_of_moves_does_not_hide_that_black_begins(form: Format) -> None:
    record = read_text("(;GM[21]SZ[12]PL[B];B[e6];W[f8])")
    with pytest.raises(PuzzleFileError, match="a game that Black begins"):
        write_text(record, form)


def test_a_name_in_a_t1_file_begins_no_game_tree() -> None:
    record = read_text("(;GM[21]SZ[12]PW[Bob (; the # first)]PB[((\n; # (#;(];W[e6];B[f8])")
    text = write_text(record, Format.T1).text
    again = read_text(text, rules=record.start.ruleset)
    assert Format.T1 is again.format
    assert record.moves == again.moves
    assert "Bob; the first)" == again.tree.text("PW")


def test_a_move_in_the_first_node_is_a_move() -> None:
    record = read_text("(;GM[21]SZ[12]W[e6];B[f8])")
    assert 0 == record.start.ply
    assert frozenset() == record.start.white
    assert [0, 1, 2] == [position.ply for position in record.line]


# -- faults -----------------------------------------------------------------------------


@pytest.mark.parametrize("blank", ["\x1c", "\x1f", "\x85", "\xa0", "\u2003", "\u2028", "\u3000"])
def test_blanks_that_sgf_does_not_know_are_no_part_of_it(blank: str) -> None:
    assert f"1:3: {blank!r} is no part of SGF" in refusal(f"(;{blank}")
    assert "is no part of SGF" in refusal(f"(;GM[21]{blank};W[d4])")


@pytest.mark.parametrize("fault", [IndexError, RecursionError, MemoryError, NotImplementedError])
def test_a_fault_of_a_reader_is_a_finding_and_is_logged_with_its_trace(
    fault: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    with (
        mock.patch.object(formats, "read_sgf", side_effect=fault("what happened")),
        caplog.at_level(logging.ERROR, logger="solver"),
        pytest.raises(PuzzleFileError) as caught,
    ):
        read_text("(;GM[21])", name="odd.sgf")
    assert str(caught.value).startswith("odd.sgf: a fault of the reader, not of the file: ")
    assert f"{fault.__name__}: what happened" in str(caught.value)
    (logged,) = caplog.records
    assert logging.ERROR == logged.levelno
    assert "odd.sgf" in logged.getMessage()
    assert logged.exc_info is not None


def test_a_file_that_cannot_be_opened_is_no_fault_of_the_reader() -> None:
    with pytest.raises(PuzzleFileError) as caught:
        read_file("no\x00where.sgf")
    assert "a fault of the reader" not in str(caught.value)
