"""What cannot matter: mirrors, the exchange of colours and lines, more pegs of one's own.

A proof carries over: its image is a proof of the image. A verdict carries over as far as it is
one: the order of moves differs between images, so a search may stay open in one of them.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from solver.files import read_file
from solver.game import Board, Hole, Link, Position, Ruleset, Side
from solver.oracle import position_text, random_case
from solver.proof import (
    Aim,
    Claim,
    Limits,
    Strategy,
    Verdict,
    check_strategy,
    claim_of,
    solve,
)
from solver.proof.strategy import End, Ends
from solver.puzzle import Puzzle

pytestmark = pytest.mark.native

PUZZLES = Path(__file__).parents[2] / "puzzles" / "randolph-hensel"

LIMITS = Limits(nodes=20_000, memory=16)


class Image:
    """A board turned over: mirrored left to right, top to bottom, or rows and colours exchanged."""

    def __init__(self, board: Board, *, columns: bool, rows: bool, exchange: bool) -> None:
        self.old, self.columns, self.rows, self.exchange = board, columns, rows, exchange
        width, height = board.width, board.height
        self.board = Board(
            height if exchange else width,
            width if exchange else height,
            board.holes and self.holes(board.holes),
            board.region and self.holes(board.region),
        )

    def hole(self, hole: Hole) -> Hole:
        col = self.old.width - 1 - hole.col if self.columns else hole.col
        row = self.old.height - 1 - hole.row if self.rows else hole.row
        return Hole(row, col) if self.exchange else Hole(col, row)

    def holes(self, holes: Iterable[Hole]) -> frozenset[Hole]:
        return frozenset(map(self.hole, holes))

    def links(self, links: Iterable[Link]) -> frozenset[Link]:
        return frozenset(Link.of(*map(self.hole, link)) for link in links)

    def side(self, side: Side) -> Side:
        return side.other if self.exchange else side

    def claim(self, claim: Claim) -> Claim:
        return Claim(claim.aim, self.side(claim.prover))

    def position(self, position: Position) -> Position:
        image = Position(
            self.board,
            position.ruleset,
            self.side(position.to_move),
            ply=position.ply,
            passed=position.passed,
        )
        for side in Side:
            pegs, links = self.holes(position.pegs(side)), self.links(position.links(side))
            image = image.with_side(self.side(side), pegs, links)
        return image

    def end(self, end: End, prover: Side) -> End:
        if not isinstance(end, int):
            return self.holes(end)
        swapped = self.rows if prover is Side.WHITE else self.columns
        return 1 - end if swapped else end

    def ends(self, ends: Ends | None, prover: Side) -> Ends | None:
        return ends and (self.end(ends[0], prover), self.end(ends[1], prover))

    def strategy(self, strategy: Strategy) -> Strategy:
        return Strategy(
            self.claim(strategy.claim),
            tuple(
                replace(
                    node,
                    zone=self.holes(node.zone),
                    pegs=self.holes(node.pegs),
                    links=self.links(node.links),
                    hole=node.hole and self.hole(node.hole),
                    made=self.links(node.made),
                    ends=self.ends(node.ends, strategy.prover),
                    apart=self.links(node.apart),
                )
                for node in strategy.nodes
            ),
        )


def images(board: Board) -> list[Image]:
    """Return all seven images that are not the board itself."""
    return [
        Image(board, columns=bool(n & 1), rows=bool(n & 2), exchange=bool(n & 4))
        for n in range(1, 8)
    ]


def puzzle(name: str) -> Puzzle:
    found = read_file(PUZZLES / f"{name}.sgf").puzzle
    assert found is not None
    return found


def contrary(one: Verdict, other: Verdict) -> bool:
    return {one, other} == {Verdict.PROVEN, Verdict.DISPROVEN}


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_an_image_of_a_small_position_has_the_same_verdict_and_proofs(
    ruleset: Ruleset, record_property: Callable[[str, object], None]
) -> None:
    counts = Counter[str]()
    for seed in range(60):
        case = random_case(ruleset, 40_000 + seed)
        rng = Random(seed)
        prover = case.prover
        claim = rng.choice([Claim(Aim.CONNECT, prover), Claim(Aim.BLOCK, prover.other)])
        solution = solve(case.position, claim, LIMITS)
        image = rng.choice(images(case.position.board))
        position = image.position(case.position)
        again = solve(position, image.claim(claim), LIMITS)
        assert not contrary(solution.verdict, again.verdict), position_text(case.position)
        counts["same verdict"] += solution.verdict is again.verdict
        if solution.strategy is not None:
            check_strategy(position, image.strategy(solution.strategy))
            counts["proofs"] += 1
    record_property("figure", ", ".join(f"{name} {count}" for name, count in counts.items()))
    assert counts["same verdict"] >= 57


@pytest.mark.parametrize("name", ["p15", "p17", "p21", "p49"])
def test_images_of_a_puzzle_have_the_image_of_its_key(name: str) -> None:
    original = puzzle(name)
    solution = solve(original.position, claim_of(original), Limits(nodes=200_000))
    assert solution.strategy is not None
    for image in images(original.position.board):
        position = image.position(original.position)
        check_strategy(position, image.strategy(solution.strategy))
        again = solve(position, image.claim(solution.claim), Limits(nodes=200_000))
        assert Verdict.PROVEN is again.verdict
        keys = [(image.hole(key.peg), key.plain) for key in solution.keys if key.peg]
        assert keys == [(key.peg, key.plain) for key in again.keys]


@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_with_one_more_peg_of_his_own_a_side_reaches_what_it_did(ruleset: Ruleset) -> None:
    compared = 0
    for seed in range(60):
        case = random_case(ruleset, 50_000 + seed)
        solution = solve(case.position, Claim(Aim.CONNECT, case.prover), LIMITS)
        strategy = solution.strategy
        if strategy is None:
            continue
        side = strategy.prover
        for hole in case.position.open_holes(side):
            richer = case.position.put(side, hole)
            if richer.connected(side):
                continue
            check_strategy(richer, strategy)
            verdict = solve(richer, solution.claim, LIMITS).verdict
            assert not contrary(solution.verdict, verdict), f"{hole}: {position_text(richer)}"
            compared += 1
    assert compared > 60


@pytest.mark.parametrize("name", ["p15", "p17", "p49"])
def test_a_solver_with_more_pegs_still_wins_a_puzzle(name: str) -> None:
    original = puzzle(name)
    position, claim = original.position, claim_of(original)
    strategy = solve(position, claim, Limits(nodes=200_000)).strategy
    assert strategy is not None
    rng = Random(name)
    for _ in range(8):
        richer = position
        for hole in rng.sample(sorted(position.open_holes(claim.prover)), 3):
            richer = richer.put(claim.prover, hole)
        check_strategy(richer, strategy)
        if not richer.connected(claim.prover):
            found = solve(richer, claim, Limits(nodes=200_000))
            assert Verdict.PROVEN is found.verdict
