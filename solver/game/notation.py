"""Names of holes and links: `D4`, `D4-E6`, and the link centres `g'8` of SGF.

The only place that does arithmetic on letters. Upper case for people, lower case for SGF.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from solver.errors import NotationError
from solver.game.geometry import Hole, Link

__all__ = [
    "centre_links",
    "centre_text",
    "hole_text",
    "link_text",
    "links_text",
    "parse_hole",
    "parse_link",
]

_HOLE = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,2})\Z")
_CENTRE = re.compile(r"([A-Za-z]{1,2})(?:(['*])([1-9][0-9]{0,2})|([1-9][0-9]{0,2})(['*]))\Z")


def _column_text(col: int) -> str:
    return chr(65 + col) if col < 26 else chr(64 + col // 26) + chr(65 + col % 26)


def _column(text: str) -> int:
    letters = [ord(letter) - 65 for letter in text.upper()]
    return letters[0] if len(letters) == 1 else (letters[0] + 1) * 26 + letters[1]


@lru_cache(maxsize=4096)
def hole_text(hole: Hole) -> str:
    """Return a hole's name: `D4`; after column Z come AA, AB, to ZZ."""
    return f"{_column_text(hole.col)}{hole.row + 1}"


def parse_hole(text: str) -> Hole:
    """Read a hole's name in either case.

    Raises NotationError when the text is not one or two letters and a number from 1 to 999.
    """
    match = _HOLE.match(text.strip())
    if not match:
        raise NotationError(f"{text!r} is not a hole; write column and row, like D4")
    return Hole(_column(match[1]), int(match[2]) - 1)


@lru_cache(maxsize=16384)
def link_text(link: Link) -> str:
    """Return a link's name: `D4-E6`, left end first."""
    return f"{hole_text(link.left)}-{hole_text(link.right)}"


def links_text(links: Iterable[Link]) -> str:
    """Return the names of several links, left to right, with spaces between them."""
    return " ".join(link_text(link) for link in sorted(links))


def parse_link(text: str) -> Link:
    """Read `D4-E6` in either case and either order of the ends.

    Raises NotationError when it is not two holes a knight's move apart.
    """
    one, dash, two = text.strip().partition("-")
    if not dash:
        raise NotationError(f"{text!r} is not a link; write two holes, like D4-E6")
    try:
        return Link.of(parse_hole(one), parse_hole(two))
    except NotationError as error:
        raise NotationError(f"{text!r} is not a link: {error}") from None


def centre_text(link: Link) -> str:
    """Return the centre of a link as SGF names it.

    `c2'` lies in column c between rows 2 and 3 (a shallow link, B2-D3 or B3-D2);
    `b'3` lies between columns b and c on row 3 (a steep one, B2-C4 or B4-C2).
    """
    left, right = link
    top = min(left.row, right.row)
    if right.col - left.col == 2:
        return f"{_column_text(left.col + 1).lower()}{top + 1}'"
    return f"{_column_text(left.col).lower()}'{top + 2}"


def centre_links(text: str) -> tuple[Link, Link]:
    """Return the two links that share a centre: the falling one, then the rising one.

    Reads both the present form (`c2'`, `b'3`) and that of before 2021 (`C2*`, `B*3`).
    Raises NotationError when the text is no link centre.
    """
    match = _CENTRE.match(text.strip())
    if not match:
        raise NotationError(f"{text!r} is not the centre of a link; write it like c2' or b'3")
    col = _column(match[1])
    if match[3]:
        row = int(match[3]) - 1
        return (
            Link.of(Hole(col, row - 1), Hole(col + 1, row + 1)),
            Link.of(Hole(col, row + 1), Hole(col + 1, row - 1)),
        )
    row = int(match[4]) - 1
    return (
        Link.of(Hole(col - 1, row), Hole(col + 1, row + 1)),
        Link.of(Hole(col - 1, row + 1), Hole(col + 1, row)),
    )
