"""GM[21]: properties, setup, long moves, variations, and what is kept unchanged."""

import random
from dataclasses import replace

import pytest

from solver.files import Format, Node, Record, puzzle_to_sgf, read_diagram, read_text, write_text
from solver.game import (
    Board,
    Box,
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Side,
    Special,
    parse_hole,
    parse_link,
)
from solver.puzzle import Goal, Puzzle, rectangle, window


def record(body: str) -> Record:
    return read_text(f"(;FF[4]GM[21]{body})")


def start(body: str) -> Position:
    """Return the start of a 12x12 puzzle."""
    return record(f"SZ[12]PZ[]PL[W]{body}").start


def holes(text: str) -> frozenset[Hole]:
    return frozenset(parse_hole(word) for word in text.split())


def links(text: str) -> frozenset[Link]:
    return frozenset(parse_link(word) for word in text.split())


# -- the root ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "width", "height"),
    [("", 24, 24), ("SZ[12]", 12, 12), ("SZ[24:20]HA[]", 24, 20), ("SZ[3]", 3, 3)],
)
def test_board_size(body: str, width: int, height: int) -> None:
    found = record(body)
    assert (width, height) == (found.start.board.width, found.start.board.height)
    assert () == found.findings


def test_a_game_on_an_oblong_board_should_say_it_is_a_handicap_game() -> None:
    (finding,) = record("SZ[24:20]").findings
    assert not finding.fatal
    assert "HA[]" in finding.hint
    assert () == record("SZ[24:20]PZ[]PL[W]IP[]").findings


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        ("", Ruleset.STD),
        ("RU[pp]", Ruleset.PP),
        ("RU[3m]", Ruleset.THREE_M),
        ("RU[Std]", Ruleset.STD),
    ],
)
def test_rules_in_either_case(body: str, rules: Ruleset) -> None:
    assert rules is record(body).start.ruleset


def test_options_stand_in_for_what_the_file_does_not_say() -> None:
    found = read_text("(;GM[21];W[d4])", size=(12, 10), rules=Ruleset.PP)
    assert (12, 10, Ruleset.PP) == (
        found.start.board.width,
        found.start.board.height,
        found.start.ruleset,
    )
    text = write_text(found, Format.SGF).text
    assert found.line == read_text(text).line
    assert Board(24, 24) == read_text("(;GM[21]SZ[24])", size=(12, 10)).start.board


@pytest.mark.parametrize(
    ("value", "goal"),
    [
        ("", Goal.WIN),
        ("0", Goal.DRAW),
        ("draw", Goal.DRAW),
        ("Draw", Goal.DRAW),
        ("W+", Goal.WHITE_WINS),
        ("b+", Goal.BLACK_WINS),
    ],
)
def test_puzzle_goals(value: str, goal: Goal) -> None:
    found = record(f"PZ[{value}]PL[B]GN[Try]AN[Her]SO[There]CP[Free];W[d4];IP[];B[e8]")
    assert found.puzzle is not None
    assert goal is found.puzzle.goal
    assert ("Try", "Her", "There", "Free") == (
        found.puzzle.name,
        found.puzzle.author,
        found.puzzle.source,
        found.puzzle.copyright,
    )
    assert Side.BLACK is found.puzzle.position.to_move
    assert 0 == found.ip


def test_a_game_is_no_puzzle() -> None:
    assert record(";W[d4]").puzzle is None


def test_a_puzzle_without_a_name_is_named_after_its_file() -> None:
    found = read_text("(;GM[21]PZ[]PL[W]IP[])", name="some/where/p7.sgf")
    assert found.puzzle is not None
    assert "p7" == found.puzzle.name


def test_the_view_is_a_region_in_a_puzzle_only() -> None:
    assert rectangle(Box(0, 0, 11, 11)) == record("PZ[]PL[W]VW[a1:L12]IP[]").start.board.region
    assert holes("c3 d4 d5") == record("PZ[]PL[W]IP[]VW[c3][d4:d5]").start.board.region
    assert record("PZ[]PL[W]VW[]IP[]").start.board.region is None
    assert record("VW[a1:l12];W[d4]").start.board.region is None
    assert ["a1:l12"] == record("VW[a1:l12];W[d4]").tree.properties["VW"]


# -- encodings --------------------------------------------------------------------------

