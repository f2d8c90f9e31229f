"""Writes SGF: records as they were read, puzzles and games as fresh trees."""

from dataclasses import replace

from solver.files.record import Node, escaped
from solver.files.sgf_grammar import serialise
from solver.files.sgf_values import points_text
from solver.game import (
    Hole,
    Position,
    Replay,
    Side,
    centre_text,
    holders_letters,
    hole_text,
    move_values,
)
from solver.puzzle import Puzzle

__all__ = ["puzzle_to_sgf", "puzzle_tree", "root_of_game", "sgf_text"]


def sgf_text(root: Node) -> str:
    """Return a tree as a GM[21] file in UTF-8; all its properties are kept."""
    first = {"FF": ["4"], "GM": ["21"], "CA": ["UTF-8"]}
    return serialise(Node({**first, **root.properties, **first}, root.children))


def puzzle_to_sgf(puzzle: Puzzle) -> str:
    """Return a puzzle as SGF; reading it gives the same pegs, links, window and keys.

    A board with its own set of holes is written as a rectangle: SGF knows no other. For diagonal
    boards there is a property of our own, `SHAPE`.
    """
    return sgf_text(puzzle_tree(puzzle))


def puzzle_tree(puzzle: Puzzle) -> Node:
    """Return a puzzle as a tree: setup by moves, the `IP` node, the keys below it."""
    position = puzzle.position
    root = _root(position)
    for ident, text in (
        ("GN", puzzle.name),
        ("AN", puzzle.author),
        ("SO", puzzle.source),
        ("CP", puzzle.copyright),
    ):
        if text:
            root.properties[ident] = [escaped(text)]
    root.properties["PZ"] = [puzzle.goal.value]
    root.properties["PL"] = [position.to_move.letter]
    if puzzle.privilege:
        root.properties["PV"] = [holders_letters(puzzle.privilege)]
    if position.board.region is not None:
        root.properties["VW"] = points_text(position.board.region)
    node = root
    for ident, values in _setup(position):
        node = node.add({ident: values})
    entry = node.add({"IP": [""]})
    for key in puzzle.keys:
        entry.add({position.to_move.letter: move_values(position, key), "TE": ["1"]})
    return root


def root_of_game(start: Position) -> Node | None:
    """Return the root of a game from a position, None when SGF has no words for its links.

    Outside of puzzles setup pegs have their automatic links and play has no window.
    """
    root = _root(start)
    board = start.board
    if board.width != board.height and board.diagonal is None:
        root.properties["HA"] = [""]
    set_up = Replay(Position(board, start.ruleset, start.to_move))
    for ident, side in (("AW", Side.WHITE), ("AB", Side.BLACK)):
        holes = sorted(start.pegs(side))
        for hole in holes:
            set_up.put(side, hole)
        if holes:
            root.properties[ident] = [hole_text(hole).lower() for hole in holes]
    if start.to_move is Side.BLACK or start.white or start.black:
        root.properties["PL"] = [start.to_move.letter]
    if (
        board.region is not None
        or replace(start, ply=0, passed=False, result=None) != set_up.position()
    ):
        return None
    return root


def _root(position: Position) -> Node:
    board = position.board
    size = str(board.width) if board.width == board.height else f"{board.width}:{board.height}"
    values = {"FF": ["4"], "GM": ["21"], "CA": ["UTF-8"], "SZ": [size]}
    if board.diagonal is not None:
        values["SZ"] = [str(board.diagonal.size)]
        values["SHAPE"] = [board.diagonal.shape.value]
    return Node(values | {"RU": [position.ruleset.value]})


def _setup(position: Position) -> list[tuple[str, list[str]]]:
    """Return the setup's turns, a peg each.

    A peg gets its automatic links; those the position lacks are taken off at once. No link
    has to be added: when its second peg comes, nothing on the board crosses it.
    """
    turns = []
    placed = Replay(Position(position.board, position.ruleset))
    for side in Side:
        for hole in sorted(position.pegs(side), key=_reading_order):
            declined = sorted(placed.put(side, hole) - position.links(side))
            for link in declined:
                placed.take_link(side, link)
            values = [hole_text(hole).lower(), *("-" + centre_text(link) for link in declined)]
            turns.append((side.letter, values))
    return turns


def _reading_order(hole: Hole) -> tuple[int, int]:
    return hole.row, hole.col
