"""The proofs of an audit, found again in the store that it was given.

Nothing is searched, and nothing that the store says is believed: each proof is checked on the
puzzle's own position.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from solver.audit.record import Kind, Proof
from solver.errors import CertificateError, PuzzleRuleError
from solver.game import Hole, Position, hole_text, move_text, parse_hole
from solver.proof import Aim, Claim, Strategy, Verdict, claim_of
from solver.puzzle import Goal, Puzzle
from solver.search import RefutedMoves, begun_with, standing_win
from solver.store import Store

__all__ = ["MOST_WINS", "stored_proofs"]

MOST_WINS = 20
"""Winning first moves, other than the keys, of which the proofs are looked up at most."""

_NO_LINKS = frozenset[Any]()


def stored_proofs(puzzle: Puzzle, record: Mapping[str, Any], store: Store) -> dict[str, Proof]:
    """Return the proofs behind a report (`solver/schemas/audit.json`), as `Audit.proofs` has them.

    What the store does not know is left out. Raises StoreError.
    """
    try:
        return _proofs(puzzle, record, store)
    except PuzzleRuleError:
        # The solver takes no such position, so that nothing was proved of it.
        return {}


def _proofs(puzzle: Puzzle, record: Mapping[str, Any], store: Store) -> dict[str, Proof]:
    position, claim = puzzle.position, claim_of(puzzle)
    stored = store.find(position, claim)
    if stored is not None and stored.solution.verdict is Verdict.DISPROVEN:
        assert stored.solution.strategy is not None
        return {"": Proof(Verdict.DISPROVEN, stored.solution.strategy)}
    found = dict[str, Proof]()
    strategy = _by_key(puzzle, claim, store)
    if strategy is None and stored is not None:
        strategy = stored.solution.strategy
    kinds = {parse_hole(move["hole"]): Kind(move["kind"]) for move in record["moves"]}
    keys = frozenset(hole for hole, kind in kinds.items() if kind is Kind.KEY)
    if strategy is not None and keys and strategy.root.hole not in keys:
        # The audit chose another key than the move that was proved first.
        wins = (_win(position, position, hole, claim, store) for hole in sorted(keys))
        strategy = next(filter(None, wins), strategy)
    if strategy is not None:
        key = strategy.root.hole if strategy.root.hole in keys else None
        found[""] = Proof(Verdict.PROVEN, strategy, first=key)
    if position.to_move is not claim.prover:
        return found
    if puzzle.goal is Goal.DRAW:
        win = store.find(position, Claim(Aim.CONNECT, claim.prover))
        if win is not None and win.solution.strategy is not None:
            found["win"] = Proof(win.solution.verdict, win.solution.strategy, goal=Goal.WIN)
    others = (Kind.COOK, Kind.DELAY, Kind.WINS)
    winning = [hole for hole, kind in sorted(kinds.items()) if kind in others]
    cooks = frozenset(hole for hole in winning if kinds[hole] is Kind.COOK)
    # The audit closed the holes of published keys that it could not decide as well.
    undecided = {key["move"] for key in record["keys"] if key["verdict"] == "undecided"}
    open_keys = {
        key.peg for key in puzzle.keys if key.peg and move_text(position, key) in undecided
    }
    closed = replace(position, board=position.board.closing(claim.prover, keys | open_keys))
    refuted = [("unique", position, keys.union(winning), frozenset[Hole]())]
    if keys and not open_keys:
        refuted.append(("no-cook", closed, cooks, keys))
    for word, start, known, without in refuted:
        stored_others = store.find_others(start, claim, known)
        if stored_others is not None and (refutes := stored_others.others.strategy) is not None:
            left = stored_others.others.left
            found[word] = Proof(Verdict.DISPROVEN, refutes, left, without)
    first = None if strategy is None else strategy.root.hole
    for hole in [*sorted(keys - {first}), *winning[:MOST_WINS]]:
        cook = _win(position, closed, hole, claim, store) if hole in cooks else None
        strategy = cook or _win(position, position, hole, claim, store)
        if strategy is not None:
            word = "key" if hole in keys else "cook" if cook else "wins"
            found[f"{word}-{hole_text(hole).lower()}"] = Proof(
                Verdict.PROVEN,
                strategy,
                closed=keys | open_keys if word == "cook" else frozenset(),
                first=hole,
            )
    return found


def _by_key(puzzle: Puzzle, claim: Claim, store: Store) -> Strategy | None:
    """Return a proof of the claim that begins with a published key."""
    for key in puzzle.keys:
        if puzzle.position.to_move is claim.prover and key.peg is not None:
            after = puzzle.position.play(key)
            if strategy := _begun(puzzle.position, key.peg, after, claim, store):
                return strategy
    return None


def _win(
    position: Position, start: Position, hole: Hole, claim: Claim, store: Store
) -> Strategy | None:
    """Return a proof that a first move wins, by what is known of the position after it where the
    audit asked. Where even a pass wins, that is known."""
    refuted = RefutedMoves(start, claim)
    for after in (refuted.after(hole, _NO_LINKS), refuted.after(None, _NO_LINKS)):
        if strategy := _begun(position, hole, after, claim, store):
            return strategy
    return None


def _begun(
    position: Position, hole: Hole, after: Position, claim: Claim, store: Store
) -> Strategy | None:
    """Return the strategy that pegs a hole and goes on as the store knows."""
    if after.connected(claim.prover):
        rest = standing_win(after, claim)
    else:
        stored = None if after.result is not None else store.find(after, claim)
        if stored is None or stored.solution.verdict is not Verdict.PROVEN:
            return None
        assert stored.solution.strategy is not None
        rest = stored.solution.strategy
    try:
        return begun_with(position, hole, rest)
    except CertificateError:
        return None
