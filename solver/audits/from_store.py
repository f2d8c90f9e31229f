"""Finds the proofs of an audit again in the store that it was given.

Nothing is searched. Each proof is checked on the puzzle's own position, whatever the store says.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from solver.audits.audit_record import Kind, Proof
from solver.audits.proofs import key_words
from solver.errors import CertificateError, IllegalMoveError, NotationError, PuzzleRuleError
from solver.game import Hole, Move, Position, hole_text, move_text, parse_hole, parse_move
from solver.proof import Aim, Claim, Strategy, Verdict, claim_of
from solver.puzzle import Goal, Puzzle
from solver.search import RefutedMoves, begun_with, standing_win
from solver.store import Store

__all__ = ["MOST_WINS", "stored_proofs"]

MOST_WINS = 20
"""Winning first moves, other than the keys, of which the proofs are looked up at most."""

_NO_LINKS = frozenset[Any]()


def stored_proofs(puzzle: Puzzle, record: Mapping[str, Any], store: Store) -> dict[str, Proof]:
    """Return the proofs behind a report (`solver/schemas/audit.json`), as `Audit.proofs` has them.

    What the store does not know is left out. Raises StoreError.
    """
    try:
        return _Lookup(puzzle, record, store).proofs()
    except PuzzleRuleError:
        # The solver takes no such position, so that nothing was proved of it.
        return {}


class _Lookup:
    """The proofs of one report, asked of the store one after the other."""

    def __init__(self, puzzle: Puzzle, record: Mapping[str, Any], store: Store) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.claim = claim_of(puzzle)
        self.store = store
        # Asked about with each winning move.
        self.claimed = cache(lambda start: store.find(start, self.claim))
        kinds = {parse_hole(move["hole"]): Kind(move["kind"]) for move in record["moves"]}
        self.lines = {parse_hole(move["hole"]): move["line"] for move in record["moves"]}
        self.keys = frozenset(hole for hole, kind in kinds.items() if kind is Kind.KEY)
        others = (Kind.COOK, Kind.DELAY, Kind.WINS)
        self.winning = [hole for hole, kind in sorted(kinds.items()) if kind in others]
        self.cooks = frozenset(hole for hole in self.winning if kinds[hole] is Kind.COOK)
        said = {key["move"]: Verdict(key["verdict"]) for key in record["keys"]}
        verdicts = {key: said.get(move_text(self.position, key)) for key in puzzle.keys}
        # The audit closed the holes of published keys that it could not decide as well.
        self.open_keys = {
            key.peg for key in puzzle.keys if key.peg and verdicts[key] is Verdict.UNDECIDED
        }
        self.closed = self.position.closing(self.claim.prover, self.keys | self.open_keys)
        own = [parse_move(self.position, key["move"]) for key in record["keys"]]
        keys = dict.fromkeys([*puzzle.keys, *(key for key in own if isinstance(key, Move))])
        self.proven = {
            word: key
            for word, key in key_words("key", keys)
            if said.get(move_text(self.position, key)) is Verdict.PROVEN
        }
        """The keys that are right: published ones, and what the audit found in their place."""
        refuted = {hole for hole, kind in kinds.items() if kind in (Kind.TRY, Kind.IDLE)}
        self.failing = {
            word: key
            for word, key in key_words("fails", puzzle.keys)
            if verdicts[key] is Verdict.DISPROVEN and key.peg not in refuted
        }
        """The published keys that fail while their holes are not refuted."""

    def proofs(self) -> dict[str, Proof]:
        """Return all that is found: of the claim, of what is refuted, of what wins."""
        stored = self.store.find(self.position, self.claim)
        known = stored.solution.strategy if stored is not None else None
        if stored is not None and stored.solution.verdict is Verdict.DISPROVEN:
            assert known is not None
            return {"": Proof(Verdict.DISPROVEN, known)}
        found = dict[str, Proof]()
        begun = self._by_keys()
        strategy = next(iter(begun.values()), None) or self._without_keys(known)
        if strategy is not None:
            key = strategy.root.hole if strategy.root.hole in self.keys else None
            found[""] = Proof(Verdict.PROVEN, strategy, first=key)
        if self.position.to_move is self.claim.prover:
            found |= self._better_than_a_draw()
            found |= self._refutations()
            found |= self._failing_keys()
            found |= self._wins(strategy, begun)
        return found

    def _by_keys(self) -> dict[str, Strategy]:
        """Return what proves the keys, each by the word for its proof."""
        found = dict[str, Strategy]()
        if self.position.to_move is not self.claim.prover:
            return found
        for word, key in self.proven.items():
            assert key.peg is not None
            try:
                after = self.position.play(key)
            except IllegalMoveError:
                continue  # a key that only the report names
            others = (win for win in self._known(self.position, key.peg) if win.goes_on(after))
            if win := self._begun(key.peg, after) or next(others, None):
                found[word] = win
        return found

    def _without_keys(self, known: Strategy | None) -> Strategy | None:
        """Return the proof of the claim where that of no key is there."""
        if known is None or not self.keys or known.root.hole in self.keys:
            return known
        # The audit chose another key than the move that was proved first.
        wins = (win for hole in sorted(self.keys) for win in self._known(self.position, hole))
        return next(wins, known)

    def _better_than_a_draw(self) -> dict[str, Proof]:
        """Return whether a puzzle that asks for a draw can be won."""
        if self.puzzle.goal is not Goal.DRAW:
            return {}
        win = self.store.find(self.position, Claim(Aim.CONNECT, self.claim.prover))
        if win is None or win.solution.strategy is None:
            return {}
        return {"win": Proof(win.solution.verdict, win.solution.strategy, goal=Goal.WIN)}

    def _refutations(self) -> dict[str, Proof]:
        """Return what refutes the other first moves, and that there are no cooks."""
        none = frozenset[Hole]()
        asked = [("unique", self.position, self.keys.union(self.winning), none)]
        if self.keys and not self.open_keys:
            asked.append(("no-cook", self.closed, self.cooks, self.keys))
        found = dict[str, Proof]()
        for word, start, winning, without in asked:
            stored = self.store.find_others(start, self.claim, winning)
            if stored is not None and (refutes := stored.others.strategy) is not None:
                found[word] = Proof(Verdict.DISPROVEN, refutes, stored.others.left, without)
        return found

    def _failing_keys(self) -> dict[str, Proof]:
        """Return what refutes published keys whose holes may win with other links."""
        found = dict[str, Proof]()
        for word, key in self.failing.items():
            after = self.position.play(key)
            stored = self.store.find(after, self.claim) if after.result is None else None
            if stored is not None and stored.solution.verdict is Verdict.DISPROVEN:
                assert stored.solution.strategy is not None
                found[word] = Proof(Verdict.PROVEN, stored.solution.strategy, after=key)
        return found

    def _wins(self, strategy: Strategy | None, begun: Mapping[str, Strategy]) -> dict[str, Proof]:
        """Return what wins after the other keys, cooks and delays; `strategy` proves the claim and
        `begun` published keys."""
        found = {
            word: Proof(Verdict.PROVEN, win, first=win.root.hole)
            for word, win in begun.items()
            if win is not strategy
        }
        shown = {win.root.hole for win in (strategy, *begun.values()) if win is not None}
        for hole in [*sorted(self.keys - shown), *self.winning[:MOST_WINS]]:
            cook = next(self._known(self.closed, hole), None) if hole in self.cooks else None
            win = cook or next(self._known(self.position, hole), None)
            if win is not None:
                word = "key" if hole in self.keys else "cook" if cook else "wins"
                found[f"{word}-{hole_text(hole).lower()}"] = Proof(
                    Verdict.PROVEN,
                    win,
                    closed=self.keys | self.open_keys if word == "cook" else frozenset(),
                    first=hole,
                )
        return found

    def _known(self, start: Position, hole: Hole) -> Iterator[Strategy]:
        """Yield proofs that a first move wins, by what is known of the position after it where
        the audit asked, or where the report's line leads. Where even a pass wins, that is known."""
        stored = self.claimed(start)
        if stored is not None and stored.solution.verdict is Verdict.PROVEN:
            assert stored.solution.strategy is not None
            if stored.solution.strategy.root.hole == hole:
                yield stored.solution.strategy
        refuted = RefutedMoves(start, self.claim)
        asked = [refuted.after(hole, _NO_LINKS), refuted.after(None, _NO_LINKS)]
        with suppress(NotationError, IllegalMoveError):
            # Its links may not be those that stand after a plain move.
            asked += [start.play(parse_move(start, text)) for text in self.lines.get(hole, ())[:1]]
        yield from filter(None, (self._begun(hole, after) for after in asked))

    def _begun(self, hole: Hole, after: Position) -> Strategy | None:
        """Return the strategy that pegs a hole and goes on as the store knows."""
        if after.connected(self.claim.prover):
            rest = standing_win(after, self.claim)
        else:
            stored = None if after.result is not None else self.store.find(after, self.claim)
            if stored is None or stored.solution.verdict is not Verdict.PROVEN:
                return None
            assert stored.solution.strategy is not None
            rest = stored.solution.strategy
        try:
            return begun_with(self.position, hole, rest)
        except CertificateError:
            return None
