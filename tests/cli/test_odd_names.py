"""Names that command a terminal: whoever wrote a file, its title and name are only shown."""

import json
from pathlib import Path

import pytest

from solver.errors import Finding, printable
from tests.cli.samples import GAME, KEYED, twixt

ODD = "\x1bc\x1b[31mRed\x9b2J\u202e"
SHOWN = r"\u001bc\u001b[31mRed\u009b2J\u202e"


def test_only_what_commands_a_terminal_is_escaped() -> None:
    assert SHOWN == printable(ODD)
    for text in ("Läufer im Eck", "میان\u200cوند", "橋\u3000👩\u200d👧", "a\xa0b"):
        assert text == printable(text)


def test_a_finding_can_be_shown_whatever_its_file_is_called() -> None:
    assert rf"{SHOWN}.sgf:3: warning: no \u0007 here" == Finding(
        "no \x07 here", line=3, fatal=False
    ).text(f"{ODD}.sgf")


@pytest.mark.native
@pytest.mark.parametrize(
    "command",
    [
        ("solve",),
        ("solve", "--json"),
        ("audit",),
        ("audit", "--json"),
        ("improve",),
        ("judge", "b5", "--json"),
        ("show",),
    ],
)
def test_the_title_of_a_puzzle_cannot_command_the_terminal(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    for named, text in ((tmp_path / "a.sgf", f"GN[{ODD}]"), (tmp_path / f"{ODD}.sgf", "GN[]")):
        named.write_text(KEYED.replace("GN[Join the rows]", text), encoding="utf-8")
        name, *options = command
        result = twixt(name, named, *options)
        assert 2 > result.exit_code, result.output
        # JSON escapes the backslashes once more.
        shown = SHOWN.replace("\\", r"\\") if "--json" in options else SHOWN
        assert shown in result.stdout
        assert result.output.replace("\n", "").isprintable()
        if "--json" in options:
            assert str(named) == json.loads(result.stdout)["file"]


@pytest.mark.native
def test_the_name_of_a_game_cannot_command_the_terminal(tmp_path: Path) -> None:
    game = tmp_path / "game.sgf"
    game.write_text(GAME.replace("RU[STD]", f"RU[STD]GN[{ODD}]"), encoding="utf-8")
    result = twixt("review", game, "--seconds", 0.1, "--total", 1)
    assert result.stdout.startswith(f"{SHOWN}\n")
