"""The rounds in which an audit asks about the claim and the published keys."""

import random
from dataclasses import replace

import pytest

from solver.audits import Audit, audit
from solver.game import Board, Move, Position, Ruleset, parse_hole
from solver.proof import Limit, Limits, Verdict, claim_of
from solver.puzzle import Goal, Puzzle
from solver.work import Answer, Unit, perform, run_here, undecided
from tests.audits.test_brute_force import LIMITS
from tests.cases import random_case
from tests.oracles.setup import classic

pytestmark = pytest.mark.native


LARGE = Puzzle("", Position(Board(18, 18)), Goal.WIN, keys=(Move(parse_hole("j9")),))


@pytest.mark.parametrize("puzzle", [classic("p58"), LARGE], ids=["window", "large board"])
def test_a_hard_key_gets_three_small_rounds_and_a_large_one(puzzle: Puzzle) -> None:
    """Its opposite is asked in small rounds only, where large ones are searched move by move; then
    it is left to the first moves."""
    (key,) = puzzle.keys
    claim, after = claim_of(puzzle), puzzle.position.play(key)
    rounds = list[tuple[bool, int | None]]()

    def work(unit: Unit) -> Answer:
        if unit.sweep is None:
            asked = [q for q in unit.questions if q.position == after]
            rounds.extend((q.claim == claim, unit.each.nodes) for q in asked)
        solutions = tuple(undecided(q, Limit.NODES) for q in unit.questions)
        return Answer(solutions, nodes=unit.each.nodes or 0)

    run_here(audit(puzzle, Limits(nodes=100_000_000)), work)
    if puzzle is LARGE:
        assert rounds.pop() == (False, 3_200_000)
    assert rounds == [
        (True, 50_000),
        (True, 200_000),
        (False, 50_000),
        (True, 800_000),
        (False, 200_000),
        (True, 12_800_000),
    ]


class Watched:
    """Answers units, and notes what is said of first moves that end with the same pegs."""

    def __init__(self, after: Position) -> None:
        self.pegs = after.pegs(after.to_move.other)
        self.side = after.to_move
        self.verdicts = list[Verdict]()

    def __call__(self, unit: Unit) -> Answer:
        answer = perform(unit)
        assert isinstance(answer, Answer)
        for question, solution in zip(unit.questions, answer.solutions, strict=True):
            about = question.position
            if about.pegs(self.side.other) == self.pegs and about.to_move is self.side:
                self.verdicts.append(solution.verdict)
        return answer


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_key_that_fails_is_not_asked_about_again(ruleset: Ruleset) -> None:
    failed, rng = 0, random.Random(12)
    for seed in range(6090, 6130):
        case = random_case(ruleset, seed)
        position = replace(case.position, to_move=case.prover)
        key = Move(rng.choice([*position.open_holes(case.prover)]))
        work = Watched(position.play(key))
        found = run_here(audit(Puzzle("", position, Goal.WIN, keys=(key,)), LIMITS), work)
        assert isinstance(found, Audit)
        assert Verdict.DISPROVEN not in work.verdicts[:-1], seed
        failed += Verdict.DISPROVEN in work.verdicts
    assert failed > 0
