"""Compares what a report says with the proofs that are there for it, and with the puzzle."""

from collections import Counter
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from solver.audits.audit_record import Kind, Proof, Soundness
from solver.audits.from_store import MOST_WINS
from solver.errors import IllegalMoveError
from solver.game import Hole, Move, hole_text, move_text, parse_hole, parse_move
from solver.plurals import counted, some
from solver.proof import Verdict, claim_of
from solver.puzzle import Goal, Puzzle

__all__ = ["unproved"]

_WINNING = (Kind.KEY, Kind.COOK, Kind.DELAY, Kind.WINS)
_REFUTED = (Kind.TRY, Kind.IDLE)

_NAMED = 8
"""Most first moves that are named of those that a report leaves out."""


def unproved(
    puzzle: Puzzle, record: Mapping[str, Any], proofs: Mapping[str, Proof]
) -> tuple[str, ...]:
    """Return what a report (`solver/schemas/audit.json`) says without a proof, in a few words each.

    It must name all first moves and all keys of the puzzle, and give the verdict that follows from
    them. `proofs` are named as in `Audit.proofs`; whether they hold is for the verifier to say.
    What a report calls undecided needs no proof. Raises AttributeError, KeyError, TypeError or
    ValueError for what is no report.
    """
    report = _Report(puzzle, record, proofs)
    if report.empty and record["error"]:
        return ()  # The search crashed or hung.
    parts = (report.claim_unproved(), report.moves_unproved(), report.keys_unproved())
    found = tuple(said for part in parts for said in part)
    verdict = report.verdict_that_follows()
    if found or verdict is report.verdict:
        return found
    return (f"the verdict {report.verdict.value} (the proofs give {verdict.value})",)


