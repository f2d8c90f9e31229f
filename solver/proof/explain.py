"""What a strategy means on the board: the prover's moves and the longest resistance."""

from solver.game import Hole, Move, Position
from solver.proof.strategy import NodeKind, Strategy, StrategyNode

__all__ = ["longest_resistance", "main_line", "strategy_move"]


def strategy_move(position: Position, node: StrategyNode) -> Move:
    """Return the move of a move node in a position that contains its pattern.

    A plain move where that makes the links needed, else a long move. When the hole holds an
    own peg already, the peg goes to the first open hole, or the side passes.
    """
    peg: Hole | None = node.hole
    if peg in position.pegs(position.to_move):
        peg = next(position.open_holes(position.to_move), None)
    return position.move_making(peg, node.made)


def longest_resistance(
    position: Position, strategy: Strategy, node: StrategyNode
) -> tuple[Hole | None, StrategyNode]:
    """Return the opponent's reply that holds out longest, and the child that answers it.

    Longest: the answer needs most pegs. Ties: the hole that lies in most children's zones,
    then the one nearest the top, then nearest the left. None is a pass: no hole is left.
    """
    children = [strategy.nodes[child] for child in node.children]

    def resistance(hole: Hole) -> tuple[int, int, int, int]:
        answer = strategy.answering(node, hole)
        inside = sum(hole in child.zone for child in children)
        return (answer.depth, inside, -hole.row, -hole.col)

    reply = max(position.open_holes(position.to_move), key=resistance, default=None)
    return reply, strategy.answering(node, reply)


def main_line(position: Position, strategy: Strategy) -> tuple[Move, ...]:
    """Return the moves from a position in which the strategy meets the longest resistance."""
    line: list[Move] = []
    node = strategy.root
    while position.result is None and node.kind is not NodeKind.LEAF:
        if node.kind is NodeKind.MOVE:
            move = strategy_move(position, node)
            node = strategy.nodes[node.children[0]]
        else:
            reply, node = longest_resistance(position, strategy, node)
            move = Move(reply)
        line.append(move)
        position = position.play(move)
    return tuple(line)
