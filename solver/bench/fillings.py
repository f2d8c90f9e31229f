"""Patterns of real proofs, searched again in the hardest positions they claim to hold in.

Too large for brute force: the search itself judges, without the techniques that reuse patterns.
All that a pattern does not need is the opponent's: he fills every hole outside the zone. With
the prover to move he holds random links as well, as many as can stand together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from solver.game import Link, Move, Position, Ruleset, Side, crossing_links, position_text
from solver.oracle import own_slots, worst_case
from solver.proof import Claim, Limits, NodeKind, Strategy, StrategyNode, Verdict, claim_of
from solver.puzzle import Puzzle
from solver.search import Options, solve

__all__ = ["Filling", "filled_patterns"]

_PROOF = Limits(nodes=300_000)
_AGAIN = Limits(nodes=200_000)
_BARE = Options(patterns=False, dual=False)

_TURNS = 3
"""Most random turns before a proof."""

_FROM_ONE = 8
"""Patterns taken from one proof."""


@dataclass(frozen=True, slots=True)
class Filling:
    """A pattern's worst case, and what the search says of it."""

    puzzle: str
    claim: Claim
    position: Position
    verdict: Verdict

    @property
    def text(self) -> str:
        """The position, to be searched again."""
        return (
            f"{self.puzzle}: {self.claim.text} is {self.verdict.value} in\n"
            f"  {position_text(self.position)}"
        )


def filled_patterns(puzzles: Mapping[str, Puzzle], seed: int) -> Iterator[Filling]:
    """Yield judged patterns without end; stop where no proof is found any more.

    They come from proofs of the puzzles, then from proofs about positions after some random
    turns, a puzzle after the other.
    """
    rng = Random(f"fillings {seed}")
    turns, idle = 0, 0
    while idle <= _TURNS:
        idle += 1
        for name, puzzle in puzzles.items():
            position = _later(puzzle.position, turns, rng)
            strategy = position and solve(position, claim_of(puzzle), _PROOF).strategy
            if position and strategy:
                for found in _judged(name, position, strategy, rng):
                    idle = 0
                    yield found
        turns = min(turns + 1, _TURNS)


def _later(position: Position, turns: int, rng: Random) -> Position | None:
    """Return a position some random turns later; None when somebody has won by then."""
    for _ in range(turns):
        holes = list(position.open_holes(position.to_move))
        position = position.play(Move(rng.choice(holes) if holes else None))
        if position.result is not None:
            return None
    return position


def _judged(name: str, position: Position, strategy: Strategy, rng: Random) -> Iterator[Filling]:
    at_root = strategy.root if strategy.root.kind is NodeKind.MOVE else None
    nodes = [
        node
        for node in strategy.nodes
        if node.kind is not NodeKind.LEAF
        and node is not at_root
        and node.ends is None
        and not node.apart
    ]
    for node in rng.sample(nodes, min(_FROM_ONE, len(nodes))):
        filled = _filled(position, strategy.prover, node, rng)
        yield Filling(name, strategy.claim, filled, _verdict(filled, strategy.claim))


def _filled(position: Position, prover: Side, node: StrategyNode, rng: Random) -> Position:
    to_move = prover if node.kind is NodeKind.MOVE else prover.other
    worst = worst_case(position, prover, to_move, node.zone, node.pegs, node.links)
    if to_move is not prover or position.ruleset is Ruleset.PP:
        return worst
    foe = prover.other
    blocked = {link for own in node.links for link in crossing_links(own)}
    slots = [slot for slot in own_slots(worst.pegs(foe)) if slot not in blocked]
    rng.shuffle(slots)
    links = set[Link]()
    for slot in slots:
        if links.isdisjoint(crossing_links(slot)):
            links.add(slot)
    return worst.with_side(foe, worst.pegs(foe), links)


def _verdict(filled: Position, claim: Claim) -> Verdict:
    """Search a filled position again, if it is not decided already."""
    if filled.connected(claim.prover.other):
        return Verdict.DISPROVEN
    if filled.connected(claim.prover):
        return Verdict.PROVEN
    return solve(filled, claim, _AGAIN, _BARE).verdict
