"""What is true of every position on a board, as clauses for a SAT solver."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from pysat.formula import IDPool
from pysat.solvers import Glucose4

from solver.errors import CertificateError
from solver.game import Hole, Link, Position, Ruleset, crossing_links, neighbours
from solver.proof.strategy import Strategy

__all__ = ["Formula"]

_MAX_CONFLICTS = 5_000_000
"""In all questions together."""


class Formula:
    """What is true of every position on this board, as clauses; `me` is the prover.

    Variables by name and hole or slot: `mine` and `his` pegs, `my link` and `his link`; `old`, a
    peg of his that stood before his turn, and `new`, the one he has just placed; `reached`, for
    questions of what is joined; `step`, `first` and `last`, for his paths.
    """

    def __init__(self, position: Position, strategy: Strategy, solver: Glucose4) -> None:
        self.board = position.board
        self.me, self.foe = strategy.prover, strategy.prover.other
        self.paper = position.ruleset is Ruleset.PP
        self.solver = solver
        solver.conf_budget(_MAX_CONFLICTS)
        self._pool = IDPool()
        self._numbers: dict[tuple[str, Hole | Link], int] = {}
        pegs = position.white | position.black
        self.holes = sorted(pegs | set(self.board.playable_holes()))
        known = set(self.holes)
        self.slots = sorted(
            {Link.of(hole, end) for hole in self.holes for end in neighbours(hole) if end in known}
        )
        self.conducting = {
            slot for slot in self.slots if all(self.board.in_region(end) for end in slot)
        }
        self._questions = 0
        self._goals = set[tuple[int, int]]()
        self._pegs(position)
        self._links(position)
        self._paths = False

    def var(self, name: str, of: Hole | Link) -> int:
        """Return the number of a variable."""
        number = self._numbers.get((name, of))
        if number is None:
            number = self._numbers[name, of] = self._pool.id((name, of))
        return number

    def _pegs(self, position: Position) -> None:
        add = self.solver.add_clause
        outside = {hole for hole in self.holes if not self.board.in_region(hole)}
        for hole in self.holes:
            mine, his = self.var("mine", hole), self.var("his", hole)
            old, new = self.var("old", hole), self.var("new", hole)
            add([-mine, -his])
            add([-his, old, new])
            add([-old, his])
            add([-new, his])
            add([-old, -new])
            for side, peg in ((self.me, mine), (self.foe, his)):
                if hole in outside:
                    add([peg if hole in position.pegs(side) else -peg])
                elif not self.board.open_to(side, hole):
                    add([-peg])
            if hole in outside:
                add([-new])
        # One new peg at most, told along the holes one after the other.
        before: int | None = None
        for hole in self.holes:
            new, told = self.var("new", hole), self.var("told", hole)
            add([-new, told])
            if before is not None:
                add([-before, told])
                add([-before, -new])
            before = told

    def _links(self, position: Position) -> None:
        add = self.solver.add_clause
        stood = {side: position.pegs(side) for side in (self.me, self.foe)}
        known = set(self.slots)
        for slot in self.slots:
            mine, his = self.var("my link", slot), self.var("his link", slot)
            for end in slot:
                add([-mine, self.var("mine", end)])
                add([-his, self.var("his", end)])
            for other in crossing_links(slot):
                if other in known:
                    add([-mine, -self.var("his link", other)])
                    if not self.paper and slot < other:
                        add([-mine, -self.var("my link", other)])
                        add([-his, -self.var("his link", other)])
            if self.paper:
                # What stands unlinked stays so, and what is linked too.
                for side, name, link in ((self.me, "mine", mine), (self.foe, "his", his)):
                    if stood[side].issuperset(slot):
                        there = slot in position.links(side)
                        pegs = [-self.var(name, end) for end in slot]
                        add([*pegs, link] if there else [-link])
            if slot in self.conducting:
                left, right = (self.var("reached", end) for end in slot)
                add([-mine, -left, right])
                add([-mine, left, -right])

    def exits(self, side_is_me: bool, goal: int) -> Iterator[tuple[Hole, Link | None]]:
        """Yield the holes that reach a goal line, by themselves or by a link to an outside peg."""
        side = self.me if side_is_me else self.foe
        for hole in self.holes:
            if self.board.in_region(hole) and self.board.on_goal_line(side, goal, hole):
                yield hole, None
        for slot in self.slots:
            inside = [end for end in slot if self.board.in_region(end)]
            if len(inside) == 1 and self.board.meets_goal_line(side, goal, slot):
                yield inside[0], slot

    def coloured(self, goal: int, sign: int) -> int:
        """Return the literal that own pegs at a goal line are reached, or for -1 that none is."""
        number: int = self._pool.id(("goal", goal, sign))
        if (goal, sign) not in self._goals:
            self._goals.add((goal, sign))
            for hole, exit_link in self.exits(True, goal):
                there = self.var("mine", hole)
                if exit_link is not None:
                    there = self.var("my link", exit_link)
                self.solver.add_clause([-number, -there, sign * self.var("reached", hole)])
        return number

    def possible(self, clauses: Iterable[list[int]], assumed: Iterable[int]) -> bool:
        """Tell whether some position fits what is assumed and clauses of this one question.

        Raises CertificateError when this takes too long.
        """
        self._questions += 1
        selector: int = self._pool.id(("question", self._questions))
        for clause in clauses:
            self.solver.add_clause([-selector, *clause])
        found: bool | None = self.solver.solve_limited(assumptions=[selector, *assumed])
        if found is None:
            raise CertificateError("SAT: the proof is too hard to check")
        self.solver.add_clause([-selector])
        return found

    def with_paths(self) -> None:
        """Add what a path of the opponent is: each hole on it has two of link, start and finish."""
        if self._paths:
            return
        self._paths = True
        add = self.solver.add_clause
        at: dict[Hole, list[int]] = {}
        for slot in self.conducting:
            step = self.var("step", slot)
            add([-step, self.var("his link", slot)])
            for end in slot:
                at.setdefault(end, []).append(step)
        for goal, name in ((0, "first"), (1, "last")):
            chosen = []
            for hole, exit_link in self.exits(False, goal):
                number: int = self._pool.id((name, hole, exit_link))
                chosen.append(number)
                at.setdefault(hole, []).append(number)
                add([-number, self.var("his", hole)])
                if exit_link is not None:
                    add([-number, self.var("his link", exit_link)])
            add([-self._pool.id("path"), *chosen])
            for pair in combinations(chosen, 2):
                add([-literal for literal in pair])
        for literals in at.values():
            for literal in literals:
                add([-literal, *(other for other in literals if other != literal)])
            for triple in combinations(literals, 3):
                add([-literal for literal in triple])

    @property
    def path(self) -> int:
        """The literal that the opponent has a path."""
        number: int = self._pool.id("path")
        return number
