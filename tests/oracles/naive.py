"""The game tree by the readable rules alone: slow, for tiny positions only.

No reductions: every hole, every uncrossed set of own links after it, played by
`Position.play`. It checks the exact reductions of `brute_force`, and both check the rules.
"""

from collections.abc import Callable, Iterator
from random import Random

from solver.game import Hole, Link, Move, Position, Ruleset, Side, cross
from solver.oracle import own_slots, random_position

__all__ = ["moves_of", "naively_connects", "tiny_position", "uncrossed_sets"]


def naively_connects(position: Position, prover: Side, *, plain_only: bool = False) -> bool:
    """Tell whether the prover can force his chain.

    `plain_only` forbids all link editing to both sides: a ruleset that nobody plays, but
    that some programs assume.
    """
    known: dict[Position, bool] = {}

    def value(here: Position) -> bool:
        if here.result is not None:
            return here.result.winner is prover
        if here not in known:
            after = (value(here.play(move)) for move in moves_of(here, plain_only))
            known[here] = any(after) if here.to_move is prover else all(after)
        return known[here]

    return value(position)


def moves_of(position: Position, plain_only: bool = False) -> Iterator[Move]:
    """Yield the turns of the side to move, with every uncrossed set of links after each."""
    me = position.to_move
    holes: list[Hole | None] = list(position.open_holes(me))
    for hole in holes or [None]:
        if plain_only or position.ruleset is Ruleset.PP:
            yield Move(hole)
            continue
        had = position.links(me)
        pegs = position.pegs(me) | ({hole} if hole else set())
        enemy = position.links(me.other)
        free = [link for link in own_slots(pegs) if not any(cross(link, o) for o in enemy)]
        for links in uncrossed_sets(free):
            yield Move(hole, had - links, links - had, auto=False)


def uncrossed_sets(links: list[Link]) -> Iterator[frozenset[Link]]:
    """Yield every set of pairwise uncrossed links, the empty one too."""
    if not links:
        yield frozenset()
        return
    first, rest = links[0], links[1:]
    yield from uncrossed_sets(rest)
    for chosen in uncrossed_sets([link for link in rest if not cross(first, link)]):
        yield chosen | {first}


def tiny_position(
    rng: Random,
    ruleset: Ruleset,
    most_empty: int,
    most_slots: int,
    measured: Callable[[Position, Side], tuple[bool, int]],
) -> Position:
    """Return a position small enough for such a search and not decided at a glance.

    `measured` returns how many positions the brute force visits, behind its answer.
    """
    while True:
        position = random_position(rng, ruleset)
        if position is None:
            continue
        empty = {hole for side in Side for hole in position.open_holes(side)}
        slots = sum(len(own_slots(position.pegs(side))) for side in Side)
        if len(empty) > most_empty or slots > most_slots:
            continue
        if max(measured(position, side)[1] for side in Side) > 1:
            return position
