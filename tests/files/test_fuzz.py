"""Whatever the bytes, a reader gives a record or a PuzzleFileError."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solver.errors import PuzzleFileError
from solver.files import Format, read_diagram, read_text, write_text
from solver.game import Ruleset
from tests.files.test_diagram import EXAMPLE
from tests.files.test_formats import EDITED, GOLEM, T1
from tests.files.test_sgf import SOLUTION

SEEDS = [path.read_bytes() for path in sorted((Path(__file__).parent / "bad").iterdir())] + [
    text.encode() for text in (EXAMPLE, EDITED, GOLEM, T1, f"(;GM[21]{SOLUTION})")
]

WORDS = (
    "( ) ; [ ] \\ \\] : | # + - / ' * , . W B b r AW AB AE VW PL IP PZ SZ RU HA CA TE "
    "[d4] [e6] [a1:l12] [-c4'] [\\c4'] [zz702] [zz999] [swap] [swap-pieces] [resign] [draw] [] "
    "(;FF[4]GM[21] 24:20 [3] d4 e6-d4/c2+ 1. 2. swap pass TwixT 5x5 STD, white to move A B C D "
    "links: W. é \ufeff \x00 9999999999 [702] [703:2]"
)
PIECES = st.sampled_from([*WORDS.split(" "), " ", "\n", "\t"])


def survives(data: bytes) -> None:
    """Read with and without options, and write in every format."""
    for size, rules in ((None, None), ((12, 12), Ruleset.STD), ((5, 3), Ruleset.PP)):
        try:
            record = read_text(data, size=size, rules=rules)
        except PuzzleFileError as error:
            if not (str(error) and any(finding.fatal for finding in error.findings)):
                raise AssertionError("an error without a reason") from error
            continue
        assert not any(finding.fatal for finding in record.findings)
        assert len(record.moves) + 1 == len(record.positions())
        for form in Format:
            try:
                text = write_text(record, form).text
            except PuzzleFileError:
                continue
            again = read_text(
                text,
                size=(record.start.board.width, record.start.board.height),
                rules=record.start.ruleset,
            )
            if form is Format.SGF:
                assert record.positions() == again.positions()
                assert text == write_text(again, Format.SGF).text


@given(st.binary(max_size=200))
@example(b"\xff\xfe(")
@example(b"\xef\xbb\xbf(;")
@example(b"(;\xc3)")
@example(b"(;GM[21]CA[unicode_escape]C[\\x])")
@example(b"(;GM[21]CA[idna]C[\xff])")
def test_any_bytes(data: bytes) -> None:
    survives(data)


@given(st.sampled_from(SEEDS), st.data())
@settings(max_examples=300)
def test_mutilated_files(seed: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(seed)))
    end = data.draw(st.integers(start, min(len(seed), start + 12)))
    put = data.draw(st.one_of(PIECES, st.text(max_size=3)))
    survives(seed[:start] + put.encode() + seed[end:])


@given(st.lists(PIECES, max_size=25))
@settings(max_examples=200)
def test_pieces_of_files(pieces: list[str]) -> None:
    survives("".join(pieces).encode())
    survives((EXAMPLE + "".join(pieces)).encode())
    survives(("(;FF[4]GM[21]SZ[12]" + "".join(pieces) + ")").encode())


@given(st.text(alphabet=" .:WBwb123ABC\n-_/", max_size=120))
def test_any_diagram(text: str) -> None:
    with suppress(PuzzleFileError):
        read_diagram("   A  B  C\n" + text)


@pytest.mark.slow
@given(st.sampled_from(SEEDS), st.lists(st.tuples(st.floats(0, 1), PIECES), max_size=6))
@settings(max_examples=5000)
def test_badly_mutilated_files(seed: bytes, cuts: list[tuple[float, str]]) -> None:
    data = seed
    for place, put in cuts:
        at = int(place * len(data))
        data = data[:at] + put.encode() + data[at + len(put) :]
    survives(data)


@pytest.mark.parametrize(
    "data",
    [
        "(;GM[21]FF[4]SZ[24]" + "(;W[d5]" * 40_000 + ")" * 40_001,
        "(;GM[21]FF[4]SZ[24]" + ";" * 900_000 + ")",
        "(;GM[21]FF[4]SZ[24]AW" + "[d5]" * 200_000 + ")",
        "(;FF[4]SZ[24]" + ";b[aa];r[aa]" * 70_000 + ")",
        "[" * 900_000,
        "# T1\n" + "D5\n" * 200_000,
    ],
    ids=["deep", "nodes", "values", "golem", "brackets", "lines"],
)
def test_what_would_take_minutes_is_refused_at_once(data: str) -> None:
    with pytest.raises(PuzzleFileError, match=r"the file has more than \d+ (nodes|values|lines)"):
        read_text(data)
