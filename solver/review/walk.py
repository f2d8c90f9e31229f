"""The walk over a game, from its last position to its first.

Proofs of late positions are short, and what they learn helps with earlier ones. So each question
is asked in the light of what came out after it, in one session where that is possible.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from solver.arena import check_size
from solver.errors import CertificateError, IllegalMoveError
from solver.game import AnyMove, Ending, Line, Move, Position, Side, no_swap
from solver.proof import Aim, Claim, Limit, Limits, Strategy
from solver.review.game_review import Effect, GamePuzzle, Ply, Review, effect_of, winner_of
from solver.search import Budget, Solution, Value, begun_with, open_claim, value_of
from solver.store import Store
from solver.work import Answer, Failure, Others, Plan, Question, Unit, ask

__all__ = ["EACH", "TOTAL", "review", "review_ply", "reviewed_positions"]

EACH = Limits(seconds=5.0)
"""Of a position."""
TOTAL = Limits(seconds=300.0)
"""Of a whole game."""

_WALK_SHARE = 0.75
"""Of the total, for the worth of the positions; puzzles are looked for with the rest."""
_LEAST_PEGS = 3
"""Pegs that the win of a puzzle needs."""
_MOST_TRIED = 8
"""Positions that are tried as puzzles."""
_PUZZLE_TIMES = 4
"""A position may use so many times its limits to become a puzzle."""

_OVER = (Ending.RESIGNED, Ending.FORFEITED, Ending.AGREED)
"""Endings that change nothing on the board."""


def review(
    line: Line,
    moves: Sequence[AnyMove],
    each: Limits = EACH,
    total: Limits = TOTAL,
    store: Store | None = None,
    *,
    handicap: bool = False,
    tell: Callable[[Sequence[Ply]], object] | None = None,
) -> Plan[Review]:
    """Review a game, given by its positions and the moves between them.

    `each` are the limits of a position, `total` those of all together and the memory. With a
    `handicap` there is no swap, whatever the board. `tell` hears of the positions done so far, the
    last of the game first. What `store` knows is not asked again.

    Raises PuzzleRuleError for a board that is too large.
    """
    check_size(line[0])
    walk = _Walk(line, moves, each, total, store, handicap=handicap)
    return (yield from walk.run(tell or _silent))


def reviewed_positions(line: Line) -> list[Position]:
    """Return the positions of a game that a review looks at: all but one that differs from the
    last one only in that a player resigned, lost on time or agreed to a draw."""
    positions = list(line)
    result = positions[-1].result
    if result is not None and result.ending in _OVER:
        positions.pop()
    return positions


def review_ply(
    line: Line,
    moves: Sequence[AnyMove],
    number: int,
    following: Value | None,
    limits: Limits,
    store: Store | None = None,
    *,
    handicap: bool = False,
) -> Plan[tuple[Ply, Effect | None]]:
    """Review one position of a game, and the move made there.

    `number` counts the moves before it; it is one of `reviewed_positions`. `following` is the
    worth of the next position to its side to move, as the review of that one said; it is taken
    on trust. None leaves it open. `limits` are those of all that is asked. With a `handicap` there
    is no swap.

    Raises PuzzleRuleError for a board that is too large.
    """
    check_size(line[0])
    walk = _Walk(line, moves, limits, limits, store, handicap=handicap, share=1.0)
    after: Ply | None = None
    if number + 1 < len(walk.positions):
        value = following or Value.UNKNOWN
        after = Ply(number + 1, walk.positions[number + 1], None, value)
        walk.plies.append(after)
    ply = yield from walk.ply(number)
    return ply, effect_of(ply, after, walk.result)


def _silent(_: Sequence[Ply]) -> None:
    """Tell nobody."""


class _Walk:
    def __init__(
        self,
        line: Line,
        moves: Sequence[AnyMove],
        each: Limits,
        total: Limits,
        store: Store | None,
        *,
        handicap: bool,
        share: float = _WALK_SHARE,
    ) -> None:
        """`share` is the part of `total` that the worth of the positions may take."""
        self.positions = reviewed_positions(line)
        self.moves = moves
        self.result = line[-1].result
        self.each, self.store = each, store
        self.handicap = handicap
        self.nodes, self.seconds = 0, 0.0
        """Of all answers; those from the store are not taken from the budget."""
        self.budget = Budget(total)
        self.budget.pause()
        most = total.nodes and max(1, int(total.nodes * share))
        self.walking = self.budget.child(most, total.seconds and total.seconds * share)
        self.walking.pause()
        self.plies = list[Ply]()
        """From the last one."""
        self.proofs = dict[int, Strategy]()
        """Of wins, by the number of the position."""

    def run(self, tell: Callable[[Sequence[Ply]], object]) -> Plan[Review]:
        """Walk back over all positions, then look for puzzles among them."""
        for number in reversed(range(len(self.positions))):
            self.plies.append((yield from self.ply(number)))
            tell(self.plies)
        plies = tuple(reversed(self.plies))
        puzzles = yield from self._puzzles(plies)
        return Review(plies, self.result, puzzles, self.nodes, self.seconds)

    # -- worth --------------------------------------------------------------------------

    def ply(self, number: int) -> Plan[Ply]:
        """Work out what a position is worth."""
        position = self.positions[number]
        move = self.moves[number] if number < len(self.moves) else None
        bare = Ply(number, position, move, Value.UNKNOWN)
        if (value := _on_board(position)) is not None:
            return replace(bare, value=value)
        if not self.handicap and _swaps(position):
            return replace(bare, swap=True)
        after = self.plies[-1] if self.plies else None
        won_after = after is not None and winner_of(after) is position.to_move
        if won_after and isinstance(move, Move):
            return self._won_by_move(bare, move)
        return (yield from self._searched(bare))

    def _won_by_move(self, bare: Ply, move: Move) -> Ply:
        """Return the worth of a position whose next one is proven won for the side to move."""
        proof, rest = None, self.proofs.get(bare.number + 1)
        if rest is not None and move.peg is not None and move.plain:
            with suppress(CertificateError):
                proof = self.proofs[bare.number] = begun_with(bare.position, move.peg, rest)
        after = self.plies[-1].pegs
        pegs = proof.root.depth if proof else None if after is None else after + 1
        return replace(bare, value=Value.WIN, best=move, pegs=pegs)

    def _searched(self, bare: Ply) -> Plan[Ply]:
        """Search for the worth of a position; its likely winner's claim comes first."""
        position, known = bare.position, list[Solution]()
        claim: Claim | None = Claim(Aim.CONNECT, self._likely(position))
        limit: Limit | None = None
        nodes, seconds = self.nodes, self.seconds
        while claim is not None:
            if (limit := self.walking.reached) is not None:
                break
            found = yield from self._ask(Question(position, claim), self.walking)
            if found is None:
                break
            known.append(found)
            limit = found.limit
            claim = open_claim(position, known) if found.strategy is not None else None
        value = value_of(position, known)
        chain = next((s for s in known if s.strategy and s.strategy.claim.aim is Aim.CONNECT), None)
        if chain is not None and chain.strategy is not None:
            self.proofs[bare.number] = chain.strategy
        return replace(
            bare,
            value=value,
            best=_first_move(position, chain) if value is Value.WIN else None,
            pegs=chain.pegs if chain else None,
            limit=limit if value not in (Value.WIN, Value.DRAW, Value.LOSS) else None,
            nodes=self.nodes - nodes,
            seconds=self.seconds - seconds,
        )

    def _likely(self, position: Position) -> Side:
        """Return who is most likely to win: who does later on, who won the game, or the mover."""
        for ply in reversed(self.plies):
            if (winner := winner_of(ply)) is not None:
                return winner
        winner = self.result.winner if self.result else None
        return winner or position.to_move

    def _ask(self, question: Question, budget: Budget) -> Plan[Solution | None]:
        unit = Unit((question,), budget.at_most(self.each), self._total())
        answer = yield from self._answer(unit, budget)
        return answer.solutions[0] if answer else None

    def _answer(self, unit: Unit, budget: Budget) -> Plan[Answer | None]:
        """Have a unit answered, and count what it takes; None when the solver fails."""
        (answer,) = yield from ask([unit], self.store)
        if isinstance(answer, Failure):
            return None
        self.nodes += answer.nodes
        self.seconds += answer.seconds
        budget.spend(*answer.searched)
        return answer

    def _total(self) -> Limits:
        return self.budget.at_most(self.budget.limits)

    # -- puzzles ------------------------------------------------------------------------

    def _puzzles(self, plies: Sequence[Ply]) -> Plan[tuple[GamePuzzle, ...]]:
        """Return the positions in which one first move alone is proved to win."""
        found = list[GamePuzzle]()
        for ply in self._hard_wins(plies):
            if self.budget.reached:
                break
            puzzle = yield from self._puzzle(ply)
            if puzzle is not None:
                found.append(puzzle)
        return tuple(sorted(found, key=lambda each: each.ply))

    def _hard_wins(self, plies: Iterable[Ply]) -> list[Ply]:
        """Return won positions that may be puzzles, those with the longest proofs first."""
        won = [
            ply
            for ply in plies
            if ply.value is Value.WIN
            and isinstance(ply.best, Move)
            and ply.best.plain
            and (ply.pegs or 0) >= _LEAST_PEGS
        ]
        return sorted(won, key=lambda ply: -(ply.pegs or 0))[:_MOST_TRIED]

    def _puzzle(self, ply: Ply) -> Plan[GamePuzzle | None]:
        """Return the puzzle of a won position, if all other first moves can be refuted."""
        position, key = ply.position, ply.best
        assert key is not None
        assert key.peg is not None
        claim = Claim(Aim.CONNECT, position.to_move)
        closed = position.closing(position.to_move, {key.peg})
        cooked = yield from self._ask(Question(closed, claim), self.budget)
        if cooked is None or (cooked.strategy and cooked.strategy.claim == claim):
            return None
        seconds = self.each.seconds and self.each.seconds * _PUZZLE_TIMES
        each = self.budget.at_most(replace(self.each, seconds=seconds))
        others = Others(Question(position, claim), frozenset({key.peg}))
        answer = yield from self._answer(Unit((), each, self._total(), others), self.budget)
        if answer is None or answer.others is None:
            return None
        unique = answer.others.strategy is not None and answer.others.left == {key.peg}
        return GamePuzzle(ply.number, key, ply.pegs or 0) if unique else None


def _on_board(position: Position) -> Value | None:
    """Return what a position is worth where the board itself tells."""
    me = position.to_move
    if position.connected(me):
        return Value.WIN
    if position.connected(me.other):
        return Value.LOSS
    return Value.DRAW if position.result is not None or position.certain_draw else None


def _swaps(position: Position) -> bool:
    """Tell whether the sides may be swapped now, or after White's next move."""
    if no_swap(position.board, position.ruleset) or position.black:
        return False
    turn = (position.ply, len(position.white), position.to_move)
    return turn in ((0, 0, Side.WHITE), (1, 1, Side.BLACK))


def _first_move(position: Position, solution: Solution | None) -> Move | None:
    """Return the first move of a proof, if the side to move made it."""
    if solution is None or solution.strategy is None or not solution.line:
        return None
    move = solution.line[0]
    try:
        position.play(move)
    except IllegalMoveError:
        return None
    return move
