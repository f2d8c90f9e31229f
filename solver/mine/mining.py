"""The way of a candidate from a random position to a certified puzzle, from cheap to dear tests.

Most candidates fail early: the cheap tests come first. What is kept has been audited like any
other puzzle, with proofs.
"""

from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from solver.audits import Audit, Kind, Soundness, audit, scores
from solver.game import Hole, Move, Position, Routes
from solver.mine.candidates import Candidate
from solver.mine.features import Features, features
from solver.mine.near_duplicates import core_form
from solver.proof import Aim, Claim, Limits, Strategy, Verdict
from solver.puzzle import Goal, Puzzle
from solver.work import Answer, Failure, Fault, Others, Plan, Question, Unit

__all__ = ["FIRST_STEPS", "MAIN", "Block", "Mined", "Reason", "Standard", "mine_block"]


class Reason(Enum):
    """Why a candidate was rejected, in the order of the tests."""

    CONNECTED = "a side is connected or has no way left"
    ONE_SIDED = "one side is far ahead"
    NO_WIN = "no win found for the side to move, nor a draw where the opponent threatens to win"
    SHORT = "the win or the draw needs too few pegs"
    HARD = "too much to see for those who have just begun"
    NO_THREAT = "the opponent does not threaten to win"
    SLIGHT_THREAT = "the opponent's threat is too small"
    COOKED = "another first move does as well without the key"
    OBVIOUS = "the key is the move of a player of shortest ways"
    OPEN = "some first moves stay open"
    EASY = "too little to see"
    UNSOUND = "the audit did not find it sound"
    CROWDED = "too many pegs do nothing"
    FAILED = "the solver does not take it"


@dataclass(frozen=True, slots=True)
class Mined:
    """A puzzle that passed all tests."""

    puzzle: Puzzle
    features: Features
    audit: Audit
    cores: tuple[str, str]
    """Forms of the pegs around the key, within 4 holes and within 2, for near-duplicates."""


@dataclass(frozen=True, slots=True)
class Block:
    """What became of the candidates of a block."""

    kept: tuple[Mined, ...]
    rejected: dict[Reason, int]
    nodes: int


_FIRST = Limits(nodes=20_000, memory=64)
"""For each of the questions before the audit."""
_OTHERS = Limits(nodes=400_000, memory=128)
"""For the refutation of all other first moves."""
_AUDIT = Limits(nodes=3_000_000, memory=256)

_MOST_IDLE = 2
_BALANCE = 2


@dataclass(frozen=True, slots=True)
class Standard:
    """The least that a puzzle must show, and the most; the words are those of `Features`."""

    pegs: int
    """Of a win. A draw needs two turns, whatever the standard."""
    threat: int
    must_play: int
    refutations: int
    depth: int
    most_pegs: int = 99


MAIN = Standard(pegs=4, threat=3, must_play=16, refutations=6, depth=3)
"""Of the graded sets."""

FIRST_STEPS = Standard(pegs=3, threat=2, must_play=8, refutations=3, depth=2, most_pegs=4)
"""Of puzzles for those who have just learned the rules. Even here the key is not the move that
counting pegs finds."""

_LEAST_DRAW = 2


class _RejectedError(Exception):
    def __init__(self, reason: Reason) -> None:
        self.reason = reason


class _LostError(Exception):
    """A search crashed, hung or had no memory left: nothing is known of the position."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure


@dataclass(frozen=True, slots=True)
class _Tested:
    """A position that passed the tests before the audit."""

    goal: Goal
    key: Move
    proofs: tuple[Strategy, Strategy]
    """Of the goal, and of the opponent's win after a pass."""
    others: Strategy
    """Refutes all first moves but the key where the key's hole is closed."""


def mine_block(candidates: Iterable[Candidate], standard: Standard = MAIN) -> Plan[Block | Failure]:
    """Test candidates one after the other; the same ones give the same puzzles.

    Where a search is lost, the block is: it would not be the same otherwise.
    """
    kept, rejected, counter = list[Mined](), dict[Reason, int](), _Counter(standard)
    for candidate in candidates:
        try:
            kept.append((yield from _mine(candidate, counter)))
        except _RejectedError as end:
            rejected[end.reason] = rejected.get(end.reason, 0) + 1
        except _LostError as end:
            return end.failure
    return Block(tuple(kept), rejected, counter.nodes)


class _Counter:
    """Counts the search nodes of a block; holds the standard of its puzzles."""

    def __init__(self, standard: Standard) -> None:
        self.standard = standard
        self.nodes = 0

    def ask(self, unit: Unit) -> Generator[Sequence[Unit], Sequence[Answer | Failure], Answer]:
        """Ask one unit and return its answer. Raises as `_failed` says when there is none."""
        (answer,) = yield [unit]
        if isinstance(answer, Failure):
            raise _failed(answer)
        self.nodes += answer.nodes
        return answer


def _failed(failure: Failure) -> _RejectedError | _LostError:
    """Return what to raise: whether the solver refused a position, or lost it."""
    if failure.fault is Fault.REFUSED:
        return _RejectedError(Reason.FAILED)
    return _LostError(failure)


