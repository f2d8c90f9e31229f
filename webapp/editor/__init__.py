"""The editor: a puzzle is drawn, checked, kept and published.

A drawing may be impossible, as half-made things are: nothing is lost, and `findings` names what
keeps it from being a puzzle.
"""

from webapp.editor.board_choices import BOARD_CHOICES, USUAL_RULES, USUAL_SIZE, chosen, text_fields
from webapp.editor.drawing import Drawing, DrawingError, drawing_of, fitted, read_tags
from webapp.editor.drawing_changes import change
from webapp.editor.findings import DrawingFinding, findings

__all__ = [
    "BOARD_CHOICES",
    "USUAL_RULES",
    "USUAL_SIZE",
    "Drawing",
    "DrawingError",
    "DrawingFinding",
    "change",
    "chosen",
    "drawing_of",
    "findings",
    "fitted",
    "read_tags",
    "text_fields",
]
