"""The plan that solves a puzzle: what it counts."""

from dataclasses import replace

import pytest

from solver.batch import Solved, solve_puzzle, unsolved
from solver.files import exact_sgf, read_text
from solver.game import Move, hole_text, parse_hole
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.verify import check_certificate, read_certificate
from solver.work import Answer, Failure, Fault, Unit, perform, run_here
from tests.cli.samples import KEYED
from tests.oracles.setup import classic

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


def solved_puzzle(puzzle: Puzzle, *, nodes: int = 2000, sgf: str | None = None) -> Solved:
    plan = solve_puzzle(puzzle, Limits(nodes=nodes, memory=16), sgf=sgf, unique=sgf is not None)
    solved = run_here(plan)
    assert isinstance(solved, Solved)
    return solved


def test_the_certificate_of_other_first_moves_leaves_out_the_undecided() -> None:
    puzzle = classic("p15")
    sgf = exact_sgf(puzzle)
    assert sgf is not None
    first_moves = solved_puzzle(puzzle, nodes=1000, sgf=sgf).first_moves
    assert first_moves is not None
    assert first_moves.certificate is not None
    certificate = read_certificate(first_moves.certificate)
    check_certificate(puzzle, certificate)
    assert {hole_text(hole).lower() for hole in certificate.but} == {
        *first_moves.winning,
        *first_moves.undecided,
    }
    assert first_moves.undecided
    assert ("e5",) == first_moves.winning


def test_one_published_key_that_is_proved_is_enough() -> None:
    puzzle = classic("p15")
    (right,) = puzzle.keys
    wrong = Move(parse_hole("b2"))
    for keys, published in (((wrong, right), True), ((wrong,), False), ((), None)):
        solved = solved_puzzle(replace(puzzle, keys=keys), nodes=100_000)
        assert published is solved.published


def test_a_key_is_known_by_the_position_it_leads_to() -> None:
    """One turn may be written in several ways."""
    puzzle = classic("p15")
    (key,) = puzzle.keys
    at, side = puzzle.position, puzzle.position.to_move
    made = at.play(key).links(side) - at.links(side)
    same = replace(key, on=made, auto=False)
    assert key != same
    assert solved_puzzle(replace(puzzle, keys=(same,)), nodes=100_000).published


def test_a_verdict_stays_where_the_search_for_the_value_crashes() -> None:
    puzzle = read_text(DRAW).puzzle
    assert puzzle is not None
    asked = list[Unit]()

    def crash(unit: Unit) -> Answer | Failure:
        asked.append(unit)
        return perform(unit) if len(asked) == 1 else Failure(Fault.CRASHED, "it broke")

    solved = run_here(solve_puzzle(puzzle, Limits(nodes=2000, memory=16), value=True), crash)
    assert isinstance(solved, Solved)
    assert (2, "proven") == (len(asked), solved.verdict.value)


def test_the_side_that_is_not_to_move_has_no_first_moves() -> None:
    puzzle = read_text(KEYED.replace("PZ[]PL[W]", "PZ[W+]PL[B]").split("(;W[b5]")[0] + ")").puzzle
    assert puzzle is not None
    solved = run_here(solve_puzzle(puzzle, Limits(nodes=2000, memory=16), unique=True))
    assert isinstance(solved, Solved)
    assert ("proven", None) == (solved.verdict.value, solved.first_moves)


@pytest.mark.parametrize("unique", [False, True])
def test_the_other_first_moves_get_the_seconds_once_more(unique: bool) -> None:
    puzzle = read_text(KEYED).puzzle
    assert puzzle is not None
    (unit,) = next(solve_puzzle(puzzle, Limits(seconds=5.0), unique=unique))
    assert (5.0, 10.0 if unique else 5.0) == (unit.each.seconds, unit.total.seconds)


@pytest.mark.parametrize(
    ("fault", "limit"),
    [(Fault.CRASHED, "crashed"), (Fault.HUNG, "hung"), (Fault.MEMORY, "memory")],
)
def test_a_puzzle_without_an_answer_is_undecided_for_what_befell_it(
    fault: Fault, limit: str
) -> None:
    solved = unsolved(classic("p15"), Failure(fault, "it broke"))
    assert ("undecided", limit, "it broke") == (solved.verdict.value, solved.limit, solved.error)
