"""Moves in words."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.game import Move, Position, hole_text, link_text, move_text
from solver.plurals import listed

__all__ = ["line_text", "line_words", "move_words", "played_texts"]


def move_words(move: Move) -> str:
    """Return a move for people: `D5`, `D5 (removing F4-H3 and adding F3-H4)`, `a pass`.

    One whose peg does not make its links by itself: `C2 (making no link)`, or only some. One that
    takes off pegs (3M): `D5 (removing the peg C3)`.
    """
    name = hole_text(move.peg) if move.peg is not None else "a pass"
    changes = []
    removed = [link_text(link) for link in sorted(move.off)]
    removed += [f"the peg {hole_text(hole)}" for hole in sorted(move.lift)]
    if removed:
        changes.append(f"removing {listed(removed)}")
    added = [link for link in sorted(move.on) if move.auto or move.peg not in link]
    if added:
        changes.append("adding " + listed(link_text(link) for link in added))
    if not move.auto and move.peg is not None:
        made = [link for link in sorted(move.on) if move.peg in link]
        changes.append("making " + (f"only {listed(map(link_text, made))}" if made else "no link"))
    return f"{name} ({' and '.join(changes)})" if changes else name


def line_text(position: Position, line: Sequence[Move]) -> str:
    """Return the moves from a position, as `played_texts` does, with spaces between them."""
    return " ".join(played_texts(position, line))


def played_texts(position: Position, line: Sequence[Move]) -> list[str]:
    """Return the moves from a position as SGF texts, with words for two that SGF has none for.

    A pass is `pass`; `~c3 d5` takes off the peg on C3, then puts one on D5 (3M).
    """
    texts = list[str]()
    for move in line:
        lifted = [f"~{hole_text(hole).lower()}" for hole in sorted(move.lift)]
        rest = move_text(position, replace(move, lift=frozenset()))
        texts.append(" ".join([*lifted, rest or "pass"]))
        position = position.play(move)
    return texts


def line_words(line: Iterable[Move]) -> str:
    """Return moves for people, with commas between them: `D5, F4, E7`."""
    return ", ".join(map(move_words, line))
