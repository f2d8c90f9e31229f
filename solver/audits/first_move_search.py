"""First moves, won or refuted one by one, in rounds of growing limits."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver.audits.asker import Asker
from solver.errors import TooLongError
from solver.game import Hole, Link, Position
from solver.proof import Claim, Limit, Strategy
from solver.search import RefutedMoves, Solution, begun_with, standing_win
from solver.work import AT_ONCE, Answer, Plan, Question, Sweep, Unit

__all__ = ["FIRST_NODES", "FirstMoveSearch", "search_first_moves"]

FIRST_NODES, _MORE = 20_000, 4
"""Nodes for the answer to a pass in the first round, and how many times as many in each later one.
Sweeps grow by the same factor."""

_BEHIND = 16
"""While a pass is not answered, the moves wait until it got so many times as many nodes as at
first: most fall with it, and none is easier to refute."""

_EACH, _SWEEP = 20_000, 1_000_000
"""Nodes of each first move in the first sweep, and of each of its units at most. Both grow until
the moves that are left are hard."""

_MOST_NODES = 1 << 32
"""Rounds stop here if no limit stopped them."""

_PARTS, _FEW = 2, 8
"""Most units of a sweep, and up to how many first moves make one only. Those of a unit share what
they prove, so there should be few; the numbers must not depend on the machine."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question about a first move, or about a pass."""

    first: Hole | None
    needed: frozenset[Link]
    """Links that the answers so far leave to it."""
    question: Question


class FirstMoveSearch:
    """The first moves of a claim's prover, as far as they are decided.

    Nothing counts but strategies: of the claim for those that win, of its opposite for the rest.
    """

    def __init__(
        self, position: Position, claim: Claim, asked: Iterable[Hole], *, ask_pass: bool = True
    ) -> None:
        """Begin with some open holes that are to be decided.

        With `ask_pass` the answer to a pass, which decides most moves at once, is looked for.
        """
        self.position = position
        self.claim = claim
        self.asked = tuple(sorted(asked))
        self.refuted = RefutedMoves(position, claim)
        self.wins = dict[Hole, Strategy]()
        """Strategies that begin with a first move."""
        self.passes = dict[Question, int]()
        """What answered a pass, with the nodes it took: whatever is asked after it is easier."""
        self.pass_wins = False
        """Whether the claim holds even after a pass."""
        self.waiting = frozenset[Hole]()
        """Open first moves of which nothing is asked now."""
        self._ask_pass = ask_pass
        self._answers = Counter[Claim]()
        """Of first moves, by what they prove."""
        self._exhausted = set[Question]()
        """Those of which no search will ever say more."""

    @property
    def open(self) -> tuple[Hole, ...]:
        """The first moves that are still to be decided."""
        left = self.refuted.left()
        return tuple(hole for hole in self.asked if hole in left and hole not in self.wins)

    @property
    def failing(self) -> frozenset[Hole]:
        """The first moves that are refuted, those that were not asked about included."""
        holes = frozenset(self.position.open_holes(self.claim.prover))
        return holes - self.refuted.left() - frozenset(self.wins)

    @property
    def likely(self) -> frozenset[Claim]:
        """The claims by which first moves are refuted: those of a quarter of all answers."""
        claims, total = self.refuted.questions, self._answers.total()
        return frozenset(claim for claim in claims if 4 * self._answers[claim] >= total)

    def take_in(self, answer: Answer) -> None:
        """Add what an answer says of all first moves together."""
        found = answer.others
        if found is None:
            return
        if found.strategy is not None:
            self.refuted.take_in_all(found.strategy)
        for question, solution in answer.asides:
            self._note_pass(question, solution)
            if solution.strategy is not None and solution.strategy.claim.implies(self.claim):
                new = question.position.pegs(self.claim.prover) - self.position.pegs(
                    self.claim.prover
                )
                self._won(min(new, default=None), solution.strategy)

    def won(self, first: Hole, strategy: Strategy) -> None:
        """Add a strategy for the position that begins with a first move."""
        self.wins.setdefault(first, strategy)

    def next(self, *, of_pass: bool) -> tuple[_Asked, ...]:
        """Return what to ask next about a pass, or about the open first moves.

        Notes those that win at once.
        """
        asked = list[_Asked]()
        for first in (None,) if of_pass else self.open:
            if first in self.waiting:
                continue
            needed = self.refuted.unanswered(first)
            if needed is None or (of_pass and not self._ask_pass):
                continue
            after = self.refuted.after(first, needed)
            if after.result is not None or after.connected(self.claim.prover):
                self._won(first, standing_win(after, self.claim))
                continue
            for claim in self.refuted.questions:
                question = Question(after, claim)
                if question not in self._exhausted:
                    asked.append(_Asked(first, needed, question))
        return tuple(asked)

    def note(self, asked: _Asked, solution: Solution) -> bool:
        """Add the answer to a question; tell whether it says anything."""
        strategy = solution.strategy
        if strategy is not None and strategy.claim.implies(self.claim):
            self._won(asked.first, strategy)
            return True
        refutes = strategy is not None and strategy.claim.implies(self.claim.opposite)
        if strategy is None or not refutes or not self.refuted.take_in(strategy):
            if strategy is not None or solution.limit is Limit.EXHAUSTED:
                self._exhausted.add(asked.question)
            return False
        self._answers[strategy.claim] += 1
        self._note_pass(asked.question, solution)
        return self.refuted.unanswered(asked.first) != asked.needed

    def _note_pass(self, question: Question, solution: Solution) -> None:
        me = self.claim.prover
        if question.position.pegs(me) == self.position.pegs(me) and solution.strategy is not None:
            self.passes.setdefault(question, solution.nodes)

    def _won(self, first: Hole | None, rest: Strategy) -> None:
        """Add what wins after a first move. Where even a pass wins, every move does.

        Unless its peg takes a hole that is needed later: then the move is asked about by itself.
        """
        for hole in self.asked if first is None else (first,):
            if hole in self.wins:
                continue
            try:
                self.wins[hole] = begun_with(self.position, hole, rest)
            except TooLongError:
                if first is not None:
                    raise
        if first is None:
            self._ask_pass, self.pass_wins = False, True


