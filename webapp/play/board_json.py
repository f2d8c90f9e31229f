"""Positions as the page's board wants them: plain names, nothing left to work out.

The board knows no rules: which holes are open, which links a peg would make and what blocks
the others is said here.
"""

from collections.abc import Iterable
from typing import Any

from solver.game import (
    Hole,
    Link,
    Position,
    Ruleset,
    Side,
    crossing_links,
    hole_text,
    link_text,
    slots_at,
)

__all__ = ["holes", "links", "state"]


def state(position: Position, player: Side) -> dict[str, Any]:
    """Return the pegs and links and, when it is the player's turn, what he may do.

    `moves` maps each hole open to the player to the links that a peg there could have, and each
    of these to what would cross it: the link is made unless one of those stands. `slots` maps
    in the same way the links that he may add between pegs that stand; `lift` tells whether he
    may take off pegs. `removal` tells whether links may be taken off.
    """
    moves = dict[str, dict[str, list[str]]]()
    slots = dict[str, list[str]]()
    changing = position.ruleset is not Ruleset.PP
    turn = position.result is None and position.to_move is player
    if turn:
        own, made = position.pegs(player), position.links(player)
        free = {
            link
            for peg in own
            for link, other in slots_at(peg)
            if other in own and link not in made
        }
        present = position.white_links | position.black_links
        mattering = present - (frozenset() if changing else made)
        if changing:
            mattering |= free
            slots = {link_text(link): _crossing(link, mattering) for link in sorted(free)}
        for hole in position.open_holes(player):
            candidates = (link for link, other in slots_at(hole) if other in own)
            moves[hole_text(hole)] = {
                link_text(link): _crossing(link, mattering) for link in sorted(candidates)
            }
    return {
        "to_move": position.to_move.value if position.result is None else None,
        "white": holes(position.white),
        "black": holes(position.black),
        "white_links": links(position.white_links),
        "black_links": links(position.black_links),
        "moves": moves,
        "slots": slots,
        "removal": turn and changing,
        "lift": turn and position.ruleset is Ruleset.THREE_M,
    }


def _crossing(link: Link, mattering: Iterable[Link]) -> list[str]:
    return links(frozenset(crossing_links(link)).intersection(mattering))


def holes(found: Iterable[Hole]) -> list[str]:
    """Return the names of holes, sorted."""
    return [hole_text(hole) for hole in sorted(found)]


def links(found: Iterable[Link]) -> list[str]:
    """Return the names of links, sorted."""
    return [link_text(link) for link in sorted(found)]
