"""Images of a board: mirrors, and rows and columns exchanged together with the colours."""

from collections.abc import Iterable
from dataclasses import replace

from solver.game import Board, Hole, Link, Position, Side
from solver.proof import Claim, NodeKind, Strategy
from solver.proof.strategy import Ends

__all__ = ["Image", "images"]


class Image:
    """A board turned over: mirrored left to right, top to bottom, or rows and colours exchanged."""

    def __init__(self, board: Board, *, columns: bool, rows: bool, exchange: bool) -> None:
        self.old, self.columns, self.rows, self.exchange = board, columns, rows, exchange
        width, height = board.width, board.height
        self.board = Board(
            height if exchange else width,
            width if exchange else height,
            board.holes and self.holes(board.holes),
            board.region and self.holes(board.region),
        )

    def hole(self, hole: Hole) -> Hole:
        col = self.old.width - 1 - hole.col if self.columns else hole.col
        row = self.old.height - 1 - hole.row if self.rows else hole.row
        return Hole(row, col) if self.exchange else Hole(col, row)

    def holes(self, holes: Iterable[Hole]) -> frozenset[Hole]:
        return frozenset(map(self.hole, holes))

    def links(self, links: Iterable[Link]) -> frozenset[Link]:
        return frozenset(Link.of(*map(self.hole, link)) for link in links)

    def side(self, side: Side) -> Side:
        return side.other if self.exchange else side

    def claim(self, claim: Claim) -> Claim:
        return Claim(claim.aim, self.side(claim.prover))

    def position(self, position: Position) -> Position:
        image = Position(
            self.board,
            position.ruleset,
            self.side(position.to_move),
            ply=position.ply,
            passed=position.passed,
        )
        for side in Side:
            pegs, links = self.holes(position.pegs(side)), self.links(position.links(side))
            image = image.with_side(self.side(side), pegs, links)
        return image

    def swaps(self, prover: Side) -> bool:
        """Tell whether a side's goal lines change places. What runs between them turns round."""
        return self.rows if prover is Side.WHITE else self.columns

    def ends(self, ends: Ends | None, prover: Side) -> Ends | None:
        if ends is None:
            return None
        swaps = self.swaps(prover)
        one, two = (
            (1 - end if swaps else end) if isinstance(end, int) else self.holes(end) for end in ends
        )
        return (two, one) if swaps else (one, two)

    def strategy(self, strategy: Strategy) -> Strategy:
        return Strategy(
            self.claim(strategy.claim),
            tuple(
                replace(
                    node,
                    zone=self.holes(node.zone),
                    pegs=self.holes(node.pegs),
                    links=self.links(node.links),
                    hole=node.hole and self.hole(node.hole),
                    made=self.links(node.made),
                    ends=self.ends(node.ends, strategy.prover),
                    apart=self.links(node.apart),
                    children=node.children[:: -1 if self.swaps(strategy.prover) else 1]
                    if node.kind is NodeKind.SPLIT
                    else node.children,
                )
                for node in strategy.nodes
            ),
        )


def images(board: Board) -> list[Image]:
    """Return all seven images that are not the board itself."""
    return [
        Image(board, columns=bool(n & 1), rows=bool(n & 2), exchange=bool(n & 4))
        for n in range(1, 8)
    ]
