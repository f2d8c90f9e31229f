"""A position for programs."""

from solver.game.geometry import Side
from solver.game.notation import hole_text, link_text
from solver.game.position import Position

__all__ = ["position_values"]


def position_values(position: Position) -> dict[str, object]:
    """Return the values of a position, as `twixt show --json` prints them.

    `window` is null where the whole board is played on; diagonal boards have a `shape`.
    """
    region = position.board.region
    values: dict[str, object] = {
        "width": position.board.width,
        "height": position.board.height,
        "window": None if region is None else sorted(map(hole_text, region)),
        "ruleset": position.ruleset.value,
        "to_move": position.to_move.value,
    }
    if position.board.diagonal is not None:
        values["shape"] = position.board.diagonal.text
    for side in Side:
        values[side.value] = sorted(hole_text(hole) for hole in position.pegs(side))
    for side in Side:
        values[f"{side.value}_links"] = sorted(link_text(link) for link in position.links(side))
    return values