class _Report:
    """What one report says, beside its puzzle and the proofs."""

    def __init__(
        self, puzzle: Puzzle, record: Mapping[str, Any], proofs: Mapping[str, Proof]
    ) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.claim = claim_of(puzzle)
        self.mine = self.claim.prover is self.position.to_move
        self.proofs = proofs
        self.claim_text = record["claim"]
        self.verdict = Soundness(record["verdict"])
        self.moves = [(parse_hole(m["hole"]), Kind(m["kind"])) for m in record["moves"]]
        self.kinds = dict(self.moves)
        self.keys = [(k["move"], k["published"], Verdict(k["verdict"])) for k in record["keys"]]
        self.published = {
            move_text(self.position, key): key for key in puzzle.keys if self.mine and key.peg
        }
        self.failed = self._proved("", Verdict.DISPROVEN)
        """Whether the claim is disproven."""
        self.key_holes = self._key_holes()

    @property
    def empty(self) -> bool:
        """Whether the report says nothing of the puzzle."""
        return self.verdict is Soundness.UNDECIDED and not self.moves and not self.keys

    def claim_unproved(self) -> Iterator[str]:
        """Yield the claim if it is another one, or if neither it nor its opposite has a proof."""
        decided = self.failed or any(self._proved(word, Verdict.PROVEN) for word in ("", "win"))
        open_yet = self.verdict is Soundness.UNDECIDED
        if self.claim_text != self.claim.text or not (decided or open_yet):
            yield "the claim"

    def moves_unproved(self) -> Iterator[str]:
        """Yield the first moves that are not proved to be of their kind, or that are left out."""
        left = set(self.position.open_holes(self.claim.prover)) if self.mine else set[Hole]()
        won = {p.first for p in self.proofs.values() if p.verdict is Verdict.PROVEN}
        others = [h for h, kind in sorted(self.moves) if kind in _WINNING and kind is not Kind.KEY]
        uncompared = set[Hole]() if self.failed else set(others[MOST_WINS:])
        for hole, kind in self.moves:
            shown = hole in uncompared or self._move_shown(hole, kind, hole in won)
            if hole not in left or not shown:
                yield f"{_name(hole)}: {kind.value}"
            left.discard(hole)
        if left:
            names = some([*map(_name, sorted(left))], _NAMED)
            yield f"{counted(len(left), 'first move')} that it leaves out: {names}"

    def keys_unproved(self) -> Iterator[str]:
        """Yield the keys that are not the puzzle's or have another verdict, or that are left out.

        Whether a key wins at all is said by `moves_unproved`.
        """
        left = dict(self.published)
        own = {hole for hole, kind in self.moves if kind is Kind.KEY}
        if any(verdict is Verdict.PROVEN for _, published, verdict in self.keys if published):
            own.clear()
        for text, published, verdict in self.keys:
            if published:
                key = left.pop(text, None)
                shown = key is not None and self._key_shown(key, verdict)
            else:
                move = parse_move(self.position, text)
                hole = move.peg if isinstance(move, Move) else None
                won = isinstance(move, Move) and self._found_key_wins(move, own)
                shown = won and verdict is Verdict.PROVEN
                own -= {hole}
            if not shown:
                yield f"the key {text}: {verdict.value}"
        for text in [*left, *map(_name, sorted(own))]:
            yield f"the key {text}, which it leaves out"
        kinds = set(self.kinds.values())
        if kinds.intersection(_WINNING) and Kind.KEY not in kinds and not self.key_holes:
            yield "a key, though first moves win"

    def verdict_that_follows(self) -> Soundness:
        """Return the verdict on the puzzle, if all else that the report says is true.

        The rules are those of the enumeration `Soundness`, written here once more: what checks an
        audit should not share its faults.
        """
        if self.failed or self._proved("win", Verdict.PROVEN):
            return Soundness.NO_SOLUTION
        if not self._proved("", Verdict.PROVEN):
            return Soundness.UNDECIDED
        if not self.mine:
            return Soundness.SOUND
        count = Counter(kind for _, kind in self.moves)
        keys = [verdict for _, published, verdict in self.keys if published]
        every = count[Kind.KEY] + count[Kind.COOK] == len(self.moves)
        if count[Kind.COOK]:
            return Soundness.NO_SOLUTION if every else Soundness.COOKED
        if keys and all(verdict is Verdict.DISPROVEN for verdict in keys):
            return Soundness.COOKED
        draw = self.puzzle.goal is Goal.DRAW
        better = draw and not self._proved("win", Verdict.DISPROVEN)
        if better or Verdict.UNDECIDED in keys or count[Kind.WINS] or count[Kind.UNDECIDED]:
            return Soundness.UNDECIDED
        if count[Kind.DELAY] and count[Kind.DELAY] + count[Kind.KEY] == len(self.moves):
            return Soundness.NO_SOLUTION
        return Soundness.SOUND

    def _key_holes(self) -> frozenset[Hole]:
        """Return the holes of the published keys that do not fail, else that of the one first move
        which is the key instead."""
        failing = {text for text, _, verdict in self.keys if verdict is Verdict.DISPROVEN}
        standing = (key.peg for text, key in self.published.items() if text not in failing)
        if holes := frozenset(hole for hole in standing if hole is not None):
            return holes
        own = [hole for hole, kind in self.moves if kind is Kind.KEY]
        return frozenset(own) if len(own) == 1 else frozenset()

    def _move_shown(self, hole: Hole, kind: Kind, won: bool) -> bool:
        """Tell whether the proofs show of what kind a first move is; `won`: one begins with it."""
        if kind is Kind.UNDECIDED:
            return True
        if kind in _REFUTED:
            return self.failed or self._refuted("unique", hole)
        if kind is Kind.NO_COOK:
            return self._refuted("no-cook", hole)
        if (kind is Kind.KEY) != (hole in self.key_holes):
            return False
        if kind is Kind.DELAY:
            return won and self._refuted("no-cook", hole)
        return won and (kind is not Kind.COOK or f"cook-{_name(hole)}" in self.proofs)

    def _key_shown(self, key: Move, verdict: Verdict) -> bool:
        """Tell whether a published key has the verdict that follows from the kind of its hole, or
        from a proof of its own: it may fail where its hole wins with other links."""
        if self.failed:
            return verdict is not Verdict.PROVEN
        if any(proof.after == key for proof in self.proofs.values()):
            return verdict is Verdict.DISPROVEN
        kind = self.kinds.get(key.peg) if key.peg is not None else None
        if kind in _REFUTED:
            return verdict is Verdict.DISPROVEN
        won = kind is Kind.KEY and self._wins_with_its_links(key)
        return verdict is (Verdict.PROVEN if won else Verdict.UNDECIDED)

    def _found_key_wins(self, move: Move, own: AbstractSet[Hole]) -> bool:
        """Tell whether a key that the audit found wins with its links; `own` are their holes."""
        if move.peg not in own:
            return self._pass_wins(move)
        try:
            return self._wins_with_its_links(move)
        except IllegalMoveError:
            return False

    def _pass_wins(self, move: Move) -> bool:
        """Tell whether a move is a pass, as no hole is left, and the proof of the claim goes on
        after its links."""
        proof = self.proofs.get("")
        if move.peg is not None or proof is None or proof.verdict is not Verdict.PROVEN:
            return False
        if not self.mine or any(True for _ in self.position.open_holes(self.claim.prover)):
            return False
        return proof.strategy.goes_on(self.position.play(move))

    def _wins_with_its_links(self, key: Move) -> bool:
        """Tell whether a win that begins with a key's hole goes on after its own links; also when
        none is known."""
        wins = [proof.strategy for proof in self.proofs.values() if proof.first == key.peg]
        after = self.position.play(key)
        return not wins or any(win.goes_on(after) for win in wins)

    def _proved(self, word: str, verdict: Verdict) -> bool:
        proof = self.proofs.get(word)
        return proof is not None and proof.verdict is verdict

    def _refuted(self, word: str, hole: Hole) -> bool:
        """Tell whether a proof refutes a first move."""
        proof = self.proofs.get(word)
        return proof is not None and hole not in proof.but


def _name(hole: Hole) -> str:
    return hole_text(hole).lower()
