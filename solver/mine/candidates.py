"""Where puzzles may come from: random natural positions, recorded games, and tries.

A source is a name and a number to a position; the same name and number give the same one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from solver.game import (
    AnyMove,
    Board,
    Box,
    Diagonal,
    Hole,
    Move,
    Position,
    Routes,
    Ruleset,
    Shape,
    Side,
    Special,
    distance,
    hole_text,
)
from solver.mine.themes import TWIN
from solver.puzzle import Puzzle, window

__all__ = ["Candidate", "Source", "endgame_source", "game_source", "random_sources", "twin_source"]

_OWN, _FOE, _NEAR = 0.45, 0.70, 0.92
"""Shares of random moves: on an own shortest way, on the opponent's, close to a peg; the rest
goes anywhere."""

_REACH = 3
"""Columns and rows that count as close."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that may become a puzzle for the side to move."""

    position: Position
    pegs: tuple[Hole, ...]
    """In the order of placing where it is known, so that the automatic links come out the same.
    Else sorted: of own links that cross, another may then come out."""
    origin: str
    """Where it comes from, for the puzzle's source."""


Source = Callable[[int], Iterator[Candidate]]
"""Returns the candidates of a block, by its number from 0."""


def _random_source(
    name: str, board: Board, pegs: range, block: int, ruleset: Ruleset = Ruleset.STD
) -> Source:
    def candidates(number: int) -> Iterator[Candidate]:
        for at in range(number * block, (number + 1) * block):
            rng = Random(f"{name} {at}")
            found = _random(rng, board, rng.choice(pegs), ruleset)
            if found is not None:
                yield Candidate(*found, f"composed by a program: {name} {at}")

    return candidates


def random_sources(block: int = 20) -> Mapping[str, Source]:
    """Return the sources of random positions by name, so many positions to a block.

    Whole boards of 8x8, 10x10, 12x12, 18x18 and 30x30, the top left corner of a 24x24 board,
    diagonal boards with few and with many lines of holes, and small boards by the rules of PP.
    The sources `steps-8x8` and `steps-10x10` are for puzzles of FIRST_STEPS.
    """
    pegs = {
        8: range(5, 14),
        10: range(8, 20),
        12: range(11, 24),
        18: range(24, 48),
        30: range(44, 90),
    }
    boards = {f"board-{size}x{size}": (size, Board(size, size)) for size in pegs}
    boards |= {
        f"corner-{size}x{size}": (size, window(Board(24, 24), Box(0, 0, size - 1, size - 1)))
        for size in (10, 12)
    }
    # Sizes of upright boards with about as many holes.
    alike = {
        Diagonal(Shape.DIAGONAL_45, 13): 8,
        Diagonal(Shape.DIAGONAL_45, 17): 12,
        Diagonal(Shape.DIAGONAL_26, 20): 8,
        Diagonal(Shape.DIAGONAL_26, 26): 12,
    }
    boards |= {each.text.replace(":", "-"): (size, Board.of(each)) for each, size in alike.items()}
    found = {
        name: _random_source(name, board, pegs[size], block)
        for name, (size, board) in boards.items()
    }
    for size in (8, 10):
        pp, steps, board = f"pp-{size}x{size}", f"steps-{size}x{size}", Board(size, size)
        found[pp] = _random_source(pp, board, pegs[size], block, Ruleset.PP)
        found[steps] = _random_source(steps, board, pegs[size], block)
    return found


def _random(
    rng: Random, board: Board, pegs: int, ruleset: Ruleset
) -> tuple[Position, tuple[Hole, ...]] | None:
    """Return a position as a careless game leads to it; None when the game ends before."""
    position, placed = Position(board, ruleset), list[Hole]()
    while len(placed) < pegs:
        open_holes = list(position.open_holes(position.to_move))
        hole = rng.choice(_wanted(rng, position, open_holes) or open_holes)
        position = position.play(Move(hole))
        placed.append(hole)
        if position.result is not None:
            return None
    return position, tuple(placed)


def _wanted(rng: Random, position: Position, open_holes: Sequence[Hole]) -> list[Hole]:
    """Return the holes that the side to move looks at this time."""
    mood = rng.random()
    if mood < _FOE:
        side = position.to_move if mood < _OWN else position.to_move.other
        on_way = Routes(position, side).holes
        return [hole for hole in open_holes if hole in on_way]
    if mood < _NEAR:
        pegs = position.white | position.black
        return [hole for hole in open_holes if any(distance(hole, peg) <= _REACH for peg in pegs)]
    return []


# -- recorded games -------------------------------------------------------------------------

_WINDOWS = (8, 10, 12)
"""Sizes of the corner windows that a game is looked at through."""