def search_first_moves(
    boards: Callable[[bool], Sequence[FirstMoveSearch]],
    asker: Asker,
    share: Callable[[], float],
    *,
    each: int = _EACH,
) -> Plan[None]:
    """Decide first moves, of several positions side by side, with a share of the limits.

    Both functions are asked again for each round, as what is decided may bring new questions;
    `boards` is told whether the first moves that are left are hard. `each` are the nodes for one
    of them in the first round.
    """
    nodes, total = FIRST_NODES, _SWEEP
    while nodes < _MOST_NODES and (left := asker.budget.left(share())) is not None:
        # What a unit found out about hard moves is lost with it: it gets all there is.
        hard = each >= AT_ONCE
        passes = [(b, (asked,)) for b in boards(hard) for asked in b.next(of_pass=True)]
        units = [
            asker.unit(left, [each.question for each in asked], nodes, parts=len(passes))
            for _, asked in passes
        ]
        if (yield from _ask(passes, units, asker)):
            continue
        if not passes or nodes >= _BEHIND * FIRST_NODES:
            left = asker.budget.left(share())
            if left is None:
                return
            parts = [(b, part) for b in boards(hard) for part in _parts(b.next(of_pass=False))]
            if not parts and not passes:
                return
            units = [
                asker.unit(
                    left,
                    [*board.passes, *(one.question for one in asked)],
                    each,
                    parts=len(parts),
                    most=None if hard else total + sum(board.passes.values()),
                    sweep=Sweep(Question(board.position, board.claim), board.likely),
                )
                for board, asked in parts
            ]
            yield from _ask(parts, units, asker)
            each, total = each * _MORE, total * _MORE
        nodes *= _MORE


def _ask(
    parts: Sequence[tuple[FirstMoveSearch, Sequence[_Asked]]], units: Sequence[Unit], asker: Asker
) -> Plan[bool]:
    """Ask units about boards; tell whether the answers say anything."""
    answers = yield from asker.ask(units)
    said = [
        board.note(each, solution)
        for (board, asked), answer in zip(parts, answers, strict=True)
        for each, solution in zip(asked, answer.solutions[-len(asked) :], strict=True)
    ]
    return any(said)


def _parts(asked: Sequence[_Asked]) -> Iterator[Sequence[_Asked]]:
    """Split questions about first moves into neighbouring parts of nearly equal size."""
    firsts = list(dict.fromkeys(each.first for each in asked))
    parts = _PARTS if len(firsts) > _FEW else min(1, len(firsts))
    for part in range(parts):
        mine = firsts[part * len(firsts) // parts : (part + 1) * len(firsts) // parts]
        # All by the opponent's chain before any by a block.
        order = dict.fromkeys(each.question.claim for each in asked)
        yield [
            each
            for claim in order
            for each in asked
            if each.question.claim == claim and each.first in mine
        ]
