"""What the solver can tell beyond a verdict on a move: hints, defences, counts, positions."""

import hashlib
from collections.abc import Sequence
from typing import Any

from solver.answers import Defence, HintLevel, defences, hints, line_words
from solver.files import Node, read_text
from solver.game import Move, Position, hole_text
from solver.proof import Claim, Limits, Verdict, claim_of
from solver.puzzle import Puzzle
from solver.search import Budget, Solution
from webapp.core import sentences
from webapp.core.errors import RefusedError
from webapp.play.board_json import holes
from webapp.play.gated_solver import GatedSolver
from webapp.play.lines import played, steps

__all__ = [
    "VERDICTS",
    "author_continues",
    "author_line",
    "classes",
    "hint",
    "position_verdict",
    "refutations",
    "told_hint",
]

VERDICTS = {Verdict.PROVEN: "won", Verdict.DISPROVEN: "lost", Verdict.UNDECIDED: "undecided"}


def author_line(sgf: str, line: Sequence[Move]) -> tuple[Move, ...]:
    """Return how the author's main line goes on after some moves; nothing where it does not."""
    node = read_text(sgf).entry
    for move in line:
        found = next((turn for turn in node.next_turns() if turn.move == move), None)
        if found is None:
            return ()
        node = found
    return tuple(_main_line(node))


def _main_line(node: Node) -> list[Move]:
    moves = list[Move]()
    while (turn := next(node.next_turns(), None)) and isinstance(turn.move, Move):
        moves.append(turn.move)
        node = turn
    return moves


def author_continues(
    sgf: str, puzzle: Puzzle, line: Sequence[str], found: dict[str, Any]
) -> dict[str, Any]:
    """Return what is said and shown of a move that stayed undecided: how the author goes on.

    `found` is the answer to the move. Nothing changes where the author's line ends. The message
    names none of his moves: they are shown one by one to who asks for them.
    """
    mine = found["steps"][0]
    moves, position = played(puzzle.position, [*line, mine["move"]])
    goes_on = author_line(sgf, moves)
    if not goes_on:
        return {}
    return {
        "message": f"{found['message']} Step forward to see how the author's solution goes on.",
        "end": "The author's solution ends here. It is not proved.",
        "steps": [mine, *steps(position, goes_on, claim_of(puzzle).prover)],
    }


def hint(
    sgf: str,
    puzzle: Puzzle,
    line: Sequence[str],
    level: HintLevel,
    solver: GatedSolver,
) -> dict[str, Any]:
    """Return the hint of a level for the player's next move, or why there is none.

    `level` is that of the hint that is given, None when there is none; `groups` lists holes
    that belong together, `steps` the line; `next` is the level that gives away more. Raises
    RefusedError.
    """
    claim = claim_of(puzzle)
    moves, position = played(puzzle.position, line)
    if position.to_move is not claim.prover or sentences.standing(position, claim):
        raise RefusedError("hints are given only when it is your turn")
    solution = solver.decide(puzzle.position, moves, claim)
    if solution.verdict is Verdict.DISPROVEN:
        return told_hint(None, "This position is lost, so there is no hint. Take a move back.")
    found = hints(position, solution)
    if not found:
        return _author_hint(position, author_line(sgf, moves), level, claim)
    given = next(each for each in found if each.level >= level)
    larger = [each.level for each in found if each.level > given.level]
    shown = solution.line if given.level is HintLevel.LINE else ()
    return told_hint(
        given.level,
        given.text,
        groups=[holes(group) for group in given.holes],
        shown=steps(position, shown, claim.prover),
        more=min(larger, default=None),
    )


def _author_hint(
    position: Position, line: tuple[Move, ...], level: HintLevel, claim: Claim
) -> dict[str, Any]:
    """Return what the author played where nothing is proved: never less than his move."""
    if not line:
        return told_hint(None, "Not decided within the solver's limits, so there is no hint here.")
    if level < HintLevel.KEY:
        text = "Not decided within the solver's limits: the only hint is the author's move."
        return told_hint(None, text, more=HintLevel.KEY)
    shown = line if level is HintLevel.LINE else line[:1]
    text = f"The author plays {line_words(shown)}. This is not proved."
    return told_hint(
        level,
        text,
        groups=[holes([move.peg]) for move in shown[:1] if move.peg],
        shown=steps(position, shown, claim.prover) if level is HintLevel.LINE else (),
        more=HintLevel.LINE if level < HintLevel.LINE and len(line) > 1 else None,
    )


