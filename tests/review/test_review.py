"""Game reviews: every verdict against brute force, and what moves did to proven results."""

from pathlib import Path
from random import Random

import pytest

from solver.files import read_text
from solver.game import (
    AnyMove,
    Board,
    Diagonal,
    Ending,
    Line,
    Move,
    Position,
    Ruleset,
    Shape,
    Side,
    Special,
    parse_link,
)
from solver.game import parse_hole as hole
from solver.oracle import connects
from solver.proof import Aim, Claim, Limit, Limits, Verdict
from solver.review import (
    Effect,
    Ply,
    Review,
    note,
    review,
    review_ply,
    reviewed_positions,
    summary,
)
from solver.search import Value
from solver.store import Store
from solver.work import Answer, InOneSession, Question, Unit, perform, run_here

pytestmark = pytest.mark.native

EACH = Limits(nodes=100_000)
TOTAL = Limits(seconds=60.0, memory=256)

THROWN = "1.D4 2.C3 3.B5 4.E3 5.D2 6.F5 7.C6"
"""On 6x6, 3M. White wins from the start on, throws it away and gets it back twice."""


def reviewed(text: str, *, each: Limits = EACH, rules: Ruleset = Ruleset.THREE_M) -> Review:
    record = read_text(text, size=(6, 6), rules=rules)
    return run_here(review(record.line, record.moves, each, TOTAL), InOneSession(256))


def random_game(seed: int) -> tuple[Position, tuple[AnyMove, ...]]:
    """Return a careless game on 5x5 to its end, or some moves of it."""
    rng = Random(seed)
    start = position = Position(Board(5, 5), Ruleset.STD, rng.choice([Side.WHITE, Side.BLACK]))
    for _ in range(4):
        place = rng.choice(list(position.open_holes(position.to_move)))
        position = position.play(Move(place))
    start, moves = position, list[AnyMove]()
    while position.result is None and len(moves) < 8:
        moves.append(Move(rng.choice(list(position.open_holes(position.to_move)))))
        position = position.play(moves[-1])
        if not any(True for _ in position.open_holes(position.to_move)):
            break
    return start, tuple(moves)


def wins(position: Position, side: Side) -> bool:
    """Tell whether a side wins, by a search of its own: the board is too large for brute force."""
    if position.connected(side):
        return True
    asked = Unit((Question(position, Claim(Aim.CONNECT, side)),), Limits(nodes=500_000), TOTAL)
    answer = perform(asked)
    assert isinstance(answer, Answer)
    assert answer.solutions[0].verdict is not Verdict.UNDECIDED
    return answer.solutions[0].verdict is Verdict.PROVEN


def brute(position: Position) -> Value:
    me = position.to_move
    if connects(position, me):
        return Value.WIN
    return Value.LOSS if connects(position, me.other) else Value.DRAW


@pytest.mark.parametrize("seed", range(12))
def test_every_verdict_is_the_one_of_brute_force(seed: int) -> None:
    start, moves = random_game(seed)
    said = run_here(review(Line(start, moves), moves, EACH, TOTAL), InOneSession(256))
    for ply in said.plies:
        # A search may end without a proof of either side; then it says so.
        if ply.position.result is None and ply.limit is not Limit.EXHAUSTED:
            assert ply.value is brute(ply.position), f"ply {ply.number}\n{ply.position}"
    assert said.proven >= len(said.plies) - 1


@pytest.mark.parametrize("seed", [13, 15, 17, 24, 26, 29, 31, 35, 37, 40, 42, 43])
def test_puzzles_have_one_winning_first_move(seed: int) -> None:
    start, moves = random_game(seed)
    said = run_here(review(Line(start, moves), moves, EACH, TOTAL), InOneSession(256))
    assert said.puzzles
    for puzzle in said.puzzles:
        position = said.plies[puzzle.ply].position
        me = position.to_move
        wins = [h for h in position.open_holes(me) if connects(position.play(Move(h)), me)]
        assert wins == [puzzle.key.peg]


