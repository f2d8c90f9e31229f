"""The proofs behind a report, and the setup pegs that none of them needs."""

from collections.abc import Mapping
from dataclasses import replace

from solver.audits.audit_record import Proof
from solver.audits.proved_so_far import ProvedSoFar
from solver.errors import CertificateError
from solver.game import Hole, hole_text
from solver.proof import Verdict
from solver.puzzle import Goal
from solver.verify import check_strategy

__all__ = ["idle_pegs", "proofs_of"]


def proofs_of(found: ProvedSoFar) -> Mapping[str, Proof]:
    """Return the proofs that certificates are made of, by a word for their names."""
    proofs = dict[str, Proof]()
    if found.failed and found.refuting is not None:
        return {"": Proof(Verdict.DISPROVEN, found.refuting)}
    if found.proof is not None:
        first = found.proof.root.hole
        if first not in found.key_holes.intersection(found.moves.asked):
            first = None
        proofs[""] = Proof(Verdict.PROVEN, found.proof, first=first)
    if found.win is not None and found.win.strategy is not None:
        proofs["win"] = Proof(found.win.verdict, found.win.strategy, goal=Goal.WIN)
    if found.refuting is not None:
        proofs["unique"] = Proof(Verdict.DISPROVEN, found.refuting, found.left)
    if found.no_cook is not None:
        proofs["no-cook"] = found.no_cook
    cooks = found.closed.wins if found.closed is not None else {}
    for hole, strategy in sorted(found.moves.wins.items()):
        key = hole in found.key_holes
        if key and found.proof is not None and hole == found.proof.root.hole:
            continue
        word = "key" if key else "cook" if hole in cooks else "wins"
        proofs[f"{word}-{hole_text(hole).lower()}"] = Proof(
            Verdict.PROVEN,
            cooks.get(hole, strategy),
            closed=found.key_holes if word == "cook" else frozenset(),
            first=hole if hole in found.moves.asked else None,
        )
    return proofs


def idle_pegs(found: ProvedSoFar) -> tuple[Hole, ...]:
    """Return the setup pegs without which all proofs of the verdict still hold, taken off together.

    A strategy names the pegs that it needs; opponent's pegs it never needs. So the holes of the
    pegs taken off answer for themselves, and the checker confirms it.
    """
    position, proofs = found.position, proofs_of(found)
    rests_on = [proof for name, proof in proofs.items() if not name.startswith("wins-")]
    needed = {
        side: frozenset[Hole]().union(
            *(proof.strategy.root.pegs for proof in rests_on if proof.strategy.prover is side)
        )
        for side in type(position.to_move)
    }
    idle = sorted(hole for side, pegs in needed.items() for hole in position.pegs(side) - pegs)
    bare = position
    for hole in idle:
        bare = bare.clear(hole)
    try:
        for proof in rests_on:
            board = bare.board.closing(found.claim.prover, proof.closed)
            check_strategy(replace(bare, board=board), proof.strategy, proof.but)
    except CertificateError:
        return ()
    return tuple(idle) if rests_on else ()
