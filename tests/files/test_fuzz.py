"""Whatever the bytes, a reader gives a record or a PuzzleFileError."""

import random
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solver.errors import PuzzleFileError
from solver.files import read_diagram, read_text
from tests.files.odd_files import PIECES as SHARDS
from tests.files.odd_files import SEEDS, odd_file, survives
from tests.files.test_diagram import EXAMPLE

PIECES = st.sampled_from(SHARDS)


@pytest.mark.parametrize("hundred", range(6))
def test_odd_files(hundred: int) -> None:
    """Broken and unusual files of every format; what is written is read again, nothing lost."""
    for number in range(100 * hundred, 100 * hundred + 100):
        survives(odd_file(random.Random(number)))


@given(st.binary(max_size=200))
@example(b"\xff\xfe(")
@example(b"\xef\xbb\xbf(;")
@example(b"(;\xc3)")
@example(b"(;\x1c")
@example("(;\xa0".encode())
@example("(;\u2003".encode())
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