def told_hint(
    level: HintLevel | None,
    text: str,
    *,
    groups: Sequence[list[str]] = (),
    shown: Sequence[dict[str, Any]] = (),
    more: HintLevel | None = None,
) -> dict[str, Any]:
    """Return a hint as `hint` does; `more` is the level that gives away more."""
    return {"level": level, "text": text, "groups": groups, "steps": shown, "next": more}


def classes(puzzle: Puzzle, line: Sequence[str], solver: GatedSolver) -> dict[str, Any]:
    """Return the opponent's defences after a line, grouped by the move that beats them all.

    When the player is to move, the proof's own move is played first (`first`, a step). Each
    class has its `replies`, those that resist longest first, the `steps` of the first reply and
    its answer, and the `key` of the position they lead to, the same for every way there.
    `zone` lists the holes that the proof looks at: a defence outside them loses. `verdict` says
    what is proved; there are classes only where the player wins. `over` says whether the board
    itself decides, so that nothing more is needed. Raises RefusedError.
    """
    claim = claim_of(puzzle)
    moves, position = played(puzzle.position, line)
    first: dict[str, Any] | None = None
    budget = Budget(solver.limits)
    solution = _decided(puzzle, moves, position, solver, solver.limits)
    if solution and solution.keys and position.to_move is claim.prover:
        key = solution.keys[0]
        (first,) = steps(position, [key], claim.prover)
        moves, position = [*moves, key], position.play(key)
        solution = _decided(puzzle, moves, position, solver, budget.at_most(solver.limits))
    over = sentences.settled(position, claim)
    verdict = over or sentences.position_verdict(
        position, claim, solution.verdict if solution else Verdict.UNDECIDED, solver.limits
    )
    found: dict[str, Any] = {
        "first": first,
        "verdict": verdict,
        "over": over is not None,
        "classes": [],
        "zone": [],
    }
    if not solution or solution.verdict is not Verdict.PROVEN or solution.strategy is None:
        return found
    strategy = solution.strategy
    told = [_class(position, each, claim) for each in defences(position, strategy)]
    return found | {"classes": told, "zone": holes(strategy.root.zone)}


def _decided(
    puzzle: Puzzle,
    moves: Sequence[Move],
    position: Position,
    solver: GatedSolver,
    limits: Limits,
) -> Solution | None:
    """Decide the claim in a position of a line; None when the board itself does."""
    claim = claim_of(puzzle)
    if sentences.settled(position, claim):
        return None
    return solver.decide(puzzle.position, moves, claim, limits)


def _class(position: Position, defence: Defence, claim: Claim) -> dict[str, Any]:
    """Return what is told of a class of defences."""
    line = [Move(defence.replies[0]), *([defence.answer] if defence.answer else [])]
    end = position.play_all(line)
    return {
        "replies": [hole_text(hole) for hole in defence.replies],
        "steps": steps(position, line, claim.prover),
        "key": _key(end),
        "over": sentences.settled(end, claim) is not None,
    }


def _key(position: Position) -> str:
    """Return a name of a position that it has whatever way led to it."""
    parts = [
        position.to_move.value,
        *(sorted(part) for part in (position.white, position.black)),
        *(sorted(part) for part in (position.white_links, position.black_links)),
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def refutations(
    puzzle: Puzzle, line: Sequence[str], known: str, solver: GatedSolver
) -> dict[str, Any]:
    """Return how many replies refute the last move of a line; `known` is one that does.

    Raises RefusedError.
    """
    claim = claim_of(puzzle)
    _, position = played(puzzle.position, line)
    if position.to_move is claim.prover or sentences.settled(position, claim):
        raise RefusedError("replies are counted only after a move of yours")
    holes_known = [
        hole for hole in position.open_holes(position.to_move) if hole_text(hole) == known
    ]
    found = solver.count(position, claim, holes_known)
    one = len(found.refuting) == 1
    if one and found.undecided:
        text = "Whether another reply refutes this, too, is not decided."
    else:
        text = f"{found.text} {'refutes' if one else 'refute'} this"
    return {"text": sentences.as_sentence(text)}


def position_verdict(puzzle: Puzzle, line: Sequence[str], solver: GatedSolver) -> dict[str, Any]:
    """Return the positions of a line, of either side, and what is proved of the last one.

    `verdict` is `won` or `lost` for the side that the puzzle is about, `over` or `undecided`.
    Raises RefusedError.
    """
    claim = claim_of(puzzle)
    moves, position = played(puzzle.position, line)
    shown = steps(puzzle.position, moves)
    if over := sentences.settled(position, claim):
        return {"steps": shown, "verdict": "over", "text": over}
    verdict = solver.decide(puzzle.position, moves, claim).verdict
    text = sentences.position_verdict(position, claim, verdict, solver.limits)
    return {"steps": shown, "verdict": VERDICTS[verdict], "text": text}
