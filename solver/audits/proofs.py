"""The proofs behind a report, by the names of their certificates."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from solver.audits.audit_record import Proof
from solver.audits.proved_so_far import ProvedSoFar
from solver.game import Hole, Move, hole_text
from solver.proof import Verdict
from solver.puzzle import Goal

__all__ = ["key_words", "proofs_of"]


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
    proofs |= _of_other_keys(found)
    cooks = found.closed.wins if found.closed is not None else {}
    shown = {proof.first for proof in proofs.values()}
    if found.proof is not None:
        shown.add(found.proof.root.hole)
    for hole, strategy in sorted(found.moves.wins.items()):
        key = hole in found.key_holes
        if key and hole in shown:
            continue
        word = "key" if key else "cook" if hole in cooks else "wins"
        proofs[f"{word}-{hole_text(hole).lower()}"] = Proof(
            Verdict.PROVEN,
            cooks.get(hole, strategy),
            closed=found.key_holes if word == "cook" else frozenset(),
            first=hole if hole in found.moves.asked else None,
        )
    return proofs | _of_failing_keys(found)


def key_words(kind: str, keys: Iterable[Move]) -> Iterator[tuple[str, Move]]:
    """Yield each published key with a peg, and the word for its own proof: that it is right, of
    the kind `key`, or that it fails, of the kind `fails`.

    Keys may differ in their links only.
    """
    before = Counter[Hole]()
    for key in dict.fromkeys(keys):
        if key.peg is not None:
            before[key.peg] += 1
            number = f"-{before[key.peg]}" if before[key.peg] > 1 else ""
            yield f"{kind}-{hole_text(key.peg).lower()}{number}", key


def _of_other_keys(found: ProvedSoFar) -> dict[str, Proof]:
    """Return what proves the published keys, but for the one that proves the claim: each may win
    by its own links only."""
    return {
        word: Proof(Verdict.PROVEN, found.key_proofs[key], first=key.peg)
        for word, key in key_words("key", found.keys)
        if found.keys[key] is Verdict.PROVEN and found.key_proofs[key] is not found.proof
    }


def _of_failing_keys(found: ProvedSoFar) -> dict[str, Proof]:
    """Return what refutes the published keys that are not refuted with the other first moves:
    their holes may win with other links."""
    return {
        word: Proof(Verdict.PROVEN, found.key_proofs[key], after=key)
        for word, key in key_words("fails", found.keys)
        if found.keys[key] is Verdict.DISPROVEN
        and key in found.key_proofs
        and (found.refuting is None or key.peg in found.left)
    }
