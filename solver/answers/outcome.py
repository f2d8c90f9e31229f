"""What can be said to a move."""

from dataclasses import dataclass
from enum import Enum

from solver.game import Move, Position
from solver.proof import Aim, Claim, Limit, Strategy
from solver.search import has_chain

__all__ = ["Judgement", "Outcome", "settled"]


class Outcome(Enum):
    """What a move does for the claim of the side that made it."""

    MET = "met"
    """The claim is fulfilled on the board."""
    WINS = "wins"
    """The claim is still proven; the opponent has replied."""
    LOSES = "loses"
    """The claim is disproven; the opponent has replied with the refutation."""
    LOST = "lost"
    """The opponent has fulfilled the opposite on the board."""
    UNDECIDED = "undecided"
    """Neither was proved within the limits."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to one move."""

    outcome: Outcome
    reply: Move | None
    """The opponent's move: his longest defence or his refutation; None when the play is over
    or nothing is known."""
    after: Position
    """The position after the move and the reply."""
    line: tuple[Move, ...]
    """How it goes on after the reply: the winner's strategy against longest resistance."""
    pegs: int | None
    """Pegs the winning side still needs at most, as far as proved."""
    limit: Limit | None
    """Why it is undecided."""
    seconds: float
    nodes: int = 0
    """Nodes searched for it; 0 when the answer was known."""
    proof: Strategy | None = None
    """What proves the outcome after the move, when the board does not show it."""


def settled(position: Position, claim: Claim) -> Outcome | None:
    """Return MET or LOST when the board itself decides a claim."""
    chaser = claim.prover if claim.aim is Aim.CONNECT else claim.prover.other
    good, bad = Outcome.MET, Outcome.LOST
    if claim.aim is Aim.BLOCK:
        good, bad = bad, good
    if position.connected(chaser):
        return good
    if position.result is not None or position.connected(chaser.other):
        return bad
    ends = position.last_turn and position.to_move is chaser.other
    if ends or not has_chain(position, chaser):
        return bad
    return None