def test_moves_that_threw_the_win_away_are_named_with_what_wins() -> None:
    said = reviewed(THROWN)
    assert [ply.value for ply in said.plies[2:]] == [Value.WIN] * 5 + [Value.WIN]
    assert said.thrown == (2, 3, 4, 5, 6)
    assert said.effect(2) is Effect.THROWS_WIN
    assert said.effect(7) is None, "no move was made there"
    for number in said.thrown:
        ply = said.plies[number]
        assert ply.best is not None
        mover = ply.position.to_move
        assert wins(ply.position.play(ply.best), mover)
        assert not wins(said.plies[number + 1].position, mover)
    assert said.proven_from == 7


def test_a_move_that_keeps_the_win_is_no_miss() -> None:
    said = reviewed("1.D4 2.C3 3.C2")
    assert said.effect(2) is Effect.KEEPS_WIN
    assert said.missed == ()
    assert said.proven_from == 0


def test_who_resigns_a_won_position_throws_the_win_away() -> None:
    said = reviewed("1.D4 2.C3 3.resign")
    assert said.result is not None
    assert said.result.ending is Ending.RESIGNED
    assert said.plies[-1].move is Special.RESIGN, "the position after it is the same"
    assert said.effect(2) is Effect.THROWS_WIN
    assert said.thrown == (2,)


@pytest.mark.parametrize(
    ("word", "ending"), [("forfeit", Ending.FORFEITED), ("draw", Ending.AGREED)]
)
def test_who_loses_a_won_position_on_time_or_agrees_to_a_draw_throws_the_win_away(
    word: str, ending: Ending
) -> None:
    said = reviewed(f"1.D4 2.C3 3.{word}")
    assert said.result is not None
    assert said.result.ending is ending
    assert [Value.WIN] == [ply.value for ply in said.plies[2:]], "the position after it is the same"
    assert said.effect(2) is Effect.THROWS_WIN


def test_a_winning_move_that_takes_off_links_is_told_in_words() -> None:
    best = Move(hole("E10"), off=frozenset({parse_link("E9-G10")}))
    ply = Ply(0, Position(Board(12, 12)), Move(hole("D4")), Value.WIN, best)
    said = "had a proven win with E10 (removing E9-G10); D4 is not decided"
    assert said == note(ply, Effect.LEAVES_WIN)
    assert "throws the win away: E10 (removing E9-G10) wins" == note(ply, Effect.THROWS_WIN)


def test_what_limits_leave_open_is_called_open() -> None:
    said = reviewed(THROWN, each=Limits(nodes=1))
    still = [ply for ply in said.plies if ply.value is Value.UNKNOWN]
    assert still
    assert all(ply.limit is not None for ply in still)
    assert said.proven == len(said.plies) - len(still)
    assert "An open position may be won or lost" in list(summary(said))[-1]


def test_a_position_in_which_sides_may_be_swapped_stays_open() -> None:
    said = reviewed(THROWN, rules=Ruleset.STD)
    assert [ply.swap for ply in said.plies] == [True, True] + [False] * 6
    assert said.plies[1].value is Value.UNKNOWN


def test_a_diagonal_board_of_an_even_size_has_a_swap() -> None:
    board = Board.of(Diagonal(Shape.DIAGONAL_45, 10))
    assert board.width != board.height
    moves = (Move(hole("c4")), Special.SWAP_SIDES)
    line = Line(Position(board), moves)
    said = run_here(review(line, moves, Limits(nodes=1), TOTAL), InOneSession(256))
    assert [True, True, False] == [ply.swap for ply in said.plies]
    assert () == said.missed


