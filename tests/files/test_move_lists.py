"""Lists of moves, plain and in mails."""

import pytest

from solver.errors import PuzzleFileError
from solver.files import Format, read_text, write_text
from solver.game import Move, Ruleset, Special, parse_hole
from tests.files.test_formats import moves, warnings


@pytest.mark.parametrize(
    "text",
    [
        "1.f6 2.swap 3.m16 4.resign",
        "1. F6 2. SWAP 3. M16 4. Resigns",
        "f6 swap m16 resign",
        "f6, swap, m16, resign.",
        "F6,swap,M16,resign",
        "1.f6,2.swap,\n3.m16,4.resign",
        "1. f6 swap 2. m16 resign",
        "1) f6\n2) swap\n3) m16\n4) resign\n",
        "   1 F6         2 Swap\n   3 M16        4 Resign\n",
    ],
)
def test_move_lists(text: str) -> None:
    record = moves(text)
    assert Special.SWAP_SIDES is record.moves[1]
    assert Special.RESIGN is record.moves[3]
    assert {parse_hole("m16")} == record.line[-1].black


def test_a_comma_parts_moves_and_the_chains_of_one_move() -> None:
    begun = "c3,m12,d5,k12,f6"
    chains = "-c3/d5,d5/f6"
    record = moves(f"{begun},b12,h8{chains},a9")
    assert moves(f"{' '.join(begun.split(','))} b12 h8{chains} a9").moves == record.moves
    assert 8 == len(record.moves)


def test_a_bare_swap_is_one_of_pieces_on_paper() -> None:
    record = moves("b4 swap k9", Ruleset.PP)
    assert Special.SWAP_PIECES is record.moves[1]
    assert "2.swap " in write_text(record, Format.MOVES).text


def test_the_other_swap_is_written_out() -> None:
    record = moves("b4 swap-pieces k9")
    assert Special.SWAP_PIECES is record.moves[1]
    assert "2.swap-pieces " in write_text(record, Format.MOVES).text


def test_a_list_tells_how_to_read_it_again() -> None:
    written = write_text(moves("d4", Ruleset.PP, (12, 10)), Format.MOVES)
    assert "--size 12x10 --rules PP" in warnings(written.findings)


@pytest.mark.parametrize("text", ["1.f6 3.k9", "1.f6 2.k9 3.m4 5.m9", "2.f6"])
def test_a_gap_in_the_numbers_is_told(text: str) -> None:
    with pytest.raises(PuzzleFileError, match=r"move number . stands where"):
        moves(text)


@pytest.mark.parametrize(
    ("size", "rules", "hint"),
    [
        (None, None, r"\(add --size 24x24 --rules STD\)"),
        ((24, 24), None, r"ruleset \(add --rules STD\)"),
        (None, Ruleset.STD, r"board size \(add --size 24x24\)"),
    ],
)
def test_a_list_without_size_or_rules(
    size: tuple[int, int] | None, rules: Ruleset | None, hint: str
) -> None:
    with pytest.raises(PuzzleFileError, match=hint):
        read_text("1.f6 2.k9", size=size, rules=rules)


# -- mails ----------------------------------------------------------------------------


MAIL = """Subject: our game,
  the second one
From: Ann: <ann@example.org>

  1.f6 2.g8
--
Ann, d4 for ever
"""


def test_a_mail_is_read_without_its_head_and_signature() -> None:
    record = moves(MAIL)
    assert [parse_hole("f6"), parse_hole("g8")] == [
        move.peg for move in record.moves if isinstance(move, Move)
    ]
    assert "above the mail's text are skipped" in warnings(record.findings)


def test_lines_of_a_mail_without_a_move_are_skipped_and_told() -> None:
    record = moves(MAIL.replace("  1.f6 2.g8", "Hello Al, nice move.\n\n1.f6\n  and then\n2.g8"))
    assert moves(MAIL).moves == record.moves
    assert "lines without a move are skipped" in warnings(record.findings)
    assert "without a move" not in warnings(moves(MAIL).findings)
    with pytest.raises(PuzzleFileError, match="'hello' is not a hole"):
        moves("Hello Al,\n1.f6 2.g8")


def test_the_marks_of_a_quoted_mail_are_no_moves() -> None:
    quoted = moves("".join(f"> {line}\n" for line in MAIL.splitlines()))
    assert moves(MAIL).moves == quoted.moves
    assert 2 == len(moves("> > 1.f6 2.g8").moves)
    with pytest.raises(PuzzleFileError) as failed:
        moves("> 1.f6 2.f6")
    assert (1, 10) == (failed.value.findings[0].line, failed.value.findings[0].column)


@pytest.mark.parametrize("text", ["moves: f6 g8", "moves: f6\n1.g8", "hello f6\n\n1.g8"])
def test_what_is_no_head_of_a_mail_is_not_skipped(text: str) -> None:
    with pytest.raises(PuzzleFileError, match="is not a hole"):
        moves(text)