_LEAST = 5
"""Fewest pegs in a window."""

_LAST = 16
"""Pegs from the end of a game that are looked at on the whole board."""

_SWAPS = (Special.SWAP_SIDES, Special.SWAP_PIECES)
"""The turns without a peg that do not end a game."""


def game_source(games: Sequence[tuple[str, Position, Sequence[AnyMove]]]) -> Source:
    """Return the source of windows of games, each a name, its start and its moves.

    A block is a game: every corner window after every peg that was placed in it, for the side
    whose turn it then is, by the rules of the game, mirrored so that the corner lies at the top
    left. Windows that would reach the far borders of the board are left out, as are boards that
    are no whole rectangles, and links that players changed by hand. A game is left out from the
    first move on that takes off a peg.
    """

    def candidates(number: int) -> Iterator[Candidate]:
        name, start, moves = games[number]
        board = start.board
        if board != Board(board.width, board.height):
            return
        placed = _placed(start, moves)
        for size in _WINDOWS:
            if size < min(board.width, board.height):
                for corner in range(4):
                    yield from _through(name, start, placed, size, corner)

    return candidates


def endgame_source(games: Sequence[tuple[str, Position, Sequence[AnyMove]]]) -> Source:
    """Return the source of the ends of games, each a name, its start and its moves.

    A block is a game: its whole board after each of its last pegs, the last one first. A game is
    left out from the first move on that changes links by hand or is a pass.
    """

    def candidates(number: int) -> Iterator[Candidate]:
        name, start, moves = games[number]
        position, found = start, list[Candidate]()
        pegs = sorted(start.white | start.black)
        for ply, move in enumerate(moves, start=1):
            peg = move.peg if isinstance(move, Move) and move.plain else None
            if peg is None and move not in _SWAPS:
                break
            position = position.play(move)
            if position.result is not None:
                break
            if peg is None:
                # A swap leaves one peg, the first one or its mirror image.
                pegs = sorted(position.white | position.black)
                continue
            pegs.append(peg)
            where = f"the game {name} after move {ply}"
            found.append(Candidate(replace(position, ply=0), tuple(pegs), where))
        yield from reversed(found[-_LAST:])

    return candidates


def _placed(start: Position, moves: Sequence[AnyMove]) -> list[tuple[int, Side, Hole]]:
    """Return the pegs of a game in their order, each with the number of its move, until one is
    taken off."""
    placed, position = list[tuple[int, Side, Hole]](), start
    for ply, move in enumerate(moves, start=1):
        if isinstance(move, Special) and move not in _SWAPS:
            break
        if isinstance(move, Move) and move.lift:
            break
        side, position = position.to_move, position.play(move)
        if move is Special.SWAP_PIECES:
            placed = [(ply, Side.BLACK, hole) for hole in position.black]
        elif isinstance(move, Move) and move.peg is not None:
            placed.append((ply, side, move.peg))
    return placed


def _through(
    name: str, start: Position, placed: Sequence[tuple[int, Side, Hole]], size: int, corner: int
) -> Iterator[Candidate]:
    """Yield what a corner of a game's board shows after each peg that was placed there."""
    board, seen = start.board, window(Board(24, 24), Box(0, 0, size - 1, size - 1))
    position, pegs = Position(seen, start.ruleset), list[Hole]()
    for ply, side, hole in placed:
        col = board.width - 1 - hole.col if corner & 1 else hole.col
        row = board.height - 1 - hole.row if corner & 2 else hole.row
        at = Hole(col, row)
        if not seen.open_to(side, at):
            continue
        position = replace(position.put(side, at), to_move=side.other)
        pegs.append(at)
        if position.connected(side):
            return
        if len(pegs) >= _LEAST:
            where = f"the game {name} after move {ply}, a corner of {size} x {size} holes"
            yield Candidate(position, tuple(pegs), where)


# -- tries ----------------------------------------------------------------------------------


def twin_source(puzzles: Sequence[tuple[Puzzle, Sequence[Hole]]]) -> Source:
    """Return the source of twins of puzzles, each with tries that exactly one reply refutes.

    A block is a puzzle: the positions after its tries, for the side that is to refute them.
    """

    def candidates(number: int) -> Iterator[Candidate]:
        puzzle, tries = puzzles[number]
        for hole in tries:
            position = puzzle.position.play(Move(hole))
            pegs = tuple(sorted(position.white | position.black))
            # What follows a colon in a graded title is measured, and may change.
            where = f"{TWIN}{hole_text(hole)} in {puzzle.name.partition(':')[0]}"
            yield Candidate(position, pegs, f"composed by a program: {where}")

    return candidates
