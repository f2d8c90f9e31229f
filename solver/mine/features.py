"""What makes a puzzle worth solving, measured on its position and proofs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from solver.game import Hole, Move, Position, Routes
from solver.proof import Strategy

__all__ = ["Features", "features"]


@dataclass(frozen=True, slots=True)
class Features:
    """The measures of one puzzle."""

    better: int
    """First moves that fail, and that a player of shortest ways would rather make than any that
    wins."""
    tempting: int
    """Those of them that answer the opponent's threat as far as one sees."""
    must_play: int
    """Empty holes in the zone of the opponent's win after a pass."""
    threat: int
    """Pegs of that win."""
    refutations: int
    """Different answers that the refutation of all other first moves needs."""
    pegs: int
    """Pegs of the win, or turns of the draw."""
    depth: int
    """Pegs that a player must see ahead who tries moves in the order of their shortest ways: to
    refute what he would rather make, or to see the win."""
    balance: int
    """The shortest way of the side to move less the opponent's, in pegs."""
    links: int
    """Links that the key makes."""


def features(
    position: Position,
    key: Hole,
    proof: Strategy,
    threat: Strategy,
    others: Strategy,
    liked: Mapping[Hole, int],
    winning: Collection[Hole],
) -> Features:
    """Return the measures of a position that its side to move wins or draws.

    `proof` begins with the key, `threat` is the opponent's win after a pass, `others` refutes all
    other first moves where the key's hole is closed, and `liked` are the `scores` of
    `solver.audits`. `winning` are the first moves that win: the key and its delays.
    """
    me = position.to_move
    empty = frozenset(position.open_holes(me))
    must_play = threat.root.zone & empty
    most = max(liked.get(hole, 0) for hole in winning)
    better = [hole for hole, score in liked.items() if score > most and hole not in winning]
    seen = max((_refuted_within(others, hole) for hole in better), default=0)
    after = position.play(Move(key))
    return Features(
        better=len(better),
        tempting=len(must_play.intersection(better)),
        must_play=len(must_play),
        threat=threat.root.depth,
        refutations=len(others.root.children),
        pegs=proof.root.depth,
        depth=min(seen, proof.root.depth),
        balance=Routes(position, me).distance - Routes(position, me.other).distance,
        links=len(after.links(me) - position.links(me)),
    )


def _refuted_within(others: Strategy, hole: Hole) -> int:
    """Return the pegs of the shortest answer to a first move; a large number without one."""
    answers = (others.nodes[child] for child in others.root.children)
    return min((root.depth for root in answers if hole not in root.zone), default=99)
