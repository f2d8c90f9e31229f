"""Judges turns where sides may hold the Privilege of Double TwixT: one move, or two in a row."""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.answers.judgement import OUTCOMES, Outcome, judge, settled
from solver.answers.move_words import move_words
from solver.arena import check_size
from solver.errors import IllegalMoveError
from solver.game import Hole, Link, Move, Position, PrivilegedPosition
from solver.proof import (
    Claim,
    Limit,
    Limits,
    NodeKind,
    PrivilegeStrategy,
    StrategyNode,
    Verdict,
    strategy_move,
)
from solver.search import PrivilegeSearch

__all__ = ["Turn", "TurnJudgement", "TurnSolution", "decide_turn", "judge_turn", "proved_line"]

_NONE = frozenset[Link]()


@dataclass(frozen=True, slots=True)
class Turn:
    """What a side does when it is its turn."""

    first: Move
    second: Move | None = None
    """The second of two moves in a row, by the Privilege."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The one or two moves."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def words(self) -> str:
        """Its moves for people: `E4+F6`."""
        return "+".join(map(move_words, self.moves))

    def made(self, at: PrivilegedPosition) -> PrivilegedPosition:
        """Return the position after the turn. Raises IllegalMoveError."""
        if self.second is None:
            return at.play(self.first)
        return at.play(self.first, call=True).play(self.second)

    def last(self, at: PrivilegedPosition) -> tuple[Position, Move]:
        """Return the last move and the position in which it is made. Raises IllegalMoveError."""
        if self.second is None:
            return at.position, self.first
        return at.play(self.first, call=True).position, self.second


@dataclass(frozen=True, slots=True)
class TurnSolution:
    """What is proved where sides may hold the Privilege."""

    verdict: Verdict
    limit: Limit | None
    """Why it is undecided."""
    line: tuple[Turn, ...]
    """How it goes on: the winner's strategy against longest resistance."""
    pegs: int | None
    """Pegs the winning side still needs at most, as far as proved."""


@dataclass(frozen=True, slots=True)
class TurnJudgement:
    """The answer to one turn; see `Judgement` for the meaning of its parts."""

    outcome: Outcome
    reply: Turn | None
    after: PrivilegedPosition
    """The position after the turn and the reply."""
    line: tuple[Turn, ...]
    pegs: int | None
    limit: Limit | None


def decide_turn(at: PrivilegedPosition, claim: Claim, limits: Limits | None = None) -> TurnSolution:
    """Decide a claim about a position in which a side holds the Privilege.

    Raises PuzzleRuleError for a position that is too large.
    """
    check_size(at.position)
    found = PrivilegeSearch(claim, limits).solve(at.position, at.holders)
    if found.proof is None:
        return TurnSolution(found.verdict, found.limit, (), None)
    line = tuple(proved_line(at, found.proof))
    return TurnSolution(found.verdict, None, line, found.proof.strategy.root.depth)


def judge_turn(
    at: PrivilegedPosition, turn: Turn, claim: Claim, limits: Limits | None = None
) -> TurnJudgement:
    """Judge a turn of the claim's prover by what can be proved after it; see `judge`.

    Raises IllegalMoveError for a turn the rules forbid, PuzzleRuleError for a position that is too
    large.
    """
    after = turn.made(at)
    if not after.holders:
        before, move = turn.last(at)
        judged = judge(before, (), move, claim, limits)
        reply = Turn(judged.reply) if judged.reply is not None else None
        return TurnJudgement(
            judged.outcome,
            reply,
            PrivilegedPosition(judged.after),
            tuple(map(Turn, judged.line)),
            judged.pegs,
            judged.limit,
        )
    if over := settled(after.position, claim):
        return TurnJudgement(over, None, after, (), 0, None)
    found = decide_turn(after, claim, limits)
    outcome, reply = OUTCOMES[found.verdict], found.line[0] if found.line else None
    if reply is not None:
        after = reply.made(after)
        outcome = settled(after.position, claim) or outcome
    return TurnJudgement(outcome, reply, after, found.line[1:], found.pegs, found.limit)


