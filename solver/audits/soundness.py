"""The verdict of an audit, and its reason in a sentence."""

from collections.abc import Iterable, Sequence

from solver.audits.audit_record import FirstMove, Kind, Soundness
from solver.audits.proved_so_far import ProvedSoFar
from solver.game import Hole, hole_text, move_text
from solver.plurals import some
from solver.proof import Aim, Claim, Verdict
from solver.puzzle import Goal

__all__ = ["soundness_of"]

_NOTHING = "nothing to find: every first move does it"

_NAMED = 8
"""Most holes that a reason names."""


def soundness_of(found: ProvedSoFar, moves: Sequence[FirstMove]) -> tuple[Soundness, str]:
    """Return the verdict that the proofs allow, and why."""
    verdict, reason = _judged(found, moves)
    wrong = [key for key, value in found.keys.items() if value is Verdict.DISPROVEN]
    if wrong and not found.failed:
        texts = ", ".join(move_text(found.position, key) for key in wrong)
        reason += f"; the published key {texts} fails"
    return verdict, reason


def _judged(found: ProvedSoFar, moves: Sequence[FirstMove]) -> tuple[Soundness, str]:
    """Return the verdict and its reason; the first step that says anything decides."""
    if told := _of_the_claim(found, moves):
        return told
    if not found.mine:
        return Soundness.SOUND, "the claim is proven; it is not the claiming side's turn"
    return _cooked(found, moves) or _undecided(found, moves) or _key_alone(found, moves)


def _of_the_claim(found: ProvedSoFar, moves: Sequence[FirstMove]) -> tuple[Soundness, str] | None:
    """Return the verdict when the claim fails, is too modest or is open."""
    if found.failed:
        return Soundness.NO_SOLUTION, f"the opposite is proven: {found.claim.opposite.text}"
    if found.win is not None and found.win.verdict is Verdict.PROVEN:
        return Soundness.NO_SOLUTION, f"better than asked: {found.win.claim.text}"
    if found.proof is None:
        tried = len(_of(moves, Kind.TRY, Kind.IDLE))
        said = f"; {tried} of {len(moves)} first moves are refuted" if tried else ""
        return Soundness.UNDECIDED, f"neither the claim nor its opposite was proved{said}"
    return None


def _cooked(found: ProvedSoFar, moves: Sequence[FirstMove]) -> tuple[Soundness, str] | None:
    """Return the verdict when other first moves than a right key win without it."""
    if cooks := _of(moves, Kind.COOK):
        if len(cooks) + len(_of(moves, Kind.KEY)) == len(moves):
            return Soundness.NO_SOLUTION, _NOTHING
        return Soundness.COOKED, f"{_names(cooks)} {_does(found, len(cooks))} without the key"
    if found.keys and all(value is Verdict.DISPROVEN for value in found.keys.values()):
        return Soundness.COOKED, f"{_names(sorted(found.key_holes))} {_does(found, 1)}"
    return None


def _undecided(found: ProvedSoFar, moves: Sequence[FirstMove]) -> tuple[Soundness, str] | None:
    """Return the verdict when a key, the better claim or a first move is open."""
    if unknown := [key for key, value in found.keys.items() if value is Verdict.UNDECIDED]:
        texts = ", ".join(move_text(found.position, key) for key in unknown)
        return Soundness.UNDECIDED, f"the published key {texts} is undecided"
    # Where the limits ended before it, the win was never asked about.
    better = None if found.win is None else found.win.verdict
    if found.puzzle.goal is Goal.DRAW and better in (None, Verdict.UNDECIDED):
        win = Claim(Aim.CONNECT, found.claim.prover)
        return Soundness.UNDECIDED, f"it is undecided whether {win.text}"
    decided = sum(move.decided for move in moves)
    if decided < len(moves):
        said = f"{decided} of {len(moves)} first moves are decided"
        return Soundness.UNDECIDED, f"the key is proven; {said}"
    return None


def _key_alone(found: ProvedSoFar, moves: Sequence[FirstMove]) -> tuple[Soundness, str]:
    """Return the verdict when all is decided and nothing wins without the key."""
    delays, no_cooks = _of(moves, Kind.DELAY), _of(moves, Kind.NO_COOK)
    if delays and len(delays) + len(found.key_holes) == len(moves):
        return Soundness.NO_SOLUTION, _NOTHING
    refuted = len(_of(moves, Kind.TRY, Kind.IDLE))
    reason = f"the key is proven, {refuted} other first moves are refuted"
    if delays:
        reason += f", {_names(delays)} only {'delays' if len(delays) == 1 else 'delay'}"
    if no_cooks:
        fail = "fails or only delays" if len(no_cooks) == 1 else "fail or only delay"
        reason += f", {_names(no_cooks)} {fail}"
    return Soundness.SOUND, reason


def _of(moves: Sequence[FirstMove], *kinds: Kind) -> list[Hole]:
    """Return the holes of first moves of some kinds."""
    return [move.hole for move in moves if move.kind in kinds]


def _does(found: ProvedSoFar, number: int) -> str:
    """Return what so many first moves do that fulfil the claim."""
    does = "draw" if found.puzzle.goal is Goal.DRAW else "win"
    return f"{does}s" if number == 1 else does


def _names(holes: Iterable[Hole]) -> str:
    return some([hole_text(hole).lower() for hole in holes], _NAMED)
