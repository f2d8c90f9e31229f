"""The search against the brute force, on random small positions.

A seed stands for a board and a way to search. With either side to move, and a random turn later,
each side's chain is put as a claim: that he connects, or that the other one blocks. (Of claims
that a glance decides, only some.) A proof of a false claim, or of the opposite of a true one, is an
error, and so is a strategy that fails its check, a first move or main line that does not win, and
a pattern that does not hold in its worst case. An open verdict is none; those of true claims are
counted.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from solver.errors import CertificateError
from solver.game import Move, Position, Ruleset, Shape, Side, position_text
from solver.oracle import TooHardError, connects, holds, measured, random_position
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, Verdict
from solver.search import Options, Session, Solution
from solver.verify import check_strategy

__all__ = ["Disagreement", "fuzz_seed"]

_MOST_VISITED = 4_000
"""Positions the brute force may visit for one question; harder throws are thrown away."""

_MOST_FOR_PATTERN = 2_000

_GLANCES = 0.25
"""Of the questions that a glance decides, the share that is asked."""

_PATTERNS = 4
"""Judged of one strategy."""

_LIMITS, _MEMORY = Limits(nodes=20_000), Limits(memory=16)


@dataclass(frozen=True, slots=True)
class Trial:
    """A position with its exact value for both sides."""

    position: Position
    connects: dict[Side, bool]
    """What is asked about: whether a side connects."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Something the search or a proof of it says that is not so."""

    seed: int
    what: str
    position: Position
    options: Options
    shape: Shape | None = None

    @property
    def text(self) -> str:
        """All that is needed to see it again."""
        return (
            f"{self.what}\n  {position_text(self.position)}\n  {self.options}\n"
            f"  again: twixt bench --fuzz 1 --seed {self.seed}"
            + (f" --shape {self.shape.value}" if self.shape else "")
        )


def fuzz_seed(
    seed: int, shape: Shape | None = None
) -> tuple[Counter[tuple[str, ...]], list[Disagreement]]:
    """Throw the board of a seed and ask about it; return how that ended, and what is wrong.

    It is a diagonal board if a shape is given.

    Keys of the counter: (ruleset, aim, true or false, verdict) for claims; (`positions`,),
    (`strategies`,) and (`patterns`,) for those checked.
    """
    rng = Random(f"board {seed}" + (f" {shape.value}" if shape else ""))
    trials = _trials(rng, shape)
    options = _options(rng)
    counts = Counter[tuple[str, ...]]()
    wrong = list[Disagreement]()
    # What is proved for one claim may serve the next.
    together = rng.random() < 0.5
    session = Session(_MEMORY, options)
    for trial in trials:
        counts["positions",] += 1
        for prover, value in trial.connects.items():
            aim = rng.choice(list(Aim))
            claim = Claim(aim, prover if aim is Aim.CONNECT else prover.other)
            true = value is (aim is Aim.CONNECT)
            if not together:
                session = Session(_MEMORY, options)
            try:
                solution = session.solve(trial.position, claim, _LIMITS)
            except CertificateError as error:
                faults = [f"{claim.text}: {error}"]
            else:
                faults = list(_faults(trial.position, solution, true, rng, counts))
                outcome = ("true" if true else "false", solution.verdict.value)
                counts[trial.position.ruleset.value, aim.value, *outcome] += 1
            wrong += [Disagreement(seed, fault, trial.position, options, shape) for fault in faults]
    return counts, wrong


def _trials(rng: Random, shape: Shape | None) -> list[Trial]:
    """Return a random board with either side to move, and a random turn later.

    A coin decides how many positions the brute force must at least look at for one question,
    as most of what comes by chance is shallow.
    """
    ruleset = rng.choice(list(Ruleset))
    deep = rng.choice([2, 3, 6, 12, 24])
    while True:
        board = random_position(rng, ruleset, shape)
        if board is None:
            continue
        trials, deepest = list[Trial](), 0
        try:
            for mover in Side:
                full = next(board.open_holes(mover.other), None) is None
                position = replace(board, to_move=mover, passed=full and rng.random() < 0.5)
                trial, visited = _trial(position, rng)
                trials.append(trial)
                deepest = max(deepest, visited)
            if deepest < deep:
                continue
            for trial in trials[:2]:
                holes = list(trial.position.open_holes(trial.position.to_move))
                after = trial.position.play(Move(rng.choice(holes) if holes else None))
                if after.result is None:
                    trials.append(_trial(after, rng)[0])
        except TooHardError:
            continue
        return [trial for trial in trials if trial.connects]


