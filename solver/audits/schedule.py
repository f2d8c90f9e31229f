"""The schedule of an audit: its questions and their order."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from solver.audits.asker import Asker
from solver.audits.audit_record import Audit, FirstMove, Proof
from solver.audits.claim_round import MORE, ClaimRound
from solver.audits.classify import first_moves
from solver.audits.first_move_search import FirstMoveSearch, search_first_moves
from solver.audits.proved_so_far import ProvedSoFar
from solver.audits.report import report
from solver.audits.to_store import add_to_store
from solver.errors import PuzzleRuleError
from solver.game import Hole, Move, move_text
from solver.proof import Aim, Claim, Limit, Limits, Strategy, Verdict, claim_of
from solver.puzzle import Goal, Puzzle
from solver.search import (
    RefutedMoves,
    Solution,
    begun_with,
    searched_move_by_move,
    standing_win,
)
from solver.store import Store
from solver.work import AT_ONCE, Answer, Failure, Fault, Others, Plan, Question

__all__ = ["audit"]

_FIRST_NODES = 50_000
"""Nodes for the claim in the first round."""

_MOST_NODES = 1 << 32
"""Where rounds end that nothing else limits."""

_SMALL, _LARGER = 800_000, 16
"""Nodes of the last small round for the claim, and how many times as many each later one has. Later
rounds search move by move, which decides the claim and its opposite alike. So the opposite is asked
by itself in small rounds only, and on boards that are too large for that."""

_HARD = _SMALL * _LARGER
"""Nodes after which a published key is left to the search of the first moves."""

_KEYS = 4
"""Cooks that may turn out to be the better key."""

Tell = Callable[[Callable[[], tuple[FirstMove, ...]]], None]
"""Hears how far an audit is. It is given a function that returns all first moves, as far as
they are decided, without their lines. That may take half a second: not every chance need be
taken."""

_CLAIM, _MOVES = 0.5, 0.85
"""Shares of the limits after which the claim, and the first moves, wait for what is left over."""


def audit(
    puzzle: Puzzle,
    limits: Limits,
    store: Store | None = None,
    *,
    short: bool = False,
    tell: Tell | None = None,
) -> Plan[Audit | Failure]:
    """Audit a puzzle: prove its key, and decide every other first move.

    A `short` audit decides the verdict and does not ask what only the report needs. `tell` hears
    how far it is before each question.
    The limits are for the whole audit; seconds are those of search in all processes together.
    Without nodes or seconds it ends only when all is decided. A failure is a position that the
    solver does not take, or a key that takes off a peg, of which no proof can tell.
    """
    if any(key.lift for key in puzzle.keys):
        return Failure(Fault.REFUSED, "a key that takes off a peg cannot be audited: leave it out")
    auditor = _Auditor(puzzle, Asker(limits, store))
    if tell is not None:
        auditor.asker.before = lambda: tell(lambda: first_moves(auditor.findings(), lines=False))
    try:
        yield from auditor.decide_claim(_CLAIM)
        if auditor.mine and auditor.disproof is None:
            yield from auditor.decide_moves()
            # What the moves left over.
            yield from auditor.decide_claim(_MOVES)
            yield from auditor.decide_moves()
            yield from auditor.choose_key()
            if not short:
                yield from auditor.part_tries_from_delays()
        auditor.bring_together()
        found, asker = auditor.findings(), auditor.asker
        if store is not None:
            add_to_store(found, store, limits)
        return (yield from report(found, asker, limits, short=short))
    except PuzzleRuleError as error:
        return Failure(Fault.REFUSED, str(error))


class _Auditor:
    def __init__(self, puzzle: Puzzle, asker: Asker) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.claim = claim_of(puzzle)
        self.asker = asker
        self.mine = self.claim.prover is self.position.to_move
        """Whether the side to move is the one that claims, so that there are first moves."""
        self.proof: Strategy | None = None
        self.disproof: Strategy | None = None
        self.win: Solution | None = None
        """For a draw: whether the side to move can even win."""
        holes = self.position.open_holes(self.claim.prover) if self.mine else ()
        self.moves = FirstMoveSearch(self.position, self.claim, holes)
        keys = dict[str, Move]()
        for key in puzzle.keys:
            if self.mine and key.peg:
                keys.setdefault(move_text(self.position, key), key)
        self.keys = dict.fromkeys(keys.values(), Verdict.UNDECIDED)
        """Published keys; of those without a peg nothing is asked, and equal ones count once."""
        self.key_proofs = dict[Move, Strategy]()
        """Of the claim, beginning with the key, or of its opposite after it."""
        self.level = _FIRST_NODES
        """Nodes for the claim in the next round."""
        self.exhausted = set[Question]()
        """Those of which no search will ever say more."""
        self.own_key: Hole | None = None
        """The key of a puzzle whose published keys fail, or that has none."""
        self.key_holes = frozenset[Hole]()
        """The holes of the keys, once a first move is known to win."""
        self.closed: FirstMoveSearch | None = None
        """The other first moves that win or are hard, where the keys' holes are closed to the
        claiming side: there only cooks win."""
        self.hard = set[Hole]()
        """First moves of which it is asked first whether they are cooks."""
        self.again = False
        """Whether those that are no cooks are asked about again."""

    # -- the claim ----------------------------------------------------------------------

    def decide_claim(self, share: float) -> Plan[None]:
        """Ask what follows the published keys, in rounds, and about the claim without any.

        A printed key may be wrong: from the second round on the opposite is asked too. The first
        round begins with the first moves as well. Goes on where it was left.
        """
        self._take_keys()
        by_moves = searched_move_by_move(self.position)
        while self.level < _MOST_NODES and (left := self.asker.budget.left(share)) is not None:
            first = self.level == _FIRST_NODES
            opposites = not first and not (by_moves and self.level > _SMALL)
            asked = self._claim_round(opposites=opposites)
            if not first and self.exhausted.issuperset(asked.questions + asked.wins):
                return
            others = self._others() if self.mine and first else None
            answers = yield from self.asker.ask(asked.units(self.asker, left, self.level, others))
            self._take_claim_answers(asked, answers)
            if others is not None:
                self.moves.take_in(answers[-1])
            if self._claim_decided():
                return
            self.level *= MORE if self.level < _SMALL else _LARGER

    def _claim_round(self, *, opposites: bool) -> ClaimRound:
        """Return the questions of the next round."""
        about: list[Move | None] = [key for key in self.keys if self._open(key)]
        if not about and self.proof is None:
            about.append(None)
        if self.level > _HARD:
            about = [key for key in about if key is None or key.peg not in self.moves.open]
        questions = [self._question(key) for key in about]
        opposite = [replace(q, claim=q.claim.opposite) for q in questions] if opposites else []
        wins = [Question(self.position, self._better)] if self._wants_win() else []
        return ClaimRound(about, questions, opposite, wins)

    def _take_claim_answers(self, asked: ClaimRound, answers: Sequence[Answer]) -> None:
        """Note the answers of a round about the claim, the keys and a possible win."""
        for (question, about), answer in zip(asked.all(), answers, strict=False):
            (solution,) = answer.solutions
            if solution.limit is Limit.EXHAUSTED:
                self.exhausted.add(question)
            if question in asked.wins:
                self.win = solution
            else:
                self._note(about, solution)

    def _question(self, key: Move | None) -> Question:
        """Return the question whether the claim holds, after a key or at once."""
        at = self.position if key is None else self.position.play(key)
        return Question(at, self.claim)

    def _others(self) -> Others:
        """Return the question of the first moves but the published keys."""
        keys = frozenset(key.peg for key in self.keys if key.peg is not None)
        return Others(Question(self.position, self.claim), keys)

    @property
    def _better(self) -> Claim:
        """The claim that is better than the draw asked for: a win."""
        return Claim(Aim.CONNECT, self.claim.prover)

    def _open(self, key: Move) -> bool:
        """Tell whether a published key is to be asked about; one may connect at once."""
        if self.keys[key] is not Verdict.UNDECIDED:
            return False
        after = self.position.play(key)
        if after.result is None:
            return True
        if after.connected(self.claim.prover):
            self._proven(key, standing_win(after, self.claim))
        return False

    def _wants_win(self) -> bool:
        open_yet = self.win is None or self.win.verdict is Verdict.UNDECIDED
        return self.mine and self.puzzle.goal is Goal.DRAW and open_yet

    def _claim_decided(self) -> bool:
        if self.disproof is not None:
            return True
        keys = Verdict.UNDECIDED not in self.keys.values()
        return self.proof is not None and keys and not self._wants_win()

    def _note(self, key: Move | None, solution: Solution) -> None:
        """Add what is proved of the claim, or of a key."""
        if (strategy := solution.strategy) is None:
            return
        if strategy.claim.implies(self.claim):
            if key is not None:
                self._proven(key, strategy)
            elif self.proof is None:
                self.proof = strategy
                first = strategy.root.hole
                if self.mine and first is not None:
                    self.moves.won(first, strategy)
        elif strategy.claim.implies(self.claim.opposite):
            if key is None:
                self.disproof = strategy
            else:
                self.keys[key] = Verdict.DISPROVEN
                self.key_proofs[key] = strategy
                self.moves.refuted.take_in(strategy)

    def _proven(self, key: Move, rest: Strategy) -> None:
        """Add that a key is right, by a strategy for the position after it."""
        assert key.peg is not None
        strategy = begun_with(self.position, key.peg, rest)
        self.keys[key] = Verdict.PROVEN
        self.key_proofs[key] = strategy
        self.proof = strategy
        self.moves.won(key.peg, strategy)

    # -- the first moves ----------------------------------------------------------------

    def decide_moves(self) -> Plan[None]:
        """Decide which first moves win, and whether without a key."""
        yield from search_first_moves(self._boards, self.asker, self._share)
        self.bring_together()

    def part_tries_from_delays(self) -> Plan[None]:
        """Ask of the hard first moves, when it is known that they are no cooks, whether they win
        at all."""
        if self.moves.open and not self._unknown():
            self.again = True
            yield from search_first_moves(self._boards, self.asker, lambda: _MOVES, each=AT_ONCE)

    def choose_key(self) -> Plan[None]:
        """Where no key is published, and others win without the one that was proved first: look for
        one without which none does."""
        if self.keys or self.closed is None or self._unknown():
            return
        for key in sorted(self.closed.wins)[:_KEYS]:
            board = yield from self._decided_without(key)
            if not board.wins and not board.open:
                self.own_key, self.key_holes, self.closed = key, frozenset({key}), board
                self.proof = self.moves.wins[key]
                return

    def _decided_without(self, key: Hole) -> Plan[FirstMoveSearch]:
        """Decide the other first moves that win or are hard where one hole is closed."""
        board = self._closing(frozenset({key}))
        board.asked = tuple(sorted({*self.moves.open, *self.moves.wins} - {key}))
        yield from search_first_moves(lambda _: [board], self.asker, lambda: _MOVES)
        return board

    def _closing(self, holes: frozenset[Hole]) -> FirstMoveSearch:
        """Return the first moves where holes are closed to the claiming side, with none asked."""
        position = self.position.closing(self.claim.prover, holes)
        return FirstMoveSearch(position, self.claim, (), ask_pass=self.moves.pass_wins)

    def _unknown(self) -> set[Hole]:
        """Return the first moves that may be cooks or keys yet."""
        self.bring_together()
        return set(self.moves.open) - (self.closed.failing if self.closed else frozenset())

    def _share(self) -> float:
        """Return the share of the limits for the first moves: all while only keys are open, as
        little else can be told without them."""
        left = self._unknown()
        return 1.0 if left and left <= {key.peg for key in self.keys} else _MOVES

    def _take_keys(self) -> None:
        """Note the published keys that were decided among the first moves: one may win with other
        links than the key's."""
        for key in filter(self._open, self.keys):
            assert key.peg is not None
            win = self.moves.wins.get(key.peg)
            if win is not None and win.goes_on(self.position.play(key)):
                self.keys[key] = Verdict.PROVEN
                self.key_proofs[key] = self.proof = win
            elif win is None and key.peg not in self.moves.open:
                self.keys[key] = Verdict.DISPROVEN

    def _boards(self, hard: bool) -> list[FirstMoveSearch]:
        """Return what is to be decided now: the puzzle's first moves, and those that win again
        where the keys' holes are closed.

        When they are hard it is asked at once whether they are cooks: without the key far more
        fails, and far sooner, and a puzzle is sound if there are none.
        """
        self.bring_together()
        if not self.key_holes:
            return [self.moves]
        if hard:
            self.hard |= set(self.moves.open) - self.key_holes
        hard_yet = self.hard.intersection(self.moves.open)
        asked = hard_yet.union(self.moves.wins) - self.key_holes
        if self.closed is None:
            if not asked:
                return [self.moves]
            self.closed = self._closing(self.key_holes)
        self.closed.asked = tuple(sorted(asked))
        asking = {each.first for each in self.closed.next(of_pass=False)}
        waiting = hard_yet - self.closed.refuted.left() | hard_yet.intersection(asking)
        self.moves.waiting = frozenset() if self.again else frozenset(waiting)
        return [self.moves, self.closed]

    def bring_together(self) -> None:
        """Take over what one part of the audit found out for another, and say what counts as a
        key once a first move wins: the published ones that do not fail, else the first proved."""
        if self.closed is not None:
            for hole, win in self.closed.wins.items():
                self.moves.won(hole, win)
        if self.mine and self.disproof is None and not self.moves.refuted.left():
            self.disproof = self.moves.refuted.strategy(frozenset())
        self._take_keys()
        if not self.moves.wins:
            return
        if self.proof is None:
            self.proof = next(iter(self.moves.wins.values()))
        keys = frozenset(
            key.peg
            for key, verdict in self.keys.items()
            if key.peg is not None and verdict is not Verdict.DISPROVEN
        )
        if not keys:
            self.own_key = self.own_key or next(iter(self.moves.wins))
            keys = frozenset({self.own_key})
        if keys != self.key_holes:
            # The hole of a published key that failed is open again: what failed without it may win.
            self.key_holes, self.closed = keys, None
            self.moves.waiting = frozenset()

    def _no_cook(self) -> Proof | None:
        """Return the proof that first moves fail where the keys' holes are closed, with those that
        fail anyway."""
        if self.closed is None or not len(self.closed.refuted):
            return None
        refuted = RefutedMoves(self.closed.position, self.claim)
        for some in (self.moves.refuted, self.closed.refuted):
            if (strategy := some.strategy(some.left())) is not None:
                refuted.take_in_all(strategy)
        left = refuted.left()
        strategy = refuted.strategy(left)
        if strategy is None:
            return None
        return Proof(Verdict.DISPROVEN, strategy, left, self.key_holes)

    def findings(self) -> ProvedSoFar:
        """Return the proofs so far. Changes nothing, so it may be called at any time."""
        refuted = self.moves.refuted
        left = frozenset[Hole]() if self.disproof else refuted.left()
        # What fails without a key's hole may be a cook yet if the key fails.
        keyed = self.key_holes.issubset(self.moves.wins)
        return ProvedSoFar(
            puzzle=self.puzzle,
            claim=self.claim,
            mine=self.mine,
            proof=self.proof,
            refuting=self.disproof or refuted.strategy(left),
            left=left,
            win=self.win,
            keys=self.keys,
            key_proofs=self.key_proofs,
            key_holes=self.key_holes,
            moves=self.moves,
            closed=self.closed,
            no_cooks=self.closed.failing if self.closed and keyed else frozenset(),
            no_cook=self._no_cook() if keyed else None,
            failed=self.disproof is not None,
            pass_refuted=self.disproof is not None or refuted.unanswered(None) is None,
        )
