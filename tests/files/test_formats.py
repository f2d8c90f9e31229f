"""Little Golem, T1 and move lists: reading, writing, and what each cannot carry."""

import pytest

from solver.errors import NotationError, PuzzleFileError
from solver.files import Format, Record, read_text, write_text
from solver.files.server_syntax import parse_server_move, server_text
from solver.game import (
    Board,
    Move,
    Position,
    Ruleset,
    Side,
    Special,
    hole_text,
    parse_hole,
    parse_link,
)

GOLEM = "(;FF[4]EV[cup]PB[Ann]PW[Bob]SZ[24]SO[https://www.littlegolem.net];b[dd];r[th|draw];b[kj])"

T1 = """\
# made by hand
# a comment
1 # version of file-format
Ann # Name of player 1
Bob # Name of player 2
10 # y-size of board
12 # x-size of board
H # player 1 human or computer
C # player 2 human or computer
1 # starting player (1 plays top-down)
V # direction of letters
N # pierule?
N # game already over?
D4 # first
e8

F5
"""


def moves(text: str, rules: Ruleset = Ruleset.STD, size: tuple[int, int] = (24, 24)) -> Record:
    return read_text(text, size=size, rules=rules)


def warnings(found: tuple[object, ...]) -> str:
    return "\n".join(str(finding) for finding in found)


def refused(record: Record, form: Format, reason: str) -> None:
    with pytest.raises(PuzzleFileError, match=reason):
        write_text(record, form)


# -- Little Golem -----------------------------------------------------------------------


def test_the_first_player_of_little_golem_is_white() -> None:
    record = read_text(GOLEM)
    assert Format.LITTLE_GOLEM is record.format
    assert Ruleset.PP is record.start.ruleset
    assert ("Ann", "Bob", "cup") == tuple(record.tree.text(name) for name in ("PW", "PB", "EV"))
    assert {parse_hole("d4"), parse_hole("k10")} == record.line[-1].white
    assert {parse_hole("t8")} == record.line[-1].black


def test_an_offered_draw_is_kept_as_a_comment() -> None:
    assert "draw offered" == read_text(GOLEM).tree.children[0].children[0].text("C")


@pytest.mark.parametrize("word", ["swap", "SWAP"])
def test_the_swap_of_little_golem_mirrors_the_peg(word: str) -> None:
    record = read_text(f"(;FF[4]SZ[24];b[bd];r[{word}];b[kj])")
    assert Special.SWAP_PIECES is record.moves[1]
    assert {parse_hole("d2")} == record.line[-1].black


def test_little_golem_columns_beyond_26_are_capitals() -> None:
    record = read_text("(;FF[4]SZ[30];b[Ab];r[zC])")
    assert {parse_hole("aa2")} == record.line[-1].white
    assert {parse_hole("z29")} == record.line[-1].black
    assert "b[Ab];r[zC]" in write_text(record, Format.LITTLE_GOLEM).text


def test_a_little_golem_file_may_claim_gm_21() -> None:
    record = read_text(GOLEM.replace("FF[4]", "FF[4]GM[21]RU[PP]"))
    assert Format.LITTLE_GOLEM is record.format
    assert 3 == len(record.moves)


def test_lower_case_letters_in_a_comment_make_no_little_golem_file() -> None:
    assert Format.SGF is read_text("(;GM[21]C[;b[dd\\]];W[d4])").format


def test_little_golem_without_size() -> None:
    with pytest.raises(PuzzleFileError, match=r"board size \(add --size 24x24\)"):
        read_text("(;FF[4];b[dd])")
    assert 24 == read_text("(;FF[4];b[dd])", size=(24, 24)).start.board.width


@pytest.mark.parametrize("value", ["d4", "d", "ddd", "d-", "", "éd"])
def test_what_is_no_little_golem_move(value: str) -> None:
    with pytest.raises(PuzzleFileError, match=r"ply 1: .* is no move; write two letters"):
        read_text(f"(;FF[4]SZ[24];b[{value}])")


def test_little_golem_is_written_as_it_was_read() -> None:
    text = GOLEM.replace("|draw", "")
    assert text == write_text(read_text(text), Format.LITTLE_GOLEM).text.strip()


# -- T1 ---------------------------------------------------------------------------------


def test_t1_is_read_as_t1j_does() -> None:
    record = read_text(T1)
    assert Format.T1 is record.format
    assert (12, 10) == (record.start.board.width, record.start.board.height)
    assert ["D4", "E8", "F5"] == [
        hole_text(move.peg) for move in record.moves if isinstance(move, Move) and move.peg
    ]
    assert ("Ann", "Bob") == (record.tree.text("PW"), record.tree.text("PB"))
    assert Ruleset.STD is record.start.ruleset
    assert Ruleset.PP is read_text(T1, rules=Ruleset.PP).start.ruleset


