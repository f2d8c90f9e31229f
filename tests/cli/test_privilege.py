"""`twixt privilege`: verdicts, first turns, certificates, and what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "docs" / "examples" / "privilege.sgf")
PUZZLES = ROOT / "puzzles" / "privilege"


def twixt(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_the_only_turn_that_wins_is_the_key() -> None:
    result = twixt("privilege", EXAMPLE, "--turns")
    assert result.exit_code == 0
    assert "white connects: proven" in result.stdout
    assert "The key is E4+F6" in result.stdout


def test_json_names_the_turns() -> None:
    values = json.loads(twixt("privilege", EXAMPLE, "--turns", "--json").stdout)
    assert values["verdict"] == "proven"
    assert (values["moves"], values["pairs"], values["open"]) == ([], ["E4+F6"], [])


def test_a_win_names_the_turn_that_is_proved() -> None:
    result = twixt("privilege", EXAMPLE)
    assert result.stdout.splitlines()[1:] == ["A turn that wins: E4+F6"]
    values = json.loads(twixt("privilege", EXAMPLE, "--json").stdout)
    assert values["turn"] == "E4+F6"
    assert json.loads(twixt("privilege", EXAMPLE, "--nodes", "1", "--json").stdout)["turn"] is None


@pytest.mark.parametrize(("name", "turn"), [("1", "E5"), ("3", "E4+F6"), ("4", "B8+C6")])
def test_the_turn_that_is_proved_is_the_key(name: str, turn: str) -> None:
    result = twixt("privilege", str(PUZZLES / f"{name}.sgf"))
    assert f"A turn that wins: {turn}" in result.stdout


def test_what_is_open_is_told_in_words() -> None:
    result = twixt("privilege", str(PUZZLES / "4.sgf"), "--turns", "--nodes", "10")
    assert result.exit_code == 3
    lines = result.stdout.splitlines()
    assert "A turn that wins: B8+C6" in lines
    assert "Single moves that are not decided: B7, B8" in lines
    said = "Two moves in a row that are not decided: all that begin with B1, B2, B3, B5, "
    assert lines[-1].startswith(said)
    assert "+" not in lines[-1]


def test_its_certificate_is_certified(tmp_path: Path) -> None:
    file = str(tmp_path / "one.cert.gz")
    assert twixt("privilege", EXAMPLE, "--certificate", file).exit_code == 0
    for options in ((), ("--sat",)):
        result = twixt("certify", file, *options)
        assert result.exit_code == 0
        assert "proven, white holding the Privilege" in result.stdout


def test_limits_leave_a_puzzle_undecided() -> None:
    result = twixt("privilege", EXAMPLE, "--nodes", "1")
    assert result.exit_code == 3
    assert "undecided (nodes)" in result.stdout


def test_where_nothing_is_decided_no_certificate_is_promised(tmp_path: Path) -> None:
    file = tmp_path / "one.cert.gz"
    result = twixt("privilege", EXAMPLE, "--nodes", "1", "--certificate", str(file))
    said = f"{file}: warning: no certificate is written: the claim is undecided\n"
    assert (3, said) == (result.exit_code, result.stderr)
    assert not file.exists()


def test_without_its_privilege_white_does_not_win(tmp_path: Path) -> None:
    file = tmp_path / "plain.sgf"
    file.write_text(Path(EXAMPLE).read_text().replace("PV[W]", ""))
    result = twixt("privilege", str(file))
    assert result.exit_code == 1
    assert "disproven" in result.stdout


def test_a_game_and_a_won_position_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[21]SZ[6];W[c1])")
    assert "this is a game" in twixt("privilege", str(file)).stderr
    file.write_text("(;FF[4]GM[21]SZ[5]PZ[]PL[W]PV[W];W[b1];W[c3];W[d5];IP[])")
    result = twixt("privilege", str(file))
    assert result.exit_code == 2
    assert "white is connected already" in result.stderr
