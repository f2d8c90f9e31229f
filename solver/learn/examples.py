"""Examples for the prior, as the core records them."""

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["BOARD", "PEGS", "PLANES", "Example", "examples", "mirror"]

PLANES = 40
"""Numbers that the network sees of each hole; `planes` in solver/native/prior.hpp says which."""

BOARD = 39
"""The plane of all holes."""

PEGS = (25, 26, 27, 33, 34, 35, 36, 37)
"""The planes that count pegs; the others are 0 or 1."""

_SLOTS = (4, 12)
"""The first planes of slots: one for each way, of the prover and of the other side."""

_WAYS = ((1, 2), (2, 1), (-2, 1), (-1, 2), (-1, -2), (-2, -1), (2, -1), (1, -2))
"""Columns and rows from a hole to the other end of a slot."""

_ROWS, _COLUMNS = (25, 26), (33, 34)
"""How far the prover is from the top and the bottom row, the other side from the columns."""

_HEADER = 4
_NO_MOVE = 255


@dataclass(frozen=True, slots=True)
class Example:
    """A node that was won, with what became of every move that could be of use.

    It lies on a canvas turned so that the prover joins the top row and the bottom row; places are
    numbered row by row.
    """

    columns: int
    rows: int
    budget: int
    """Pegs that the prover might still place."""
    half: bool
    """Whether it is of a half of a chain."""
    planes: bytes
    """Plane after plane, a number for each place."""
    wins: dict[int, bool]
    """Whether a move wins, by its place."""
    ratings: dict[int, int]
    """The same moves as the core's present prior rates them, in parts of 128."""


def examples(recorded: bytes) -> Iterator[Example]:
    """Yield the examples that the core recorded; solver/native/recorder.hpp says how."""
    at = 0
    while at < len(recorded):
        columns, rows, budget, half = recorded[at : at + _HEADER]
        places = columns * rows
        planes = at + _HEADER
        labels = planes + PLANES * places
        ratings = labels + places
        wins = {
            place: label == 1
            for place, label in enumerate(recorded[labels:ratings])
            if label != _NO_MOVE
        }
        rated = {
            place: int.from_bytes(
                recorded[ratings + 4 * place : ratings + 4 * place + 4], "little", signed=True
            )
            for place in wins
        }
        yield Example(columns, rows, budget, half == 1, recorded[planes:labels], wins, rated)
        at = ratings + 4 * places


def mirror(columns: bool, rows: bool) -> list[int]:
    """Return the planes in the order that mirrored ones have: left to right, top to bottom."""
    order = list(range(PLANES))
    for first in _SLOTS:
        for i, (column, row) in enumerate(_WAYS):
            way = (-column if columns else column, -row if rows else row)
            order[first + i] = first + _WAYS.index(way)
    for turned, (one, other) in ((rows, _ROWS), (columns, _COLUMNS)):
        if turned:
            order[one], order[other] = other, one
    return order
