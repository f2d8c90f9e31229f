"""`twixt privilege`: verdicts, first turns, certificates, and what it refuses."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from solver.cli import main

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "privilege.sgf")


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
