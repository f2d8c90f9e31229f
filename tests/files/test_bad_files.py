"""Broken files: each finding says what is wrong, where, and how to mend it."""

import gzip
import json
from pathlib import Path

import pytest

from solver.errors import PuzzleFileError
from solver.files import Format, read_file, read_text, write_text
from solver.files.record import MAX_LINE, MAX_NODES, MAX_PLIES
from solver.files.source import MAX_BYTES
from solver.game import Ruleset

BAD = Path(__file__).parent / "bad"

EXPECTED = {
    "crossing.txt": ["9:14: links B2-D3 and B3-D2 cross (leave one of them out)"],
    "diagram.txt": [
        "4:13: 'X' at D2 is no peg and no hole (write W, B or . under the column's letter)",
        "8:20: link B2-C4 has no white peg at C4 (list only links between pegs of the board)",
    ],
    "empty.sgf": [" the file is empty (expected a puzzle, a game or a diagram)"],
    "goal.sgf": [
        "2:1: unknown puzzle goal PZ[mate in 2] "
        "(write PZ[] (side to move wins), PZ[W+], PZ[B+] or PZ[0] (draw))"
    ],
    "handicap-swap.sgf": [
        "2:8: ply 2: black swap-sides: there is no swap in a handicap game (HA) "
        "(check this move and those before it)"
    ],
    "latin.sgf": [
        "1:1: warning: the text is not in the charset CA names (utf-8) (save the file as UTF-8)",
        "2:15: ply 2: black d4: D4 is taken by a white peg (check this move and those before it)",
    ],
    "link.sgf": [
        "3:2: ply 3: white [-c4'][f5]: no own link B4-D5 to take off "
        "(check this move and those before it)"
    ],
    "moves.t1": [
        " warning: the rules are taken to be STD (else add --rules PP or --rules 3M)",
        "17:1: ply 3: '4D' is not a hole; write column and row, like D4 (one move a line, like D9)",
    ],
    "no-size.txt": [
        " the file does not give its board size and ruleset (add --size 24x24 --rules STD)"
    ],
    "other-game.sgf": ["1:8: GM[1] is another game (TwixT files have GM[21])"],
    "paper.sgf": [
        "4:2: ply 5: white [-e4'][d6]: links are never taken off or added by hand under PP rules "
        "(check this move and those before it)"
    ],
    "pass.sgf": [
        "2:8: ply 2: black pass: a side may pass only when no hole is left to it "
        "(check this move and those before it)"
    ],
    "rules.sgf": ["2:1: unknown rules RU[Randolph] (write RU[STD], RU[PP] or RU[3M])"],
    "several.sgf": [
        "1:20: unknown rules RU[XX] (write RU[STD], RU[PP] or RU[3M])",
        "2:8: setup black a1: there is no hole at A1 "
        "(check this turn of the setup and those before it)",
        "3:2: white zz: 'zz' is not a hole; write column and row, like D4",
        "3:8: a second IP (a file shows one initial position)",
    ],
    "side.sgf": ["2:3: PL[red] is no side (write PL[W] or PL[B])"],
    "size.sgf": [
        "1:14: SZ[2] is no board size "
        "(write SZ[24], or SZ[24:20] for columns and rows, each 3 to 702)"
    ],
    "stray-text.sgf": [
        "2:8: 'what' is a property without a value "
        "(write what[], or put text into brackets as in C[text])",
        "2:13: 'a' is a property without a value "
        "(write a[], or put text into brackets as in C[text])",
        "2:19: '!' is no part of SGF (text belongs into brackets, as in C[text])",
    ],
    "taken.sgf": [
        "3:2: ply 3: white e8: E8 is taken by a black peg (check this move and those before it)"
    ],
    "turn.tsgf": [
        " warning: the rules are taken to be PP, as on Little Golem (else add --rules)",
        "1:43: ply 3: black [kj]: it is white's turn (check this move and those before it)",
        "1:49: ply 4: 'zz1' is no move; write two letters, column and row "
        "(moves are like [dd] or [swap])",
    ],
    "two-starts.sgf": ["3:8: a second IP (a file shows one initial position)"],
    "unclosed-tree.sgf": ["3:8: the file ends inside the game tree (write )) at its end)"],
    "unclosed-value.sgf": ["3:8: this value is never closed (write ] at its end)"],
    "view.sgf": ["1:29: VW: a1:m12 is not on the 12 x 12 board (write single holes or VW[a1:l12])"],
    "words.txt": [
        "1:1: the file is in no known format (SGF begins with (; and T1 with #, "
        "a diagram has a line of column letters, a move list moves like f6)"
    ],
}
"""What the user sees, after the file's name and a colon."""


