"""What an audit proved is found again in its store, and nothing that it did not prove."""

import json
from pathlib import Path
from typing import Any

import pytest

from solver.audits import Audit, as_json, audit, stored_proofs, unproved
from solver.errors import CertificateError
from solver.files import exact_sgf, parse_puzzle
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.store import Store
from solver.verify import check_certificate, read_certificate
from solver.work import run_here

pytestmark = pytest.mark.native


def audited(puzzle: Puzzle, path: Path, nodes: int = 100_000) -> dict[str, Any]:
    """Return the report of an audit with a new store that, as in a batch, is read as it was."""
    with Store(path) as store:
        store.freeze()
        found = run_here(audit(puzzle, Limits(nodes=nodes, memory=16), store))
    assert isinstance(found, Audit)
    record: dict[str, Any] = json.loads(json.dumps(as_json(found)))
    return record


def faults(puzzle: Puzzle, record: dict[str, Any], store: Store) -> list[str]:
    """Return what `twixt recertify` says against a report."""
    proofs = stored_proofs(puzzle, record, store)
    found = [*store.faults, *unproved(puzzle, record, proofs)]
    for proof in proofs.values():
        about = proof.about(puzzle)
        try:
            data = proof.certificate(puzzle, exact_sgf(about) or "")
            check_certificate(about, read_certificate(data))
        except CertificateError as error:
            found.append(str(error))
    return found


def test_a_claim_that_was_refuted_move_by_move_is_found_again(tmp_path: Path) -> None:
    puzzle = parse_puzzle("""\
TwixT 5x5 3M, black to move and win
   A  B  C  D  E
1     .  W  .
2  .  .  .  W  B
3  B  .  W  W  .
4  B  B  B  B  .
5     .  W  W
White links: C5-D3
Black links: A3-C4
""")
    record = audited(puzzle, tmp_path / "proofs.sqlite", nodes=50)
    assert "no solution" == record["verdict"]
    with Store(tmp_path / "proofs.sqlite") as store:
        assert [] == faults(puzzle, record, store)
