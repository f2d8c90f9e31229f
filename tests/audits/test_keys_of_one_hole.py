"""Published keys of one hole that differ in their links: each wins by itself."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.audits import Audit, add_certificate, as_json, audit, stored_proofs, unproved
from solver.audits.proofs import key_words
from solver.files import exact_sgf, parse_puzzle
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


def test_their_certificates_are_found_again_in_a_store(puzzle: Puzzle, tmp_path: Path) -> None:
    found, record = reported(puzzle)
    with Store(tmp_path / "proofs.sqlite") as store:
        for proof in found.proofs.values():
            data = proof.certificate(puzzle, exact_sgf(puzzle) or "")
            add_certificate(read_certificate(data), puzzle, store)
        assert () == unproved(puzzle, record, stored_proofs(puzzle, record, store))


def test_the_words_for_their_proofs_are_numbered() -> None:
    words = [word for word, _ in key_words("fails", [C2, OTHER, C3, C2])]
    assert ["fails-c2", "fails-c2-2", "fails-c3"] == words
