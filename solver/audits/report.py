"""The report of an audit, put together from its proofs."""

from dataclasses import replace

from solver import __version__
from solver.audits.asker import Asker
from solver.audits.audit_record import Audit, ClaimStanding, Dual, Key, Soundness
from solver.audits.classify import first_moves
from solver.audits.difficulty_facts import foresight_of, rate
from solver.audits.idle_pegs import idle_pegs
from solver.audits.proofs import proofs_of
from solver.audits.proved_so_far import ProvedSoFar
from solver.audits.replies_and_duals import count_replies_and_duals
from solver.audits.soundness import soundness_of
from solver.audits.standings import standings_of
from solver.game import Hole, Move, line_texts, move_text
from solver.proof import Limits, Strategy, Verdict, claim_of, line_after, main_line
from solver.puzzle import Puzzle
from solver.work import Failure, Plan

__all__ = ["failed_audit", "report"]


def report(found: ProvedSoFar, asker: Asker, limits: Limits, *, short: bool) -> Plan[Audit]:
    """Return the report, after asking what only a full one needs with what is left."""
    moves, ended = first_moves(found), asker.ended
    line = main_line(found.position, found.proof) if found.proof else ()
    duals: tuple[Dual, ...] = ()
    standings: tuple[ClaimStanding, ...] = ()
    if not short:
        moves, duals = yield from count_replies_and_duals(found, moves, line, asker)
        standings = yield from standings_of(found, line, asker)
    looked = foresight_of(found, moves)
    verdict, reason = soundness_of(found, moves)
    decided = verdict is not Soundness.UNDECIDED and all(move.decided for move in moves)
    fault = next(iter(asker.faults), None)
    return Audit(
        claim=found.claim,
        ruleset=found.position.ruleset.value,
        verdict=verdict,
        reason=reason,
        keys=_keys(found),
        moves=moves,
        set_play=_set_play(found),
        duals=duals,
        pegs=found.proof.root.depth if found.proof else None,
        zone=_zone(found.refuting if found.failed else found.proof),
        zone_of_others=_zone(None if found.failed else found.refuting),
        idle_pegs=idle_pegs(found) if found.failed or verdict is Soundness.SOUND else (),
        difficulty=rate(found, moves, duals, looked),
        foresight=looked,
        standings=standings,
        limits=limits,
        limit=None if decided else fault.fault.value if fault else ended.value,
        nodes=asker.nodes,
        seconds=asker.seconds,
        version=__version__,
        proofs=proofs_of(found),
        error=fault.message if fault and verdict is Soundness.UNDECIDED else None,
    )


def failed_audit(puzzle: Puzzle, limits: Limits, failure: Failure) -> Audit:
    """Return the report of a puzzle whose search crashed or hung: it says nothing."""
    return Audit(
        claim=claim_of(puzzle),
        ruleset=puzzle.position.ruleset.value,
        verdict=Soundness.UNDECIDED,
        reason=failure.message,
        keys=(),
        moves=(),
        set_play=(),
        duals=(),
        pegs=None,
        zone=frozenset(),
        zone_of_others=frozenset(),
        idle_pegs=(),
        difficulty=None,
        foresight=None,
        standings=(),
        limits=limits,
        limit=failure.fault.value,
        nodes=0,
        seconds=0.0,
        version=__version__,
        error=failure.message,
    )


def _set_play(found: ProvedSoFar) -> tuple[str, ...]:
    """Return how the opponent answers a pass, if that is known."""
    if found.refuting is None or not found.pass_refuted:
        return ()
    line, _ = line_after(found.position, found.refuting, None)
    return line_texts(replace(found.position, to_move=found.position.to_move.other), line)


def _keys(found: ProvedSoFar) -> tuple[Key, ...]:
    """Return the published keys, and without one that is proven the move that was proved."""
    position = found.position
    keys = list[Key]()
    for move, verdict in found.keys.items():
        proof = found.key_proofs.get(move)
        line: tuple[Move, ...] = ()
        if proof is not None:
            begins = verdict is Verdict.PROVEN
            line = main_line(position if begins else position.play(move), proof)
            line = line if begins else (move, *line)
        pegs = proof.root.depth if proof else None
        if proof is None and verdict is Verdict.DISPROVEN and found.refuting is not None:
            # It was refuted together with other first moves.
            line, pegs = line_after(position, found.refuting, move)
            line = (move, *line)
        keys.append(Key(move_text(position, move), True, verdict, line_texts(position, line), pegs))
    if found.mine and not any(key.verdict is Verdict.PROVEN for key in keys):
        for hole in sorted(found.key_holes & set(found.moves.wins)):
            win = found.moves.wins[hole]
            if found.proof is not None and found.proof.root.hole == hole:
                win = found.proof  # which is handed out: the other one may begin with other links
            texts = line_texts(position, main_line(position, win))
            keys.append(Key(texts[0], False, Verdict.PROVEN, texts, win.root.depth))
    return tuple(keys)


def _zone(strategy: Strategy | None) -> frozenset[Hole]:
    return strategy.root.zone | strategy.root.pegs if strategy else frozenset()
