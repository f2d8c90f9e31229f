"""A published key that fails where a peg in its hole wins with other links."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.audits import Audit, as_json, audit, stored_proofs, unproved
from solver.audits.to_store import add_certificate
from solver.files import exact_sgf, parse_puzzle
from solver.game import Move, parse_hole
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.store import Store
from solver.told_report import for_people
from solver.verify import check_certificate, read_certificate
from solver.work import run_here

pytestmark = pytest.mark.native

FAILING = """\
TwixT 5x5 STD, white to move and win
   A  B  C  D  E
1     W  W  W
2  B  W  W  B  B
3  B  .  .  B  B
4  B  .  .  .  B
5     W  W  .
White links: B2-D1
Black links: D2-E4
"""
B3 = Move(parse_hole("b3"))
"""It fails, as its link to C1 is made at once; without that link it wins."""


@pytest.fixture(scope="module")
def reported() -> tuple[Puzzle, dict[str, Any], Audit]:
    puzzle = parse_puzzle(FAILING)
    puzzle = replace(puzzle, keys=(B3,))
    found = run_here(audit(puzzle, Limits(nodes=300_000, memory=16)))
    assert isinstance(found, Audit)
    return puzzle, json.loads(json.dumps(as_json(found))), found


def test_it_fails_by_a_proof_of_its_own(reported: tuple[Puzzle, dict[str, Any], Audit]) -> None:
    puzzle, record, found = reported
    assert ["disproven", "proven"] == [key["verdict"] for key in record["keys"]]
    assert () == unproved(puzzle, record, found.proofs)
    proof = found.proofs["fails-b3"]
    text = exact_sgf(proof.about(puzzle))
    assert text is not None
    check_certificate(proof.about(puzzle), read_certificate(proof.certificate(puzzle, text)))
    without = {word: each for word, each in found.proofs.items() if each is not proof}
    assert ("the key b3: disproven",) == unproved(puzzle, record, without)
    right = {**record, "keys": [{**key, "verdict": "proven"} for key in record["keys"]]}
    assert "the key b3: proven" in unproved(puzzle, right, found.proofs)


def test_its_certificate_is_found_again_in_a_store(
    reported: tuple[Puzzle, dict[str, Any], Audit], tmp_path: Path
) -> None:
    puzzle, record, found = reported
    with Store(tmp_path / "proofs.sqlite") as store:
        for proof in found.proofs.values():
            about = proof.about(puzzle)
            data = proof.certificate(puzzle, exact_sgf(about) or "")
            add_certificate(read_certificate(data), about, store)
        assert () == unproved(puzzle, record, stored_proofs(puzzle, record, store))


def test_people_are_told_that_its_hole_wins(
    reported: tuple[Puzzle, dict[str, Any], Audit],
) -> None:
    _, record, _ = reported
    told = for_people(record)
    assert told["reason"].endswith("; the author's key b3 fails; b3 wins with other links")
    assert told == for_people(told)
    bare = {**record, "keys": [{**record["keys"][0], "move": "[-d'2][b3][-c1']"}]}
    assert for_people(bare)["reason"].endswith("; b3 wins with other links")
