"""Colours and strokes of a drawing: those of the page's own style sheets, with names filled in.

Programs that turn an SVG file into pixels know no custom properties, so a picture that stands
alone carries their values.
"""

import re
from enum import Enum
from functools import lru_cache
from pathlib import Path

__all__ = ["Theme", "colours", "style"]

_SHEETS = Path(__file__).parents[1] / "static" / "css"
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_THEME = re.compile(r'\[data-theme="([a-z-]+)"\]')


class Theme(Enum):
    """Colours of the two sides. White is a ring with double links, Black solid, in all of them."""

    CLASSIC = "classic"
    RED_BLACK = "red-black"
    BLUE_ORANGE = "blue-orange"
    """Okabe and Ito's, which nearly everybody can tell apart."""
    MONOCHROME = "monochrome"


@lru_cache
def colours(theme: Theme = Theme.CLASSIC, *, dark: bool = False) -> dict[str, str]:
    """Return the custom properties of a theme and their values, as `themes.css` gives them."""
    text = _COMMENT.sub("", (_SHEETS / "themes.css").read_text(encoding="utf-8"))
    light, _, after = text.partition("@media")
    blocks = [light, after.partition("{")[2]] if dark else [light]
    found = dict[str, str]()
    for selector, body in (rule for block in blocks for rule in _RULE.findall(block)):
        named = _THEME.search(selector)
        if named and named[1] != theme.value:
            continue
        for line in body.split(";"):
            name, _, value = line.partition(":")
            if value:
                found[name.strip()] = value.strip()
    return found


@lru_cache
def style(theme: Theme = Theme.CLASSIC, *, dark: bool = False) -> str:
    """Return the style sheet of a picture that stands alone."""
    text = _COMMENT.sub("", (_SHEETS / "drawing.css").read_text(encoding="utf-8"))
    known = colours(theme, dark=dark)
    text = re.sub(r"var\((--[a-z-]+)\)", lambda match: known[match[1]], text)
    return "\n".join(line for line in text.splitlines() if line.strip())
