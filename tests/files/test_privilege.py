"""The Privilege of Double TwixT in files: SGF brings it back, others say that they cannot."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from solver.cli import main
from solver.errors import PuzzleFileError, PuzzleRuleError
from solver.files import Format, exact_sgf, puzzle_to_sgf, read_text, write_text
from solver.game import Ruleset, Side, holders_letters
from solver.proof import claim_of
from solver.puzzle import Puzzle
from tests.cases import random_case

TEXT = "(;FF[4]GM[21]SZ[6]RU[STD]PZ[]PL[W]PV[wb];W[c1];IP[])"

HOLDERS = [frozenset({Side.WHITE}), frozenset({Side.BLACK}), frozenset(Side)]


@pytest.mark.parametrize("holders", HOLDERS, ids=holders_letters)
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_puzzle_is_read_back_as_it_was(ruleset: Ruleset, holders: frozenset[Side]) -> None:
    for seed in range(20):
        position = replace(random_case(ruleset, seed).position, ply=0, passed=False)
        puzzle = Puzzle("one", position, privilege=holders)
        if exact_sgf(replace(puzzle, privilege=frozenset())) is None:
            continue  # a board that SGF cannot carry
        again = read_text(puzzle_to_sgf(puzzle)).puzzle
        assert again is not None
        assert again.privilege == holders
        assert exact_sgf(puzzle) == puzzle_to_sgf(puzzle)


def test_letters_are_read_in_either_case() -> None:
    record = read_text(TEXT)
    assert record.puzzle is not None
    assert record.puzzle.privilege == frozenset(Side)
    assert "PV[WB]" in write_text(record, Format.SGF).text


def test_a_file_without_it_is_written_as_before() -> None:
    puzzle = read_text(TEXT.replace("PV[wb]", "")).puzzle
    assert puzzle is not None
    assert puzzle.privilege == frozenset()
    assert "PV" not in puzzle_to_sgf(puzzle)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PZ[]PV[]", r"PV\[\] does not say who holds the Privilege"),
        ("PZ[]PV[both]", r"PV\[both\] does not say who"),
        ("PV[W]", "known in puzzles only"),
        ("PZ[];W[c1]PV[W]", "PV stands after the first node"),
    ],
)
def test_a_wrong_property_is_named(text: str, message: str) -> None:
    with pytest.raises(PuzzleFileError, match=message):
        read_text(f"(;FF[4]GM[21]SZ[6]{text})")


@pytest.mark.parametrize("form", [form for form in Format if form is not Format.SGF])
def test_other_formats_say_that_they_cannot(form: Format) -> None:
    with pytest.raises(PuzzleFileError, match=r"cannot carry .*write SGF instead"):
        write_text(read_text(TEXT), form)


def test_a_claim_without_it_is_refused() -> None:
    puzzle = read_text(TEXT).puzzle
    assert puzzle is not None
    with pytest.raises(PuzzleRuleError, match="holds the Privilege"):
        claim_of(puzzle)


@pytest.mark.parametrize("command", ["solve", "audit", "improve"])
def test_commands_that_do_not_know_it_say_so(command: str, tmp_path: Path) -> None:
    file = tmp_path / "one.sgf"
    file.write_text(TEXT)
    result = CliRunner().invoke(main, [command, str(file)])
    assert result.exit_code == 2
    assert "holds the Privilege of Double TwixT" in result.stderr


@pytest.mark.parametrize(
    ("command", "summary"),
    [
        ("solve", "2 puzzles: 1 proven, 0 disproven, 0 undecided, 1 skipped; "),
        ("audit", "2 puzzles: 0 sound, 0 cooked, 1 no solution, 0 undecided, 1 skipped\n"),
        ("improve", ""),
    ],
)
def test_in_a_folder_it_is_skipped_and_counted(command: str, summary: str, tmp_path: Path) -> None:
    (tmp_path / "one.sgf").write_text(TEXT)
    plain = "(;FF[4]GM[21]SZ[5]PZ[]PL[W];W[b1];W[c3];IP[])"
    (tmp_path / "two.sgf").write_text(plain)
    result = CliRunner().invoke(main, [command, str(tmp_path)])
    assert result.exit_code == 2
    assert f"{tmp_path / 'one.sgf'}: a side holds the Privilege" in result.stderr
    assert summary in result.stderr
    assert "two" in result.stdout


@pytest.mark.parametrize(
    ("command", "summary"),
    [("solve", "1 puzzle: 0 proven, "), ("audit", "1 puzzle: 0 sound, "), ("improve", "")],
)
def test_a_folder_with_nothing_else_gives_no_result(
    command: str, summary: str, tmp_path: Path
) -> None:
    (tmp_path / "one.sgf").write_text(TEXT)
    result = CliRunner().invoke(main, [command, str(tmp_path)])
    assert (2, "") == (result.exit_code, result.stdout)
    told, *totals = result.stderr.splitlines()
    assert "a side holds the Privilege" in told
    assert not summary or (totals[0].startswith(summary) and ", 1 skipped" in totals[0])


def test_show_names_the_holders(tmp_path: Path) -> None:
    file = tmp_path / "one.sgf"
    file.write_text(TEXT)
    assert (
        "Privilege: white and black may each"
        in CliRunner().invoke(main, ["show", str(file)]).stdout
    )
    shown = CliRunner().invoke(main, ["show", "--json", str(file)]).stdout
    assert '"privilege": ["white", "black"]' in shown
    file.write_text(TEXT.replace("PV[wb]", ""))
    assert "rivilege" not in CliRunner().invoke(main, ["show", "--json", str(file)]).stdout
