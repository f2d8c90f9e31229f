"""Names that command a terminal, or that no file can hold: they are shown, and end nothing."""

import json
import os
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


NOT_UTF8 = os.fsdecode(b"b\xff.sgf")
UNTITLED = KEYED.replace("GN[Join the rows]", "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three puzzles without titles; the name of the second is not UTF-8."""
    made = tmp_path / "puzzles"
    made.mkdir()
    for name in ("a.sgf", NOT_UTF8, "c.sgf"):
        (made / name).write_text(UNTITLED)
    return made


@pytest.mark.native
def test_a_name_that_is_not_utf_8_does_not_end_a_batch(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for resume in ((), ("--resume",)):
        result = twixt("solve", folder, "--out", out, *resume)
        assert (0, ["a", r"b\udcff", "c"]) == (
            result.exit_code,
            [line.split()[0] for line in result.stdout.splitlines()[1:]],
        )
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [folder / "a.sgf", folder / NOT_UTF8, folder / "c.sgf"] == [
        Path(record["file"]) for record in found
    ]


@pytest.mark.native
def test_a_name_that_is_not_utf_8_has_its_page_and_its_certificate(
    folder: Path, tmp_path: Path
) -> None:
    pages, proofs = tmp_path / "pages", tmp_path / "proofs"
    assert 1 == twixt("audit", folder, "--html", pages, "--certificates", proofs).exit_code
    assert r"<title>b\udcff" in (pages / os.fsdecode(b"b\xff.html")).read_text(encoding="utf-8")
    result = twixt("certify", proofs)
    assert r"b\udcff.cert.gz  b\udcff: white connects" in result.stdout
    assert 0 == result.exit_code


def test_a_name_that_is_not_utf_8_is_printed_wherever_it_stands(folder: Path) -> None:
    result = twixt("print", folder / NOT_UTF8, "--out", folder / os.fsdecode(b"\xff.pdf"))
    assert rf"{folder}/\udcff.pdf: 1 puzzle" in result.stdout