def _trial(position: Position, rng: Random) -> tuple[Trial, int]:
    """Return what to ask about a position, and how many positions the hardest question took."""
    asked, deepest = dict[Side, bool](), 0
    for side in Side:
        value, visited = measured(position, side, nodes=_MOST_VISITED)
        deepest = max(deepest, visited)
        if visited > 1 or rng.random() < _GLANCES:
            asked[side] = value
    return Trial(position, asked), deepest


def _options(rng: Random) -> Options:
    """Return a way to search: often with techniques forced on that small boards never see."""
    options = Options()
    if rng.random() < 0.7:
        options = options.changed(dual_own=1, dual_foe=1, split_holes=0, halves_foe=2, prior_pegs=1)
    if rng.random() < 0.5:
        off = [name for name in Options.techniques() if rng.random() < 0.2]
        options = options.changed(**dict.fromkeys(off, False))
    return options


def _faults(
    position: Position,
    solution: Solution,
    true: bool,
    rng: Random,
    counts: Counter[tuple[str, ...]],
) -> Iterator[str]:
    """Yield all that is wrong with an answer."""
    claim = solution.claim
    if solution.verdict is (Verdict.DISPROVEN if true else Verdict.PROVEN):
        yield f"{claim.text}: {solution.verdict.value}, but it is {str(true).lower()}"
        return
    strategy = solution.strategy
    if strategy is None:
        return
    counts["strategies",] += 1
    try:
        check_strategy(position, strategy)
    except CertificateError as error:
        yield f"{claim.text}: {error}"
    for key in solution.keys:
        if not _reached(position.play(key), strategy.claim):
            yield f"{claim.text}: {key} is no key"
    end = position.play_all(solution.line)
    chaser = strategy.claim.chaser
    if end.connected(chaser) is (strategy.claim.aim is Aim.BLOCK):
        yield f"{claim.text}: the main line does not end as it should"
    yield from _false_patterns(position, strategy, rng, counts)


def _reached(position: Position, claim: Claim) -> bool:
    """Tell whether a claim holds in a position that may be decided already."""
    chaser = claim.chaser
    if position.result is not None or any(map(position.connected, Side)):
        connected = position.connected(chaser)
    else:
        connected = connects(position, chaser)
    return connected is (claim.aim is Aim.CONNECT)


def _false_patterns(
    position: Position, strategy: Strategy, rng: Random, counts: Counter[tuple[str, ...]]
) -> Iterator[str]:
    """Judge some patterns, each in the hardest position that it claims to hold in.

    Leaves hold by a look, and the root may rest on the links that the opponent has now.
    """
    prover, block = strategy.prover, strategy.claim.aim is Aim.BLOCK
    at_root = strategy.root if strategy.root.kind is NodeKind.MOVE else None
    nodes = [
        node for node in strategy.nodes if node.kind is not NodeKind.LEAF and node is not at_root
    ]
    for node in rng.sample(nodes, min(_PATTERNS, len(nodes))):
        to_move = prover if node.kind is NodeKind.MOVE else prover.other
        pattern = (node.zone, node.pegs, node.links)
        try:
            true = holds(
                position,
                prover,
                to_move,
                *pattern,
                apart=node.apart,
                block=block,
                nodes=_MOST_FOR_PATTERN,
                ends=node.ends,
            )
        except TooHardError:
            continue
        counts["patterns",] += 1
        if not true:
            yield f"{strategy.claim.text}: a pattern is false: {node}"