TEXT = "(;GM[21]GN[Züge]PZ[]PL[W]IP[])"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        TEXT.encode("latin-1"),
        TEXT.replace("GM", "CA[ISO-8859-1]GM").encode("latin-1"),
        TEXT.replace("GM", "CA[windows-1252]GM").encode("cp1252"),
        TEXT.replace("GM", "CA[UTF-8]GM").replace(")", "\r\n)").encode(),
    ],
)
def test_encodings(data: bytes) -> None:
    found = read_text(data)
    assert found.puzzle is not None
    assert "Züge" == found.puzzle.name
    assert "CA[UTF-8]" in write_text(found, Format.SGF).text


def test_text_is_freed_of_escapes() -> None:
    found = record(";W[d4]C[a \\] b\\\\c \\\nd\ne]")
    assert "a ] b\\c d\ne" == found.tree.children[0].text("C")


# -- setup ------------------------------------------------------------------------------


def test_setup_by_lists_and_rectangles() -> None:
    position = start("AW[d4][f5]AB[h7:h9]IP[]")
    assert holes("d4 f5") == position.white
    assert holes("h7 h8 h9") == position.black
    assert links("d4-f5") == position.white_links


def test_setup_holes_can_be_emptied_again() -> None:
    position = start("AW[d4][f5];AE[f4:f6]AB[f5];IP[]")
    assert (holes("d4"), holes("f5"), frozenset()) == (
        position.white,
        position.black,
        position.white_links,
    )


def test_setup_by_moves_in_any_order_of_colours() -> None:
    position = start(";B[c6];B[d8];W[d4];W[F5];B[k9];IP[]")
    assert holes("d4 f5") == position.white
    assert links("c6-d8") == position.black_links
    assert (Side.WHITE, 0) == (position.to_move, position.ply)


@pytest.mark.parametrize(
    ("turns", "made"),
    [
        (";W[d4];W[f5];W[-e4']", ""),
        (";W[d4];W[f5][-e4']", ""),
        (";W[d4];W[F5];W[-E4*]", ""),
        (";W[d4];W[f5];W[e4];W[d6];W[-e4'][/d'5]", "d6-e4 d6-f5"),
        (";W[d4];W[f5];W[e4];W[d6];W[-e4'];W[/D*5]", "d6-e4 d6-f5"),
        (";W[d4];W[f5];W[-e4'];W[\\e4']", "d4-f5"),
        (";W[d4];W[f5];W[-e4'];W[\\\\e4']", "d4-f5"),
        (";W[d4];W[f5][-e4'];W[h6][\\e4']", "d4-f5 f5-h6"),
    ],
)
def test_links_are_edited_freely_before_ip(turns: str, made: str) -> None:
    assert links(made) == start(f"{turns};IP[]").white_links


def test_setup_may_stand_in_the_ip_node_itself() -> None:
    assert holes("d4") == start(";W[d4]IP[]").white


def test_a_swap_may_belong_to_the_setup() -> None:
    position = start(";W[b4];B[swap-pieces];W[f5];IP[]")
    assert (holes("f5"), holes("d2")) == (position.white, position.black)


def test_a_puzzle_without_ip_begins_at_the_root() -> None:
    found = record("SZ[12]PZ[]PL[W]AW[d4];W[f5]TE[1]")
    assert ["no IP"] == [finding.message[15:20] for finding in found.findings]
    assert holes("d4") == found.start.white
    assert found.puzzle is not None
    assert (Move(parse_hole("f5")),) == found.puzzle.keys


def test_the_first_move_tells_who_moves_when_pl_is_missing() -> None:
    for comment in ("", ";C[Think first.]"):
        found = record(f"SZ[12]PZ[];W[d4];IP[]{comment};B[f5]")
        assert Side.BLACK is found.start.to_move
        assert "PL[B]" in found.findings[0].hint


# -- long moves -------------------------------------------------------------------------

EDITED = "SZ[12];W[d4];B[k2];W[f5];B[k3];W[e4];B[k7];W[d6];B[k9]"


@pytest.mark.parametrize(
    "values",
    [
        "[-e4'][/d'5][h9]",
        "[-E4*][/D*5][H9]",
        "[-e4*][/d*5][h9]",
        "[-e4'][/D'5][h9]",
    ],
)
def test_new_and_old_long_moves(values: str) -> None:
    found = record(f"{EDITED};W{values}")
    assert links("d6-e4 d6-f5") == found.line[-1].white_links
    assert "W[-e4'][/d'5][h9]" in write_text(found, Format.SGF).text


