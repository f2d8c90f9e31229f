"""The replies to a move: how many refute it, and which answers beat them all."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from solver.errors import PuzzleRuleError
from solver.game import Hole, Move, Position
from solver.proof import Claim, Limits, Strategy, by_resistance, strategy_move
from solver.store import Store
from solver.work import Failure, Others, Question, Unit, ask, run_here

__all__ = ["Defence", "RefutingReplies", "Share", "defences", "refuting_replies"]

_MOST_NODES = 100_000
"""For a reply, or what answers several. Fewer would leave the second search no turn."""


class Share(Enum):
    """How many of the replies refute a move, as far as it is proved."""

    ONE = "one"
    SOME = "some"
    ALL = "all"
    """The move does nothing: whatever hole is pegged next refutes it."""
    OPEN = "open"
    """One or more; others are undecided."""


@dataclass(frozen=True, slots=True)
class RefutingReplies:
    """Which replies refute a losing move; a hole counts if it does so with some links."""

    refuting: tuple[Hole, ...]
    undecided: tuple[Hole, ...]
    replies: int
    """All holes that are open to the opponent."""

    @property
    def share(self) -> Share:
        """How many they are in a word."""
        if len(self.refuting) == self.replies > 1:
            return Share.ALL
        if self.undecided:
            return Share.OPEN
        return Share.ONE if len(self.refuting) == 1 else Share.SOME

    @property
    def text(self) -> str:
        """Which part they are: `1 of 57 replies`, `at least 3 of 57 replies`, `the only reply`."""
        if len(self.refuting) == self.replies == 1:
            return "the only reply"
        least = "at least " if self.undecided else ""
        return f"{least}{len(self.refuting)} of {self.replies} replies"


def refuting_replies(
    position: Position,
    claim: Claim,
    known: Iterable[Hole] = (),
    limits: Limits | None = None,
    store: Store | None = None,
) -> RefutingReplies:
    """Count the replies that refute a losing move, from the position after it.

    `claim` is the one that fails, its opponent is to move; `known` are replies that are proved to
    refute it. What answers a pass answers most of the others at once. The limits are for all of
    them, with a most of nodes for each. Raises PuzzleRuleError when the position cannot be solved.
    """
    limits = limits or Limits()
    others = Others(Question(position, claim.opposite), frozenset(known))
    unit = Unit((), Limits(nodes=_MOST_NODES), limits, others)
    (answer,) = run_here(ask([unit], store))
    if isinstance(answer, Failure):
        raise PuzzleRuleError(answer.message)
    found = answer.others
    assert found is not None, "only a question of the unit could leave it out"
    replies = list(position.open_holes(position.to_move))
    return RefutingReplies(
        tuple(hole for hole in replies if hole in found.winning),
        tuple(hole for hole in replies if hole in found.undecided),
        len(replies),
    )


@dataclass(frozen=True, slots=True)
class Defence:
    """A class of defences: replies that one move beats."""

    answer: Move | None
    """The move; None when nothing is left to do."""
    replies: tuple[Hole, ...]
    """Those that resist longest first."""
    pegs: int
    """The prover's pegs still needed at most, after the first of them."""


def defences(position: Position, strategy: Strategy) -> tuple[Defence, ...]:
    """Group the opponent's plain replies by the move with which a strategy answers them.

    The strategy is one for the position, the opponent to move. Every open hole is in one class.
    Classes stand in the order of their first replies, those that resist longest first.
    """
    games = strategy.games(strategy.root)
    classes = dict[Move | None, list[Hole]]()
    pegs = dict[Move | None, int]()
    for hole in by_resistance(position, strategy, games):
        after = position.play(Move(hole))
        node, rest = strategy.answering(games, hole, after.links(position.to_move))
        answer = None if node is None else strategy_move(after, node)
        classes.setdefault(answer, []).append(hole)
        if answer not in pegs:
            beside = sum(game.depth for game in rest if game in games)
            pegs[answer] = (node.depth if node else 0) + beside
    return tuple(
        Defence(answer, tuple(replies), pegs[answer]) for answer, replies in classes.items()
    )
