"""A review in words."""

from collections.abc import Iterator

from solver.answers import move_words
from solver.game import AnyMove, Move
from solver.plurals import counted
from solver.review.game_review import Effect, Ply, Review
from solver.search import Value

__all__ = ["move_name", "note", "summary", "worth"]


def move_name(move: AnyMove | None) -> str:
    """Return a move for people: `D5`, `D5 (removing F4-H3)`, `resign`; `end` for none."""
    if move is None:
        return "end"
    return move_words(move) if isinstance(move, Move) else move.value


def worth(ply: Ply) -> str:
    """Say what is proven of a position: `white wins`, `draw`, `open`."""
    mover = ply.position.to_move
    match ply.value:
        case Value.WIN:
            return f"{mover.value} wins"
        case Value.LOSS:
            return f"{mover.other.value} wins"
        case Value.DRAW:
            return "draw"
        case Value.AT_LEAST_DRAW:
            return f"{mover.other.value} cannot win"
        case Value.AT_MOST_DRAW:
            return f"{mover.value} cannot win"
    return "open"


def note(ply: Ply, effect: Effect | None) -> str:
    """Say what a move did to a proven result, and what wins instead; nothing where it kept it."""
    if effect is None or effect is Effect.KEEPS_WIN:
        return "the swap rule: not searched" if ply.swap else ""
    if effect is Effect.LEAVES_WIN:
        had = f" with {move_name(ply.best)}" if ply.best else ""
        return f"had a proven win{had}; {move_name(ply.move)} is not decided"
    return f"{effect.value}: {move_name(ply.best)} wins" if ply.best else effect.value


def summary(said: Review) -> Iterator[str]:
    """Yield sentences on a whole review."""
    plies = said.plies
    yield f"{said.proven} of {counted(len(plies), 'position')} proven."
    start = said.proven_from
    if start is not None:
        outcome = worth(plies[start])
        outcome = "the draw" if outcome == "draw" else f"that {outcome}"
        where = f"the position before move {start + 1}" if start else "the first position"
        yield f"From {where} on it is proven {outcome}."
    thrown, missed = set(said.thrown), set(said.missed)
    for number in sorted(thrown | missed):
        ply = plies[number]
        who = ply.position.to_move.value.capitalize()
        yield f"Move {number + 1}, {move_name(ply.move)}: {who} {note(ply, said.effect(number))}."
    if not thrown and not missed:
        yield "No move threw away what was proven for its player."
    for each in said.puzzles:
        mover = plies[each.ply].position.to_move.value
        yield (
            f"A puzzle before move {each.ply + 1}: of all moves of {mover} only "
            f"{move_name(each.key)} wins."
        )
    if any(ply.value is Value.UNKNOWN and not ply.swap for ply in plies):
        yield "An open position may be won or lost: no proof was found within the limits."
