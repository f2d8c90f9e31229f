"""Broken files on the command line: each is told with its place, none hinders the others."""

import json
from pathlib import Path
from unittest import mock

import pytest

from solver.files import formats
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


@pytest.mark.native
@pytest.mark.parametrize("command", ["solve", "audit"])
@pytest.mark.parametrize("blank", ["\x1c", "\xa0", "\u2003"])
def test_a_file_of_odd_blanks_takes_no_other_with_it(
    command: str, blank: str, tmp_path: Path
) -> None:
    for name in ("first", "last"):
        (tmp_path / f"{name}.sgf").write_text(GOOD.format(name))
    odd = tmp_path / "between.sgf"
    odd.write_text(f"(;{blank}", encoding="utf-8")
    result = twixt(command, tmp_path, *FEW_NODES, "--json")
    assert 2 == result.exit_code
    assert f"{odd}:1:3: {blank!r} is no part of SGF" in result.stderr
    found = [json.loads(line)["puzzle"] for line in result.stdout.splitlines()]
    assert ["first", "last"] == found


@pytest.mark.native
@pytest.mark.parametrize("command", ["solve", "audit"])
def test_a_fault_of_a_reader_takes_no_other_file_with_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TWIXT_DEBUG", raising=False)
    (tmp_path / "a.diagram").write_text("TwixT 5x5\n")
    (tmp_path / "b.sgf").write_text(GOOD.format("b"))
    with mock.patch.object(formats, "parse_diagram", side_effect=ZeroDivisionError("by what?")):
        result = twixt(command, tmp_path, *FEW_NODES, "--json")
    assert 2 == result.exit_code
    told = f"{tmp_path / 'a.diagram'}: a fault of the reader, not of the file: ZeroDivisionError"
    assert told in result.stderr
    assert "please report it with the file" in result.stderr
    assert "Traceback" not in result.stderr
    assert ["b"] == [json.loads(line)["puzzle"] for line in result.stdout.splitlines()]
