"""Drawings of boards: where things lie, what is drawn, views as symmetries."""

import re
from dataclasses import replace
from math import hypot
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

import webapp
from solver.errors import PuzzleRuleError
from solver.game import (
    Board,
    Box,
    Diagonal,
    Hole,
    Position,
    Ruleset,
    Shape,
    Side,
    hole_text,
    parse_hole,
)
from solver.puzzle import window
from tests.webapp.conftest import QUARTER, SMALL, setup
from webapp.pictures import (
    CELL,
    Mark,
    Orientation,
    Theme,
    board_svg,
    colours,
    page_board,
    page_map,
    style,
)
from webapp.pictures.layout import Layout

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> Element:
    """Read a drawing; names get no prefix, whether it stands alone or not."""
    root = fromstring(text)
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
    return root


def classed(root: Element, name: str) -> list[Element]:
    return [found for found in root.iter() if name in found.get("class", "").split()]


def place(root: Element, hole: str) -> tuple[float, float]:
    (found,) = (each for each in classed(root, "hole") if each.get("data-hole") == hole)
    return float(found.get("cx", "")), float(found.get("cy", ""))


def labels(root: Element) -> list[str | None]:
    (group,) = classed(root, "labels")
    return [text.text for text in group if text.text != "board continues"]


def test_every_hole_is_drawn_and_corners_are_none() -> None:
    root = drawn(board_svg(SMALL.position))
    names = {hole.get("data-hole") for hole in classed(root, "hole")}
    assert len(names) == len(classed(root, "hole")) == 32
    assert "A1" not in names


def test_holes_lie_a_cell_apart_from_the_top_left() -> None:
    root = drawn(board_svg(SMALL.position))
    assert place(root, "B1") == (CELL, 0)
    assert place(root, "A2") == (0, CELL)
    assert place(root, "F5") == (5 * CELL, 4 * CELL)


def test_a_window_shows_two_rows_of_what_is_around_it() -> None:
    root = drawn(board_svg(QUARTER.position))
    assert len(classed(root, "hole")) == 14 * 14 - 1
    outside = {
        hole.get("data-hole")
        for hole in classed(root, "hole")
        if "outside" in hole.get("class", "")
    }
    assert {"M1", "N14", "A13"} <= outside
    assert "L12" not in outside
    assert place(root, "A2") == (0, CELL)


def test_labels_stand_on_all_four_sides() -> None:
    found = labels(drawn(board_svg(SMALL.position)))
    assert sorted(found, key=str) == sorted([*"ABCDEF" * 2, *"123456" * 2])
    middle = Position(window(Board(60, 60), Box(25, 1, 27, 40)))
    assert {"Z", "AA", "AB", "2", "41"} <= set(labels(drawn(board_svg(middle))))
    assert "42" not in labels(drawn(board_svg(middle)))


def test_what_is_too_large_for_a_drawing_is_refused() -> None:
    for board in (Board(702, 702), Board(49, 48), window(Board(702, 702), Box(10, 10, 400, 16))):
        with pytest.raises(PuzzleRuleError, match="holes are too many to draw: 2304 at most"):
            board_svg(Position(board))
    assert board_svg(Position(Board(48, 48)))
    assert board_svg(Position(window(Board(702, 702), Box(650, 3, 701, 30))))


def test_a_picture_without_labels_is_smaller() -> None:
    bare = drawn(board_svg(SMALL.position, labels=False))
    assert classed(bare, "labels") == []
    assert float(bare.get("width", "")) < float(drawn(board_svg(SMALL.position)).get("width", ""))


@pytest.mark.parametrize(
    ("board", "cut"),
    [
        (Board(6, 6), []),
        (QUARTER.position.board, ["right", "bottom"]),
        (window(Board(60, 60), Box(25, 1, 27, 40)), ["left", "top", "right", "bottom"]),
    ],
)
def test_edges_are_torn_where_the_board_continues(board: Board, cut: list[str]) -> None:
    root = drawn(board_svg(Position(board)))
    assert cut == Layout(board, Orientation.AS_IS).cut
    assert len(cut) == len(classed(root, "continues")) == len(classed(root, "beyond"))
    (edge,) = classed(root, "edge")
    assert (edge.get("d", "").count("L") > 3) is bool(cut), "straight from corner to corner"
    strips = [*classed(root, "border-white"), *classed(root, "border-black")]
    assert len(strips) == 4 - len(cut)


def test_guide_lines_leave_the_corners_that_show_the_way_links_go() -> None:
    def count(position: Position) -> int:
        return len(classed(drawn(board_svg(position)), "guide"))

    assert count(SMALL.position) == 8
    assert count(Position(window(Board(60, 60), Box(25, 1, 27, 40)))) == 0
    assert count(Position(Board(6, 8))) == 0
    corner = classed(drawn(board_svg(QUARTER.position)), "guide")
    lines = [
        [float(line.get(name, "")) / CELL for name in ("x1", "y1", "x2", "y2")] for line in corner
    ]
    assert lines == [[1, 1, 15, 8], [1, 1, 8, 15]]


