"""Positions up to symmetry: mirrors, and rows and columns exchanged together with the colours.

What is compared is the compiled arena: which holes are open to whom, the goal lines, pegs and
links, those outside the window included as far as they matter. Where on which board a window
lies makes no difference unless the border rows do.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from operator import itemgetter

from solver.arena import Arena, compile_arena
from solver.game import Hole, Link, Position, Side
from solver.proof import Claim, NodeKind, Strategy, StrategyNode

__all__ = ["Canonical", "canonical", "turned_round"]

_End = int | frozenset[Hole]


@dataclass(frozen=True, slots=True)
class _Image:
    """The lattice moved to the origin and turned over: mirrored, then rows made columns."""

    left: int
    top: int
    width: int
    """Columns of the lattice as it lies on the board."""
    height: int
    columns: bool
    """Mirrored left to right."""
    rows: bool
    """Mirrored top to bottom."""
    exchange: bool
    """Columns become rows and colours change; after the mirrors."""

    def hole(self, hole: Hole) -> Hole:
        """Return the image of a hole of the board."""
        col, row = hole.col - self.left, hole.row - self.top
        col = self.width - 1 - col if self.columns else col
        row = self.height - 1 - row if self.rows else row
        return Hole(row, col) if self.exchange else Hole(col, row)

    def back(self, hole: Hole) -> Hole:
        """Return the hole of the board whose image this is."""
        row, col = hole if self.exchange else hole[::-1]
        col = self.width - 1 - col if self.columns else col
        row = self.height - 1 - row if self.rows else row
        return Hole(col + self.left, row + self.top)

    def side(self, side: Side) -> Side:
        """Return the image of a side."""
        return side.other if self.exchange else side


@dataclass(frozen=True, slots=True)
class Canonical:
    """The one position that stands for all its images."""

    key: bytes
    """Equal for positions that are images of each other: 16 bytes."""
    _image: _Image

    def hole(self, hole: Hole) -> Hole:
        """Return where a hole of the position lies in the canonical one."""
        return self._image.hole(hole)

    def hole_back(self, hole: Hole) -> Hole:
        """Return where a hole of the canonical position lies in this one."""
        return self._image.back(hole)

    def claim(self, claim: Claim) -> Claim:
        """Return what a claim is about the canonical position, or one of that about this."""
        return Claim(claim.aim, self._image.side(claim.prover))

    def strategy(self, strategy: Strategy) -> Strategy:
        """Return the image of a strategy for the canonical position."""
        return self._carried(strategy, back=False)

    def strategy_back(self, strategy: Strategy) -> Strategy:
        """Return the image of a canonical strategy for this position.

        Raises NotationError when its links join no holes a knight's move apart.
        """
        return self._carried(strategy, back=True)

    def _carried(self, strategy: Strategy, *, back: bool) -> Strategy:
        move = cache(self._image.back if back else self._image.hole)
        lines = strategy.prover if not back else self._image.side(strategy.prover)
        swapped = self._image.rows if lines is Side.WHITE else self._image.columns

        @cache
        def link(link: Link) -> Link:
            return Link.of(move(link.left), move(link.right))

        # Many nodes have equal sets, which are kept once.
        @cache
        def holes(holes: frozenset[Hole]) -> frozenset[Hole]:
            return frozenset(map(move, holes))

        @cache
        def links(links: frozenset[Link]) -> frozenset[Link]:
            return frozenset(map(link, links))

        def end(end: _End) -> _End:
            if isinstance(end, int):
                return 1 - end if swapped else end
            return holes(end)

        def node(node: StrategyNode) -> StrategyNode:
            return replace(
                node,
                zone=holes(node.zone),
                pegs=holes(node.pegs),
                links=links(node.links),
                hole=None if node.hole is None else move(node.hole),
                made=links(node.made),
                ends=None if node.ends is None else (end(node.ends[0]), end(node.ends[1])),
                apart=links(node.apart),
            )

        return Strategy(self.claim(strategy.claim), tuple(map(node, strategy.nodes)))


def turned_round(strategy: Strategy) -> Strategy:
    """Return a strategy with all its chains, and the parts of each split, named from their other
    ends."""
    nodes = (
        replace(
            node,
            ends=node.ends and node.ends[::-1],
            children=node.children[:: -1 if node.kind is NodeKind.SPLIT else 1],
        )
        for node in strategy.nodes
    )
    return Strategy(strategy.claim, tuple(nodes))


@lru_cache(maxsize=256)
def canonical(position: Position) -> Canonical:
    """Return the canonical position of a position.

    Raises PuzzleRuleError when it cannot be compiled.
    """
    arena = compile_arena(position)
    images = [_Canon(arena, position, number) for number in range(8)]
    # Few images are least by what stands; only those are written out.
    stands = [canon.stands() for canon in images]
    least = min(stands)
    text, image = min(
        (
            (canon.text(), canon.image)
            for canon, each in zip(images, stands, strict=True)
            if each == least
        ),
        key=itemgetter(0),
    )
    return Canonical(hashlib.blake2b(text.encode(), digest_size=16).digest(), image)


class _Canon:
    """One of the eight images of an arena."""

    def __init__(self, arena: Arena, position: Position, number: int) -> None:
        box = arena.box
        width, height = box.columns, box.rows
        columns, rows, exchange = bool(number & 1), bool(number & 2), bool(number & 4)
        self.image = _Image(box.left, box.top, width, height, columns, rows, exchange)
        self._arena = arena
        self._position = position
        self._sides = (Side.BLACK, Side.WHITE) if exchange else (Side.WHITE, Side.BLACK)

    def stands(self) -> list[object]:
        """Return the pegs and links of both sides."""
        masks = [self._arena.side(side) for side in self._sides]
        return [(self._holes(each.pegs), self._links(each.links)) for each in masks]

    def text(self) -> str:
        """Return all that matters."""
        return json.dumps(
            [
                self._arena.own_links_cross,
                self.image.side(self._position.to_move).value,
                # Two passes in a row end a game.
                self._position.passed,
                [self._side(side) for side in self._sides],
            ]
        )

    def _side(self, side: Side) -> object:
        """Return what a side has. Its slots follow from its holes, pegs and links."""
        masks = self._arena.side(side)
        swapped = self.image.rows if side is Side.WHITE else self.image.columns
        goals = masks.goals[::-1] if swapped else masks.goals
        return [
            self._holes(masks.open),
            self._holes(masks.pegs),
            [self._holes(goal) for goal in goals],
            self._links(masks.links),
            sorted(
                [self._link(slot), self._holes([inner]), 1 - end if swapped else end]
                for slot, inner, end in masks.exits
            ),
        ]

    def _holes(self, numbers: Iterable[int]) -> list[Hole]:
        return sorted(self.image.hole(self._arena.hole(number)) for number in numbers)

    def _links(self, slots: Iterable[int]) -> list[Link]:
        return sorted(map(self._link, slots))

    def _link(self, slot: int) -> Link:
        link = self._arena.link(slot)
        return Link.of(self.image.hole(link.left), self.image.hole(link.right))
