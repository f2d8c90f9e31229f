"""The setup pegs that no proof of the verdict needs."""

from solver.audits.proofs import proofs_of
from solver.audits.proved_so_far import ProvedSoFar
from solver.errors import CertificateError
from solver.game import Hole, Side
from solver.verify import check_strategy

__all__ = ["idle_pegs"]


def idle_pegs(found: ProvedSoFar) -> tuple[Hole, ...]:
    """Return the setup pegs without which all proofs of the verdict still hold, taken off together.

    A strategy names the pegs that it needs, and never needs the opponent's. So it holds with these
    holes empty, as the checker confirms.
    """
    position, proofs = found.position, proofs_of(found)
    if found.mine and not found.failed and proofs.keys().isdisjoint({"unique", "no-cook"}):
        return ()  # no proof says anything of first moves in the holes that would be left open
    rests_on = [
        proof
        for name, proof in proofs.items()
        if not name.startswith("wins-") and proof.after is None
    ]
    needed = {
        side: frozenset[Hole]().union(
            *(proof.strategy.root.pegs for proof in rests_on if proof.strategy.prover is side)
        )
        for side in Side
    }
    idle = sorted(hole for side, pegs in needed.items() for hole in position.pegs(side) - pegs)
    bare = position
    for hole in idle:
        bare = bare.clear(hole)
    try:
        for proof in rests_on:
            closed = bare.closing(found.claim.prover, proof.closed)
            check_strategy(closed, proof.strategy, proof.but)
    except CertificateError:
        return ()
    return tuple(idle) if rests_on else ()
