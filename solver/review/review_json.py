"""A review as JSON values: what `twixt review --json` prints, as `schemas/review.json` says."""

from typing import Any

from solver import __version__
from solver.game import AnyMove, Position, move_text
from solver.review.game_review import Effect, Ply, Review

__all__ = ["ply_values", "review_values"]


def review_values(said: Review, name: str, file: str = "") -> dict[str, Any]:
    """Return a review's values; `name` is the game's, `file` names where it is from."""
    start = said.plies[0].position
    result = said.result
    return {
        "game": name,
        "file": file,
        "ruleset": start.ruleset.value,
        "columns": start.board.width,
        "rows": start.board.height,
        "result": result
        and {
            "winner": result.winner.value if result.winner else None,
            "ending": result.ending.value,
        },
        "plies": [ply_values(ply, said.effect(ply.number)) for ply in said.plies],
        "proven": said.proven,
        "proven_from": said.proven_from,
        "thrown": list(said.thrown),
        "missed": list(said.missed),
        "puzzles": [
            {
                "ply": each.ply,
                "key": _text(said.plies[each.ply].position, each.key),
                "pegs": each.pegs,
            }
            for each in said.puzzles
        ],
        "nodes": said.nodes,
        "seconds": round(said.seconds, 3),
        "version": __version__,
    }


def ply_values(ply: Ply, effect: Effect | None) -> dict[str, Any]:
    """Return the values of one position, and of the effect that the move there had."""
    return {
        "ply": ply.number,
        "to_move": ply.position.to_move.value,
        "move": _text(ply.position, ply.move),
        "value": ply.value.value,
        "best": _text(ply.position, ply.best),
        "pegs": ply.pegs,
        "effect": effect.value if effect else None,
        "limit": ply.limit.value if ply.limit else None,
        "swap": ply.swap,
        "nodes": ply.nodes,
        "seconds": round(ply.seconds, 3),
    }


def _text(position: Position, move: AnyMove | None) -> str | None:
    """Return a move as SGF text, a turn without a peg as its word."""
    return None if move is None else move_text(position, move) or "pass"
