"""Drawing a puzzle: what is on the author's board, what he does to it, what is wrong with it.

A drawing may be impossible, as half-made things are: nothing is lost, and `findings` names what
keeps it from being a puzzle.
"""

from webapp.drafting.changing import change
from webapp.drafting.drawing import Drawing, DrawingError, drawing_of
from webapp.drafting.findings import Found, findings

__all__ = ["Drawing", "DrawingError", "Found", "change", "drawing_of", "findings"]
