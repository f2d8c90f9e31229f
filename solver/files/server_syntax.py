"""Moves in the mail server's words: `j12-i12/k11/m12,o11/n13+h11/j12`.

A peg; after `-` chains of links to take off; after `+` the chains to make, which replace the
automatic links (`+` alone makes none). And its boards: `24-6` is a handicap of six rows.
"""

from collections.abc import Iterable
from itertools import pairwise

from solver.errors import NotationError
from solver.files.diagram import parse_size
from solver.game import (
    AnyMove,
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Special,
    hole_text,
    parse_hole,
)

__all__ = ["parse_server_move", "parse_server_size", "server_text", "swap_of"]


def parse_server_size(text: str) -> tuple[int, int]:
    """Read a board's size, which may have the server's handicap, as columns and rows.

    `24+6` has six columns fewer for Black to cross, `24-6` six rows fewer for White. Raises
    NotationError when the text is no size.
    """
    full, sign, less = text.strip().partition("+" if "+" in text else "-")
    if not (sign and full.isdecimal() and less.isdecimal() and len(text) < 10):
        return parse_size(text)
    fewer = str(int(full) - int(less))
    try:
        return parse_size(f"{fewer}x{full}" if sign == "+" else f"{full}x{fewer}")
    except NotationError:
        raise NotationError(
            f"{text!r} is no board size; the handicap leaves 3 columns and rows or more, like 24-6"
        ) from None


def swap_of(rules: Ruleset) -> Special:
    """Return what the bare word `swap` means: pieces on paper, sides on the server."""
    return Special.SWAP_PIECES if rules is Ruleset.PP else Special.SWAP_SIDES


def parse_server_move(text: str, rules: Ruleset) -> AnyMove:
    """Read a move or one of the words swap, resign, forfeit, draw, pass, in either case.

    Raises NotationError when the text is no move.
    """
    word = text.strip().lower()
    if word in ("swap", "swaps"):
        return swap_of(rules)
    if word == "pass":
        return Move(None)
    for special in Special:
        if word in (special.value, special.value + "s"):
            return special
    rest, plus, made = word.partition("+")
    peg, minus, gone = rest.partition("-")
    if minus and not gone:
        raise NotationError(f"{text!r}: after - stand the links to take off, like -i12/k11")
    off = _links(gone, text) if minus else frozenset[Link]()
    on = _links(made, text) if made else frozenset[Link]()
    return Move(parse_hole(peg), off, on, auto=not plus)


def _links(chains: str, text: str) -> frozenset[Link]:
    links = set[Link]()
    for chain in chains.split(","):
        holes = [parse_hole(name) for name in chain.split("/")]
        if len(holes) < 2:
            raise NotationError(f"{text!r}: {chain!r} is no chain of holes, like i12/k11/m12")
        try:
            links.update(Link.of(one, two) for one, two in pairwise(holes))
        except NotationError as error:
            raise NotationError(f"{text!r}: {chain!r}: {error}") from None
    return frozenset(links)


def server_text(position: Position, move: AnyMove) -> str:
    """Return a move of the side to move in lower case.

    Raises NotationError for what the syntax cannot say: links changed in a pass, pegs removed.
    """
    if isinstance(move, Special):
        return "swap" if move is swap_of(position.ruleset) else move.value
    if move.lift or (move.peg is None and not move.plain):
        raise NotationError("the server's syntax has no words for this move")
    if move.peg is None:
        return "pass"
    me, on = position.to_move, set(move.on)
    if move.on and move.auto:
        kept = position.with_side(me, position.pegs(me), position.links(me) - move.off | on)
        on |= kept.automatic_links(me, move.peg)
    text = hole_text(move.peg)
    if move.off:
        text += "-" + _chains(move.off)
    if on or not move.auto:
        text += "+" + _chains(on)
    return text.lower()


def _chains(links: Iterable[Link]) -> str:
    """Return links as chains, each drawn on as far as it leads."""
    rest, chains = sorted(links), []
    while rest:
        chain = list[Hole](rest.pop(0))
        while following := next((link for link in rest if chain[-1] in link), None):
            rest.remove(following)
            chain.append(following.end_opposite(chain[-1]))
        chains.append("/".join(hole_text(hole) for hole in chain))
    return ",".join(chains)
