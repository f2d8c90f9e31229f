"""An empty path, as a shell makes of a variable that is not set, is refused by name."""

import os
from pathlib import Path

import click
import pytest

from solver.cli import main
from solver.cli.common import GivenPath
from tests.cli.samples import KEYED, twixt

FILE, FOLDER = "name a file", "name a folder"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a puzzle."""
    monkeypatch.chdir(tmp_path)
    Path("a.sgf").write_text(KEYED)


def refuse(arguments: tuple[str, ...], named: str, remedy: str) -> None:
    """Check that a command refuses the empty path that it is given, and writes nothing."""
    result = twixt(*arguments)
    said = f"Error: Invalid value for '{named}': the path is empty: {remedy}\n"
    assert (2, "") == (result.exit_code, result.stdout)
    assert result.stderr.endswith(said)
    assert ["a.sgf"] == os.listdir()


@pytest.mark.native
@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (("solve", "a.sgf", "--out", ""), FILE),
        (("audit", "a.sgf", "--resume", "--out", ""), FILE),
        (("mine", "steps-8x8", "--blocks", "1", "--out", ""), FILE),
        (("solve", "a.sgf", "--store", ""), FILE),
        (("certify", "a.sgf", "--store", ""), FILE),
        (("recheck", "--store", ""), FILE),
        (("judge", "a.sgf", "b5", "--certificate", ""), FILE),
        (("privilege", "a.sgf", "--certificate", ""), FILE),
        (("bench", "--compare", ""), FILE),
        (("solve", "a.sgf", "--certificates", ""), FOLDER),
        (("audit", "a.sgf", "--certificates", ""), FOLDER),
        (("audit", "a.sgf", "--html", ""), FOLDER),
        (("gather", "--out", ""), FOLDER),
    ],
)
def test_an_option_takes_no_empty_path(arguments: tuple[str, ...], remedy: str) -> None:
    refuse(arguments, arguments[-2], remedy)


@pytest.mark.native
def test_an_empty_path_is_not_the_present_folder() -> None:
    refuse(("recertify", ""), "DIR...", FOLDER)


@pytest.mark.parametrize(
    "arguments",
    [
        ("print", "a.sgf", "--out", ""),
        ("export", ".", "--out", ""),
        ("convert", "a.sgf", "--to", "diagram", ""),
    ],
)
def test_an_empty_path_is_no_file_to_write(arguments: tuple[str, ...]) -> None:
    refuse(arguments, "OUT" if arguments[0] == "convert" else "--out", FILE)


@pytest.mark.native
@pytest.mark.parametrize(
    ("named", "arguments"),
    [
        ("FILE", ("show", "")),
        ("IN", ("convert", "", "b.sgf")),
        ("PATH...", ("solve", "a.sgf", "")),
        ("PATH...", ("audit", "")),
        ("PATH...", ("improve", "")),
        ("PATH...", ("print", "", "--out", "b.pdf")),
        ("PATH...", ("certify", "")),
        ("FILE", ("judge", "", "b5")),
        ("FILE", ("privilege", "")),
        ("GAME", ("review", "")),
        ("[FILE]...", ("mine", "games", "", "--out", "b.jsonl")),
        ("[FILE]...", ("mine", "twins", "", "--out", "b.jsonl")),
        ("[FILE]...", ("gather", "", "--out", "b")),
    ],
)
def test_an_empty_path_is_no_file_to_read(named: str, arguments: tuple[str, ...]) -> None:
    refuse(arguments, named, FILE)


@pytest.mark.parametrize("command", main.commands.values(), ids=main.commands)
def test_every_path_of_a_command_is_one_that_is_not_empty(command: click.Command) -> None:
    for param in command.params:
        assert not isinstance(param.type, click.Path) or isinstance(param.type, GivenPath)
