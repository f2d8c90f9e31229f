"""What an author does on the board, a click at a time. Links follow the rules of the game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from solver.errors import NotationError, PuzzleRuleError
from solver.game import (
    Hole,
    Link,
    Move,
    Position,
    Side,
    crossed_by,
    hole_text,
    link_text,
    links_text,
    parse_hole,
    parse_link,
    parse_move,
)
from webapp.editor.drawing import Drawing, DrawingError

__all__ = ["addable_links", "change"]


def change(drawing: Drawing, action: Mapping[str, Any]) -> Drawing:
    """Return a drawing after a change.

    `{"do": "white" or "black", "hole": ...}` puts a peg, or removes one of that colour;
    `erase` a hole; `link` (with `link`) adds or removes a link; `key` makes a hole a key or no
    key; `mend` removes the pegs, links and keys that the rules forbid. Raises DrawingError with the
    rule that forbids it.
    """
    try:
        match action.get("do"):
            case "white" | "black" as name:
                return _peg(drawing, Side(name), parse_hole(str(action.get("hole"))))
            case "erase":
                hole = parse_hole(str(action.get("hole")))
                return replace(drawing, position=drawing.position.clear(hole))
            case "link":
                link = parse_link(str(action.get("link")))
                return replace(drawing, position=_link(drawing.position, link))
            case "key":
                return _key(drawing, parse_hole(str(action.get("hole"))))
            case "mend":
                mended = replace(drawing, position=_mended(drawing.position))
                refused = mended.refused_keys()
                return replace(mended, keys=tuple(k for k in mended.keys if k not in refused))
    except (NotationError, PuzzleRuleError) as error:
        raise DrawingError(str(error)) from None
    raise DrawingError("the changes are white, black, erase, link, key and mend")


def _peg(drawing: Drawing, side: Side, hole: Hole) -> Drawing:
    position = drawing.position
    holder = position.peg_at(hole)
    bare = position.clear(hole)
    return replace(drawing, position=bare if holder is side else bare.put(side, hole))


def _link(position: Position, link: Link) -> Position:
    for side in Side:
        if link in position.links(side):
            return position.with_side(side, position.pegs(side), position.links(side) - {link})
    owner = next((side for side in Side if position.pegs(side).issuperset(link)), None)
    if owner is None:
        raise DrawingError(f"{link_text(link)} needs pegs of one side at both ends")
    if crossed := crossed_by(position, link, owner):
        raise DrawingError(f"{link_text(link)} is blocked by {links_text(crossed)}")
    return position.with_side(owner, position.pegs(owner), position.links(owner) | {link})


def addable_links(position: Position) -> list[Link]:
    """Return the links that the rules allow between pegs that stand, of both sides."""
    found = list[Link]()
    for side in Side:
        free = position.free_slots(side) - position.links(side)
        found += sorted(link for link in free if not crossed_by(position, link, side))
    return found


def _key(drawing: Drawing, hole: Hole) -> Drawing:
    keys = tuple(key for key in drawing.keys if _peg_of(drawing.position, key) != hole)
    if len(keys) == len(drawing.keys):
        holder = drawing.position.peg_at(hole)
        if holder is not None:
            raise DrawingError(f"{hole_text(hole)} is taken by a {holder.value} peg")
        keys += (hole_text(hole).lower(),)
    return replace(drawing, keys=keys)


def _peg_of(position: Position, key: str) -> Hole | None:
    """Return where a key puts a peg, whatever links it names; None for what is no move."""
    try:
        move = parse_move(position, key)
    except NotationError:
        return None
    return move.peg if isinstance(move, Move) else None


def _mended(position: Position) -> Position:
    """Return a position without pegs that cannot stand, and with links that the rules allow."""
    board = position.board
    kept = replace(position, white_links=frozenset(), black_links=frozenset())
    for side in Side:
        pegs = (
            hole
            for hole in position.pegs(side) - position.pegs(side.other)
            if hole in board and not board.foreign(side, hole)
        )
        kept = kept.with_side(side, pegs, ())
    for side in Side:
        for link in sorted(position.links(side)):
            try:
                kept = _link(kept, link)
            except DrawingError:
                continue
    return kept