def test_the_table_lists_every_broken_file() -> None:
    assert {path.name for path in BAD.iterdir()} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_broken_file_says_what_where_and_how(name: str) -> None:
    with pytest.raises(PuzzleFileError) as caught:
        read_file(BAD / name)
    lines = str(caught.value).splitlines()
    assert [f"{BAD / name}:{line}" for line in EXPECTED[name]] == lines
    assert any(finding.fatal for finding in caught.value.findings)


def test_a_missing_file_is_a_finding() -> None:
    with pytest.raises(PuzzleFileError, match=r"nowhere\.sgf: the file cannot be read: No such"):
        read_file("nowhere.sgf")


def test_a_directory_is_a_finding(tmp_path: Path) -> None:
    with pytest.raises(PuzzleFileError, match="cannot be read"):
        read_file(tmp_path)


def test_a_file_beyond_1_mib_is_refused() -> None:
    with pytest.raises(PuzzleFileError, match="larger than 1 MiB"):
        read_text(b"(;GM[21]C[" + b"x" * MAX_BYTES + b"])")


UNKNOWN = [
    b"\x7fELF\x02\x01\x01 d4 (;GM[21]SZ[12])",
    b"\x89PNG\r\n\x1a\n d4 (;GM[21]SZ[12])",
    b"%PDF-1.4 d4 (;GM[21]SZ[12])",
    gzip.compress(b"(;GM[21]SZ[12])", mtime=0) + b" d4 (;GM[21]SZ[12])",
    bytes(range(256)) + b" d4",
    b"d4 e6\x00",
    b"d4 e6\x7f",
    b'{"puzzle": "d4", "keys": ["e6"]}\n',
    b'{\n  "key": "d4"}',
]


@pytest.mark.parametrize("options", [(None, None), ((24, 24), Ruleset.STD)])
@pytest.mark.parametrize("data", UNKNOWN)
def test_what_is_no_text_of_moves_is_not_read_as_such(
    data: bytes, options: tuple[tuple[int, int] | None, Ruleset | None]
) -> None:
    size, rules = options
    with pytest.raises(PuzzleFileError, match="the file is in no known format") as caught:
        read_text(data, size=size, rules=rules)
    assert 1 == len(caught.value.findings)


@pytest.mark.parametrize(
    "text",
    [
        "https://www.littlegolem.net/jsp/game/game.jsp?gid=2206555",
        "  http://example.org/f6/g8\n",
        "HTTPS://EXAMPLE.ORG",
        "www.example.org/a1.txt",
    ],
)
def test_an_address_is_told_as_such(text: str) -> None:
    with pytest.raises(PuzzleFileError, match=r"this is an address.*copy or download its record"):
        read_text(text, size=(24, 24), rules=Ruleset.STD)


@pytest.mark.parametrize("form", ["twixt-certificate", "twixt-privilege-certificate"])
def test_a_certificate_is_told_by_its_content(form: str) -> None:
    data = gzip.compress(json.dumps({"but": "", "format": form}, separators=(",", ":")).encode())
    with pytest.raises(PuzzleFileError, match=r"this is a certificate.*`twixt certify`"):
        read_text(data)
    with pytest.raises(PuzzleFileError, match="no known format"):
        read_text(gzip.compress(b"(;GM[21])"))


def test_a_certificate_is_told_by_its_name_too(tmp_path: Path) -> None:
    file = tmp_path / "torn.cert.gz"
    file.write_bytes(gzip.compress(b"{}")[:-9])
    with pytest.raises(PuzzleFileError, match="this is a certificate"):
        read_file(file)


def test_odd_characters_in_texts_are_read_as_before() -> None:
    assert 2 == len(read_text(b"(;GM[21]C[\x00\x1b];W[e6];B[d4])").moves)
    list_of_moves = "\x1c1.f6\x0c 2.g8\u2003"
    assert 2 == len(read_text(list_of_moves, size=(24, 24), rules=Ruleset.STD).moves)


def test_too_many_nodes_are_refused() -> None:
    with pytest.raises(PuzzleFileError, match=f"more than {MAX_NODES} nodes"):
        read_text(b"(;GM[21]" + b"(;C[])" * MAX_NODES + b")")


