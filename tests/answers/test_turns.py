"""What is said to a turn is true where sides hold the Privilege, and what is answered is legal."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from solver.answers import Outcome, Turn, TurnJudgement, decide_turn, judge_turn
from solver.errors import IllegalMoveError
from solver.files import read_diagram, read_file
from solver.game import Move, PrivilegedPosition, Side, holders_letters, parse_hole, position_text
from solver.oracle import TooHardError, connects_with_privilege
from solver.proof import Aim, Claim, Limits, Verdict, claim_with_privilege
from tests.cases import privilege_case
from tests.parts import batches

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=2_000, memory=256)
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "privilege.sgf"


def is_true(at: PrivilegedPosition, claim: Claim) -> bool:
    """Tell by brute force whether a claim holds."""
    position, chaser = at.position, claim.chaser
    if position.result is not None or any(map(position.connected, Side)):
        connects = position.connected(chaser)
    else:
        connects = connects_with_privilege(position, chaser, at.holders, nodes=20_000)
    return connects is (claim.aim is Aim.CONNECT)


def turns(at: PrivilegedPosition, rng: Random) -> Iterator[Turn]:
    """Yield a single move, and two in a row where they may be made."""
    holes = list(at.position.open_holes(at.position.to_move))
    if not holes:
        return
    yield Turn(Move(rng.choice(holes)))
    if at.can_call and len(holes) > 1:
        pair = Turn(*map(Move, rng.sample(holes, 2)))
        try:
            pair.made(at)
        except IllegalMoveError:
            return
        yield pair


def check(at: PrivilegedPosition, turn: Turn, claim: Claim, said: TurnJudgement) -> None:
    """Check a judgement by brute force and by the rules."""
    held = holders_letters(at.holders)
    text = f"{turn.words}, {claim.text}, {held} holding: {position_text(at.position)}"
    made = turn.made(at)
    good = said.outcome in (Outcome.MET, Outcome.WINS)
    assert is_true(made, claim) is good, text
    assert said.after == (made if said.reply is None else said.reply.made(made)), text
    end = said.after
    assert is_true(end, claim) is good, text
    for later in said.line:
        end = later.made(end)
        assert is_true(end, claim) is good, f"{later.words} in the line of {text}"


@pytest.mark.parametrize("seeds", batches(90_000, 80, each=30, count=8))
def test_every_judgement_is_true_and_its_turns_are_legal(seeds: range) -> None:
    counts = Counter[str]()
    for seed in seeds:
        case, rng = privilege_case(seed), Random(f"turns {seed}")
        at = PrivilegedPosition(case.position, case.holders)
        claim = case.claim
        claim = claim if claim.prover is at.position.to_move else claim.opposite
        for turn in turns(at, rng):
            said = judge_turn(at, turn, claim, LIMITS)
            counts[said.outcome.value] += 1
            counts["two in a row"] += said.reply is not None and said.reply.second is not None
            if said.outcome is not Outcome.UNDECIDED:
                try:
                    check(at, turn, claim, said)
                except TooHardError:
                    counts["too hard"] += 1
    assert all(counts[outcome.value] for outcome in (Outcome.WINS, Outcome.LOSES, Outcome.LOST))
    assert counts["two in a row"], "the opponent's Privilege is used"
    assert counts["undecided"] + counts["too hard"] <= len(seeds) // 10


def example() -> tuple[PrivilegedPosition, Claim]:
    """Return the example of the manual: White wins by E4 and F6, and by nothing else."""
    puzzle = read_file(EXAMPLE).puzzle
    assert puzzle is not None
    return PrivilegedPosition(puzzle.position, puzzle.privilege), claim_with_privilege(puzzle)


def test_the_winning_turn_is_found_and_played_to_its_end() -> None:
    at, claim = example()
    found = decide_turn(at, claim, LIMITS)
    assert found.verdict is Verdict.PROVEN
    assert {move.peg for move in found.line[0].moves} == {parse_hole("E4"), parse_hole("F6")}
    for turn in found.line:
        at = turn.made(at)
    assert at.position.connected(Side.WHITE)


def test_a_side_without_a_hole_answers_with_a_pass() -> None:
    at = PrivilegedPosition(
        read_diagram("""\
TwixT 4x5 STD, black to move
   A  B  C  D
1     W  W
2  B  B  B  .
3  .  W  B  B
4  B  B  B  B
5     W  W
White links: B3-C1
Black links: A4-B2 B4-C2 C2-D4
"""),
        frozenset({Side.BLACK}),
    )
    claim = Claim(Aim.CONNECT, Side.BLACK)
    said = judge_turn(at, Turn(Move(parse_hole("a3"))), claim, LIMITS)
    assert said.outcome is Outcome.WINS
    assert said.reply == Turn(Move(None))
    (last,) = said.line
    assert last.made(said.after).position.connected(Side.BLACK)


def test_a_win_is_told_where_the_first_of_two_moves_ends_the_game() -> None:
    # The proof calls for B2 and C4, but B2 joins the lines by itself with its automatic links.
    at = PrivilegedPosition(
        read_diagram("""\
TwixT 7x8 STD, white to move, window A2:F5
   A  B  C  D  E  F  G
1     :  :  w  :  :
2  B  .  B  B  W  W  b
3  B  :  :  :  b  :  b
4  :  B  .  W  W  W  b
5  :  B  W  W  B  W  b
6  b  :  :  :  :  :  b
7  :  :  :  :  b  w  :
8     :  :  :  :  :
White links: C5-E4 E2-F4
Black links: A2-B4 A6-B4 B4-C2 C2-E3 E5-G6 E7-G6
"""),
        frozenset(Side),
    )
    found = decide_turn(at, Claim(Aim.CONNECT, Side.WHITE), LIMITS)
    assert found.verdict is Verdict.PROVEN
    (turn,) = found.line
    assert (turn.first.peg, turn.second) == (parse_hole("B2"), None)
    assert turn.made(at).position.connected(Side.WHITE)


def test_a_single_move_keeps_the_privilege_and_two_spend_it() -> None:
    at, _ = example()
    one, two = Turn(Move(parse_hole("E4"))), Turn(Move(parse_hole("E4")), Move(parse_hole("F6")))
    assert one.made(at).holders == at.holders == {Side.WHITE}
    assert two.made(at).holders == frozenset()
    assert two.made(at).position.to_move is Side.BLACK
    assert two.words == "E4+F6"


def test_nobody_moves_twice_without_the_privilege() -> None:
    at, claim = example()
    two = Turn(Move(parse_hole("E4")), Move(parse_hole("F6")))
    with pytest.raises(IllegalMoveError, match="holds no Privilege"):
        judge_turn(replace(at, holders=frozenset()), two, claim, LIMITS)
