"""Published keys of one hole that differ in their links: each wins by itself."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.audits import Audit, add_certificate, as_json, audit, stored_proofs, unproved
from solver.audits.proofs import key_words
from solver.files import exact_sgf, parse_puzzle, read_text
from solver.game import Move, Side, parse_hole, parse_link
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.store import Store
from solver.verify import check_certificate, read_certificate
from solver.work import run_here

pytestmark = pytest.mark.native

C2, C3 = Move(parse_hole("c2")), Move(parse_hole("c3"))
OTHER = replace(C2, off=frozenset([parse_link("a2-b4")]))
"""By this key A3-C2 connects, which crosses A2-B4; by the plain one B4-C2 does."""


@pytest.fixture
def puzzle() -> Puzzle:
    bare = parse_puzzle("""\
TwixT 3x5 STD, black to move and win
   A  B  C
1     W
2  B  W  .
3  B  B  .
4  B  B  .
5     .
Black links: A2-B4
""")
    return replace(bare, keys=(C2, OTHER, C3))


def reported(puzzle: Puzzle, store: Store | None = None) -> tuple[Audit, dict[str, Any]]:
    found = run_here(audit(puzzle, Limits(nodes=50_000, memory=16), store))
    assert isinstance(found, Audit)
    return found, json.loads(json.dumps(as_json(found)))


def test_each_has_a_proof_of_its_own(puzzle: Puzzle) -> None:
    assert all(puzzle.position.play(key).connected(Side.BLACK) for key in puzzle.keys)
    found, record = reported(puzzle)
    assert ["proven"] * 3 == [key["verdict"] for key in record["keys"]]
    assert {"", "key-c2", "key-c2-2", "cook-c4"} == found.proofs.keys()
    assert () == unproved(puzzle, record, found.proofs)
    for word, key in (("key-c2", "c2"), ("key-c2-2", "[-a'3][c2]")):
        proof = found.proofs[word]
        text = exact_sgf(puzzle)
        assert text is not None
        check_certificate(puzzle, read_certificate(proof.certificate(puzzle, text)))
        without = {name: each for name, each in found.proofs.items() if name != word}
        assert (f"the key {key}: proven",) == unproved(puzzle, record, without)


def test_equal_ones_count_once(puzzle: Puzzle) -> None:
    after = puzzle.position.play(C2)
    same = replace(C2, on=after.black_links - puzzle.position.black_links, auto=False)
    assert after == puzzle.position.play(same)
    puzzle = replace(puzzle, keys=(C2, OTHER, C2, same, C3))
    found, record = reported(puzzle)
    assert ["c2", "[-a'3][c2]", "c3"] == [key["move"] for key in record["keys"]]
    assert () == unproved(puzzle, record, found.proofs)


def test_one_that_is_said_to_fail_is_named(puzzle: Puzzle) -> None:
    found, record = reported(puzzle)
    for key in record["keys"]:
        for said in ("disproven", "undecided"):
            keys = [{**each, "verdict": said} if each is key else each for each in record["keys"]]
            named = unproved(puzzle, {**record, "keys": keys}, found.proofs)
            assert f"the key {key['move']}: {said}" in named


def test_they_are_found_again_in_a_store(puzzle: Puzzle, tmp_path: Path) -> None:
    for number, keys in enumerate([(C2, OTHER, C3), (C3, OTHER, C2), (OTHER, C2), (C2, OTHER)]):
        puzzle = replace(puzzle, keys=keys)
        with Store(tmp_path / f"{number}.sqlite") as store:
            _, record = reported(puzzle, store)
            assert () == unproved(puzzle, record, stored_proofs(puzzle, record, store))


BY_REMOVALS = (
    "(;GM[21]SZ[7:8]RU[3M]PZ[]PL[W]VW[c3:g8];W[f1];W[e3][-e'2];W[e4];W[c5];W[d5];W[e5];W[f5];W[c6];"
    "W[d7][-d'6];W[c8];W[d8];W[e8];W[f8][-e7'];B[f3];B[g3];B[c4];B[g5];B[d6];B[f6];B[g6];B[a7];"
    "B[e7][-f6'];B[f7];B[g7];IP[](;W[-c'7][-d5'][c3]TE[1])(;W[c3]TE[1]))"
)
"""Of its two keys in C3 one takes off links that the proof of the other leaves."""
MORE_THAN_A_DRAW = (
    "(;GM[21]SZ[5:4]RU[PP]PZ[0]PL[W]VW[a1][b1][c1][d1][e1][b2][c2][d2][b3][d3][a4][b4][c4][e4];"
    "W[d3];W[b4];B[b3];IP[];W[b1]TE[1])"
)
"""Its claim is a draw, yet it can be won, which has a certificate, too."""


@pytest.mark.parametrize("text", [None, BY_REMOVALS, MORE_THAN_A_DRAW])
@pytest.mark.parametrize("step", [1, -1])
def test_their_certificates_are_found_again_in_a_store(
    puzzle: Puzzle, tmp_path: Path, text: str | None, step: int
) -> None:
    puzzle = read_text(text).puzzle or puzzle if text else puzzle
    found, record = reported(puzzle)
    with Store(tmp_path / "proofs.sqlite") as store:
        for proof in [*found.proofs.values()][::step]:
            data = proof.certificate(puzzle, exact_sgf(puzzle) or "")
            add_certificate(read_certificate(data), puzzle, store)
        assert () == unproved(puzzle, record, stored_proofs(puzzle, record, store))


def test_the_words_for_their_proofs_are_numbered() -> None:
    words = [word for word, _ in key_words("fails", [C2, OTHER, C3, C2])]
    assert ["fails-c2", "fails-c2-2", "fails-c3"] == words


def test_what_is_known_of_their_hole_proves_them_where_nodes_run_out() -> None:
    """A win found among the first moves may begin with other links, and go on after theirs."""
    text = (
        "(;GM[21]SZ[14]SHAPE[diagonal-26]RU[STD]PZ[]PL[W];W[b1];W[d1];W[a2];W[b2][-c1'];W[c2];"
        "W[c3][-b2'][-c'2];W[e3][-d'2];W[c4][-d3'];W[d4];W[e4];W[c5][-d4'];W[d5][-d'4];W[e5];"
        "W[f5][-e'4];W[c6][-d5'];W[d6][-c'5][-e5'];W[e6][-d'5];B[e1];B[d2];B[e2];B[f2];B[b3];"
        "B[d3];B[f3];B[a4];B[b4];B[a5];B[b5];B[b6];IP[](;W[-d5'][c1]TE[1])(;W[-c'3][-e4'][c1]TE[1]))"
    )
    puzzle = read_text(text).puzzle
    assert puzzle is not None
    found = run_here(audit(puzzle, Limits(nodes=200, memory=16)))
    assert isinstance(found, Audit)
    record = json.loads(json.dumps(as_json(found)))
    assert ["proven", "proven"] == [key["verdict"] for key in record["keys"]]
    assert () == unproved(puzzle, record, found.proofs)
