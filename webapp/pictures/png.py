"""Drawings as PNG pictures.

Which letters a machine has depends on its fonts, and many a server has none: text is drawn as
strokes here, so that a picture is the same everywhere.
"""

import math
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

import resvg_py

__all__ = ["SHARED", "png", "shared_png"]

SHARED = (1200, 630)
"""Width and height of the pictures that other sites show beside a link (Open Graph)."""

_MOST_PIXELS = 2048 * 2048
"""Of a picture: those of a wide square one. One of 5 x 48 holes could take five times as many."""

_SVG = "http://www.w3.org/2000/svg"
register_namespace("", _SVG)

_STROKES = {
    "A": "06 20 46,14 34",
    "B": "00 06 36 45 44 33 03,33 42 41 30 00",
    "C": "41 30 10 01 05 16 36 45",
    "D": "00 06 26 44 42 20 00",
    "E": "40 00 06 46,03 33",
    "F": "40 00 06,03 33",
    "G": "41 30 10 01 05 16 36 45 43 23",
    "H": "00 06,40 46,03 43",
    "I": "10 30,20 26,16 36",
    "J": "40 45 36 16 05",
    "K": "00 06,40 03 46",
    "L": "00 06 46",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "06 00 30 41 42 33 03",
    "Q": "10 30 41 45 36 16 05 01 10,24 46",
    "R": "06 00 30 41 42 33 03,23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05",
    "T": "00 40,20 26",
    "U": "00 05 16 36 45 40",
    "V": "00 26 40",
    "W": "00 16 22 36 40",
    "X": "00 46,40 06",
    "Y": "00 23 40,23 26",
    "Z": "00 40 06 46",
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "11 20 26,16 36",
    "2": "01 10 30 41 42 06 46",
    "3": "01 10 30 41 42 33 23,33 44 45 36 16 05",
    "4": "36 30 04 44",
    "5": "40 00 03 33 44 45 36 16 05",
    "6": "41 30 10 01 05 16 36 45 44 33 13 04",
    "7": "00 40 16",
    "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
    "9": "05 16 36 45 41 30 10 01 02 13 33 42",
}
"""Points of the strokes of each character: column 0 to 4 and row 0 to 6."""
_WIDE, _HIGH, _ADVANCE = 4, 6, 5.6


def png(svg: str, width: int, ink: str) -> bytes:
    """Return a drawing as a picture of a width in pixels. `ink` is the colour of its text.

    A high one has less width, as its pixels are bounded.
    """
    root = fromstring(svg)
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    width = min(width, math.floor(math.sqrt(_MOST_PIXELS * wide / high)))
    _letter(root, ink)
    return bytes(resvg_py.svg_to_bytes(svg_string=tostring(root, "unicode"), width=width))


def shared_png(svg: str, ink: str, paper: str) -> bytes:
    """Return a drawing in the middle of a picture for other sites."""
    board = fromstring(svg)
    _letter(board, ink)
    width, height = SHARED
    root = Element(f"{{{_SVG}}}svg", {"viewBox": f"0 0 {width} {height}"})
    SubElement(root, f"{{{_SVG}}}rect", {"width": "100%", "height": "100%", "fill": paper})
    margin = 15
    place = {"x": "0", "y": f"{margin}", "width": f"{width}", "height": f"{height - 2 * margin}"}
    board.attrib |= place
    root.append(board)
    return bytes(resvg_py.svg_to_bytes(svg_string=tostring(root, "unicode"), width=width))


def _letter(root: Element, ink: str) -> None:
    """Turn text into strokes; words too long for a label are left out."""
    size = float(root.get("font-size", "16"))
    for parent in list(root.iter()):
        for index, child in enumerate(list(parent)):
            if child.tag != f"{{{_SVG}}}text":
                continue
            text = (child.text or "").upper()
            strokes = _path(text, float(child.attrib["x"]), float(child.attrib["y"]), size)
            line = {"fill": "none", "stroke": ink, "stroke-width": f"{size / 9:.2f}"}
            round_ends = {"stroke-linecap": "round", "stroke-linejoin": "round"}
            shown = strokes if all(letter in _STROKES for letter in text) else ""
            parent[index] = Element(f"{{{_SVG}}}path", {"d": shown} | line | round_ends)


def _path(text: str, x: float, y: float, size: float) -> str:
    """Return strokes of letters in the middle of a place; a capital is 0.7 of the size high."""
    unit = size * 0.7 / _HIGH
    left = x - unit * ((len(text) - 1) * _ADVANCE + _WIDE) / 2
    top = y - unit * _HIGH / 2
    path = list[str]()
    for place, letter in enumerate(text):
        for stroke in _STROKES.get(letter, "").split(","):
            points = [
                f"{left + unit * (place * _ADVANCE + int(at[0])):.2f} {top + unit * int(at[1]):.2f}"
                for at in stroke.split()
            ]
            if points:
                path.append("M" + "L".join(points))
    return "".join(path)
