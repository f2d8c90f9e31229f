"""Positions written as text, for tests."""

from collections.abc import Iterable

from solver.game import (
    Board,
    Hole,
    Position,
    Ruleset,
    Side,
    hole_text,
    links_text,
    parse_hole,
    parse_link,
)

__all__ = ["holes", "make_position", "position_text"]


def holes(text: str) -> frozenset[Hole]:
    """Read holes separated by spaces."""
    return frozenset(parse_hole(word) for word in text.split())


def make_position(
    board: Board,
    white: str,
    black: str,
    to_move: Side,
    ruleset: Ruleset = Ruleset.STD,
) -> Position:
    """Read pegs and links: `B1 C1 D2 (B1-D2)`; links stand in brackets after the pegs."""
    sides = []
    for text in (white, black):
        pegs, _, links = text.partition("(")
        words = links.rstrip(") ").split()
        sides.append((holes(pegs), frozenset(parse_link(word) for word in words)))
    (white_pegs, white_links), (black_pegs, black_links) = sides
    position = Position(board, ruleset, to_move, white_pegs, black_pegs, white_links, black_links)
    assert [] == position.problems()
    return position


def position_text(position: Position) -> str:
    """Return a position as the call of `make_position` that makes it."""
    board = position.board
    extra = "".join(
        f", {name}=holes({_names(listed)!r})"
        for name, listed in (("holes", board.holes), ("region", board.region))
        if listed is not None
    )
    sides = ", ".join(
        repr(f"{_names(position.pegs(side))} ({links_text(position.links(side))})") for side in Side
    )
    return (
        f"make_position(Board({board.width}, {board.height}{extra}), {sides}, "
        f"{position.to_move}, {position.ruleset})"
    )


def _names(listed: Iterable[Hole]) -> str:
    return " ".join(hole_text(hole) for hole in sorted(listed))
