"""The plan that solves a puzzle: what it counts."""

from dataclasses import replace

import pytest

from solver.batch import Solved, solve_puzzle
from solver.files import read_text
from solver.proof import Limits
from solver.work import Answer, Failure, Unit, perform, run_here
from tests.cli.samples import KEYED

pytestmark = pytest.mark.native

DRAW = "(;FF[4]GM[21]SZ[5]RU[STD]PZ[0]PL[W]IP[])"


@pytest.mark.parametrize(
    ("text", "units"),
    [(KEYED, 1), (DRAW, 2)],
    ids=["with other first moves", "with another claim"],
)
def test_the_seconds_are_those_of_all_searches(text: str, units: int) -> None:
    puzzle = read_text(text).puzzle
    assert puzzle is not None
    asked = list[Unit]()

    def slow(unit: Unit) -> Answer | Failure:
        """Take 10 seconds for all that is asked at once, 4 of them for the claim."""
        asked.append(unit)
        answer = perform(unit)
        assert isinstance(answer, Answer)
        (solution,) = answer.solutions
        return replace(answer, solutions=(replace(solution, seconds=4.0),), seconds=10.0)

    plan = solve_puzzle(puzzle, Limits(nodes=2000, memory=16), unique=True, value=True)
    solved = run_here(plan, slow)
    assert isinstance(solved, Solved)
    assert (units, 10.0 * units) == (len(asked), solved.seconds)
