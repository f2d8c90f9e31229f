"""Positions as the page's board wants them: plain names, nothing left to work out.

The board knows no rules: which holes are open, which links a peg would make and what blocks
the others is said here.
"""

from collections import defaultdict
from collections.abc import Iterable, Set
from functools import lru_cache
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
    setups,
    slots_at,
    threats,
)

__all__ = [
    "drawn_setups",
    "drawn_threats",
    "holes",
    "links",
    "links_changed",
    "pegs_and_links",
    "state",
]


def state(position: Position, player: Side) -> dict[str, Any]:
    """Return the pegs and links and, when it is the player's turn, what he may do.

    `moves` maps each hole open to the player to the links that a peg there could have, and each
    of these to what would cross it: the link is made unless one of those stands. `slots` maps
    in the same way the links that he may add between pegs that stand; `lift` tells whether he
    may remove pegs. `removal` tells whether links may be removed. `chain` has the pegs of the
    chain that wins, if there is one.
    """
    turn = position.result is None and position.to_move is player
    changing = position.ruleset is not Ruleset.PP
    moves, slots = _choices(position, player) if turn else ({}, {})
    return {
        "to_move": position.to_move.value if position.result is None else None,
        **pegs_and_links(position),
        "chain": holes(position.winning_chain(Side.WHITE) | position.winning_chain(Side.BLACK)),
        "moves": moves,
        "slots": slots,
        "removal": turn and changing,
        "lift": turn and position.ruleset is Ruleset.THREE_M,
    }


_Crossed = dict[str, list[str]]
"""Links by name, each with those that would cross it."""


def _choices(position: Position, player: Side) -> tuple[dict[str, _Crossed], _Crossed]:
    """Return what `moves` and `slots` say of a player whose turn it is.

    A line has many positions, and a board many holes: only slots at pegs are looked at, and names
    are found in a set faster than links.
    """
    own, made = position.pegs(player), position.links(player)
    ending = defaultdict[Hole, list[Link]](list)
    for peg in own:
        for link, other in slots_at(peg):
            ending[other].append(link)
    free = {link for peg in own for link in ending.get(peg, ())} - made
    mattering = {*map(link_text, position.white_links | position.black_links | free)}
    slots: _Crossed = {link_text(link): _among(mattering, link) for link in sorted(free)}
    if position.ruleset is Ruleset.PP:
        mattering, slots = {*map(link_text, position.links(player.other))}, {}
    moves = {
        hole_text(hole): {
            link_text(link): _among(mattering, link) for link in sorted(ending.get(hole, ()))
        }
        for hole in position.open_holes(player)
    }
    return moves, slots


def _among(mattering: Set[str], link: Link) -> list[str]:
    """Return those links that cross a link, of the ones that matter, all by names."""
    return [name for name in _crossing(link) if name in mattering]


@lru_cache(maxsize=16384)
def _crossing(link: Link) -> tuple[str, ...]:
    """Return the names of the links that cross a link, on a board or not, sorted like links."""
    return tuple(links(crossing_links(link)))


def pegs_and_links(position: Position) -> dict[str, list[str]]:
    """Return what stands on the board, by names."""
    return {
        "white": holes(position.white),
        "black": holes(position.black),
        "white_links": links(position.white_links),
        "black_links": links(position.black_links),
    }


def drawn_setups(position: Position) -> list[dict[str, Any]]:
    """Return the basic setups of both sides: whose, its name, two pegs, and the two holes."""
    return [
        {
            "side": side.value,
            "name": setup.name,
            "pegs": holes(setup.pegs),
            "holes": holes(setup.holes),
        }
        for side in Side
        for setup in setups(position, side)
    ]


def drawn_threats(position: Position) -> list[dict[str, Any]]:
    """Return the threats of both sides: whose, the hole, and the links that a peg there gets."""
    return [
        {
            "side": side.value,
            "hole": hole_text(hole),
            "links": links(position.automatic_links(side, hole)),
        }
        for side in Side
        for hole in threats(position, side)
    ]


def holes(found: Iterable[Hole]) -> list[str]:
    """Return the names of holes, sorted."""
    return [hole_text(hole) for hole in sorted(found)]


def links(found: Iterable[Link]) -> list[str]:
    """Return the names of links, sorted."""
    return [link_text(link) for link in sorted(found)]


def links_changed(before: Position, after: Position, side: Side) -> dict[str, list[str]]:
    """Return the links of a side that one position has and the other has not, by names."""
    old, new = before.links(side), after.links(side)
    return {"made": links(new - old), "removed": links(old - new)}
