"""Broken files on the command line: each is told with its place, none hinders the others."""

import json
from pathlib import Path

import pytest

from tests.cli.samples import FEW_NODES, real_twixt, twixt
from tests.files.test_bad_files import BAD, EXPECTED

GOOD = "(;FF[4]GM[21]SZ[5]RU[STD]GN[{}]PZ[]PL[W]AW[b1][c3]AB[d2]IP[])"


@pytest.mark.native
def test_broken_files_between_good_ones_are_told_and_the_good_ones_solved(tmp_path: Path) -> None:
    first, last = tmp_path / "first.sgf", tmp_path / "last.sgf"
    for path in (first, last):
        path.write_text(GOOD.format(path.stem))
    names = sorted(EXPECTED)
    broken = [BAD / name for name in names]
    result = real_twixt("solve", first, *broken, last, *FEW_NODES, "--json")

    assert 2 == result.returncode
    told = [f"{BAD / name}:{line}" for name in names for line in EXPECTED[name]]
    *complaints, summary = result.stderr.splitlines()
    assert told == complaints
    assert summary.startswith("2 puzzles: 2 proven, 0 disproven, 0 undecided; ")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [("first", "proven"), ("last", "proven")] == [
        (line["puzzle"], line["verdict"]) for line in found
    ]
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_show_and_convert_refuse_a_broken_file_in_the_same_words(name: str) -> None:
    told = [f"{BAD / name}:{line}" for line in EXPECTED[name]]
    for arguments in (("show", BAD / name), ("convert", BAD / name, "-", "--to", "sgf")):
        result = twixt(*arguments)
        assert (2, "", told) == (result.exit_code, result.stdout, result.stderr.splitlines())
