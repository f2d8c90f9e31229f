"""The editor: a puzzle is drawn, checked, kept and published.

A drawing may be impossible, as half-made things are: nothing is lost, and `findings` names what
keeps it from being a puzzle.
"""

from webapp.editor.changing import change
from webapp.editor.drawing import Drawing, DrawingError, drawing_of
from webapp.editor.findings import Found, findings

__all__ = ["Drawing", "DrawingError", "Found", "change", "drawing_of", "findings"]
