"""Boards and rules to choose from: the editor's list, and the fields below a pasted text."""

from collections.abc import Mapping
from typing import Any

from flask import abort

from solver.errors import Finding, NotationError, PuzzleFileError
from solver.files import parse_size
from solver.game import Ruleset
from solver.plurals import counted
from webapp.core import sentences

__all__ = ["BOARD_CHOICES", "USUAL_RULES", "USUAL_SIZE", "chosen", "text_fields"]

USUAL_SIZE, USUAL_RULES = "24x24", Ruleset.STD
"""Where neither a text nor its format nor anybody says more."""


def _handicap(rows: int, *, columns: bool) -> tuple[str, str]:
    """Return size and name of a standard board with fewer rows, or fewer columns."""
    size = f"{24 - rows} x 24" if columns else f"24 x {24 - rows}"
    word = "column" if columns else "row"
    return size.replace(" ", ""), f"{size}, {counted(rows, word)} fewer"


BOARD_CHOICES: Mapping[str, Mapping[str, str]] = {
    "Square": {
        "6x6": "6 x 6",
        "8x8": "8 x 8",
        "10x10": "10 x 10",
        "12x12": "12 x 12, exercise",
        "18x18": "18 x 18, quick game",
        "24x24": "24 x 24, standard",
        "30x30": "30 x 30, marathon",
    },
    "Handicap: White has less to cross": dict(
        _handicap(rows, columns=False) for rows in range(1, 11)
    ),
    "Handicap: Black has less to cross": dict(
        _handicap(rows, columns=True) for rows in range(1, 11)
    ),
    "Diagonal: the border is turned": {
        "diagonal-45:17": "Diagonal 45, as wide as 12 x 12",
        "diagonal-45:34": "Diagonal 45, as wide as 24 x 24",
        "diagonal-26:26": "Diagonal 26, as wide as 12 x 12",
        "diagonal-26:52": "Diagonal 26, as wide as 24 x 24",
    },
}
"""By group: columns and rows as `24x18`, or a diagonal board, and what players call it."""


def text_fields(size: str = USUAL_SIZE, rules: str = "") -> dict[str, Any]:
    """Return what `editor/text_fields.html` needs: the fields below a text that may not say its
    board and rules, with `size` and `rules` chosen. `chosen` reads them."""
    return {
        "size": size,
        "rules": rules,
        "sizes": {
            group: found
            for group, sizes in BOARD_CHOICES.items()
            if (found := {size: name for size, name in sizes.items() if "x" in size})
        },
        "rulesets": {"": "The usual ones"}
        | {ruleset.value: sentences.rules(ruleset) for ruleset in Ruleset},
    }


def chosen(size: str, rules: str) -> tuple[tuple[int, int] | None, Ruleset | None]:
    """Return board (columns, rows) and rules from those fields; None where nothing is chosen.

    Raises PuzzleFileError for what is no size; status 400 for what are no rules.
    """
    try:
        board = parse_size(size) if size else None
    except NotationError as error:
        raise PuzzleFileError([Finding(str(error))]) from None
    try:
        return board, Ruleset(rules) if rules else None
    except ValueError:
        abort(400, f"rules can be {', '.join(each.value for each in Ruleset)}.")
