"""What an audit tells of its findings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from solver import __version__
from solver.audit.findings import Findings
from solver.audit.more import count_replies_and_duals
from solver.audit.purse import Purse
from solver.audit.rating import rate
from solver.audit.record import (
    Audit,
    Dual,
    FirstMove,
    Key,
    Kind,
    Proof,
    Soundness,
    Standing,
)
from solver.audit.standings import standings
from solver.audit.verdict import judge
from solver.errors import CertificateError
from solver.game import Hole, Move, Position, hole_text, move_text
from solver.proof import Limits, NodeKind, Strategy, Verdict, claim_of, line_after, main_line
from solver.puzzle import Goal, Puzzle
from solver.verify import check_strategy
from solver.work import Failure, Plan

__all__ = ["failed", "first_moves", "report"]


def report(found: Findings, purse: Purse, limits: Limits, *, short: bool) -> Plan[Audit]:
    """Return the report, after asking what only a full one needs with what is left."""
    moves = first_moves(found)
    line = main_line(found.position, found.proof) if found.proof else ()
    duals: tuple[Dual, ...] = ()
    others: tuple[Standing, ...] = ()
    if not short:
        moves, duals = yield from count_replies_and_duals(found, moves, line, purse)
        others = yield from standings(found, purse)
    verdict, reason = judge(found, moves)
    decided = verdict is not Soundness.UNDECIDED and all(move.decided for move in moves)
    fault = next(iter(purse.faults), None)
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
        idle_pegs=_idle_pegs(found) if found.failed or verdict is Soundness.SOUND else (),
        difficulty=rate(found, moves, duals),
        standings=others,
        limits=limits,
        limit=None if decided else fault.fault.value if fault else purse.limit.value,
        nodes=purse.nodes,
        seconds=purse.seconds,
        version=__version__,
        proofs=_proofs(found),
        error=fault.message if fault and verdict is Soundness.UNDECIDED else None,
    )


def failed(puzzle: Puzzle, limits: Limits, failure: Failure) -> Audit:
    """Return what is known of a puzzle that the search did not survive: nothing."""
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
        standings=(),
        limits=limits,
        limit=failure.fault.value,
        nodes=0,
        seconds=0.0,
        version=__version__,
        error=failure.message,
    )


def _text(position: Position, moves: Sequence[Move]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(move_text(position, move))
        position = position.play(move)
    return tuple(texts)


def first_moves(found: Findings, *, lines: bool = True) -> tuple[FirstMove, ...]:
    """Return all first moves, with the lines that show what they are unless `lines` is false."""
    passed = _answer_to_pass(found)
    return tuple(_first_move(found, hole, passed, lines) for hole in found.moves.asked)


def _first_move(found: Findings, hole: Hole, passed: frozenset[Hole], lines: bool) -> FirstMove:
    position = found.position
    win = found.moves.wins.get(hole)
    if win is not None:
        kind = Kind.KEY
        if hole not in found.key_holes:
            kind = Kind.WINS
            if found.closed is not None and hole in found.closed.wins:
                # What shows it, and where: else its line may go on with the key.
                kind, win, position = Kind.COOK, found.closed.wins[hole], found.closed.position
            elif hole in found.no_cooks:
                kind = Kind.DELAY
        if not lines:
            return FirstMove(hole, kind)
        line = main_line(position, win)
        return FirstMove(hole, kind, _text(position, line), win.root.depth - 1)
    if found.refuting is None or hole in found.left:
        return FirstMove(hole, Kind.NO_COOK if hole in found.no_cooks else Kind.UNDECIDED)
    kind = Kind.TRY if hole in passed else Kind.IDLE
    if not lines:
        return FirstMove(hole, kind)
    first = Move(hole)
    line, pegs = line_after(position, found.refuting, first)
    return FirstMove(hole, kind, _text(position, (first, *line)), pegs)


def _answer_to_pass(found: Findings) -> frozenset[Hole]:
    """Return the zone of the answer to a pass that refutes the most first moves."""
    strategy = found.refuting
    if strategy is None:
        return frozenset()
    children = [strategy.nodes[child] for child in strategy.root.children]
    zones = [child.zone for child in children if not child.apart]
    if strategy.root.kind is not NodeKind.REPLY or not zones:
        return strategy.root.zone
    asked = frozenset(found.moves.asked)
    return min(zones, key=lambda zone: len(zone & asked))


def _set_play(found: Findings) -> tuple[str, ...]:
    """Return how the opponent answers a pass, if that is known."""
    if found.refuting is None or not found.pass_refuted:
        return ()
    line, _ = line_after(found.position, found.refuting, None)
    return _text(replace(found.position, to_move=found.position.to_move.other), line)


def _keys(found: Findings) -> tuple[Key, ...]:
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
        keys.append(Key(move_text(position, move), True, verdict, _text(position, line), pegs))
    if found.mine and not any(key.verdict is Verdict.PROVEN for key in keys):
        for hole in sorted(found.key_holes & set(found.moves.wins)):
            win = found.moves.wins[hole]
            texts = _text(position, main_line(position, win))
            keys.append(Key(texts[0], False, Verdict.PROVEN, texts, win.root.depth))
    return tuple(keys)


# -- what the verdict rests on ----------------------------------------------------------


def _zone(strategy: Strategy | None) -> frozenset[Hole]:
    return strategy.root.zone | strategy.root.pegs if strategy else frozenset()


def _idle_pegs(found: Findings) -> tuple[Hole, ...]:
    """Return the setup pegs without which all proofs of the verdict still hold, taken off together.

    A strategy names the pegs that it needs; opponent's pegs it never needs. So the holes of the
    pegs taken off answer for themselves, and the checker confirms it.
    """
    position, proofs = found.position, _proofs(found)
    rests_on = [proof for name, proof in proofs.items() if not name.startswith("wins-")]
    needed = {
        side: frozenset[Hole]().union(
            *(proof.strategy.root.pegs for proof in rests_on if proof.strategy.prover is side)
        )
        for side in type(position.to_move)
    }
    idle = sorted(hole for side, pegs in needed.items() for hole in position.pegs(side) - pegs)
    bare = position
    for hole in idle:
        bare = bare.clear(hole)
    try:
        for proof in rests_on:
            board = bare.board.closing(found.claim.prover, proof.closed)
            check_strategy(replace(bare, board=board), proof.strategy, proof.but)
    except CertificateError:
        return ()
    return tuple(idle) if rests_on else ()


def _proofs(found: Findings) -> Mapping[str, Proof]:
    """Return the proofs that certificates are made of, by a word for their names."""
    proofs = dict[str, Proof]()
    if found.failed and found.refuting is not None:
        return {"": Proof(Verdict.DISPROVEN, found.refuting)}
    if found.proof is not None:
        first = found.proof.root.hole
        if first not in found.key_holes.intersection(found.moves.asked):
            first = None
        proofs[""] = Proof(Verdict.PROVEN, found.proof, first=first)
    if found.win is not None and found.win.strategy is not None:
        proofs["win"] = Proof(found.win.verdict, found.win.strategy, goal=Goal.WIN)
    if found.refuting is not None:
        proofs["unique"] = Proof(Verdict.DISPROVEN, found.refuting, found.left)
    if found.no_cook is not None:
        proofs["no-cook"] = found.no_cook
    cooks = found.closed.wins if found.closed is not None else {}
    for hole, strategy in sorted(found.moves.wins.items()):
        key = hole in found.key_holes
        if key and found.proof is not None and hole == found.proof.root.hole:
            continue
        word = "key" if key else "cook" if hole in cooks else "wins"
        proofs[f"{word}-{hole_text(hole).lower()}"] = Proof(
            Verdict.PROVEN,
            cooks.get(hole, strategy),
            closed=found.key_holes if word == "cook" else frozenset(),
            first=hole if hole in found.moves.asked else None,
        )
    return proofs
