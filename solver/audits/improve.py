"""Help for authors: pegs that can go, repairs of cooked puzzles, and the whole board.

Nothing is suggested but what an audit of the changed puzzle finds sound with the same key, and pegs
without which all proofs of the sound puzzle hold.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.audits.audit_record import Audit, Key, Soundness
from solver.audits.schedule import audit
from solver.errors import IllegalMoveError
from solver.game import Hole, Position, Side, hole_text
from solver.proof import LEAST_SECONDS, Limits, Strategy, Verdict, claim_of
from solver.puzzle import Puzzle
from solver.search import Budget
from solver.store import Store
from solver.work import Answer, Failure, Fault, Plan, Question, Result, Unit, ask

__all__ = ["Change", "Improvement", "improve"]

_REPAIRS = 24
"""Most changed puzzles that are tried as repairs, the most promising first."""

_ENOUGH = 3
"""Repairs after which no more are tried."""

_AT_ONCE = 4
"""Changed puzzles that are audited side by side."""

_VERSIONS = 0.85
"""Share of the limits for the changed puzzles; the rest is for the whole board."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to the setup, and the puzzle that it makes."""

    text: str
    """Such as `without white d4`."""
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class Improvement:
    """Changes that make a puzzle smaller or sound."""

    audit: Audit
    """Of the puzzle as it is."""
    economy: Change | None
    """The setup without all pegs that can go; None when none can, or the puzzle is not sound."""
    repairs: tuple[Change, ...]
    """Changes that make a cooked puzzle sound, the most promising first."""
    whole_board: Verdict | None
    """The verdict on the claim on the whole board, with nothing added outside of the window;
    None without a window, or where the search gave no answer: it does not take the position, one
    decided there or too large for instance, or it came to a bad end."""
    ended: bool
    """Whether no limit kept a change from being tried: to look again would find no more."""


def improve(puzzle: Puzzle, limits: Limits, store: Store | None) -> Plan[Improvement | Failure]:
    """Look for a smaller setup of a sound puzzle, or for repairs of a cooked one.

    The limits are for all of it together: first for the audit of the puzzle, then for its other
    versions and for the whole board as far as they last.
    """
    budget = Budget(limits)
    return (yield from _paid(_improve(puzzle, budget, store), budget))


def _improve(puzzle: Puzzle, budget: Budget, store: Store | None) -> Plan[Improvement | Failure]:
    found = yield from audit(puzzle, budget.limits, store)
    if isinstance(found, Failure):
        return found
    economy: Change | None = None
    repairs: tuple[Change, ...] = ()
    ended = found.verdict is not Soundness.UNDECIDED
    if found.verdict is Soundness.SOUND:
        economy, ended = yield from _economy(puzzle, found, budget, store)
    elif found.verdict is Soundness.COOKED:
        repairs, ended = yield from _repairs(puzzle, found, budget, store)
    whole = yield from _whole_board(puzzle, budget, store)
    return Improvement(found, economy, repairs, whole, ended)


def _paid(plan: Plan[Result], budget: Budget) -> Plan[Result]:
    """Go through a plan, and pay for its questions and for its own work."""
    answers: Sequence[Answer | Failure] | None = None
    while True:
        try:
            units = next(plan) if answers is None else plan.send(answers)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        budget.pause()
        answers = yield units
        budget.resume()
        for unit, answer in zip(units, answers, strict=True):
            if isinstance(answer, Failure):
                budget.spend(unit.total.nodes or 0, unit.total.seconds or 0.0)
            else:
                budget.spend(answer.nodes, answer.seconds)


def _economy(
    puzzle: Puzzle, found: Audit, budget: Budget, store: Store | None
) -> Plan[tuple[Change | None, bool]]:
    """Take off the pegs that no proof needs, then try every other peg.

    Return the setup that is left, and whether all was tried to its end."""
    gone = [*found.idle_pegs]
    if not _playable(_without(puzzle, gone).puzzle):
        gone.clear()
    pegs = [hole for side in Side for hole in sorted(puzzle.position.pegs(side))]
    rest = [hole for hole in pegs if hole not in gone]
    alone = [_without(puzzle, [hole]) for hole in rest]
    sound, ended = yield from _sound(alone, found, budget, store)
    for hole, change in zip(rest, alone, strict=True):
        if change in sound:
            both = _without(puzzle, [*gone, hole])
            together, decided = yield from _sound([both], found, budget, store)
            ended = ended and decided
            if together:
                gone.append(hole)
    return _without(puzzle, gone) if gone else None, ended


def _repairs(
    puzzle: Puzzle, found: Audit, budget: Budget, store: Store | None
) -> Plan[tuple[tuple[Change, ...], bool]]:
    """Try changes that disturb the proofs of the cooks and not that of the key.

    Return the repairs, and whether all was tried to its end."""
    cooks = [proof.strategy for name, proof in found.proofs.items() if name.startswith("cook-")]
    changes = list(_disturbing(puzzle, found.proofs[""].strategy, cooks))[:_REPAIRS]
    repairs, ended = list[Change](), True
    while changes and len(repairs) < _ENOUGH:
        some, changes = changes[:_AT_ONCE], changes[_AT_ONCE:]
        sound, decided = yield from _sound(some, found, budget, store)
        repairs += sound
        ended = ended and decided
    return tuple(repairs[:_ENOUGH]), ended


