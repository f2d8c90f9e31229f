"""Lines of a report in words, and its best tries as small boards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from solver.answers import move_words
from solver.errors import IllegalMoveError
from solver.game import AnyMove, Hole, Move, Position, parse_move
from webapp.pictures import Mark, page_map

__all__ = ["BestTry", "best_tries", "in_words", "key_names"]

_TRIES = 3
"""That are shown as boards."""


@dataclass(frozen=True, slots=True)
class BestTry:
    """A try, and what refutes it."""

    board: str
    """SVG."""
    words: str


def in_words(position: Position, line: Iterable[str]) -> tuple[str, ...]:
    """Return the moves of a line as people write them: `G4 (removing F5-H4)`."""
    return tuple(_name(move) for _, move in _played(position, line))


def key_names(position: Position, record: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys of a report in words, each by its hole: a key may take links off."""
    moves = (parse_move(position, key["move"]) for key in record["keys"])
    return {_name(Move(move.peg)): _name(move) for move in moves if isinstance(move, Move)}


def best_tries(position: Position, record: Mapping[str, Any]) -> Iterator[BestTry]:
    """Yield the best tries of a report, each with the reply that refutes it."""
    moves = {move["hole"]: move for move in record["moves"]}
    for hole in record["tries"][:_TRIES]:
        found = moves[hole]
        shown = list(_played(position, found["line"][:2]))
        if len(shown) < 2:
            continue
        (_, tried), (before, reply) = shown
        marks = dict[Hole, Mark]()
        for number, (at, move) in enumerate(shown, start=1):
            if isinstance(move, Move) and move.peg is not None:
                marks[move.peg] = Mark(str(number), at.to_move.value)
        words = f"{_name(tried)} is refuted by {_name(reply)}"
        board = page_map(before.play(reply), f"Board: {words}", marks, linked=False)
        replies = found["replies"]
        if replies and not replies["undecided"]:
            words += f", {'the only reply that' if replies['refuting'] == 1 else 'one of'}"
            words += " does" if replies["refuting"] == 1 else f" {replies['refuting']} that do"
        yield BestTry(board, f"{words}.")


def _played(position: Position, line: Iterable[str]) -> Iterator[tuple[Position, AnyMove]]:
    """Yield the moves of a line, each with the position before it, as far as the rules allow them.

    In old reports the line of a cook may pass where only the key's hole is left.
    """
    for text in line:
        move = parse_move(position, "" if text == "pass" else text)
        try:
            after = position.play(move)
        except IllegalMoveError:
            return
        yield position, move
        position = after


def _name(move: AnyMove) -> str:
    return move_words(move) if isinstance(move, Move) else move.value
