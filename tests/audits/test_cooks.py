"""Cooks of small random positions where some questions stay open, compared with brute force."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from solver.audits import Audit, Kind, audit
from solver.files import read_diagram
from solver.game import Hole, Move, Ruleset, Side, parse_hole, parse_move, position_text
from solver.proof import Aim, Claim, Limit
from solver.puzzle import Goal, Puzzle
from solver.work import Answer, Question, Unit, perform, run_here, undecided
from tests.audits.test_brute_force import LIMITS, compare, wins
from tests.cases import random_case

pytestmark = pytest.mark.native

Work = Callable[[Side, Unit], Answer]


@pytest.fixture
def small_audits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Iterator[tuple[Audit, str]]]:
    """Audits whose first moves are all hard, by what does the work for a side."""
    monkeypatch.setattr("solver.audits.first_move_search.AT_ONCE", 0)
    monkeypatch.setattr("solver.audits.claim_round._OTHERS", 1)

    def audits(work: Work) -> Iterator[tuple[Audit, str]]:
        for seed in range(6000, 6030):
            case = random_case(Ruleset.STD, seed)
            puzzle = Puzzle("", replace(case.position, to_move=case.prover), Goal.WIN)
            found = run_here(audit(puzzle, LIMITS), partial(work, case.prover))
            assert isinstance(found, Audit)
            text = f"{seed}: {position_text(puzzle.position)}"
            compare(puzzle, found, text)
            yield found, text

    return audits


def without_keys(question: Question) -> bool:
    return bool(question.position.board.closed)


def answered(unit: Unit, asked: Callable[[Question], bool]) -> Answer:
    """Answer a unit, but decide only some questions."""
    answer = perform(unit)
    assert isinstance(answer, Answer)
    return replace(
        answer,
        solutions=tuple(
            solution if asked(question) else undecided(question, Limit.EXHAUSTED)
            for question, solution in zip(unit.questions, answer.solutions, strict=True)
        ),
    )


def test_a_cook_that_takes_the_last_nodes_is_told(
    small_audits: Callable[[Work], Iterator[tuple[Audit, str]]],
) -> None:
    cooks = list[Question]()

    def work(side: Side, unit: Unit) -> Answer:
        answer = answered(unit, lambda q: q.position.to_move is side or without_keys(q))
        new = [
            question
            for question, solution in zip(unit.questions, answer.solutions, strict=True)
            if without_keys(question)
            and solution.strategy is not None
            and solution.strategy.claim == Claim(Aim.CONNECT, side)
        ]
        cooks.extend(new)
        return replace(answer, nodes=LIMITS.nodes or 0) if new else answer

    told = 0
    for found, text in small_audits(work):
        assert bool(cooks) <= bool(found.of(Kind.COOK)), text
        told += bool(cooks)
        cooks.clear()
    assert told > 0


def test_a_hard_move_is_asked_about_with_the_key_if_nothing_is_found_without(
    small_audits: Callable[[Work], Iterator[tuple[Audit, str]]],
) -> None:
    def work(_: Side, unit: Unit) -> Answer:
        return answered(unit, lambda question: not without_keys(question))

    kinds = Counter[Kind]()
    for found, text in small_audits(work):
        kinds.update(move.kind for move in found.moves)
        assert not found.of(Kind.UNDECIDED), text
    assert kinds[Kind.WINS] > 0 < kinds[Kind.TRY]


@pytest.mark.parametrize("seed", [200814, 201002, 201605, 201969])
def test_where_links_alone_win_a_cook_does_not_peg_the_key(seed: int) -> None:
    """A peg anywhere does then, but in its line not the key's."""
    case = random_case(Ruleset.STD, seed)
    position = replace(case.position, to_move=case.prover)
    for key in position.open_holes(case.prover):
        puzzle = Puzzle("", position, Goal.WIN, keys=(Move(key),))
        found = run_here(audit(puzzle, LIMITS))
        assert isinstance(found, Audit)
        compare(puzzle, found, f"{seed}: {position_text(position)}")


@pytest.mark.parametrize("key", ["c1", "e1"])
def test_where_only_the_keys_hole_is_left_a_cook_goes_on_with_it(key: str) -> None:
    """He may not pass there: a side passes only when no hole is left to it."""
    position = read_diagram("""\
TwixT 6x6 STD, white to move
   A  B  C  D  E  F
1     W  .  W  .
2  B  W  B  W  B  B
3  B  B  B  W  B  B
4  B  B  W  W  B  B
5  B  B  W  B  B  B
6     W  W  W  W
White links: B2-D1 B6-C4 C4-D2 C6-D4
Black links: A3-B5 A3-C2 B4-C2 B5-C3 E3-F5
""")
    puzzle = Puzzle("", position, Goal.WIN, keys=(Move(parse_hole(key)),))
    found = run_here(audit(puzzle, LIMITS, short=True))
    assert isinstance(found, Audit)
    (cook,) = found.of(Kind.COOK)
    for word in cook.line:
        position = position.play(parse_move(position, word))
    assert position.peg_at(parse_hole(key)) is Side.WHITE
    assert position.connected(Side.WHITE)


def test_a_cook_is_certified_where_the_key_stays_open() -> None:
    cooked = 0
    for seed in range(6000, 6030):
        case = random_case(Ruleset.STD, seed)
        position = replace(case.position, to_move=case.prover)
        claim, holes = Claim(Aim.CONNECT, case.prover), position.open_holes(case.prover)
        key = next((hole for hole in holes if wins(position, claim, hole)), None)
        if key is None:
            continue
        puzzle = Puzzle("", position, Goal.WIN, keys=(Move(key),))

        def about_others(question: Question, key: Hole = key) -> bool:
            return question.position.peg_at(key) is None

        found = run_here(audit(puzzle, LIMITS), partial(answered, asked=about_others))
        assert isinstance(found, Audit)
        compare(puzzle, found, f"{seed}: {position_text(position)}")
        cooked += len(found.of(Kind.COOK))
    assert cooked > 0