def test_too_long_a_line_is_refused() -> None:
    with pytest.raises(PuzzleFileError, match=f"line of more than {MAX_LINE} nodes"):
        read_text(b"(" + b";C[x]" * (MAX_LINE + 1) + b")")


@pytest.mark.parametrize("text", ["(;" * 5000, "(;GM[21]" + "(" * 5000, "(;" * 5000 + ")" * 5000])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(PuzzleFileError) as caught:
        read_text(text)
    assert len(caught.value.findings) <= 100


def test_nesting_within_the_bounds_is_read() -> None:
    text = "(;GM[21]" + "(;" * 900 + "(;C[deep])(;C[second])" + ")" * 901
    assert "second" in write_text(read_text(text), Format.SGF).text


def test_too_many_moves_are_refused() -> None:
    with pytest.raises(PuzzleFileError, match=f"more than {MAX_PLIES} moves"):
        read_text(
            " ".join(f"{col}{row}" for row in range(2, 60) for col in "bcdefghijklmnopqrstuvw"),
            size=(60, 60),
            rules=Ruleset.PP,
        )


def test_too_many_pegs_are_refused() -> None:
    letters = "   " + "  ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    rows = "\n".join(f"{row:<3}" + "W  " * 26 for row in range(2, 90))
    with pytest.raises(PuzzleFileError, match="more than 2000 pegs"):
        read_text(f"{letters}\n{rows}", size=(90, 90))


@pytest.mark.parametrize("text", ["(;GM[21]C" + "[" * 900_000, "(;" * 400_000, "1." * 400_000])
def test_a_hostile_file_is_refused_in_time_that_grows_with_its_length(text: str) -> None:
    with pytest.raises(PuzzleFileError):
        read_text(text)


def test_too_many_setup_holes_are_refused() -> None:
    with pytest.raises(PuzzleFileError, match="more than 2000 holes"):
        read_text("(;GM[21]SZ[702]PZ[]PL[W]AW[b1:zy702]IP[])")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[21];AW[d4];W[e6];AB[k9])", "1:23: AB after the first move"),
        ("(;GM[21];W[e6]B[d4])", "moves of both sides in one node"),
        ("(;GM[21];W[e6];PZ[])", "1:16: PZ stands after the first node"),
        ("(;GM[21]HA[];W[e6];B[swap-pieces])", "no swap in a handicap game"),
        ("(;GM[21]HA[]PZ[]PL[W];W[e6];B[swap-sides];IP[])", "no swap in a handicap game"),
        ("(;GM[21]HA[]PZ[]PL[W];W[e6];B[Swap-Pieces];IP[])", "no swap in a handicap game"),
        ("(;GM[21];W[e6];B[resign];W[f8])", "ply 3: white f8: the game is over"),
        ("(;GM[21];W[e6][f8])", "a move has one peg"),
        ("(;GM[21]PZ[]PL[W];W[resign];IP[])", "cannot begin after the end of the game"),
        ("(;GM[21]PZ[]PL[W];W[-d'4];IP[])", "no white link at d'4"),
        ("(;GM[21]PZ[]PL[W];W[/d'4];IP[])", "D5-E3 has no white peg at D5 and E3"),
        ("(;GM[21]PZ[]PL[W]VW[m3];W[d4];IP[];W[e6])", "E6 lies outside the puzzle's window"),
        ("(;GM[21];W[e6](;B[f9]);B[f8])", "a node after a variation"),
        ("(;GM[21](;W[e6])())", "an empty variation"),
        ("(;GM[21](C[x];W[e6]))", "property C stands outside a node"),
    ],
)
def test_other_errors_of_sgf(text: str, message: str) -> None:
    with pytest.raises(PuzzleFileError) as caught:
        read_text(text)
    assert message in str(caught.value)


def test_errors_of_different_variations_are_all_told() -> None:
    with pytest.raises(PuzzleFileError) as caught:
        read_text("(;GM[21];W[e6]\n(;B[a1];W[f8])\n(;B[f8];W[f8])\n(;B[k9]))")
    assert [(2, "ply 2"), (3, "ply 3")] == [
        (finding.line, finding.message[:5]) for finding in caught.value.findings
    ]


def test_a_wrong_move_number_is_told() -> None:
    with pytest.raises(PuzzleFileError, match="1:6: move number 4 stands where 2 is due"):
        read_text("1.f6 4.k9", size=(24, 24), rules=Ruleset.STD)
