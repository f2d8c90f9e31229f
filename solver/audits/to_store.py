"""Adds the proofs of an audit, or of certificates, to a store.

The units of work store their own answers, one first move at a time. The proof of the claim that
begins with the key, and the one proof that refutes all other first moves, are put together from
them; whoever judges moves later needs just these two. That there are no cooks is a third one.
What goes on after a first move that wins is stored where the report leads, too.
"""

from contextlib import suppress

from solver.audits.proved_so_far import ProvedSoFar
from solver.errors import CertificateError
from solver.game import Position
from solver.proof import Certificate, Claim, Limits, Strategy, Verdict, strategy_move
from solver.puzzle import Puzzle
from solver.search import FirstMoves, Solution
from solver.store import Store
from solver.verify import check_strategy

__all__ = ["add_certificate", "add_to_store"]


def add_to_store(found: ProvedSoFar, store: Store, limits: Limits) -> None:
    """Add the proofs of an audit to a store; raises StoreError.

    They are without nodes and seconds: these stand with the answers that they are made of.
    """
    if not found.mine:
        return
    position, claim = found.position, found.claim
    decides = found.refuting if found.failed else found.proof
    if decides is not None:
        _add_claim(position, claim, decides, store, limits)
    if found.failed:
        return
    refuted = [(found.moves, found.refuting, found.left)]
    if found.closed is not None and found.no_cook is not None:
        refuted.append((found.closed, found.no_cook.strategy, found.no_cook.but))
    for moves, strategy, left in refuted:
        if strategy is None:
            continue
        winning = left.intersection(moves.wins)
        others = FirstMoves(strategy, winning, left - winning)
        _add_others(moves.position, claim, others, store, limits)
    _add_wins(found, store, limits)


def _add_wins(found: ProvedSoFar, store: Store, limits: Limits) -> None:
    """Add what follows the first moves that win, where the report's lines lead: the questions may
    have been about positions with other links, which nobody finds again."""
    claim, kept = found.claim, set[tuple[Position, Claim, int]]()
    for key, verdict in found.keys.items():
        if verdict is Verdict.PROVEN:
            _add_rest(found.position.play(key), claim, found.key_proofs[key], store, limits)
    own_keys = found.key_holes - {key.peg for key in found.keys}
    if found.proof is not None and found.proof.root.hole in own_keys:
        first = strategy_move(found.position, found.proof.root)
        _add_rest(found.position.play(first), claim, found.proof, store, limits)
    for moves in filter(None, (found.moves, found.closed)):
        passed = moves.refuted.after(None, frozenset())
        for hole in sorted(moves.wins.keys() & set(moves.asked)):
            win = moves.wins[hole]
            after = passed  # what wins after a pass wins after many first moves
            if not win.goes_on(passed):
                after = moves.position.play(strategy_move(moves.position, win.root))
            this = after, win.claim, win.root.depth
            if this not in kept:
                kept.add(this)
                _add_rest(after, claim, win, store, limits)


def add_certificate(certificate: Certificate, puzzle: Puzzle, store: Store) -> None:
    """Add what a checked certificate proves of its puzzle to a store; raises StoreError.

    One with closed holes is kept for the board on which they are closed.
    """
    claim, strategy = certificate.claim, certificate.strategy
    position = puzzle.position.closing(claim.prover, certificate.closed)
    refuted = certificate.verdict is Verdict.DISPROVEN
    if certificate.but or (certificate.closed and refuted):
        # Which of them win is for other certificates to show.
        others = FirstMoves(strategy, certificate.but, frozenset())
        _add_others(position, claim, others, store, Limits())
        return
    if certificate.first is not None:
        # Another proof of the claim may be the one that is found: that it can be won, for a draw.
        firsts = {strategy_move(position, strategy.root)}
        if not certificate.closed:
            firsts.update(key for key in puzzle.keys if key.peg == certificate.first)
        for after in {position.play(first) for first in firsts}:
            _add_rest(after, claim, strategy, store, Limits())
    _add_claim(position, claim, strategy, store, Limits())


def _add_claim(
    position: Position, claim: Claim, strategy: Strategy, store: Store, limits: Limits
) -> None:
    """Add what proves or refutes a claim, unless that is known."""
    if store.find(position, claim) is None:
        store.add(position, Solution.of(position, claim, strategy, None), limits)


def _add_others(
    position: Position, claim: Claim, others: FirstMoves, store: Store, limits: Limits
) -> None:
    """Add what refutes other first moves, unless what is known leaves out as few of them."""
    known = store.find_others(position, claim, others.winning)
    if known is None or len(known.others.left) > len(others.left):
        store.add_others(position, claim, others, limits, nodes=0, seconds=0)


def _add_rest(after: Position, claim: Claim, win: Strategy, store: Store, limits: Limits) -> None:
    """Add what goes on after the first move of a win, about the position after such a move."""
    if after.connected(claim.prover):
        return  # nothing is left to prove
    rest = Strategy(win.claim, win.nodes[: win.root.children[0] + 1])
    with suppress(CertificateError):
        check_strategy(after, rest)
        store.add(after, Solution.of(after, claim, rest, None), limits)
