"""What each hole is to the side to move.

`wins`: a peg there with its automatic links reaches the side's aim. `links`: it does so only with
other links, removed or added in the same turn. `loses`: it does not. `open`: not decided in the
time given.
"""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from solver.answers import part_for
from solver.game import (
    Hole,
    Move,
    Position,
    Ruleset,
    Side,
    hole_text,
)
from solver.proof import Claim, Limits, Strategy, Verdict, claim_of
from solver.puzzle import Puzzle
from solver.search import Budget, Solution, has_chain
from webapp.core import sentences
from webapp.play.board_json import holes
from webapp.play.gated_solver import GatedSolver
from webapp.play.lines import played, steps

__all__ = ["at_once", "judged", "some", "told"]

_TURN = 3.0
"""Seconds for holes that are judged one by one; a question gets an answer after them."""

_EACH = (Limits(seconds=0.5, memory=256), Limits(seconds=4, memory=256))
"""For a hole: first a look, then longer."""

_COUNTING = 0.5
"""The part of the time of `at_once` after which it stops to look for winning holes. The rest is for
judging those that it found."""


def told(
    puzzle: Puzzle, line: Sequence[str], solver: GatedSolver, limits: Limits | None = None
) -> dict[str, Any]:
    """Return what is proved of the position after a line, within other limits if some are given.

    Raises RefusedError.

    `verdict` is `won` or `lost` for the side to move, `over` or `open`; `best` is the move of the
    proof as a step: the winning one, or the longest resistance. `zone` has the holes that the win
    needs: a move of the losing side elsewhere changes nothing. `holes` has each hole of which
    something is known at once.
    """
    moves, position = played(puzzle.position, line)
    claim = claim_of(puzzle)
    found: dict[str, Any] = {"best": None, "zone": []}
    if over := sentences.settled(position, claim):
        return found | {"verdict": "over", "text": over, "holes": {}}
    solution = solver.decide(puzzle.position, moves, claim, limits)
    wins = _wins(position, claim, solution)
    best = solution.line[0] if solution.line else None
    text = sentences.position_verdict(position, claim, solution.verdict, limits or solver.limits)
    if best is not None:
        name = sentences.move_name(best)
        text += f" {name} resists longest." if wins is False else f" {name} is the proof's move."
        found["best"] = steps(position, [best])[0]
    if solution.strategy is not None:
        found["zone"] = holes(solution.strategy.root.zone)
    known = dict[str, str]()
    if wins is False:
        known = dict.fromkeys(_open(position), "loses")
    elif wins and best is not None and best.peg and best == Move(best.peg):
        known = {hole_text(best.peg): "wins"}
    verdict = {True: "won", False: "lost", None: "open"}[wins]
    return found | {"verdict": verdict, "text": text, "holes": known}


def at_once(
    puzzle: Puzzle, line: Sequence[str], solver: GatedSolver, limits: Limits | None = None
) -> dict[str, str]:
    """Return what is known of all holes when the side to move wins.

    The limits are those of one question, or others if some are given: all searches keep to them
    together. What answers a lost move answers most of the moves that lose. Holes that need a search
    of their own are left out, and those that the time does not reach. Raises RefusedError.
    """
    moves, position = played(puzzle.position, line)
    claim = claim_of(puzzle)
    if sentences.settled(position, claim):
        return {}
    budget = Budget(limits or solver.limits)
    solution = solver.decide(puzzle.position, moves, claim, limits)
    best = solution.line[0].peg if solution.line else None
    left = budget.left(_COUNTING)
    if not _wins(position, claim, solution) or best is None or left is None:
        return {}
    fails = claim.opposite if position.to_move is claim.prover else claim
    found = solver.count(position, fails, [best], left)
    told = dict.fromkeys(_open(position), "loses")
    for hole in (*found.undecided, *found.refuting):
        del told[hole_text(hole)]
    for hole in found.refuting:
        if budget.overdue:
            break
        each = budget.at_most(limits or _EACH[True])
        kind = _judged(puzzle, moves, position, Move(hole), claim, [], solver, each)
        told[hole_text(hole)] = "links" if kind == "loses" else kind
    return told


def some(
    puzzle: Puzzle, line: Sequence[str], asked: Iterable[str], solver: GatedSolver, *, longer: bool
) -> dict[str, str]:
    """Judge holes one by one for a few seconds; raises RefusedError.

    Holes to which it did not come are left out. What refuted one is tried on the next ones.
    """
    moves, position = played(puzzle.position, line)
    claim = claim_of(puzzle)
    end, known = time.monotonic() + _TURN, list[Strategy]()
    wanted, found = set(asked), dict[str, str]()
    for hole in position.open_holes(position.to_move):
        name = hole_text(hole)
        if name not in wanted:
            continue
        if found and time.monotonic() > end:
            break
        move = Move(hole)
        kind = _judged(puzzle, moves, position, move, claim, known, solver, _EACH[longer])
        if kind == "loses" and _has_choice(position.play(move), position.to_move):
            kind = _with_other_links(position, hole, claim, solver, _EACH[longer])
        found[name] = kind
    return found


def _has_choice(after: Position, mover: Side) -> bool:
    """Tell whether a side that has moved could have made links that it does not have: without, no
    other turn at the hole serves it better."""
    return after.ruleset is not Ruleset.PP and after.free_slots(mover) > after.links(mover)


def _with_other_links(
    position: Position, hole: Hole, claim: Claim, solver: GatedSolver, limits: Limits
) -> str:
    """Judge a peg whose plain move loses: `links`, `loses` or `open`."""
    fails = claim.opposite if position.to_move is claim.prover else claim
    others = [each for each in position.open_holes(position.to_move) if each != hole]
    found = solver.count(position, fails, others, limits)
    if hole in found.undecided:
        return "open"
    return "links" if hole in found.refuting else "loses"


def judged(puzzle: Puzzle, move: Move, solver: GatedSolver, limits: Limits) -> str:
    """Judge a first move with the links that it names: `wins`, `loses` or `open`."""
    return _judged(puzzle, [], puzzle.position, move, claim_of(puzzle), [], solver, limits)


def _judged(
    puzzle: Puzzle,
    moves: Sequence[Move],
    position: Position,
    move: Move,
    claim: Claim,
    known: list[Strategy],
    solver: GatedSolver,
    limits: Limits,
) -> str:
    """Judge a move; `known` gets its refutation, if there is one."""
    mine = claim if position.to_move is claim.prover else claim.opposite
    after = position.play(move)
    if sentences.settled(after, mine):
        return "wins" if _reached(after, mine) else "loses"
    if any(part_for(after, strategy) for strategy in known):
        return "loses"
    solution = solver.decide(puzzle.position, [*moves, move], claim, limits)
    if solution.strategy is None:
        return "open"
    if (solution.verdict is Verdict.PROVEN) is (claim == mine):
        return "wins"
    known.append(solution.strategy)
    return "loses"


def _reached(position: Position, claim: Claim) -> bool:
    """Tell whether a position that the board decides fulfils a claim."""
    connects = position.connected(claim.chaser) and has_chain(position, claim.chaser)
    return connects is (claim.prover is claim.chaser)


def _wins(position: Position, claim: Claim, solution: Solution) -> bool | None:
    """Tell whether the side to move reaches its aim; None where that is open."""
    if solution.verdict is Verdict.UNDECIDED:
        return None
    return (solution.verdict is Verdict.PROVEN) is (position.to_move is claim.prover)


def _open(position: Position) -> list[str]:
    return [hole_text(hole) for hole in position.open_holes(position.to_move)]
