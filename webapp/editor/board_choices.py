"""The boards that players know by name, for the editor's list."""

from collections.abc import Mapping

__all__ = ["BOARD_CHOICES"]


def _handicap(rows: int, *, columns: bool) -> tuple[str, str]:
    """Return size and name of a standard board with fewer rows, or fewer columns."""
    size = f"{24 - rows} x 24" if columns else f"24 x {24 - rows}"
    word = "column" if columns else "row"
    return size.replace(" ", ""), f"{size}, {rows} {word}{'' if rows == 1 else 's'} fewer"


BOARD_CHOICES: Mapping[str, Mapping[str, str]] = {
    "Square": {
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
