"""The Privilege of Double TwixT: two moves in a row, once."""

import pytest

from solver.errors import IllegalMoveError
from solver.game import (
    Board,
    Hole,
    Move,
    Position,
    PrivilegedPosition,
    Side,
    holders_letters,
    parse_holders,
    parse_hole,
)

BOTH = frozenset(Side)


def at(*holes: str) -> frozenset[Hole]:
    return frozenset(map(parse_hole, holes))


def move(hole: str) -> Move:
    return Move(parse_hole(hole))


def start(holders: frozenset[Side]) -> PrivilegedPosition:
    return PrivilegedPosition(Position(Board(6, 6)), holders)


def test_after_a_call_the_same_side_moves_once_more() -> None:
    first = start(BOTH).play(move("C1"), call=True)
    assert first.second
    assert first.position.to_move is Side.WHITE
    assert first.holders == {Side.BLACK}
    after = first.play(move("D3"))
    assert not after.second
    assert after.position.to_move is Side.BLACK
    assert len(after.position.white_links) == 1
    # The opponent may use his own at once.
    assert after.play(move("A3"), call=True).position.to_move is Side.BLACK


def test_without_a_call_the_turn_passes_and_the_privilege_stays() -> None:
    after = start(BOTH).play(move("C1"))
    assert after.position.to_move is Side.BLACK
    assert after.holders == BOTH


def test_only_a_holder_calls_and_only_once() -> None:
    with pytest.raises(IllegalMoveError, match="white holds no Privilege"):
        start(frozenset({Side.BLACK})).play(move("C1"), call=True)
    first = start(BOTH).play(move("C1"), call=True)
    with pytest.raises(IllegalMoveError, match="white holds no Privilege"):
        first.play(move("D3"), call=True)


def test_nothing_is_called_once_the_game_is_over() -> None:
    longer = Position(Board(5, 5))
    for hole in ("B1", "C3"):
        longer = longer.put(Side.WHITE, parse_hole(hole))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        PrivilegedPosition(longer, BOTH).play(move("D5"), call=True)
    assert PrivilegedPosition(longer, BOTH).play(move("D5")).position.result is not None


def test_nothing_is_called_without_two_holes() -> None:
    board = Board(6, 6, region=at("C3", "C4", "D3", "D4"))
    position = Position(board)
    for hole in ("C3", "C4", "D3"):
        position = position.put(Side.BLACK, parse_hole(hole))
    with pytest.raises(IllegalMoveError, match="no hole is left for the second move"):
        PrivilegedPosition(position, BOTH).play(move("D4"), call=True)
    full = position.put(Side.BLACK, parse_hole("D4"))
    with pytest.raises(IllegalMoveError, match="called with a pass"):
        PrivilegedPosition(full, BOTH).play(Move(None), call=True)


@pytest.mark.parametrize("text", ["W", "B", "WB"])
def test_holders_are_written_as_letters(text: str) -> None:
    assert holders_letters(parse_holders(text)) == text


@pytest.mark.parametrize("text", ["", "X", "WW", "WBX", "white"])
def test_other_letters_name_no_holders(text: str) -> None:
    with pytest.raises(ValueError, match="names no sides"):
        parse_holders(text)