def _disturbing(puzzle: Puzzle, key: Strategy, cooks: Sequence[Strategy]) -> Iterator[Change]:
    """Yield changes: pegs added for the opponent, then own pegs taken off, then own pegs moved.

    Of each kind those first that disturb the proofs of the most cooks.
    """
    position, me = puzzle.position, key.prover

    def disturbed(hole: Hole) -> int:
        return sum(hole in cook.root.zone for cook in cooks)

    keys = {move.peg for move in puzzle.keys} | {key.root.hole}
    free = [
        hole
        for hole in position.open_holes(me.other)
        if hole not in key.root.zone and hole not in keys and disturbed(hole)
    ]
    for hole in sorted(free, key=lambda hole: (-disturbed(hole), hole)):
        added = _changed(puzzle, position.put(me.other, hole))
        if added is not None:
            yield Change(f"with {me.other.value} {hole_text(hole).lower()}", added)
    loose = sorted(
        position.pegs(me) - key.root.pegs,
        key=lambda hole: (-sum(hole in cook.root.pegs for cook in cooks), hole),
    )
    needed = [hole for hole in loose if any(hole in cook.root.pegs for cook in cooks)]
    for hole in needed:
        yield _without(puzzle, [hole])
    empty = set(position.open_holes(me)) - keys
    for hole in needed:
        for other in _near(hole):
            if other in empty:
                moved = _changed(puzzle, position.clear(hole).put(me, other))
                if moved is not None:
                    names = f"{hole_text(hole).lower()} on {hole_text(other).lower()}"
                    yield Change(f"with {me.value} {names}", moved)


def _near(hole: Hole) -> Iterator[Hole]:
    """Yield the holes around one, the nearest first."""
    steps = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if c or r]
    for col, row in sorted(steps, key=lambda step: abs(step[0]) + abs(step[1])):
        yield Hole(hole.col + col, hole.row + row)


def _without(puzzle: Puzzle, holes: Sequence[Hole]) -> Change:
    position, names = puzzle.position, list[str]()
    for hole in sorted(holes):
        side = position.peg_at(hole)
        names.append(f"{side.value if side else ''} {hole_text(hole).lower()}")
        position = position.clear(hole)
    return Change(f"without {', '.join(names)}", replace(puzzle, position=position))


def _changed(puzzle: Puzzle, position: Position) -> Puzzle | None:
    return None if position.problems() else replace(puzzle, position=position)


def _sound(
    changes: Sequence[Change], found: Audit, budget: Budget, store: Store | None
) -> Plan[tuple[list[Change], bool]]:
    """Return the changes that leave or make the puzzle sound with the same keys, as far as the
    budget lasts, and whether it lasted for all."""
    changes = [change for change in changes if _playable(change.puzzle)]
    sound, ended = list[Change](), True
    for start in range(0, len(changes), _AT_ONCE):
        some = changes[start : start + _AT_ONCE]
        left = budget.left(_VERSIONS)
        if left is None:
            return sound, False
        each = _part(left, len(some))
        audits = yield from _together(
            [audit(change.puzzle, each, store, short=True) for change in some]
        )
        ended = ended and all(map(_decided, audits))
        sound += [
            change
            for change, after in zip(some, audits, strict=True)
            if isinstance(after, Audit)
            and after.verdict is Soundness.SOUND
            and _names(after.keys) == _names(found.keys)
        ]
    return sound, ended


def _decided(after: Audit | Failure) -> bool:
    """Tell whether an audit says all that it ever will."""
    if isinstance(after, Failure):
        return after.fault is Fault.REFUSED
    return after.verdict is not Soundness.UNDECIDED


def _part(limits: Limits, parts: int) -> Limits:
    """Return limits for one of several audits side by side."""
    nodes, seconds = limits.nodes, limits.seconds
    return replace(
        limits,
        nodes=nodes and max(1, nodes // parts),
        seconds=seconds and max(LEAST_SECONDS, seconds / parts),
    )


def _playable(puzzle: Puzzle) -> bool:
    """Tell whether the keys can be played: one may take off links of a peg that went."""
    try:
        for key in puzzle.keys:
            puzzle.position.play(key)
    except IllegalMoveError:
        return False
    return True


def _names(keys: Sequence[Key]) -> set[str]:
    return {key.text for key in keys if key.verdict is Verdict.PROVEN}


def _together(plans: Sequence[Plan[Result]]) -> Plan[list[Result]]:
    """Go through several plans side by side; return their results in order."""
    results = dict[int, Result]()
    answers: dict[int, Sequence[Answer | Failure] | None] = dict.fromkeys(range(len(plans)))
    while answers:
        asked = dict[int, Sequence[Unit]]()
        for number, known in answers.items():
            try:
                asked[number] = next(plans[number]) if known is None else plans[number].send(known)
            except StopIteration as stop:
                results[number] = stop.value
        given = iter((yield [unit for units in asked.values() for unit in units]) if asked else ())
        answers = {number: [next(given) for _ in units] for number, units in asked.items()}
    return [results[number] for number in range(len(plans))]


def _whole_board(puzzle: Puzzle, budget: Budget, store: Store | None) -> Plan[Verdict | None]:
    """Return `Improvement.whole_board`."""
    position = puzzle.position
    board = position.board
    if board.region is None:
        return None
    limits = budget.left()
    if limits is None:
        return Verdict.UNDECIDED
    position = replace(position, board=replace(board, region=None, closed=frozenset()))
    unit = Unit((Question(position, claim_of(puzzle)),), limits, limits)
    (answer,) = yield from ask([unit], store)
    return None if isinstance(answer, Failure) else answer.solutions[0].verdict
