"""Drawing: links follow the rules, nothing is lost, and what is wrong is named by its place."""

from dataclasses import replace
from typing import Any

import pytest

from solver.files import read_text
from solver.game import Board, Box, Hole, Side, parse_hole
from solver.puzzle import Goal, Puzzle, window
from tests.webapp.conftest import QUARTER, SMALL, setup
from webapp.editor import Drawing, DrawingError, change, drawing_of, findings
from webapp.editor.drafts import text_of

EMPTY: dict[str, Any] = {
    "columns": 6,
    "rows": 6,
    "window": None,
    "ruleset": "STD",
    "to_move": "white",
    "goal": "",
}


def drawn(*actions: tuple[str, str], **more: Any) -> Drawing:
    """Return an empty drawing after some changes."""
    drawing = Drawing.read(EMPTY | more)
    for what, where in actions:
        drawing = change(drawing, {"do": what, "link" if what == "link" else "hole": where})
    return drawing


def links(drawing: Drawing) -> tuple[list[str], list[str]]:
    values = drawing.as_json()
    return values["white_links"], values["black_links"]


def test_pegs_are_linked_as_the_rules_say() -> None:
    assert links(drawn(("white", "c3"), ("white", "d5"))) == (["C3-D5"], [])
    crossed = drawn(("white", "c3"), ("white", "d5"), ("black", "c4"), ("black", "e3"))
    assert links(crossed) == (["C3-D5"], [])


def test_the_same_peg_twice_is_none() -> None:
    assert drawn(("white", "c3"), ("white", "c3")).position.white == frozenset()


def test_a_peg_of_the_other_colour_takes_the_place() -> None:
    drawing = drawn(("white", "c3"), ("white", "d5"), ("black", "c3"))
    assert drawing.position.black == {parse_hole("c3")}
    assert links(drawing) == ([], [])


def test_erasing_takes_the_links_along() -> None:
    drawing = drawn(("white", "c3"), ("white", "d5"), ("erase", "d5"))
    assert links(drawing) == ([], [])
    assert drawing.position.white == {parse_hole("c3")}


def test_a_link_is_switched_off_and_on() -> None:
    off = drawn(("white", "c3"), ("white", "d5"), ("link", "c3-d5"))
    assert links(off) == ([], [])
    assert links(change(off, {"do": "link", "link": "c3-d5"})) == (["C3-D5"], [])


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([("white", "a3")], "A3 is not open to white"),
        ([("black", "c1")], "C1 is not open to black"),
        ([("white", "a1")], "there is no hole at A1"),
        ([("white", "z9")], "Z9 is not on the 6 x 6 board"),
        ([("link", "c3-d5")], "C3-D5 needs pegs of one side at both ends"),
        ([("link", "c3-c4")], "not a link"),
        ([("white", "hello")], "not a hole"),
        ([("swap", "c3")], "the changes are"),
        ([("white", "c3"), ("key", "c3")], "C3 is taken by a white peg"),
        (
            [("white", "c3"), ("white", "d5"), ("black", "c4"), ("black", "e3"), ("link", "c4-e3")],
            "C4-E3 is blocked by C3-D5",
        ),
    ],
)
def test_what_the_rules_forbid_is_refused_with_its_place(
    actions: list[tuple[str, str]], words: str
) -> None:
    with pytest.raises(DrawingError, match=words):
        drawn(*actions)


def test_own_links_may_cross_on_paper_only() -> None:
    pegs = [("white", hole) for hole in ("c3", "d5", "c4", "e3")]
    assert links(drawn(*pegs))[0] == ["C3-D5", "D5-E3"]
    assert links(drawn(*pegs, ruleset="PP"))[0] == ["C3-D5", "C4-E3", "D5-E3"]