@pytest.mark.parametrize("values", ["[\\c2'][h9]", "[\\\\c2'][h9]", "[\\C2*][H9]"])
def test_the_backslash_is_data_raw_or_doubled(values: str) -> None:
    body = "SZ[12];W[b2];B[k2];W[d3][-c2'];B[k7];W"
    found = record(body + values)
    assert links("b2-d3") == found.line[-1].white_links
    assert "W[\\c2'][h9]" in write_text(found, Format.SGF).text


def test_automatic_links_need_not_be_mentioned_in_a_long_move() -> None:
    found = record(f"{EDITED};W[-e4'][b5]")
    assert links("b5-d4 b5-d6 d6-f5") == found.line[-1].white_links


def test_the_long_move_of_the_specification() -> None:
    """Off i'3 and J4', on \\i'4, then K4 with its two links."""
    pegs = ";W[c2];B[i4];W[c3];B[j2];W[c9];B[k5];W[c11];B[j5];W[d2];B[i3];W[f2]"
    found = record(f"SZ[13]{pegs};B[-i'3][-J4'][\\i'4][K4]")
    before, after = found.line[-2:]
    assert links("i4-j2 i4-k5") == before.black_links
    assert links("i3-j5 i3-k4 j2-k4") == after.black_links


def test_special_moves_in_either_case() -> None:
    found = record(";W[f6];B[Swap-Sides];B[k9];W[FORFEIT]")
    assert (Special.SWAP_SIDES, Special.FORFEIT) == (found.moves[1], found.moves[3])
    assert "W[forfeit]" in write_text(found, Format.SGF).text


def test_an_empty_move_is_a_pass() -> None:
    found = record("SZ[3];W[b1];B[a2];W[b2];B[c2];W[b3];B[];W[]")
    result = found.line[-1].result
    assert result is not None
    assert result.winner is None


# -- writing puzzles --------------------------------------------------------------------


def random_position(rng: random.Random, rules: Ruleset) -> Position:
    """Play pegs at random, decline some links, move some others."""
    board = rng.choice([Board(8, 8), Board(9, 6), window(Board(12, 12), Box(1, 0, 6, 8))])
    position = Position(board, rules)
    for _ in range(rng.randrange(24)):
        side = rng.choice(list(Side))
        free = list(position.open_holes(side))
        position = position.put(side, rng.choice(free))
        kept = [link for link in sorted(position.links(side)) if rng.random() < 0.9]
        position = position.with_side(side, position.pegs(side), kept)
    assert [] == position.problems()
    return replace(position, to_move=rng.choice(list(Side)))


@pytest.mark.parametrize("rules", list(Ruleset))
def test_any_position_is_read_back_from_its_sgf(rules: Ruleset) -> None:
    rng = random.Random(21)
    for _ in range(150):
        position = random_position(rng, rules)
        text = puzzle_to_sgf(Puzzle("Any", position, rng.choice(list(Goal))))
        found = read_text(text)
        assert position == found.start, text
        assert text == write_text(found, Format.SGF).text
        assert () == found.findings or "connected already" in found.findings[0].message


def test_a_window_of_any_shape_is_read_back() -> None:
    region = rectangle(Box(2, 2, 8, 9)) - holes("d4 e5")
    puzzle = Puzzle("Gap", Position(Board(24, 24, None, region)))
    assert puzzle == read_text(puzzle_to_sgf(puzzle)).puzzle


def test_names_and_long_keys_are_read_back() -> None:
    position = read_diagram("""\
TwixT 8x8 STD, white to move
   A  B  C  D  E  F  G  H
1     .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
3  .  .  .  W_ .  .  .  .
              ---_
4  .  .  .  .  .  W  .  .
5  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
8     .  .  .  .  .  .
""")
    key = Move(parse_hole("e5"), links("d3-f4"))
    puzzle = Puzzle("A ] and a \\", position, Goal.WIN, (key,), "Her", "There: [1]", "Free")
    found = read_text(puzzle_to_sgf(puzzle)).puzzle
    assert puzzle == found


def test_a_node_by_hand() -> None:
    node = Node({"C": ["a\\]b"]})
    assert ("a]b", "", False) == (node.text("C"), node.text("GN"), node.has("GN"))
