"""A review in words, by the values of its JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver.plurals import counted
from solver.review.game_review import Effect
from solver.search import Value

__all__ = ["move_name", "note", "summary", "worth"]

_OTHER = {"white": "black", "black": "white"}


def move_name(text: str | None) -> str:
    """Return a move's text for people: `D5`, `resign`; `end` for none."""
    if text is None:
        return "end"
    return text.upper() if text[:1].isalpha() and text[-1:].isdigit() else text


def worth(ply: Mapping[str, Any]) -> str:
    """Say what is proven of a position: `white wins`, `draw`, `open`."""
    mover, value = ply["to_move"], Value(ply["value"])
    match value:
        case Value.WIN:
            return f"{mover} wins"
        case Value.LOSS:
            return f"{_OTHER[mover]} wins"
        case Value.DRAW:
            return "draw"
        case Value.AT_LEAST_DRAW:
            return f"{_OTHER[mover]} cannot win"
        case Value.AT_MOST_DRAW:
            return f"{mover} cannot win"
    return "open"


def note(ply: Mapping[str, Any]) -> str:
    """Say what a move did to a proven result, and what wins instead; nothing where it kept it."""
    effect = ply["effect"]
    if effect is None or effect == Effect.KEEPS_WIN.value:
        return "the swap rule: not searched" if ply["swap"] else ""
    if effect == Effect.LEAVES_WIN.value:
        had = f" with {move_name(ply['best'])}" if ply["best"] else ""
        return f"had a proven win{had}; {move_name(ply['move'])} is not decided"
    return f"{effect}: {move_name(ply['best'])} wins" if ply["best"] else str(effect)


def summary(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences on a whole review."""
    plies: Sequence[Mapping[str, Any]] = found["plies"]
    yield f"{found['proven']} of {counted(len(plies), 'position')} proven."
    start = found["proven_from"]
    if start is not None:
        outcome = worth(plies[start])
        outcome = "the draw" if outcome == "draw" else f"that {outcome}"
        where = f"the position before move {start + 1}" if start else "the first position"
        yield f"From {where} on it is proven {outcome}."
    thrown, missed = set(found["thrown"]), set(found["missed"])
    for number in sorted(thrown | missed):
        ply = plies[number]
        who = ply["to_move"].capitalize()
        yield f"Move {number + 1}, {move_name(ply['move'])}: {who} {note(ply)}."
    if not thrown and not missed:
        yield "No move threw away what was proven for its player."
    for each in found["puzzles"]:
        ply = plies[each["ply"]]
        yield (
            f"A puzzle before move {each['ply'] + 1}: of all moves of {ply['to_move']} only "
            f"{move_name(each['key'])} wins."
        )
    if any(ply["value"] == Value.UNKNOWN.value and not ply["swap"] for ply in plies):
        yield "An open position may be won or lost: no proof was found within the limits."