@pytest.mark.parametrize("view", Orientation)
@pytest.mark.parametrize("position", [SMALL.position, QUARTER.position, Position(Board(5, 9))])
def test_a_view_taken_twice_is_none(view: Orientation, position: Position) -> None:
    frame = Layout(position.board, view)
    for hole in frame.around():
        # The same view of the drawing, whose sides may have changed places.
        width, height = frame.to(frame.width, frame.height)
        width, height = max(width, frame.to(0, 0)[0]), max(height, frame.to(0, 0)[1])
        x, y = view.place(*frame.at(hole), width, height)
        assert (x, y) == Layout(position.board, Orientation.AS_IS).at(hole)
    assert view.colour(view.colour(Side.WHITE)) is Side.WHITE


def test_views_move_holes_as_they_say() -> None:
    places = {
        view: place(drawn(board_svg(SMALL.position, view=view)), "B3") for view in Orientation
    }
    assert places == {
        Orientation.AS_IS: (CELL, 2 * CELL),
        Orientation.LEFT_RIGHT: (4 * CELL, 2 * CELL),
        Orientation.TOP_BOTTOM: (CELL, 3 * CELL),
        Orientation.TRANSPOSED: (2 * CELL, CELL),
        Orientation.UPRIGHT: (CELL, 2 * CELL),
    }


@pytest.mark.parametrize("size", [9, 12, 13])
@pytest.mark.parametrize("shape", list(Shape))
def test_a_diagonal_board_stands_upright_with_its_borders_above_and_beside(
    shape: Shape, size: int
) -> None:
    board = Board.of(Diagonal(shape, size))
    root = drawn(page_board(Position(board), "A board"))
    assert root.get("data-view") == "upright"
    places = {hole: place(root, hole_text(hole)) for hole in board.playable_holes()}
    line, cell = Diagonal(shape, size).line, CELL / hypot(*shape.step)
    for one, (x, y) in places.items():
        for other, (x2, y2) in places.items():
            down = line(Side.WHITE, other) - line(Side.WHITE, one)
            right = line(Side.BLACK, other) - line(Side.BLACK, one)
            assert (x2 - x, y2 - y) == pytest.approx((right * cell, down * cell), abs=0.02)
    as_is = drawn(page_board(Position(board), "A board", Orientation.AS_IS))
    assert place(as_is, hole_text(min(places))) == tuple(CELL * at for at in min(places))


@pytest.mark.parametrize("view", Orientation)
def test_labels_keep_the_names_of_the_holes(view: Orientation) -> None:
    root = drawn(board_svg(SMALL.position, view=view))
    (group,) = classed(root, "labels")
    x, y = place(root, "B3")
    beside = {text.text for text in group if float(text.get("x", "")) == x}
    beside |= {text.text for text in group if float(text.get("y", "")) == y}
    assert beside == {"B", "3"}


def test_transposing_exchanges_the_colours() -> None:
    root = drawn(board_svg(SMALL.position, view=Orientation.TRANSPOSED))
    colours = {peg.get("data-hole"): peg.get("href") for peg in classed(root, "peg")}
    assert colours == {"C3": "#peg-black", "B4": "#peg-white"}
    owners = {bar.get("data-owner"): bar for bar in classed(root, "goal")}
    assert len(classed(owners["white"], "goal-black")) == 1


@pytest.mark.parametrize("view", Orientation)
def test_a_link_is_drawn_from_peg_to_peg(view: Orientation) -> None:
    position = setup(Board(9, 9), "D4 E6 F3", "")
    root = drawn(page_board(position, "Board", view))
    shapes = {shape.get("id"): shape for shape in root.iter("g") if shape.get("id")}
    links = classed(root, "link")
    assert {link.get("data-link") for link in links} == {"D4-E6", "D4-F3"}
    for link in links:
        drawn_lines = shapes[link.get("href", "")[1:]]
        line = next(each for each in drawn_lines if each.get("class") != "shade-link")
        x, y = float(link.get("x", "")), float(link.get("y", ""))
        ends = {(x, y), (x + float(line.get("x2", "")), y + float(line.get("y2", "")))}
        names = (link.get("data-link") or "").split("-")
        assert ends == {place(root, name) for name in names}


def test_pegs_outside_a_window_are_dimmed() -> None:
    root = drawn(board_svg(QUARTER.position))
    dimmed = {
        peg.get("data-hole") for peg in classed(root, "peg") if "outside" in peg.get("class", "")
    }
    assert dimmed == {"M13", "M7"}
    (link,) = (each for each in classed(root, "link") if each.get("data-link") == "L11-M13")
    assert "outside" in link.get("class", "")