@pytest.mark.parametrize(
    ("change_of", "words", "holes"),
    [
        ({"columns": 5}, "White peg E3 stands in the opponent's border row.", ("E3",)),
        ({"white": ["A3"]}, "White peg A3 stands in the opponent's border row.", ("A3",)),
        ({"white": ["A1"]}, "White peg A1 is off the board.", ("A1",)),
        ({"black": ["E3"]}, "E3 holds pegs of both sides.", ("E3",)),
        ({"white_links": ["C3-D5"]}, "White link C3-D5 has no peg at C3 and D5.", ("C3", "D5")),
    ],
)
def test_what_cannot_stand_is_named_by_its_place(
    change_of: dict[str, Any], words: str, holes: tuple[str, ...]
) -> None:
    drawing = Drawing.read(EMPTY | {"white": ["E3"]} | change_of)
    (found, *_) = findings(drawing)
    assert (found.message, found.holes, found.fatal) == (words, holes, True)
    assert not [each for each in findings(change(drawing, {"do": "mend"})) if each.fatal]


def test_links_that_cross_are_named() -> None:
    four = {"white": ["C3", "D5"], "black": ["C4", "E3"]}
    crossing = {"white_links": ["C3-D5"], "black_links": ["C4-E3"]}
    drawing = Drawing.read(EMPTY | four | crossing)
    (found,) = findings(drawing)
    assert found.message == "Links C3-D5 and C4-E3 cross."
    assert links(change(drawing, {"do": "mend"})) == (["C3-D5"], [])


def test_a_key_that_cannot_be_played_is_named() -> None:
    drawing = replace(drawn(("white", "c3")), keys=("c3",))
    (found,) = findings(drawing)
    assert found.fatal
    assert found.message == "Key C3: C3 is taken by a white peg."


@pytest.mark.parametrize(
    ("keys", "said", "holes"),
    [
        (("b5",), "Key B5 counts for nothing: with this goal a puzzle has no key.", ("B5",)),
        (
            ("b5", "c2"),
            "Keys B5, C2 count for nothing: with this goal a puzzle has no key.",
            ("B5", "C2"),
        ),
    ],
)
def test_keys_that_the_goal_has_no_use_for_are_named(
    keys: tuple[str, ...], said: str, holes: tuple[str, ...]
) -> None:
    pegs = (("white", "c3"), ("black", "b4"))
    found = findings(replace(drawn(*pegs, goal="B+"), keys=keys))[-1]
    assert (found.message, found.holes, found.fatal) == (said, holes, False)
    assert len(findings(drawn(*pegs, goal="B+"))) == 1, "without keys only the goal is told"
    for goal in ("", "W+", "0"):
        assert findings(replace(drawn(*pegs, goal=goal), keys=keys)) == []


def with_long_key(**more: Any) -> Drawing:
    """Return a drawing whose key takes a link off before it puts its peg on E2."""
    return drawn(("white", "c3"), ("white", "d5"), keys=["[-c'4][e2]"], **more)


@pytest.mark.parametrize("keys", [["[-c'4][e2]"], ["E2", "[-c'4][e2]"], ["[e2][-d2']"]])
def test_a_hole_is_a_key_no_longer_with_whatever_links_it_was_one(keys: list[str]) -> None:
    drawing = replace(with_long_key(), keys=(*keys, "b1"))
    for expected in (("b1",), ("b1", "e2"), ("b1",)):
        drawing = change(drawing, {"do": "key", "hole": "E2"})
        assert drawing.keys == expected


@pytest.mark.parametrize(
    ("after", "taken"),
    [
        (change(with_long_key(), {"do": "black", "hole": "e2"}), "E2 is taken by a black peg"),
        (change(with_long_key(), {"do": "link", "link": "c3-d5"}), "C3-D5"),
        (with_long_key(to_move="black"), "C3-D5"),
        (replace(with_long_key(), keys=("f9",)), "F9 is not on the 6 x 6 board"),
    ],
    ids=["peg", "link gone", "side", "board"],
)
def test_mending_takes_away_keys_that_cannot_be_played(after: Drawing, taken: str) -> None:
    assert [taken in found.message for found in findings(after) if found.fatal] == [True]
    assert all(found.holes for found in findings(after) if found.fatal)
    mended = change(replace(after, keys=("b2", *after.keys)), {"do": "mend"})
    assert mended == replace(after, keys=("b2",))


