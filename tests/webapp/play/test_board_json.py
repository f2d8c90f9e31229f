"""What the page's board is told: open holes, links and what blocks them, words."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from solver.answers import Judgement, Outcome
from solver.game import Board, Hole, Move, Position, Ruleset, Side, move_text, parse_hole
from solver.proof import Aim, Claim, Limit, Limits, claim_of
from solver.puzzle import Goal, Puzzle
from tests.oracles.setup import classic
from tests.webapp.conftest import QUARTER, SMALL, plain, setup
from webapp.core import sentences
from webapp.play.board_json import state
from webapp.play.judge_move import answer, opening


def test_the_players_moves_come_with_their_links() -> None:
    shown = state(SMALL.position, Side.WHITE)
    assert shown["moves"]["B1"] == {"B1-C3": []}
    assert shown["moves"]["B2"] == {}
    assert len(shown["moves"]) == len(list(SMALL.position.open_holes(Side.WHITE)))


def test_a_link_comes_with_what_blocks_it() -> None:
    position = setup(Board(8, 8), "D4", "C4 E5")
    assert state(position, Side.WHITE)["moves"]["E6"] == {"D4-E6": ["C4-E5"]}


def test_a_link_names_own_links_that_could_cross_it_where_they_could_be_added() -> None:
    # Both cross the new peg's only link: one stands, the other would have to be added.
    position = setup(Board(9, 9), "D4 C4 E5", "")
    shown = state(position, Side.WHITE)
    assert shown["white_links"] == ["C4-E5"]
    assert shown["moves"]["E6"]["D4-E6"] == ["C4-E5"]
    off = replace(position, white_links=frozenset())
    shown = state(off, Side.WHITE)
    assert shown["slots"] == {"C4-E5": []}
    assert shown["moves"]["E6"]["D4-E6"] == ["C4-E5"]


def test_links_and_pegs_are_taken_off_where_the_rules_say_so() -> None:
    found = {
        ruleset: state(replace(SMALL.position, ruleset=ruleset), Side.WHITE) for ruleset in Ruleset
    }
    assert [rules for rules in Ruleset if found[rules]["removal"]] == [Ruleset.STD, Ruleset.THREE_M]
    assert [rules for rules in Ruleset if found[rules]["lift"]] == [Ruleset.THREE_M]
    assert state(SMALL.position, Side.BLACK)["removal"] is False


def test_own_links_that_may_cross_block_nothing() -> None:
    position = replace(setup(Board(9, 9), "D4 C4 E5", ""), ruleset=Ruleset.PP)
    shown = state(position, Side.WHITE)
    assert shown["moves"]["E6"]["D4-E6"] == []
    assert shown["slots"] == {}


def test_there_are_no_moves_in_the_opponents_turn() -> None:
    assert state(SMALL.position, Side.BLACK)["moves"] == {}


def test_pegs_and_links_outside_a_window_are_shown() -> None:
    shown = state(QUARTER.position, Side.BLACK)
    assert shown["white"] == ["F6", "L11", "M13"]
    assert shown["white_links"] == ["L11-M13"]
    assert shown["black_links"] == ["L5-M7"]


# -- words --------------------------------------------------------------------------------

WHITE, BLACK = Side.WHITE, Side.BLACK


@pytest.mark.parametrize(
    ("puzzle", "goal"),
    [
        (SMALL, "White to move and join rows 1 and 6."),
        (QUARTER, "Black to move and draw: keep White from joining rows 1 and 12."),
        (
            Puzzle("", setup(Board(6, 8), "C3", "", BLACK), Goal.WHITE_WINS),
            "Black to move; show that White can join rows 1 and 8.",
        ),
        (
            Puzzle("", setup(Board(30, 6), "C3", "", BLACK)),
            "Black to move and join columns A and AD.",
        ),
    ],
)
def test_the_goal_names_its_lines(puzzle: Puzzle, goal: str) -> None:
    assert goal == sentences.goal(puzzle, claim_of(puzzle))


@pytest.mark.parametrize(
    ("goal", "side", "note"),
    [
        (Goal.WIN, WHITE, "White to move and win"),
        (Goal.BLACK_WINS, BLACK, "Black to move and win"),
        (Goal.WHITE_WINS, BLACK, "Black to move, White wins"),
        (Goal.DRAW, WHITE, "White to move and draw"),
    ],
)
def test_a_note_says_who_moves_and_what_for(goal: Goal, side: Side, note: str) -> None:
    assert note == sentences.goal_note(goal, side)


def test_a_decided_position_leaves_nothing_to_play() -> None:
    start = opening(Puzzle("", setup(Board(5, 5), "B1 C3 B5", "", BLACK), Goal.DRAW))
    assert start["over"] == "White has joined rows 1 and 5 already."
    assert start["state"]["moves"] == {}


def test_a_claim_for_the_side_not_to_move_has_no_first_move() -> None:
    puzzle = Puzzle("", setup(Board(6, 6), "C3", "", BLACK), Goal.WHITE_WINS)
    start = opening(puzzle)
    assert "no first move to find" in start["over"]
    assert start["player"] == "white"


def test_a_puzzle_that_is_open_says_nothing() -> None:
    assert opening(SMALL)["over"] is None


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        (Limit.SECONDS, "Not decided within 8 seconds: E5 is"),
        (Limit.NODES, "within the solver's limits: E5 is"),
        (Limit.EXHAUSTED, "by any of the solver's methods: E5 is"),
    ],
)
def test_undecided_names_its_limit(limit: Limit, why: str) -> None:
    move = plain(SMALL.position, "e5")
    judged = Judgement(Outcome.UNDECIDED, None, SMALL.position.play(move), (), None, limit, 8.0)
    said = sentences.verdict(Claim(Aim.CONNECT, WHITE), move, judged, Limits(seconds=8))
    assert why in said


def test_a_move_that_changes_links_is_told_in_full() -> None:
    move = plain(setup(Board(8, 8), "C3 D5 F4", ""), r"[-c'4][\c'4][e7]")
    assert sentences.move_name(move) == "E7 (removing C3-D5 and adding C3-D5)"
    assert sentences.move_name(Move(None)) == "a pass"
    assert sentences.move_name(Move(Hole(0, 1))) == "A2"
    assert parse_hole("a2") == Hole(0, 1)


def test_another_winning_move_than_the_published_one_is_welcome() -> None:
    keyed = Puzzle("", SMALL.position, keys=(plain(SMALL.position, "b5"),))

    def judge(
        position: Position, _line: Sequence[Move], move: Move, _claim: Claim, _limits: Limits
    ) -> Judgement:
        after = position.play(move)
        return Judgement(Outcome.WINS, plain(after, "d4"), after, (), 2, None, 0.1)

    said = [answer(keyed, [], text, judge, Limits())["message"] for text in ("b1", "b5")]
    assert said[0].endswith("This wins too, although the author had another move in mind.")
    assert "The author planned" not in said[1]


def test_a_published_move_that_stays_undecided_is_named() -> None:
    keyed = Puzzle("", SMALL.position, keys=(plain(SMALL.position, "b5"),))

    def judge(
        position: Position, _line: Sequence[Move], move: Move, _claim: Claim, _limits: Limits
    ) -> Judgement:
        after = position.play(move)
        return Judgement(Outcome.UNDECIDED, None, after, (), None, Limit.SECONDS, 0.1)

    said = [answer(keyed, [], text, judge, Limits())["message"] for text in ("b1", "b5")]
    assert "author" not in said[0]
    assert said[1].endswith("It is the author's own move.")


def test_another_move_with_the_keys_peg_is_not_the_published_answer() -> None:
    puzzle = classic("p27")
    (key,) = puzzle.keys
    assert not key.plain

    def judge(
        position: Position, _line: Sequence[Move], move: Move, _claim: Claim, _limits: Limits
    ) -> Judgement:
        after = position.play(move)
        return Judgement(Outcome.UNDECIDED, None, after, (), None, Limit.NODES, 0.1)

    published = [move_text(puzzle.position, key), "g8"]
    said = [answer(puzzle, [], text, judge, Limits())["message"] for text in published]
    assert "It is the author's own move." in said[0]
    assert "author" not in said[1]


def test_a_peg_that_makes_no_links_by_itself_is_told_apart() -> None:
    position = setup(Board(8, 8), "C3", "")
    assert sentences.move_name(plain(position, "d5")) == "D5"
    assert sentences.move_name(plain(position, "[d5][-c'4]")) == "D5 (making no link)"
    position = setup(Board(8, 8), "C3 E3", "")
    assert sentences.move_name(plain(position, "[d5][-c'4]")) == "D5 (making only D5-E3)"


def test_a_game_that_passes_ended_is_not_said_to_lack_a_path() -> None:
    """White could still link B1-C3."""
    board = Board(4, 3, holes=frozenset(map(parse_hole, ("b1", "c3", "a2"))))
    position = Position(board).with_side(Side.WHITE, map(parse_hole, ("b1", "c3")), ())
    position = position.with_side(Side.BLACK, [parse_hole("a2")], ())
    claim = Claim(Aim.CONNECT, Side.WHITE)
    over = position.play(Move(None)).play(Move(None))
    assert over.result is not None
    assert sentences.settled(over, claim) == "Both sides have passed: the game is drawn."
    judged = Judgement(Outcome.LOST, Move(None), over, (), None, None, 0.1)
    said = sentences.verdict(claim, Move(None), judged, Limits())
    assert "no path left" not in said
    assert "both sides have passed, and White has not joined" in said