def test_only_white_s_first_peg_can_be_swapped() -> None:
    moves = (Move(hole("C3")), Move(hole("D4")))
    line = Line(Position(Board(6, 6), to_move=Side.BLACK), moves)
    said = run_here(review(line, moves, Limits(nodes=1), TOTAL), InOneSession(256))
    assert [False] * 3 == [ply.swap for ply in said.plies]


def test_a_session_for_each_position_gives_no_other_verdict() -> None:
    record = read_text(THROWN, size=(6, 6), rules=Ruleset.THREE_M)
    alone = run_here(review(record.line, record.moves, EACH, TOTAL), perform)
    assert [p.value for p in alone.plies] == [p.value for p in reviewed(THROWN).plies]


def test_the_whole_walk_keeps_to_its_limits() -> None:
    record = read_text(THROWN, size=(6, 6), rules=Ruleset.THREE_M)
    total = Limits(nodes=50, memory=256)
    said = run_here(review(record.line, record.moves, EACH, total), InOneSession(256))
    assert said.nodes <= 60
    assert said.plies[0].value is Value.UNKNOWN, "the walk comes from the end"


def test_what_the_store_knows_is_not_taken_from_the_limits(tmp_path: Path) -> None:
    record = read_text(THROWN, size=(6, 6), rules=Ruleset.THREE_M)
    with Store(tmp_path / "verdicts.sqlite") as store:
        first = run_here(review(record.line, record.moves, EACH, TOTAL, store))
        most = max(ply.nodes for ply in first.plies)
        total = Limits(nodes=most, memory=256)
        again = run_here(review(record.line, record.moves, EACH, total, store))
    assert [ply.value for ply in first.plies] == [ply.value for ply in again.plies]
    assert again.nodes > most


def test_progress_is_told_from_the_end() -> None:
    record = read_text(THROWN, size=(6, 6), rules=Ruleset.THREE_M)
    heard = list[list[int]]()
    plan = review(
        record.line,
        record.moves,
        EACH,
        TOTAL,
        tell=lambda plies: heard.append([ply.number for ply in plies]),
    )
    run_here(plan, InOneSession(256))
    assert heard[0] == [7]
    assert heard[-1] == [7, 6, 5, 4, 3, 2, 1, 0]


def test_a_winning_move_is_begun_with_the_proof_after_it() -> None:
    said = reviewed("1.D4 2.C3 3.C2")
    assert said.plies[2].nodes == 0, "no search"
    assert said.plies[2].best == Move(hole("C2"))


@pytest.mark.parametrize("text", [THROWN, "1.D4 2.C3 3.resign", "1.D4 2.C3 3.C2"])
def test_positions_asked_one_by_one_come_out_as_in_the_walk(text: str) -> None:
    record = read_text(text, size=(6, 6), rules=Ruleset.THREE_M)
    whole = reviewed(text)
    following: Value | None = None
    assert len(reviewed_positions(record.line)) == len(whole.plies)
    for expected in reversed(whole.plies):
        plan = review_ply(record.line, record.moves, expected.number, following, EACH)
        ply, effect = run_here(plan)
        assert (ply.number, ply.value) == (expected.number, expected.value)
        assert effect is whole.effect(expected.number)
        following = ply.value


def test_one_position_keeps_to_its_limits() -> None:
    record = read_text(THROWN, size=(6, 6), rules=Ruleset.THREE_M)
    ply, effect = run_here(review_ply(record.line, record.moves, 0, None, Limits(nodes=1)))
    assert ply.value is Value.UNKNOWN
    assert ply.limit is Limit.NODES
    assert ply.nodes <= 10
    assert effect is None


def test_a_win_after_an_open_position_leaves_the_win() -> None:
    record = read_text("1.D4 2.C3 3.C2 4.A3", size=(6, 6), rules=Ruleset.THREE_M)
    ply, effect = run_here(review_ply(record.line, record.moves, 2, None, EACH))
    assert ply.value is Value.WIN
    assert effect is Effect.LEAVES_WIN, "nothing is known of what came after"
