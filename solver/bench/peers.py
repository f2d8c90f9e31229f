"""Other ways to play TwixT, on the same positions as the solver.

A plain alpha-beta of the project's own, and OpenSpiel's Monte Carlo tree search with its solver
switched on, an optional package. Both play plain moves only, links made and never taken off, so
a result of theirs is no proof of anything, and OpenSpiel must be led to a position from the empty
square board.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from solver.arena import compile_arena
from solver.errors import BenchError
from solver.game import Hole, Position
from solver.search.core import core, side_masks

__all__ = ["Choice", "alpha_beta", "tree_search"]

_PLAYOUTS = 100_000


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player would do."""

    move: Hole | None
    """None for a pass."""
    value: int | None
    """1 when it takes the position for won, -1 for lost, 0 for drawn, None when it cannot tell."""
    effort: str
    """How much it looked at, in words."""
    seconds: float


def alpha_beta(position: Position, seconds: float) -> Choice:
    """Let the plain alpha-beta deepen for some seconds; at most 256 holes."""
    started = time.monotonic()
    arena = compile_arena(position)
    mover = position.to_move
    hole, value, plies, final, nodes = core.alpha_beta(
        arena.width,
        arena.holes // arena.width,
        arena.own_links_cross,
        side_masks(arena.side(mover)),
        side_masks(arena.side(mover.other)),
        seconds,
    )
    won = abs(value) > core.ALPHA_BETA_WIN // 2
    return Choice(
        move=arena.hole(hole) if hole >= 0 else None,
        value=((value > 0) - (value < 0) if won else 0) if final else None,
        effort=f"{plies} plies, {nodes} nodes",
        seconds=time.monotonic() - started,
    )


def tree_search(moves: Sequence[Hole], size: int) -> Choice:
    """Let OpenSpiel search for the side to move in a game on an empty square board.

    Raises BenchError when the package is not installed.
    """
    try:
        import pyspiel
    except ImportError:
        raise BenchError(
            "OpenSpiel is not installed; get it with `.venv/bin/pip install open_spiel`"
        ) from None
    started = time.monotonic()
    game = pyspiel.load_game("twixt", {"board_size": size, "ansi_color_output": False})
    state = game.new_initial_state()
    for hole in moves:
        state.apply_action(_action(hole, size))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, _PLAYOUTS, 2_000, True, 1, False)
    root = bot.mcts_search(state)
    best = root.best_child()
    outcome = list(root.outcome)
    return Choice(
        move=_hole(best.action, size),
        value=round(outcome[state.current_player()]) if outcome else None,
        effort=f"{root.explore_count} playouts",
        seconds=time.monotonic() - started,
    )


def _action(hole: Hole, size: int) -> int:
    """Return OpenSpiel's number: down the columns, each from the last row up."""
    return hole.col * size + size - 1 - hole.row


def _hole(action: int, size: int) -> Hole:
    col, up = divmod(action, size)
    return Hole(col, size - 1 - up)
