"""A stored verdict certified again, and found again when that fails or its version is older."""

from dataclasses import dataclass, replace

from solver import __version__
from solver.errors import CertificateError, TwixtError
from solver.game import Hole, Position, hole_text, move_text, position_text
from solver.proof import Claim, Limits, Strategy, main_line
from solver.store import Row, Store, position_of, read_strategy
from solver.work import Answer, Failure, Others, Plan, Question, Unit

__all__ = ["KnownVerdict", "Rechecked", "recheck_row"]


@dataclass(frozen=True, slots=True)
class KnownVerdict:
    """A claim's verdict, before or after it was rechecked."""

    verdict: str
    """`proven`, `disproven` or `undecided`."""
    key: str | None
    """The winner's first move as SGF text, if he is to move."""
    pegs: int | None
    left: tuple[str, ...] | None = None
    """For other first moves: those of which nothing is proved."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A row, and what this version makes of it."""

    row: int
    version: str
    """Of the solver that found it."""
    position: str
    """As JSON; empty when it cannot be read."""
    claim: Claim | None
    """About that position. What is proved, or for other first moves what they fail to do."""
    fault: str | None
    """Why the certificate is none any more; None when it holds."""
    before: KnownVerdict
    now: KnownVerdict | None
    """The verdict of this version; None when nothing was searched."""

    @property
    def differences(self) -> tuple[str, ...]:
        """Which of verdict, key, pegs and left are others now."""
        if self.now is None:
            return ()
        names = ("verdict", "key", "pegs", "left")
        return tuple(
            name for name in names if getattr(self.before, name) != getattr(self.now, name)
        )


def recheck_row(row: Row, store: Store, limits: Limits) -> Plan[Rechecked | Failure]:
    """Certify a row's strategy; search again where that fails or another version found it.

    A row whose certificate fails is removed, and so is one that what is found now makes
    superfluous.
    """
    told = Rechecked(
        row=row.number,
        version=row.version,
        position="",
        claim=None,
        fault=None,
        before=KnownVerdict("proven", None, row.pegs),
        now=None,
    )
    try:
        position, canon = position_of(row)
    except TwixtError as error:
        store.remove(row)
        return replace(told, fault=str(error))
    claim = canon.claim(row.claim)
    told = replace(told, position=position_text(position), claim=claim)
    left = None
    if row.but is not None:
        # The strategy is one of the other side, against all first moves but these.
        claim = claim.opposite
        left = _texts(frozenset(map(canon.hole_back, row.but)))
        told = replace(told, claim=claim, before=KnownVerdict("disproven", None, row.pegs, left))
    try:
        strategy = read_strategy(row, canon, position)
        key = _key(position, strategy)
        told = replace(told, before=KnownVerdict(told.before.verdict, key, row.pegs, left))
    except CertificateError as error:
        store.remove(row)
        told = replace(told, fault=str(error))
    if told.fault is None and row.version == __version__:
        return told
    question = Question(position, claim)
    unit = Unit((question,), limits, limits)
    if row.but is not None:
        winning = frozenset(map(canon.hole_back, row.winning))
        unit = Unit((), limits, limits, Others(question, winning))
    (answer,) = yield [unit]
    if isinstance(answer, Failure):
        return answer
    now = _finding(position, answer)
    with store.together():
        if told.fault is None and _as_good(told.before, now):
            store.remove(row)
        _keep(store, question, answer, limits)
    return replace(told, now=now)


def _finding(position: Position, answer: Answer) -> KnownVerdict:
    for solution in answer.solutions:
        key = _key(position, solution.strategy) if solution.strategy else None
        return KnownVerdict(solution.verdict.value, key, solution.pegs)
    others = answer.others
    if others is None or others.strategy is None:
        return KnownVerdict("undecided", None, None)
    return KnownVerdict("disproven", None, others.strategy.root.depth, _texts(others.left))


def _as_good(before: KnownVerdict, now: KnownVerdict) -> bool:
    """Tell whether the new verdict says all that the stored one said."""
    if before.verdict != now.verdict or now.pegs is None:
        return False
    if before.left is not None and now.left is not None:
        return set(now.left) <= set(before.left)
    return before.pegs is None or now.pegs <= before.pegs


def _keep(store: Store, question: Question, answer: Answer, limits: Limits) -> None:
    for solution in answer.solutions:
        store.add(question.position, solution, limits)
    for aside, solution in answer.asides:
        store.add(aside.position, solution, limits)
    if answer.others is not None:
        store.add_others(
            question.position,
            question.claim,
            answer.others,
            limits,
            nodes=answer.nodes,
            seconds=answer.seconds,
        )


def _key(position: Position, strategy: Strategy) -> str | None:
    """Return how a strategy begins, if its prover is to move and something is left to do."""
    line = main_line(position, strategy) if position.to_move is strategy.prover else ()
    return move_text(position, line[0]) if line else None


def _texts(holes: frozenset[Hole]) -> tuple[str, ...]:
    return tuple(hole_text(hole).lower() for hole in sorted(holes))