def test_t1_is_read_without_its_comments_and_blank_lines() -> None:
    bare = "\n".join(line.split("#")[0] for line in T1.splitlines() if line[0:1] != "#")
    assert read_text(T1).line == read_text(bare).line


def test_t1_with_empty_names_is_read_as_twixtbot_ui_does() -> None:
    record = read_text(T1.replace("Ann", "").replace("Bob", ""))
    assert 3 == len(record.moves)
    assert "" == record.tree.text("PW")


def test_black_may_begin_in_t1() -> None:
    record = read_text(T1.replace("1 # starting", "2 # starting"))
    assert Side.BLACK is record.start.to_move
    assert {parse_hole("e8")} == record.line[-1].white
    assert "2 # starting" in write_text(record, Format.T1).text


def test_t1_with_swap_and_resign_of_twixtbot_ui() -> None:
    text = T1.replace("12 # x", "10 # x").replace("e8", "swap").replace("F5", "f5\nresign")
    record = read_text(text)
    assert Special.SWAP_PIECES is record.moves[1]
    assert Special.RESIGN is record.moves[-1]
    written = write_text(record, Format.T1)
    assert record.line == read_text(written.text).line
    assert "T1j does not know the word 'swap'" in warnings(written.findings)


def test_t1_carries_that_there_is_no_swap() -> None:
    written = write_text(read_text("(;GM[21]SZ[12]RU[STD]HA[];W[f6];B[g8])"), Format.T1)
    assert "N # pierule?" in written.text
    assert "handicap" not in warnings(written.findings)
    assert read_text(written.text).tree.has("HA")
    even = write_text(read_text("(;GM[21]SZ[12]RU[STD];W[f6];B[g8])"), Format.T1)
    assert "Y # pierule?" in even.text
    assert not read_text(even.text).tree.has("HA")


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("", "")])
def test_a_swap_in_t1_against_its_header_is_told(names: tuple[str, str]) -> None:
    text = T1.replace("12 # x", "10 # x").replace("e8", "swap")
    for old, new in zip(("Ann", "Bob"), names, strict=True):
        text = text.replace(old, new)
    record = read_text(text)
    assert "a swap is played, but the header says that there is none" in warnings(record.findings)
    assert not record.tree.has("HA")


def test_t1_of_another_starting_player() -> None:
    with pytest.raises(PuzzleFileError, match="starting player '3'"):
        read_text(T1.replace("1 # starting", "3 # starting"))


def test_t1_is_read_back_and_tells_that_it_has_no_rules() -> None:
    record = read_text(T1)
    written = write_text(record, Format.T1)
    assert record.line == read_text(written.text).line
    assert "T1 does not carry the rules (STD)" in warnings(written.findings)


# -- what cannot be carried -------------------------------------------------------------

SET_UP = "(;GM[21]SZ[12]PZ[]PL[W];W[d4];IP[];W[f5])"
EDITED = "(;GM[21]SZ[12];W[d4];B[k8];W[f5][-e4'];B[k9])"


@pytest.mark.parametrize("form", [Format.T1, Format.LITTLE_GOLEM, Format.MOVES, Format.PBM])
def test_setup_is_carried_by_sgf_and_diagrams_only(form: Format) -> None:
    refused(read_text(SET_UP), form, "a position that is set up")


@pytest.mark.parametrize("form", [Format.T1, Format.LITTLE_GOLEM])
def test_link_edits_are_not_carried(form: Format) -> None:
    refused(read_text(EDITED), form, "links taken off or placed by hand")


@pytest.mark.parametrize(
    ("form", "size", "reason"),
    [
        (Format.T1, "30", "more than 26 columns"),
        (Format.LITTLE_GOLEM, "60", "a 60 x 60 board"),
        (Format.LITTLE_GOLEM, "24:20", "a 24 x 20 board"),
    ],
)
def test_board_sizes_that_are_not_carried(form: Format, size: str, reason: str) -> None:
    refused(read_text(f"(;GM[21]SZ[{size}]HA[];W[d4])"), form, reason)


def test_little_golem_tells_that_its_rules_are_pp() -> None:
    written = write_text(read_text("(;GM[21];W[d4])"), Format.LITTLE_GOLEM)
    assert "does not carry the rules STD" in warnings(written.findings)


@pytest.mark.parametrize("form", [Format.T1, Format.LITTLE_GOLEM])
def test_a_swap_of_sides_is_written_as_one_of_pieces(form: Format) -> None:
    record = moves("b4 swap-sides k9 h7", Ruleset.PP)
    written = write_text(record, form)
    assert "mirrored" in warnings(written.findings)
    end = read_text(written.text, rules=Ruleset.PP).line[-1]
    assert {parse_hole("d2"), parse_hole("g8")} == end.black
    assert {parse_hole("i11")} == end.white


