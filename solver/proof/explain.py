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
    position: Position, strategy: Strategy, games: tuple[StrategyNode, ...]
) -> Hole | None:
    """Return the opponent's reply that holds out longest against games played side by side.

    Longest: the answer needs most pegs. Ties: the hole that lies in most children's zones,
    then the one nearest the top, then nearest the left. None is a pass: no hole is left.
    """
    children = [strategy.nodes[child] for game in games for child in game.children]
    watched = any(child.apart for child in children)

    def resistance(hole: Hole) -> tuple[int, int, int, int]:
        foe = position.to_move
        links = position.play(Move(hole)).links(foe) if watched else frozenset()
        answer, rest = strategy.answering(games, hole, links)
        depth = (answer.depth if answer else 0) + sum(g.depth for g in rest if g in games)
        inside = sum(hole in child.zone for child in children)
        return (depth, inside, -hole.row, -hole.col)

    return max(position.open_holes(position.to_move), key=resistance, default=None)


def main_line(position: Position, strategy: Strategy) -> tuple[Move, ...]:
    """Return the moves from a position in which the strategy meets the longest resistance."""
    line: list[Move] = []

    def play(move: Move) -> Position:
        line.append(move)
        return position.play(move)

    root = strategy.root
    games = strategy.games(root)
    if root.kind is NodeKind.MOVE:
        position = play(strategy_move(position, root))
        games = strategy.games(strategy.nodes[root.children[0]])
    while games and position.result is None:
        reply = longest_resistance(position, strategy, games)
        foe = position.to_move
        position = play(Move(reply))
        answer, games = strategy.answering(games, reply, position.links(foe))
        if answer is None or position.result is not None:
            break
        position = play(strategy_move(position, answer))
    return tuple(line)