def test_where_links_may_cross_the_lower_one_gets_a_gap() -> None:
    assert classed(drawn(board_svg(SMALL.position)), "halo") == []
    crossing = Position(Board(6, 6), Ruleset.PP)
    assert classed(drawn(board_svg(crossing)), "halo")


def test_marks_are_drawn() -> None:
    root = drawn(page_map(SMALL.position, "Board", {parse_hole("e5"): Mark("K", "key")}))
    assert [text.text for text in classed(root, "mark-text-key")] == ["K"]


def test_a_title_is_escaped() -> None:
    assert drawn(board_svg(SMALL.position, title="<b>&"))[0].text == "<b>&"


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_that_stands_alone_names_no_custom_property(theme: Theme, dark: bool) -> None:
    sheet = style(theme, dark=dark)
    assert "var(" not in sheet
    assert "@media" not in sheet
    assert colours(theme, dark=dark)["--peg-white"] in sheet


def test_shapes_are_styled_wherever_they_are_used() -> None:
    # A browser matches what a `use` shows by itself: its selector may name no ancestor.
    (defs,) = drawn(board_svg(SMALL.position)).iter("defs")
    for kind in {each.get("class") for each in defs.iter() if each.get("class")}:
        assert re.search(rf"^\.{kind} \{{", style(), re.MULTILINE), kind


def test_themes_differ_in_their_pegs() -> None:
    pegs = {
        (found["--peg-white-edge"], found["--peg-black"], found["--board"])
        for theme in Theme
        for found in (colours(theme), colours(theme, dark=True))
    }
    assert len(pegs) == 2 * len(Theme)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("theme", Theme)
def test_what_is_drawn_stands_out_from_the_board(theme: Theme, dark: bool) -> None:
    """By 3 to 1, letters by 4.5 to 1, as WCAG 2.2 asks (1.4.11 and 1.4.3)."""
    found = colours(theme, dark=dark)
    accent = "#86b8f0" if dark else "#1c5c9e"
    site = Path(webapp.__file__).parent / "static" / "css" / "site.css"
    assert f"--accent: {accent};" in site.read_text(encoding="utf-8")
    for board in ("--board", "--board-light", "--board-dark"):
        for mark in ("--hole", "--hole-light", "--ring", "--good", "--bad", "--open"):
            assert contrast(found[mark], found[board]) >= 3, (mark, board)
        assert contrast(accent, found[board]) >= 3, board
    # Letters of a mark are on its disc, and those of rows and columns beside the board.
    for letters, ground in (
        ("--board-label", "--board-light"),
        ("--board-label", "--board-beyond"),
        ("--on-white", "--peg-white"),
        ("--on-white", "--peg-white-shade"),
        ("--on-black", "--peg-black"),
        ("--on-black", "--peg-black-shine"),
    ):
        assert contrast(found[letters], found[ground]) >= 4.5, (letters, ground)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, by the formula of WCAG."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_grid_of_a_page_has_a_cell_for_every_place_in_drawn_order() -> None:
    root = drawn(page_board(SMALL.position, "Board", Orientation.LEFT_RIGHT))
    assert (root.get("role"), root.get("aria-label")) == ("grid", "Board")
    rows = [row for row in root.iter("g") if row.get("role") == "row"]
    names = [[cell.get("data-cell") for cell in row] for row in rows]
    assert names[0] == ["F1", "E1", "D1", "C1", "B1", "A1"]
    assert [len(row) for row in names] == [6] * 6
    closed = [cell.get("data-cell") for cell in classed(root, "cell") if cell.get("aria-disabled")]
    assert sorted(map(str, closed)) == ["A1", "A6", "F1", "F6"]


def test_boards_alike_share_no_more_than_the_board() -> None:
    # What is kept of the first drawing must not show on the others.
    board, window = Board(7, 7), Board(7, 7, region=frozenset({Hole(2, 2), Hole(4, 4)}))
    drawings = [
        board_svg(setup(board, "C3", "")),
        board_svg(setup(board, "", "C3")),
        board_svg(replace(setup(board, "C3", ""), to_move=Side.BLACK)),
        board_svg(replace(setup(board, "C3", ""), ruleset=Ruleset.PP)),
        board_svg(setup(board, "C3", ""), view=Orientation.TOP_BOTTOM),
        board_svg(setup(board, "C3", ""), labels=False),
        board_svg(setup(window, "C3", "")),
        page_board(setup(board, "C3", ""), "Board"),
        page_board(setup(board, "C3", ""), "Board", Orientation.TRANSPOSED),
        page_board(setup(window, "C3", ""), "Board"),
        page_map(setup(board, "C3", ""), "Board", {}),
    ]
    assert len(set(drawings)) == len(drawings)
    black = drawn(drawings[1])
    assert [peg.get("data-side") for peg in classed(black, "peg")] == ["black"]
    assert {goal.get("data-owner") for goal in classed(drawn(drawings[2]), "to-move")} == {"black"}