def test_mending_keeps_keys_that_can_be_played() -> None:
    drawing = with_long_key()
    assert change(drawing, {"do": "mend"}) == drawing
    illegal = Drawing.read(drawing.as_json() | {"white": ["A3", "C3", "D5"]})
    assert change(illegal, {"do": "mend"}) == drawing


def test_hints_do_not_keep_a_puzzle_from_being_one() -> None:
    assert [found.fatal for found in findings(drawn())] == [False]
    assert [found.fatal for found in findings(drawn(("white", "c3")))] == [False]
    assert findings(drawn(("white", "c3"), ("black", "b4"), ("key", "b5"))) == []


@pytest.mark.parametrize("puzzle", [SMALL, QUARTER], ids=["small", "quarter"])
def test_a_puzzle_is_drawn_read_and_written_without_loss(puzzle: Puzzle) -> None:
    drawing = drawing_of(puzzle, ["ladder"])
    again = Drawing.read(drawing.as_json())
    assert again == drawing
    assert read_text(text_of(again)).puzzle == puzzle


@pytest.mark.parametrize(("columns", "rows"), [(5, 48), (48, 5), (48, 48), (12, 18)])
def test_boards_have_up_to_48_columns_and_rows(columns: int, rows: int) -> None:
    drawing = drawn(("white", "c3"), columns=columns, rows=rows)
    found = read_text(text_of(drawing)).puzzle
    assert found is not None
    assert (found.position.board.width, found.position.board.height) == (columns, rows)


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        EMPTY | {"columns": 4},
        EMPTY | {"columns": 49},
        EMPTY | {"columns": "6"},
        EMPTY | {"rows": 6.5},
        EMPTY | {"ruleset": "ABC"},
        EMPTY | {"goal": None},
        EMPTY | {"to_move": "red"},
        EMPTY | {"white": "C3"},
        EMPTY | {"white": [3]},
        EMPTY | {"white": ["C3"] * 2001},
        EMPTY | {"white": ["3C"]},
        EMPTY | {"white_links": ["C3-C4"]},
        EMPTY | {"window": ["A1"]},
        EMPTY | {"window": ["A1", "B2"]},
        EMPTY | {"window": ["A1", "L12"]},
        EMPTY | {"title": "x" * 301},
        EMPTY | {"tags": ["x"] * 51},
        EMPTY | {"tags": [f"tag {number}" for number in range(11)]},
    ],
)
def test_what_is_no_drawing_is_refused(body: object) -> None:
    with pytest.raises(DrawingError):
        Drawing.read(body)


def test_names_do_not_turn_the_words_of_pages_round() -> None:
    said = EMPTY | {"title": "\u202eFirst \u2067 one", "tags": ["\u202a", "two \u202ewords"]}
    drawing = Drawing.read(said)
    assert ("First one", ("two-words",)) == (drawing.title, drawing.tags)


def test_boards_that_cannot_be_drawn_are_refused() -> None:
    large = Puzzle("", setup(Board(49, 49), "C3", ""))
    with pytest.raises(DrawingError, match="too large"):
        drawing_of(large)
    bent = Board(12, 12, region=frozenset({Hole(1, 1), Hole(2, 2), Hole(3, 3)}))
    with pytest.raises(DrawingError, match="no rectangle"):
        drawing_of(Puzzle("", setup(bent, "", "")))


def test_a_window_is_kept_with_pegs_outside_it() -> None:
    board = window(Board(24, 24), Box(0, 0, 11, 11))
    puzzle = Puzzle("", setup(board, "M13", ""), Goal.WIN)
    drawing = Drawing.read(drawing_of(puzzle).as_json())
    assert drawing.position.pegs(Side.WHITE) == {parse_hole("m13")}
    assert drawing.position.board.box == Box(0, 0, 11, 11)
