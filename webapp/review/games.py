"""A game as a page steps through it."""

from dataclasses import dataclass
from typing import Any

from solver.arena import check_size
from solver.errors import Finding, PuzzleFileError
from solver.files import game_name, handicap
from solver.game import AnyMove, Line, Move, Position, Result, Ruleset, hole_text
from solver.review import reviewed_positions
from webapp.catalog.puzzle_texts import read_with
from webapp.core import sentences
from webapp.pictures import page_board
from webapp.play.board_json import links_changed, state

__all__ = ["Game", "game_values", "read_game"]

_MOST_MOVES = 400
"""Moves of a game that is reviewed here: the page gets all its positions at once."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be reviewed."""

    name: str
    """Its own name or those of its players; may be empty."""
    line: Line
    moves: tuple[AnyMove, ...]
    positions: tuple[Position, ...]
    """Those that a review looks at, from the start."""
    handicap: bool
    """Whether the text rules the swap out (`HA`)."""
    findings: tuple[Finding, ...]
    """Warnings of the reader."""


def read_game(
    text: str, size: tuple[int, int] | None, rules: Ruleset | None, usual: Ruleset | None = None
) -> Game:
    """Read a game in any format; see `read_with` for what else it is given.

    Raises PuzzleFileError when there is no game in it, and PuzzleRuleError when its board is too
    large to be solved.
    """
    record = read_with(text, size, rules, usual)
    check_size(record.start)
    if record.puzzle is not None and record.puzzle.privilege:
        raise PuzzleFileError([Finding("a side holds the Privilege (PV): no review knows that")])
    if not record.moves:
        raise PuzzleFileError([Finding("there are no moves to review")])
    if len(record.moves) > _MOST_MOVES:
        raise PuzzleFileError([Finding(f"a game of up to {_MOST_MOVES} moves can be reviewed")])
    line = record.line
    positions = tuple(reviewed_positions(line))
    name, no_swap = sentences.one_line(game_name(record)), bool(handicap(record))
    return Game(name, line, record.moves, positions, no_swap, record.findings)


def game_values(game: Game) -> dict[str, Any]:
    """Return what a page shows of a game: its board, its positions and the moves between them.

    Each position has its `number` of moves before it, the `side` to move, the name of the `move`
    that was made there (null where the game was broken off or is over on the board), its `state`,
    and what the move before it `brought`.
    """
    start = game.positions[0]
    plies = list[dict[str, Any]]()
    for number, position in enumerate(game.positions):
        move = game.moves[number] if number < len(game.moves) else None
        before = game.positions[number - 1] if number else None
        plies.append(
            {
                "number": number,
                "side": position.to_move.value,
                "move": None if move is None else _move_name(move),
                # Nobody plays here: what the side not to move may do is nothing.
                "state": state(position, position.to_move.other),
                "brought": before and _brought(before, game.moves[number - 1], position),
            }
        )
    return {
        "name": game.name,
        "result": _result(game.line[-1].result),
        "svg": page_board(start, f"Board of the game, {start.board.size_text}"),
        "plies": plies,
    }


def _move_name(move: AnyMove) -> str:
    """Return a move for people: `D5`, `swap`, `resign`."""
    name = sentences.move_name(move)
    return name if isinstance(move, Move) else name.partition("-")[0]


def _brought(before: Position, move: AnyMove, after: Position) -> dict[str, Any]:
    """Return what a move changed on the board."""
    mover = before.to_move
    peg = move.peg if isinstance(move, Move) else None
    return {
        "side": mover.value,
        "hole": hole_text(peg) if peg else None,
        **links_changed(before, after, mover),
    }


def _result(result: Result | None) -> str:
    """Say how a game ended."""
    if result is None:
        return "The game was broken off, or is not over."
    if result.winner is None:
        return f"The game is drawn: {result.ending.value}."
    loser = result.winner.other.value.capitalize()
    how = {
        "connected": "by joining the goal lines",
        "resigned": f"as {loser} resigned",
        "forfeited": f"as {loser} forfeited",
    }[result.ending.value]
    return f"{result.winner.value.capitalize()} won {how}."
