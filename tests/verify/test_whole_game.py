"""A strategy against every line of play at once: one formula for the whole game (STD).

Neither patterns nor induction: the formula has the board before each of the opponent's turns, his
hole and his links, and the strategy's answer to them. A solution is a line in which the strategy
has no answer, makes an illegal move or ends without a chain. Both checkers of certificates are
judged by it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from pysat.formula import IDPool
from pysat.solvers import Glucose4

from solver.game import Hole, Link, Position, Ruleset, crossing_links, neighbours, position_text
from solver.proof import Aim, Claim, Limits, NodeKind, Strategy, StrategyNode
from solver.search import solve
from tests.cases import random_case
from tests.parts import batches
from tests.search.test_exact import exact_strategy
from tests.search.test_traps import EXACT
from tests.verify.test_mutants import accepted

pytestmark = pytest.mark.native


class Game:
    """The formula; every variable has a turn of the opponent, from 0."""

    def __init__(self, position: Position, strategy: Strategy) -> None:
        self.position, self.strategy = position, strategy
        self.me, self.foe = strategy.prover, strategy.prover.other
        self.pool, self.clauses = IDPool(), list[list[int]]()
        self.bad = list[int]()
        self.holes = sorted(position.white | position.black | set(position.board.playable_holes()))
        known = set(self.holes)
        self.slots = sorted(
            {Link.of(hole, end) for hole in self.holes for end in neighbours(hole) if end in known}
        )
        self.known = set(self.slots)
        self.at = {id(node): number for number, node in enumerate(strategy.nodes)}

    def var(self, name: str, turn: int, of: object) -> int:
        number: int = self.pool.id((name, turn, of))
        return number

    def broken(self) -> bool:
        """Tell whether the opponent has a line that breaks the strategy."""
        root = self.strategy.root
        if root.kind is NodeKind.MOVE:
            self._board("own", 0, self.position.pegs(self.me), self.position.links(self.me))
            self._board("foe", 0, self.position.pegs(self.foe), frozenset())
            held = self.position.links(self.foe)
            for slot in self.slots:
                self.clauses.append(
                    [self.var("held", 0, slot) if slot in held else -self.var("held", 0, slot)]
                )
            for hole in self.holes:
                self._same(self.var("after", 0, hole), self.var("foe peg", 0, hole))
            self.clauses.append([self.var("plays", 0, self.at[id(root)])])
            for node in self.strategy.nodes[:-1]:
                self.clauses.append([-self.var("plays", 0, self.at[id(node)])])
            self._moves(0)
            turns = range(1, self.longest(root) + 2)
        else:
            self._board("own", 0, self.position.pegs(self.me), self.position.links(self.me))
            self._board("foe", 0, self.position.pegs(self.foe), frozenset())
            for number, node in enumerate(self.strategy.nodes):
                now = self.var("node", 0, number)
                self.clauses.append([now if node is root else -now])
            turns = range(self.longest(root) + 2)
        for turn in turns:
            self._ends(turn)
            self._opponent(turn)
            self._choice(turn)
            self._moves(turn)
        with Glucose4(bootstrap_with=[*self.clauses, self.bad]) as solver:
            return bool(solver.solve())

    def longest(self, node: StrategyNode) -> int:
        """Return the most moves on a way down from a node."""
        lengths = list[int]()
        for each in self.strategy.nodes:
            below = max((lengths[child] for child in each.children), default=0)
            lengths.append(below + (each.kind is NodeKind.MOVE))
        return lengths[self.at[id(node)]]

    def _board(self, side: str, turn: int, pegs: frozenset[Hole], links: frozenset[Link]) -> None:
        for hole in self.holes:
            peg = self.var(f"{side} peg", turn, hole)
            self.clauses.append([peg if hole in pegs else -peg])
        if side == "own":
            for slot in self.slots:
                link = self.var("own link", turn, slot)
                self.clauses.append([link if slot in links else -link])

    def _same(self, one: int, other: int) -> None:
        self.clauses += [[-one, other], [one, -other]]

    def _is_and(self, whole: int, parts: list[int]) -> None:
        self.clauses += [[-whole, part] for part in parts]
        self.clauses.append([whole, *(-part for part in parts)])

    def _fails(self, turn: int, when: list[int]) -> None:
        """Add that the strategy is broken when all of some literals are true."""
        failure = self.var("failure", turn, len(self.bad))
        self.clauses += [[-failure, literal] for literal in when]
        self.bad.append(failure)

    def _ends(self, turn: int) -> None:
        """At a leaf the chain has to stand."""
        for number, node in enumerate(self.strategy.nodes):
            if node.kind is NodeKind.LEAF:
                for link in node.links:
                    lacks = -self.var("own link", turn, link)
                    self._fails(turn, [self.var("node", turn, number), lacks])

    def _opponent(self, turn: int) -> None:
        """He pegs one hole at most, and holds any links that fit."""
        board, clauses = self.position.board, self.clauses
        pegged = list[int]()
        for hole in self.holes:
            foe, after = self.var("foe peg", turn, hole), self.var("after", turn, hole)
            peg = self.var("pegs", turn, hole)
            pegged.append(peg)
            clauses += [[-after, foe, peg], [-foe, after], [-peg, after], [-peg, -foe]]
            clauses.append([-peg, -self.var("own peg", turn, hole)])
            if not board.open_to(self.foe, hole):
                clauses.append([-peg])
        clauses += [[-one, -other] for one, other in combinations(pegged, 2)]
        for slot in self.slots:
            held = self.var("held", turn, slot)
            clauses += [[-held, self.var("after", turn, end)] for end in slot]
            for other in crossing_links(slot):
                if other in self.known:
                    clauses.append([-held, -self.var("own link", turn, other)])
                    clauses.append([-held, -self.var("held", turn, other)])

    def _choice(self, turn: int) -> None:
        """The first answer that fits is played."""
        plays: dict[int, list[int]] = {}
        for number, node in enumerate(self.strategy.nodes):
            if node.kind is not NodeKind.REPLY:
                continue
            here, earlier = self.var("node", turn, number), list[int]()
            for child in node.children:
                answer = self.strategy.nodes[child]
                fits = self.var("fits", turn, child)
                wanted = [
                    -self.var("after", turn, hole) for hole in answer.zone if hole in self.holes
                ]
                wanted += [-self.var("held", turn, slot) for slot in answer.apart]
                self._is_and(fits, wanted)
                chosen = self.var("chosen", turn, (number, child))
                self._is_and(chosen, [here, fits, *(-each for each in earlier)])
                plays.setdefault(child, []).append(chosen)
                earlier.append(fits)
            self._fails(turn, [here, *(-each for each in earlier)])
        for number in range(len(self.strategy.nodes)):
            now, ways = self.var("plays", turn, number), plays.get(number, [])
            self.clauses += [[now, -way] for way in ways]
            self.clauses.append([-now, *ways])

    def _moves(self, turn: int) -> None:
        """What the answer does to the board, and what is wrong with it."""
        arrives: dict[int, list[int]] = {}
        pegs: dict[Hole, list[int]] = {}
        made: dict[Link, list[int]] = {}
        gone: dict[Link, list[int]] = {}
        for number, node in enumerate(self.strategy.nodes):
            now = self.var("plays", turn, number)
            if node.kind is NodeKind.LEAF:
                for link in node.links:
                    self._fails(turn, [now, -self.var("own link", turn, link)])
            if node.kind is not NodeKind.MOVE or node.hole is None:
                continue
            self._fails(turn, [now, self.var("after", turn, node.hole)])
            pegs.setdefault(node.hole, []).append(now)
            for link in node.made:
                made.setdefault(link, []).append(now)
                for end in link:
                    if end != node.hole:
                        self._fails(turn, [now, -self.var("own peg", turn, end)])
                for other in crossing_links(link):
                    if other in self.known:
                        gone.setdefault(other, []).append(now)
                        self._fails(turn, [now, self.var("held", turn, other)])
            arrives.setdefault(node.children[0], []).append(now)
        for number in range(len(self.strategy.nodes)):
            there, ways = self.var("node", turn + 1, number), arrives.get(number, [])
            self.clauses += [[there, -way] for way in ways]
            self.clauses.append([-there, *ways])
        for hole in self.holes:
            own, later = self.var("own peg", turn, hole), self.var("own peg", turn + 1, hole)
            ways = pegs.get(hole, [])
            self.clauses += [[-own, later], [-later, own, *ways], *([-way, later] for way in ways)]
            self._same(self.var("foe peg", turn + 1, hole), self.var("after", turn, hole))
        for slot in self.slots:
            own, later = self.var("own link", turn, slot), self.var("own link", turn + 1, slot)
            ways, off = made.get(slot, []), gone.get(slot, [])
            self.clauses += [[-way, later] for way in ways]
            self.clauses += [[-later, own, *ways], *([-each, -later] for each in off)]
            self.clauses.append([-own, later, *off])


def judge(seeds: Iterable[int]) -> Counter[str]:
    counts = Counter[str]()
    for seed in seeds:
        case = random_case(Ruleset.STD, seed)
        claim = Claim(Aim.CONNECT, case.prover)
        strategy = solve(case.position, claim, Limits(nodes=5_000, memory=16)).strategy
        if strategy is None or strategy.claim.aim is Aim.BLOCK or len(strategy.nodes) > 60:
            continue
        text = position_text(case.position)
        assert not Game(case.position, strategy).broken(), text
        counts["sound"] += 1
        for number, node in enumerate(strategy.nodes):
            if node.kind is not NodeKind.REPLY or len(node.children) < 2:
                continue
            for child in node.children:
                rest = tuple(other for other in node.children if other != child)
                nodes = list(strategy.nodes)
                nodes[number] = replace(node, children=rest)
                damaged = replace(strategy, nodes=tuple(nodes))
                broken = Game(case.position, damaged).broken()
                counts[f"a branch less, {'broken' if broken else 'still sound'}"] += 1
                assert not (broken and accepted(case.position, damaged)), text
            break
    return counts


@pytest.mark.parametrize("seeds", batches(6000, 40, each=180, count=2))
def test_no_line_breaks_a_strategy_that_the_checker_accepts(seeds: range) -> None:
    counts = judge(seeds)
    assert counts["sound"] > 10
    assert counts["a branch less, broken"] > 5


def test_no_line_breaks_an_answer_to_links() -> None:
    strategy = exact_strategy()
    assert not Game(EXACT, strategy).broken()
    root = strategy.root
    for child in root.children:
        fewer = replace(root, children=tuple(other for other in root.children if other != child))
        assert Game(EXACT, replace(strategy, nodes=(*strategy.nodes[:-1], fewer))).broken()
