"""Compares what a report says with the proofs that are there for it."""

from collections.abc import Iterator, Mapping
from typing import Any

from solver.audits.audit_record import Kind, Proof, Soundness
from solver.audits.from_store import MOST_WINS
from solver.game import Hole, parse_hole
from solver.proof import Verdict

__all__ = ["unproved"]


def unproved(record: Mapping[str, Any], proofs: Mapping[str, Proof]) -> tuple[str, ...]:
    """Return what a report (`solver/schemas/audit.json`) says without a proof, in a few words each.

    `proofs` are named as in `Audit.proofs`; whether they hold is for the verifier to say. Of a
    report that is undecided only the parts that are decided need a proof.
    """
    return tuple(_unproved(record, proofs))


def _unproved(record: Mapping[str, Any], proofs: Mapping[str, Proof]) -> Iterator[str]:
    claim = proofs.get("")
    verdict = Soundness(record["verdict"])
    if _is(claim, Verdict.DISPROVEN) or _is(proofs.get("win"), Verdict.PROVEN):
        if verdict is not Soundness.NO_SOLUTION:
            yield "the claim"
        return
    if verdict is Soundness.NO_SOLUTION and not all(_wins(move) for move in record["moves"]):
        yield "that there is no solution"
    if verdict is not Soundness.UNDECIDED and not _is(claim, Verdict.PROVEN):
        yield "the claim"
    won = {proof.first for proof in proofs.values() if _is(proof, Verdict.PROVEN)}
    cooked = {proof.first for word, proof in proofs.items() if word.startswith("cook-")}
    refuted, no_cooks = proofs.get("unique"), proofs.get("no-cook")
    others = 0
    for move in record["moves"]:
        hole, kind = parse_hole(move["hole"]), Kind(move["kind"])
        others += _wins(move) and kind is not Kind.KEY
        if kind in (Kind.TRY, Kind.IDLE):
            shown = _fails(refuted, hole)
        elif kind is Kind.NO_COOK:
            shown = _fails(no_cooks, hole)
        elif kind is Kind.UNDECIDED or (kind is not Kind.KEY and others > MOST_WINS):
            continue
        else:
            shown = hole in won and (kind is not Kind.DELAY or _fails(no_cooks, hole))
            shown = shown and (kind is not Kind.COOK or hole in cooked)
        if not shown:
            yield f"{move['hole']}: {kind.value}"


def _wins(move: Mapping[str, Any]) -> bool:
    return Kind(move["kind"]) in (Kind.KEY, Kind.COOK, Kind.DELAY, Kind.WINS)


def _is(proof: Proof | None, verdict: Verdict) -> bool:
    return proof is not None and proof.verdict is verdict


def _fails(proof: Proof | None, hole: Hole) -> bool:
    """Tell whether a proof refutes a first move."""
    return proof is not None and hole not in proof.but
