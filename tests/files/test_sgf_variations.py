"""GM[21]: keys, wrong moves and variations of an author, and the main line."""

import pytest

from solver.files import Format, Record, read_text, write_text
from solver.game import move_text


def record(body: str) -> Record:
    return read_text(f"(;FF[4]GM[21]{body})")


SOLUTION = (
    "SZ[12]PZ[]PL[W];W[d4];IP[](;W[e6]TE[1];B[k9](;W[f8])(;W[g7]))"
    "(;W[f5]BM[1]C[wrong];B[f6])(;W[b5]TE[2])"
)


def test_keys_are_the_first_moves_marked_te() -> None:
    found = record(SOLUTION)
    assert found.puzzle is not None
    assert ["e6", "b5"] == [move_text(found.start, key) for key in found.puzzle.keys]
    first = [child.move for child in found.entry.children if child.move]
    assert ["e6", "f5", "b5"] == [move_text(found.start, move) for move in first]
    wrong = found.entry.children[1]
    assert (True, False, "wrong") == (wrong.has("BM"), wrong.has("TE"), wrong.text("C"))
    assert found.puzzle == record(SOLUTION.replace("IP[]", "IP[];C[Think first.]")).puzzle


@pytest.mark.parametrize(
    ("tree", "keys"), [(";W[e6];B[k9]", 1), ("(;W[e6]BM[1])(;W[f5])", 0), ("", 0)]
)
def test_without_te_the_main_line_begins_with_the_key(tree: str, keys: int) -> None:
    found = record(f"SZ[12]PZ[]PL[W];W[d4];IP[]{tree}")
    assert found.puzzle is not None
    assert keys == len(found.puzzle.keys)


@pytest.mark.parametrize("mark", ["TE[1]", "", "BM[1]"])
def test_a_claim_for_the_side_not_to_move_has_no_key(mark: str) -> None:
    found = record(f"SZ[12]PZ[B+]PL[W];W[d4];IP[];W[e6]{mark}")
    assert found.puzzle is not None
    assert () == found.puzzle.keys
    told = [(finding.message, finding.column) for finding in found.findings]
    why = "no key: the goal is that of the side not to move"
    assert told == ([(why, 48)] if mark == "TE[1]" else [])


def test_a_key_for_the_goal_of_the_side_to_move_is_read_without_a_warning() -> None:
    for task in ("PZ[W+]PL[W]", "PZ[]PL[W]", "PZ[0]PL[W]"):
        found = record(f"SZ[12]{task};W[d4];IP[];W[e6]TE[1]")
        assert found.puzzle is not None
        assert (1, ()) == (len(found.puzzle.keys), found.findings)


def test_the_main_line_leads_through_ip() -> None:
    found = record(";W[d4](;B[e8])(;B[f9];W[k5]IP[];B[k8])")
    assert ["d4", "f9", "k5", "k8"] == [
        move_text(position, move) for position, move in zip(found.line, found.moves, strict=False)
    ]
    assert 3 == found.ip


def test_positions_are_one_more_than_moves() -> None:
    found = record(SOLUTION)
    assert 1 + len(found.moves) == len(found.line) == 4
    assert found.start == found.line[0]


def test_unknown_properties_and_variations_are_kept() -> None:
    body = "XX[a:b][c\\]]ZZZ[];W[d4]N[bookmark 1]TM[7]YY[q](;B[e8]AR[a1:b2])(;B[f9];W[k5])"
    text = write_text(record(body), Format.SGF).text
    for kept in ("XX[a:b][c\\]]ZZZ[]", "N[bookmark 1]TM[7]YY[q]", "AR[a1:b2]", "(;B[f9];W[k5])"):
        assert kept in text
    assert text == write_text(read_text(text), Format.SGF).text


def test_only_the_first_game_of_a_collection_is_read() -> None:
    (finding,) = read_text("(;GM[21];W[d4])\n(;GM[21];W[e5])").findings
    assert (2, 1) == (finding.line, finding.column)
