"""Which replies refute a move, and which are beaten by the same answer."""

from collections import Counter
from dataclasses import replace

import pytest

from solver.answers import RefutingReplies, Share, defences, refuting_replies
from solver.game import Board, Hole, Move, Position, Ruleset, Side, position_text
from solver.oracle import connects, connects_whatever_links
from solver.oracle.brute_force import connects_by_some_links
from solver.proof import Aim, Claim, Limits, Verdict
from solver.search import solve
from tests.cases import random_case
from tests.oracles.setup import holes, make_position

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)


def refutes(position: Position, hole: Hole, claim: Claim) -> bool:
    """Tell by brute force whether a reply with some links makes a claim false."""
    me, foe = claim.prover, claim.prover.other
    after = position.play(Move(hole))
    if after.connected(foe):
        return True
    if position.ruleset is Ruleset.PP:
        return connects(after, me if claim.aim is Aim.CONNECT else foe) is (claim.aim is Aim.BLOCK)
    bare = after.with_side(foe, after.pegs(foe), ())
    if claim.aim is Aim.CONNECT:
        return not connects_whatever_links(bare, me)
    return connects_by_some_links(bare, foe)


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_the_replies_that_refute_are_counted_exactly(ruleset: Ruleset) -> None:
    counts = Counter[str]()
    for seed in range(7000, 7080):
        case = random_case(ruleset, seed)
        position = replace(case.position, to_move=case.prover.other)
        for aim in Aim:
            claim = Claim(aim, case.prover)
            free = list(position.open_holes(position.to_move))
            if solve(position, claim, LIMITS).verdict is not Verdict.DISPROVEN or not free:
                continue
            found = refuting_replies(position, claim, (), Limits(memory=16))
            text = f"{claim.text}: {position_text(position)}"
            assert found.replies == len(free), text
            true = {hole for hole in free if refutes(position, hole, claim)}
            assert set(found.refuting) <= true, text
            assert true <= {*found.refuting, *found.undecided}, text
            if not found.undecided:
                assert (found.share is Share.ALL) is (len(true) == len(free) > 1), text
            counts[found.share.value] += 1
    assert counts[Share.OPEN.value] <= sum(counts.values()) // 50, counts
    assert all(counts[share.value] > 3 for share in (Share.ONE, Share.SOME, Share.ALL)), counts


def test_a_count_that_limits_ended_is_a_least_number() -> None:
    some = (Hole(1, 1), Hole(2, 2))
    assert RefutingReplies(some, (), 9).text == "2 of 9 replies"
    assert RefutingReplies(some, (), 9).share is Share.SOME
    assert RefutingReplies(some, (Hole(3, 3),), 9).text == "at least 2 of 9 replies"
    assert RefutingReplies(some, (Hole(3, 3),), 9).share is Share.OPEN
    assert RefutingReplies(some[:1], (), 9).share is Share.ONE
    assert RefutingReplies(some, (), 2).share is Share.ALL
    assert RefutingReplies(some[:1], (), 2).text == "1 of 2 replies"
    assert RefutingReplies(some[:1], (), 1).text == "the only reply"


def test_each_defence_is_in_the_class_of_the_answer_that_beats_it() -> None:
    sizes = Counter[int]()
    for seed in range(7200, 7280):
        case = random_case(Ruleset.STD, seed)
        position = replace(case.position, to_move=case.prover.other)
        for aim in Aim:
            claim = Claim(aim, case.prover)
            solution = solve(position, claim, LIMITS)
            if solution.verdict is not Verdict.PROVEN or solution.strategy is None:
                continue
            text = f"{claim.text}: {position_text(position)}"
            classes = defences(position, solution.strategy)
            replies = [hole for defence in classes for hole in defence.replies]
            assert sorted(replies) == sorted(position.open_holes(position.to_move)), text
            answers = [defence.answer for defence in classes]
            assert len(set(answers)) == len(answers), text
            assert classes == defences(position, solution.strategy)
            if solution.line and classes:
                assert classes[0].replies[0] == solution.line[0].peg, "the main line comes first"
            sizes[len(classes)] += 1
            for defence in classes:
                if defence.answer is None:
                    continue
                for hole in defence.replies:
                    after = position.play(Move(hole)).play(defence.answer)
                    chaser = case.prover if aim is Aim.CONNECT else case.prover.other
                    decided = after.result is not None or after.connected(chaser)
                    held = after.connected(chaser) if decided else connects(after, chaser)
                    assert held is (aim is Aim.CONNECT), f"{hole} is not beaten: {text}"
    assert sizes[2] + sizes[3] > 5, sizes


def test_either_or_makes_two_classes() -> None:
    # White joins C3 to the bottom by B5 or D5: a reply at one is answered by the other.
    board = Board(5, 5, holes=holes("B1 C3 B5 D5 A3 E3 A2 E2"))
    start = make_position(board, "B1 C3 (B1-C3)", "", Side.BLACK)
    strategy = solve(start, Claim(Aim.CONNECT, Side.WHITE), LIMITS).strategy
    assert strategy is not None
    first = defences(start, strategy)[0]
    assert first.pegs == 1
    assert {defence.answer for defence in defences(start, strategy)} <= {
        Move(hole) for hole in holes("B5 D5")
    }
