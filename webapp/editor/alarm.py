"""The live check of a drawing: a short search after a change, and what each first move then is."""

from typing import Any

from solver.game import Move, hole_text
from solver.plurals import counted, listed
from solver.proof import Limits, claim_of
from solver.search import Budget
from webapp.analysis import holes
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.editor.drafts import text_of
from webapp.editor.drawing import Drawing
from webapp.play.gated_solver import GatedSolver

__all__ = ["alarm"]

_NAMED = 6
"""Holes that a sentence names."""
_WORDS = {
    "key": ("reaches the goal, as marked", "reach the goal, as marked"),
    "try": ("is marked as the key, but fails", "are marked as keys, but fail"),
    "wins": ("reaches the goal; mark it as the key", "reach the goal"),
}
_TOO = (
    "reaches the goal, too. It may be a cook, or only a delay: check the soundness",
    "reach the goal, too. They may be cooks, or only delays: check the soundness",
)
"""Of what `wins` beside a key that is marked and does not fail."""
_SHORT = Limits(seconds=1.5, memory=256)
"""For the position, and for a key: a drawing changes every few seconds."""
_ALL = Limits(seconds=3, memory=256)
"""For all first moves together, and for all keys together."""


def alarm(drawing: Drawing, solver: GatedSolver) -> dict[str, Any]:
    """Return what first moves of a drawing are, and words about it. Raises DraftError, BusyError.

    `holes` has `key` (marked as one, and reaches the goal), `wins` (reaches it, and is not marked)
    and `try` (marked as a key, and fails). A key is judged with the links that it names, any other
    hole by the move there that does best. What is not decided is left out. Whether a hole wins
    without the key is not asked here: a report tells cooks and delays apart. Where the goal is
    that of the side not to move, no first move reaches it, and only the verdict is told.
    """
    puzzle = puzzle_from(text_of(drawing))
    told = holes.told(puzzle, [], solver, _SHORT)
    if puzzle.position.to_move is not claim_of(puzzle).prover:
        return {"holes": {}, "text": told["text"]}
    known = told["holes"]
    if told["verdict"] == "won":
        known |= holes.at_once(puzzle, [], solver, _ALL)
    known = {hole: kind for hole, kind in known.items() if kind != "open"}
    keys, budget = dict[str, str](), Budget(_ALL)
    for key in puzzle.keys:
        if isinstance(key, Move) and key.peg:
            hole = hole_text(key.peg)
            if key == Move(key.peg) and known.get(hole) in ("wins", "loses"):
                keys[hole] = known[hole]
            elif budget.overdue:
                keys[hole] = "open"
            else:
                keys[hole] = holes.judged(puzzle, key, solver, budget.at_most(_SHORT))
    reach = [hole for hole, kind in known.items() if kind in ("wins", "links")]
    marks = dict.fromkeys(reach, "wins")
    for hole, kind in keys.items():
        marks.pop(hole, None)
        if kind != "open":
            marks[hole] = "key" if kind == "wins" else "try"
    by_links = sorted(hole for hole in reach if known[hole] == "links" and keys.get(hole) != "wins")
    undecided = {hole_text(hole) for hole in puzzle.position.open_holes(puzzle.position.to_move)}
    undecided -= known.keys() | keys.keys()
    unjudged = sorted(hole for hole, kind in keys.items() if kind == "open")
    beside = any(kind != "loses" for kind in keys.values())
    words = _WORDS | {"wins": _TOO} if beside else _WORDS
    return {"holes": marks, "text": _said(told, marks, words, by_links, len(undecided), unjudged)}


def _said(
    told: dict[str, Any],
    marks: dict[str, str],
    words: dict[str, tuple[str, str]],
    by_links: list[str],
    undecided: int,
    unjudged: list[str],
) -> str:
    """Say what was found; `by_links` are holes where the plain move fails, and another one wins,
    `unjudged` those that are marked as keys and not decided."""
    of = {kind: [hole for hole in sorted(marks) if marks[hole] == kind] for kind in words}
    said = [told["text"]] if told["verdict"] != "won" else []
    for kind, (one, more) in words.items():
        if found := of[kind]:
            names = listed(found) if len(found) <= _NAMED else f"{len(found)} first moves"
            said.append(f"{names} {one if len(found) == 1 else more}.")
    if by_links:
        reaches = "reaches" if len(by_links) == 1 else "reach"
        said.append(f"{listed(by_links)} {reaches} the goal only with links removed or added.")
    if told["verdict"] == "won" and unjudged:
        are = "is marked as a key" if len(unjudged) == 1 else "are marked as keys"
        said.append(f"{listed(unjudged)} {are}, and not decided in this short search.")
    if told["verdict"] == "won" and undecided:
        said.append(f"Not decided in this short search: {counted(undecided, 'other first move')}.")
    return " ".join(said)
