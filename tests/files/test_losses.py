"""What formats leave out of a game or puzzle is told."""

import pytest

from solver.files import Format, read_text, write_text


def test_what_a_list_of_moves_leaves_out_is_told() -> None:
    game = read_text(
        "(;GM[21]SZ[24]RU[STD]PW[Ann]PB[Bob]EV[Cup]DT[2026];W[f6]C[good](;B[n10])(;B[h8]))"
    )
    for form, lost in {
        Format.MOVES: ["names", "event", "date", "comments", "variations"],
        Format.T1: ["event", "date", "comments", "variations"],
        Format.LITTLE_GOLEM: ["date", "comments", "variations"],
    }.items():
        said = " ".join(finding.message for finding in write_text(game, form).findings)
        named = [w for w in ("names", "event", "date", "comments", "variations") if w in said]
        assert lost == named


ABOUT = "GN[A game]AN[Ann]CP[2026]EV[Cup]SO[a book]PC[Bonn]KO[]RE[W+T]HA[]"


@pytest.mark.parametrize(
    ("form", "kept"),
    [
        (Format.MOVES, ()),
        (Format.PBM, ()),
        (Format.T1, ("the handicap of no swap (HA)",)),
        (Format.LITTLE_GOLEM, ("the event", "the source")),
        (Format.DIAGRAM, ()),
    ],
)
def test_all_that_a_format_leaves_out_is_told(form: Format, kept: tuple[str, ...]) -> None:
    game = read_text(f"(;GM[21]SZ[24]RU[PP]{ABOUT};W[f6]N[good]TE[1]LB[f6:A])")
    said = " ".join(finding.message for finding in write_text(game, form).findings)
    all_of_it = [
        *("the title", "the author", "the copyright", "the event", "the source", "the result"),
        *(
            "the names of nodes",
            "the handicap of no swap (HA)",
            "other properties (KO, LB, PC, TE)",
        ),
    ]
    lost = [what for what in all_of_it if f"does not carry {what}" in said]
    assert [what for what in all_of_it if what not in kept] == lost


def test_a_diagram_tells_how_a_game_ended_that_is_not_to_be_seen() -> None:
    game = read_text("(;GM[21]SZ[24]RU[STD]PW[Ann]RE[W+R];W[f6]C[good](;B[resign])(;B[h8]))")
    written = write_text(game, Format.DIAGRAM)
    assert [
        f"a diagram does not carry {what}"
        for what in (
            "the moves: it shows where they end",
            *("how the game ended (resigned)", "the names", "variations", "the comments"),
        )
    ] == [finding.message for finding in written.findings]


def test_a_diagram_tells_what_else_it_leaves_of_a_puzzle() -> None:
    text = "(;GM[21]SZ[5]RU[STD]GN[One]PZ[]PL[W]AW[b1][c3]EV[Cup]IP[]C[Hard](;W[b5]TE[1])(;W[c5]))"
    said = [finding.message for finding in write_text(read_text(text), Format.DIAGRAM).findings]
    assert [
        f"a diagram does not carry {what}"
        for what in (
            *("title, author, source and copyright", "the solution"),
            *("the event", "the comments"),
        )
    ] == said


def test_a_name_that_t1_changes_is_told() -> None:
    game = read_text("(;GM[21]SZ[12]RU[STD]PW[Ann #1]PB[Bob B.];W[f6])")
    written = write_text(game, Format.T1)
    assert "Ann 1 # Name of player 1" in written.text
    names = [finding for finding in written.findings if "name" in finding.message]
    assert ["T1 does not carry the name 'Ann #1' as it is"] == [each.message for each in names]
    assert ["written as 'Ann 1'"] == [each.hint for each in names]