def test_a_diagram_shows_where_a_game_ends() -> None:
    record = moves("d4 e8 f5")
    written = write_text(record, Format.DIAGRAM)
    assert "does not carry the moves" in warnings(written.findings)
    assert {parse_hole("d4"), parse_hole("f5")} == read_text(written.text).start.white


# -- the server's syntax ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "off", "on", "auto"),
    [
        ("j12", "", "", True),
        ("J12", "", "", True),
        ("j12+", "", "", False),
        ("j12-i12/k11", "i12-k11", "", True),
        ("j12+h11/j12/l11", "", "h11-j12 j12-l11", False),
        ("j12-i12/k11/m12,o11/n13+", "i12-k11 k11-m12 o11-n13", "", False),
    ],
)
def test_server_moves(text: str, off: str, on: str, auto: bool) -> None:
    def links(names: str) -> frozenset[object]:
        return frozenset(parse_link(name) for name in names.split())

    move = parse_server_move(text, Ruleset.STD)
    assert isinstance(move, Move)
    assert (parse_hole("j12"), links(off), links(on), auto) == (
        move.peg,
        move.off,
        move.on,
        move.auto,
    )


@pytest.mark.parametrize(
    "text", ["", "-", "+", "j12-", "j12-i12", "j12-i12/i13", "j12+k", "j12 k3"]
)
def test_what_is_no_server_move(text: str) -> None:
    with pytest.raises(NotationError):
        parse_server_move(text, Ruleset.STD)


def test_a_plus_list_replaces_the_automatic_links() -> None:
    end = moves("d4 k8 h4 k3 f5+d4/f5").line[-1]
    assert {parse_link("d4-f5")} == end.white_links
    assert frozenset() == moves("d4 k8 h4 k3 f5+").line[-1].white_links


def test_without_a_plus_list_links_are_automatic_after_unlinking() -> None:
    end = moves("d4 k8 f5 k3 e4 k5 d6-d4/f5").line[-1]
    assert {parse_link("d6-e4"), parse_link("d6-f5")} == end.white_links


def test_links_between_old_pegs_are_written_with_the_automatic_ones() -> None:
    before = moves("d4 k8 f5 k3 e4 k5 d6 k9").line[-1]
    d4f5, d6e4 = parse_link("d4-f5"), parse_link("d6-e4")
    move = Move(parse_hole("b5"), frozenset({d4f5}), frozenset({d6e4}))
    text = server_text(before, move)
    assert before.play(move) == before.play(parse_server_move(text, Ruleset.STD))
    assert "b5-d4/f5+" in text


def test_a_pass_has_its_word_but_no_links() -> None:
    position = Position(Board(5, 5))
    assert "pass" == server_text(position, Move(None))
    assert Move(None) == parse_server_move("pass", Ruleset.STD)
    with pytest.raises(NotationError, match="no words"):
        server_text(position, Move(None, frozenset({parse_link("b2-c4")})))


def test_formats_by_suffix() -> None:
    assert Format.SGF is Format.of_path("a/b.SGF")
    assert Format.T1 is Format.of_path("game.T1")
    assert Format.LITTLE_GOLEM is Format.of_path("game.tsgf")
    assert Format.MOVES is Format.of_path("game.txt")
    assert Format.of_path("game") is None


LOOSE = "1.b1 2.b2 3.b5 4.b3 5.b4 6.a2 7.pass 8.a4 9.pass 10.c3"
"""A game on a board of 3 x 5 with passes between its moves."""


def test_a_pass_between_moves_is_refused_and_one_at_the_end_told() -> None:
    with pytest.raises(PuzzleFileError, match="cannot carry a pass"):
        write_text(read_text(LOOSE, size=(3, 5), rules=Ruleset.STD), Format.T1)
    until = LOOSE.partition(" 8.")[0]
    written = write_text(read_text(until, size=(3, 5), rules=Ruleset.STD), Format.T1)
    assert "does not carry the passes at the end" in " ".join(f.message for f in written.findings)
    assert len(read_text(written.text, rules=Ruleset.STD).moves) == 6


def test_a_text_that_is_decoded_already_is_not_decoded_again() -> None:
    text = "(;GM[21]SZ[12]RU[STD]CA[ISO-8859-1]GN[Café]PZ[]PL[W];IP[])"
    for data in (text, text.encode("latin-1")):
        found = read_text(data).puzzle
        assert found is not None
        assert found.name == "Café"


@pytest.mark.parametrize("size", [(1, 1), (24, 703), (24,), (8, 8, 8)])
def test_a_size_that_no_board_has_is_no_fault_of_the_reader(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="give columns and rows, each 3 to 702"):
        read_text("1.f6", size=size, rules=Ruleset.STD)


def test_rules_by_their_name_alone_are_refused() -> None:
    with pytest.raises(ValueError, match="rules is 'STD': give a Ruleset"):
        read_text("1.f6", size=(8, 8), rules="STD")  # type: ignore[arg-type]  # as a caller may