def _mine(candidate: Candidate, counter: _Counter) -> Plan[Mined]:
    """Return the puzzle in a candidate. Raises _RejectedError when there is none.

    Pegs that no proof needs are taken off, and what is left is tested again from the start.
    """
    position, pegs = candidate.position, candidate.pegs
    tested = yield from _tested(position, counter)
    puzzle = Puzzle("", position, tested.goal, (tested.key,), source=candidate.origin)
    found = yield from _audited(puzzle, counter)
    while found.idle_pegs:
        pegs = tuple(hole for hole in pegs if hole not in found.idle_pegs)
        bare = _set_up(position, pegs)
        if len(pegs) < 2:
            break
        try:
            fewer = yield from _tested(bare, counter)
            smaller = replace(puzzle, position=bare, goal=fewer.goal, keys=(fewer.key,))
            found = yield from _audited(smaller, counter)
        except _RejectedError:
            break
        position, tested, puzzle = bare, fewer, smaller
    if len(found.idle_pegs) > _MOST_IDLE:
        raise _RejectedError(Reason.CROWDED)
    # The tests before the audit take a delay, which wins as well, for a move that fails.
    winning = {move.hole for move in found.of(Kind.KEY, Kind.DELAY)}
    measured = _features(position, tested, winning, counter.standard)
    return Mined(puzzle, measured, found, _cores(position, tested))


def _set_up(position: Position, pegs: Iterable[Hole]) -> Position:
    """Return a position with some of its pegs only, placed in their order."""
    bare = Position(position.board, position.ruleset, position.to_move)
    for hole in pegs:
        side = position.peg_at(hole)
        assert side is not None
        bare = bare.put(side, hole)
    return bare


def _tested(position: Position, counter: _Counter) -> Plan[_Tested]:
    """Do what needs no audit. Raises _RejectedError."""
    me, least = position.to_move, counter.standard
    threat = Claim(Aim.CONNECT, me.other)
    if any(position.connected(side) for side in (me, me.other)):
        raise _RejectedError(Reason.CONNECTED)
    if abs(Routes(position, me).distance - Routes(position, me.other).distance) > _BALANCE:
        raise _RejectedError(Reason.ONE_SIDED)
    passed = replace(position, to_move=me.other)
    goal, claim, loss = Goal.WIN, Claim(Aim.CONNECT, me), None
    proof = yield from _proof(position, claim, counter)
    if proof is None:
        goal, claim = Goal.DRAW, Claim(Aim.BLOCK, me)
        loss = yield from _proof(passed, threat, counter)
        if loss is not None:
            proof = yield from _proof(position, claim, counter)
    if proof is None or (key := proof.root.hole) is None:
        raise _RejectedError(Reason.NO_WIN)
    if proof.root.depth < (least.pegs if goal is Goal.WIN else _LEAST_DRAW):
        raise _RejectedError(Reason.SHORT)
    if proof.root.depth > least.most_pegs:
        raise _RejectedError(Reason.HARD)
    loss = loss or (yield from _proof(passed, threat, counter))
    if loss is None:
        raise _RejectedError(Reason.NO_THREAT)
    must_play = loss.root.zone.intersection(position.open_holes(me))
    if loss.root.depth < least.threat or len(must_play) < least.must_play:
        raise _RejectedError(Reason.SLIGHT_THREAT)
    if (yield from _proof(position.closing(me, {key}), claim, counter)) is not None:
        raise _RejectedError(Reason.COOKED)
    liked = scores(position)
    if key in liked and not any(score > liked[key] for score in liked.values()):
        raise _RejectedError(Reason.OBVIOUS)
    question = Question(position, claim)
    unit = Unit((), _FIRST, _OTHERS, Others(question, frozenset({key})))
    others = (yield from counter.ask(unit)).others
    if others is None or others.strategy is None or others.undecided:
        raise _RejectedError(Reason.OPEN)
    tested = _Tested(goal, _key(position, proof), (proof, loss), others.strategy)
    _features(position, tested, {key}, least)
    return tested


def _key(position: Position, proof: Strategy) -> Move:
    root = proof.root
    return position.move_making(root.hole, root.made)


def _features(
    position: Position, tested: _Tested, winning: Collection[Hole], least: Standard
) -> Features:
    """Return the measures of a position. Raises _RejectedError when there is too little to see.

    `winning` are the first moves that win.
    """
    assert tested.key.peg is not None
    found = features(
        position, tested.key.peg, *tested.proofs, tested.others, scores(position), winning
    )
    if (
        found.better < 1
        or found.tempting < 1
        or found.refutations < least.refutations
        or found.depth < least.depth
    ):
        raise _RejectedError(Reason.EASY)
    return found


def _proof(position: Position, claim: Claim, counter: _Counter) -> Plan[Strategy | None]:
    """Return a proof of a claim, if a short search finds one."""
    answer = yield from counter.ask(Unit((Question(position, claim),), _FIRST, _FIRST))
    (solution,) = answer.solutions
    return solution.strategy if solution.verdict is Verdict.PROVEN else None


def _audited(puzzle: Puzzle, counter: _Counter) -> Plan[Audit]:
    """Return the audit of a sound puzzle. Raises _RejectedError for another."""
    found = yield from audit(puzzle, _AUDIT)
    if isinstance(found, Failure):
        raise _failed(found)
    counter.nodes += found.nodes
    if found.verdict is not Soundness.SOUND:
        raise _RejectedError(Reason.UNSOUND)
    return found


def _cores(position: Position, tested: _Tested) -> tuple[str, str]:
    """Return the forms of the pegs that the proofs rely on, around the key."""
    proof, loss = tested.proofs
    assert tested.key.peg is not None
    about = (position.to_move, tested.key.peg, proof.root.pegs, loss.root.pegs)
    return core_form(*about, 4), core_form(*about, 2)
