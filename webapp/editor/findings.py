"""What keeps a drawing from being a puzzle, or looks unintended, each with its place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.proof import claim_of
from webapp.core import sentences
from webapp.editor.drawing import Drawing

__all__ = ["DrawingFinding", "findings"]

_HOLE = re.compile(r"\b([A-Z]{1,2}[0-9]{1,2})\b")


@dataclass(frozen=True, slots=True)
class DrawingFinding:
    """One finding."""

    message: str
    holes: tuple[str, ...] = ()
    """The holes that it names."""
    fatal: bool = True
    """Whether it keeps the drawing from being a puzzle; else it is a hint."""


def findings(drawing: Drawing) -> list[DrawingFinding]:
    """Return what is wrong with a drawing, the grave first."""
    position = drawing.position
    if problems := position.problems():
        # Of two links that cross each tells; once is enough.
        named = {tuple(sorted(_HOLE.findall(problem))): problem for problem in reversed(problems)}
        return [_found(problem) for problem in reversed(named.values())]
    found = [_found(f"key {key.upper()}: {why}") for key, why in drawing.refused_keys().items()]
    if not position.white and not position.black:
        return [*found, DrawingFinding("The board is empty: put pegs on it.", fatal=False)]
    if found:
        return found
    claim = claim_of(drawing.puzzle())
    if over := sentences.standing(position, claim):
        found.append(DrawingFinding(over, fatal=False))
        if drawing.keys and position.to_move is not claim.prover:
            found.append(replace(_found(_useless(drawing.keys)), fatal=False))
    elif not drawing.keys:
        found.append(
            DrawingFinding("No key is marked. The check finds one if there is one.", fatal=False)
        )
    return found


def _useless(keys: Sequence[str]) -> str:
    """Say that keys are of no use: the goal is that of the side not to move."""
    names = ", ".join(key.upper() for key in keys)
    said = f"key {names} counts" if len(keys) == 1 else f"keys {names} count"
    return f"{said} for nothing: with this goal a puzzle has no key"


def _found(problem: str) -> DrawingFinding:
    return DrawingFinding(
        sentences.as_sentence(problem), tuple(dict.fromkeys(_HOLE.findall(problem)))
    )
