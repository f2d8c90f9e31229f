"""The search with Privileges: against brute force, and on positions that show what it can do."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
import yaml

from solver.bench import privilege_faults
from solver.bench.privilege_fuzz import PrivilegeCase
from solver.files import read_diagram, read_file
from solver.game import Move, Position, Ruleset, Side, parse_hole
from solver.oracle import connects_with_privilege
from solver.proof import Aim, Claim, Limit, Limits, NodeKind, Verdict, claim_with_privilege
from solver.puzzle import Puzzle
from solver.search import PrivilegeSearch, winning_turns
from solver.verify import check_with_privilege_by_sat
from tests.cases import privilege_case
from tests.parts import batches


@pytest.mark.parametrize("seeds", batches(0, 60, each=125, count=8))
def test_it_never_disagrees_with_brute_force(seeds: range) -> None:
    counts = Counter[tuple[str, ...]]()
    for seed in seeds:
        found, faults = privilege_faults(privilege_case(seed))
        assert not faults
        counts += found
    verdicts = Counter[str]()
    for key, count in counts.items():
        if len(key) == 4:
            verdicts[key[3]] += count
    assert verdicts["undecided"] <= len(seeds) // 20
    assert min(verdicts["proven"], verdicts["disproven"]) > len(seeds) // 5
    assert counts["refused",] > len(seeds)


TWO_AT_ONCE = Path(__file__).parents[2] / "docs" / "examples" / "privilege.sgf"


def puzzle_held(holders: frozenset[Side]) -> Puzzle:
    """Return the example of the manual with other holders."""
    puzzle = read_file(TWO_AT_ONCE).puzzle
    assert puzzle is not None
    return replace(puzzle, privilege=holders)


@pytest.mark.parametrize(
    ("holders", "verdict"),
    [
        ((), Verdict.DISPROVEN),
        ((Side.WHITE,), Verdict.PROVEN),
        ((Side.BLACK,), Verdict.DISPROVEN),
    ],
)
def test_who_holds_it_changes_the_value(holders: tuple[Side, ...], verdict: Verdict) -> None:
    puzzle = puzzle_held(frozenset(holders))
    search = PrivilegeSearch(claim_with_privilege(puzzle))
    assert search.solve(puzzle.position, puzzle.privilege).verdict is verdict


def test_a_call_stands_in_the_proof_as_two_moves_of_one_side() -> None:
    puzzle = puzzle_held(frozenset({Side.WHITE}))
    search = PrivilegeSearch(claim_with_privilege(puzzle))
    proof = search.solve(puzzle.position, puzzle.privilege).proof
    assert proof is not None
    nodes, root = proof.strategy.nodes, proof.strategy.root
    second = nodes[root.children[0]]
    assert (root.kind, second.kind) == (NodeKind.MOVE, NodeKind.MOVE)
    assert {root.hole, second.hole} == {parse_hole("E4"), parse_hole("F6")}
    assert proof.uses == {len(nodes) - 1}


def test_the_turns_that_win_are_those_of_the_brute_force() -> None:
    compared = 0
    for seed in range(100):
        case = privilege_case(seed)
        position, me = case.position, case.position.to_move
        if case.position.ruleset is not Ruleset.PP or not case.true or case.claim.prover is not me:
            continue
        found = winning_turns(PrivilegeSearch(case.claim), position, case.holders)
        if found.open:
            continue
        compared += 1

        def wins(after: Position, holders: frozenset[Side], case: PrivilegeCase = case) -> bool:
            chaser, wanted = case.claim.chaser, case.claim.aim is Aim.CONNECT
            if any(map(after.connected, Side)):
                return after.connected(chaser) is wanted
            return connects_with_privilege(after, chaser, holders) is wanted

        singles = {
            hole
            for hole in position.open_holes(me)
            if wins(position.play(Move(hole)), case.holders)
        }
        assert set(found.moves) == singles
        pairs = set()
        if me in case.holders:
            for one, two in permutations(position.open_holes(me), 2):
                first = position.play(Move(one))
                if first.result is None:
                    after = replace(first, to_move=me).play(Move(two))
                    if wins(after, case.holders - {me}):
                        pairs.add(frozenset({one, two}))
        assert set(map(frozenset, found.pairs)) == pairs
    assert compared > 10


def test_two_moves_that_each_end_the_game_are_no_turn() -> None:
    # Under PP no link can be left out, so neither B1 nor D1 leaves a second move.
    position = read_diagram("""\
TwixT 5x5 PP, white to move
   A  B  C  D  E
1     .  .  .
2  B  .  .  .  .
3  .  .  W  .  .
4  .  .  .  .  B
5     W  .  .
White links: B5-C3
""")
    search = PrivilegeSearch(Claim(Aim.CONNECT, Side.WHITE))
    found = winning_turns(search, position, frozenset({Side.WHITE}))
    one, two = map(parse_hole, ("B1", "D1"))
    assert {one, two} <= set(found.moves)
    assert (one, two) not in found.pairs
    assert (one, parse_hole("C1")) in found.pairs
    declining = winning_turns(
        search, replace(position, ruleset=Ruleset.STD), frozenset({Side.WHITE})
    )
    assert (one, two) in declining.pairs


PUZZLES = Path(__file__).parents[2] / "puzzles" / "privilege"


@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.sgf")), ids=lambda path: path.stem)
def test_a_shipped_puzzle_has_one_turn_that_wins(path: Path) -> None:
    key = yaml.safe_load((PUZZLES / "keys.yaml").read_text())[path.name]
    puzzle = read_file(path).puzzle
    assert puzzle is not None
    search = PrivilegeSearch(claim_with_privilege(puzzle))
    solution = search.solve(puzzle.position, puzzle.privilege)
    assert solution.verdict is Verdict.PROVEN
    assert solution.proof is not None
    check_with_privilege_by_sat(puzzle.position, puzzle.privilege, solution.proof)
    found = winning_turns(search, puzzle.position, puzzle.privilege).key
    assert found == tuple(map(parse_hole, key.split("+")))
    assert [move.peg for move in puzzle.keys] == (list(found) if len(found) == 1 else [])
    # Without the Privilege it is another puzzle.
    plain = PrivilegeSearch(claim_with_privilege(puzzle))
    others = winning_turns(plain, puzzle.position, frozenset())
    assert others.moves != found


def test_there_are_five_shipped_puzzles() -> None:
    assert (
        len(list(PUZZLES.glob("*.sgf")))
        == len(yaml.safe_load((PUZZLES / "keys.yaml").read_text()))
        == 5
    )


def test_a_limit_leaves_a_claim_undecided() -> None:
    puzzle = puzzle_held(frozenset(Side))
    search = PrivilegeSearch(claim_with_privilege(puzzle), Limits(nodes=1))
    solution = search.solve(puzzle.position, frozenset(Side))
    assert solution.verdict is Verdict.UNDECIDED
    assert solution.limit is Limit.NODES
    assert solution.proof is None
