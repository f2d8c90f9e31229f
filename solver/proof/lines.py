"""What a strategy means on the board: the prover's moves and the longest resistance."""

from collections.abc import Callable
from dataclasses import replace

from solver.game import Hole, Link, Move, Position
from solver.proof.strategy import NodeKind, Strategy, StrategyNode

__all__ = ["by_resistance", "line_after", "longest_resistance", "main_line", "strategy_move"]


def strategy_move(position: Position, node: StrategyNode) -> Move:
    """Return the move of a move node in a position that contains its pattern.

    A plain move where that makes the links needed, else a long move. When the hole holds an
    own peg already, the peg goes to the first open hole, or the side passes.
    """
    peg: Hole | None = node.hole
    if peg in position.pegs(position.to_move):
        peg = next(position.open_holes(position.to_move), None)
    return position.move_making(peg, node.made)


def by_resistance(
    position: Position, strategy: Strategy, games: tuple[StrategyNode, ...]
) -> list[Hole]:
    """Return the opponent's replies against games played side by side, the hardest first.

    First: the answer needs most pegs. Ties: the hole that lies in most children's zones, then
    the one nearest the top, then nearest the left.
    """
    resistance = _resistance(position, strategy, games)
    return sorted(position.open_holes(position.to_move), key=resistance, reverse=True)


def longest_resistance(
    position: Position, strategy: Strategy, games: tuple[StrategyNode, ...]
) -> Hole | None:
    """Return the first of the opponent's replies by resistance; None is a pass: no hole is left."""
    resistance = _resistance(position, strategy, games)
    return max(position.open_holes(position.to_move), key=resistance, default=None)


def _resistance(
    position: Position, strategy: Strategy, games: tuple[StrategyNode, ...]
) -> Callable[[Hole], tuple[int, int, int, int]]:
    """Return what replies are ordered by."""
    children = [strategy.nodes[child] for game in games for child in game.children]
    watched = any(child.apart for child in children)
    foe = position.to_move

    def depth(hole: Hole | None, links: frozenset[Link] = frozenset()) -> int:
        answer, rest = strategy.answering(games, hole, links)
        return (answer.depth if answer else 0) + sum(g.depth for g in rest if g in games)

    elsewhere = 0 if watched else depth(None)

    def resistance(hole: Hole) -> tuple[int, int, int, int]:
        inside = sum(hole in child.zone for child in children)
        if watched:
            most = depth(hole, position.play(Move(hole)).links(foe))
        elif any(hole in game.zone for game in games):
            most = depth(hole)
        else:
            most = elsewhere  # it meets no zone, as a pass does
        return (most, inside, -hole.row, -hole.col)

    return resistance


def main_line(position: Position, strategy: Strategy) -> tuple[Move, ...]:
    """Return the moves from a position in which the strategy meets the longest resistance."""
    root = strategy.root
    if root.kind is not NodeKind.MOVE:
        return _resisted(position, strategy, strategy.games(root))
    first = strategy_move(position, root)
    games = strategy.games(strategy.nodes[root.children[0]])
    return first, *_resisted(position.play(first), strategy, games)


def line_after(
    position: Position, strategy: Strategy, first: Move | None
) -> tuple[tuple[Move, ...], int]:
    """Return how a strategy goes on after a first move of the opponent, None for a pass.

    The second value is the number of pegs that the prover needs at most.
    """
    parts, foe = strategy.games(strategy.root), position.to_move
    after = replace(position, to_move=foe.other) if first is None else position.play(first)
    answer, games = strategy.answering(parts, first.peg if first else None, after.links(foe))
    if answer is None or after.result is not None:
        return (), 0
    move = strategy_move(after, answer)
    line = move, *_resisted(after.play(move), strategy, games)
    return line, answer.depth + sum(game.depth for game in games if game in parts)


def _resisted(
    position: Position, strategy: Strategy, games: tuple[StrategyNode, ...]
) -> tuple[Move, ...]:
    """Return the moves of both sides from a position with the opponent to move."""
    line: list[Move] = []
    while games and position.result is None:
        reply = longest_resistance(position, strategy, games)
        foe = position.to_move
        line.append(Move(reply))
        position = position.play(line[-1])
        answer, games = strategy.answering(games, reply, position.links(foe))
        if answer is None or position.result is not None:
            break
        line.append(strategy_move(position, answer))
        position = position.play(line[-1])
    return tuple(line)
