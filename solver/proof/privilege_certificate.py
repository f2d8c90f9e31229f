"""Certificates about puzzles in which sides hold the Privilege. `docs/privilege.md` has the format.

As in other certificates, nothing is believed but the puzzle's text.
"""

import gzip
import json
from dataclasses import dataclass

from solver import __version__
from solver.proof.certificate import claim_values, node_values
from solver.proof.claim import Claim, Verdict
from solver.proof.privilege import PrivilegeStrategy

__all__ = ["PRIVILEGE_FORMAT", "PrivilegeCertificate", "write_privilege_certificate"]

PRIVILEGE_FORMAT = "twixt-privilege-certificate"


@dataclass(frozen=True, slots=True)
class PrivilegeCertificate:
    """What a certificate says. None of it is checked."""

    puzzle_text: str
    """The puzzle as SGF, with `PV`."""
    claim: Claim
    verdict: Verdict
    """Proven or disproven."""
    proof: PrivilegeStrategy
    solver: str
    """Version of the solver that wrote it."""


def write_privilege_certificate(
    puzzle_text: str, claim: Claim, verdict: Verdict, proof: PrivilegeStrategy
) -> bytes:
    """Return a certificate as a file; the same arguments give the same bytes.

    Raises ValueError when the strategy's claim does not imply the verdict.
    """
    proved = proof.strategy.claim
    if not proved.decides(claim, verdict):
        raise ValueError(f"{proved.text}: this does not show that {claim.text} is {verdict.value}")
    values = {
        "format": PRIVILEGE_FORMAT,
        "version": 1,
        "solver": __version__,
        "puzzle": puzzle_text,
        "claim": claim_values(claim),
        "verdict": verdict.value,
        "proves": claim_values(proved),
        "nodes": [node_values(node) for node in proof.strategy.nodes],
        "against": sorted(proof.against),
        "uses": sorted(proof.uses),
    }
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)