def proved_line(at: PrivilegedPosition, proof: PrivilegeStrategy) -> Iterator[Turn]:
    """Yield the turns of both sides in which a proof meets the longest resistance."""
    play = _Play(proof)
    node: int | None = len(proof.strategy.nodes) - 1
    while node is not None and at.position.result is None:
        if at.position.to_move is proof.strategy.prover:
            turn, node = play.turn(at, node)
        else:
            turn, node = play.resistance(at, node)
        if turn is None:
            return
        yield turn
        at = turn.made(at)


class _Play:
    """Plays a proof: nodes are their numbers."""

    def __init__(self, proof: PrivilegeStrategy) -> None:
        self.nodes, self.against = proof.strategy.nodes, proof.against

    def turn(self, at: PrivilegedPosition, number: int) -> tuple[Turn | None, int | None]:
        """Return the prover's turn at a node, and the node after it; none at a leaf."""
        node = self.nodes[number]
        if node.kind is not NodeKind.MOVE:
            return None, None
        first = strategy_move(at.position, node)
        (child,) = node.children
        second = self.nodes[child]
        if second.kind is not NodeKind.MOVE:
            return Turn(first), child
        try:
            between = at.play(first, call=True)
        except IllegalMoveError:  # the first move wins alone, or no hole is left for the second one
            alone = Turn(first)
            won = alone.made(at).position.connected(at.position.to_move)
            return alone if won else None, None
        return Turn(first, strategy_move(between.position, second)), second.children[0]

    def resistance(self, at: PrivilegedPosition, number: int) -> tuple[Turn | None, int | None]:
        """Return the opponent's hardest turn at a node, and the node that answers it.

        It is the turn after which the prover needs most pegs. Among equals a single move comes
        first. If the opponent has no hole left, it is a pass. If there is nothing to answer
        either, it is none.
        """
        hole, answer = self._reply(at.position, number)
        if hole is None and answer is None:
            return None, None
        turn = Turn(Move(hole))
        if not at.can_call or number not in self.against:
            return turn, answer
        best = self._depth(answer)
        for first in at.position.open_holes(at.position.to_move):
            middle = self._answer(number, first, _NONE, again=True)
            if middle is None or self.nodes[middle].depth <= best:
                continue
            try:
                between = at.play(Move(first), call=True)
            except IllegalMoveError:  # no hole is left for a second peg, or it ends the game
                continue
            second, after = self._reply(between.position, middle)
            if second is not None and self._depth(after) > best:
                turn, answer, best = Turn(Move(first), Move(second)), after, self._depth(after)
        return turn, answer

    def _reply(self, position: Position, number: int) -> tuple[Hole | None, int | None]:
        """Return the hardest single move at a node, None for a pass: no hole is left."""
        foe = position.to_move
        children = [self.nodes[child] for child in self.nodes[number].children]
        watched = any(child.apart for child in children)
        hardest, found = None, (-1, -1)
        node: int | None = None
        for hole in tuple(position.open_holes(foe)) or (None,):
            links = position.play(Move(hole)).links(foe) if watched else _NONE
            answer = self._answer(number, hole, links)
            rank = self._depth(answer), sum(hole in child.zone for child in children)
            if rank > found:
                hardest, found, node = hole, rank, answer
        return hardest, node

    def _answer(
        self, number: int, hole: Hole | None, links: frozenset[Link], *, again: bool = False
    ) -> int | None:
        """Return the child that answers a reply with the fewest pegs.

        `links` are the opponent's then; `again`: it is the first of two moves.
        """

        def answers(child: StrategyNode) -> bool:
            other = NodeKind.MOVE if again else NodeKind.REPLY
            return (
                child.kind is not other and hole not in child.zone and child.apart.isdisjoint(links)
            )

        found = [child for child in self.nodes[number].children if answers(self.nodes[child])]
        return min(found, key=self._depth, default=None)

    def _depth(self, number: int | None) -> int:
        return 0 if number is None else self.nodes[number].depth
