"""Messages on stderr that cannot be printed end no work and change no exit code."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.samples import (
    DISPROVEN,
    FEW_NODES,
    GAME,
    PROVEN,
    ROOT,
    TWIXT,
    UNDECIDED,
    twixt,
)
from tests.waiting import DEADLINE

FILES = {
    "one.diagram": PROVEN,
    "two.diagram": PROVEN,
    "lost.diagram": DISPROVEN,
    "open.sgf": UNDECIDED,
    "game.sgf": GAME,
}


def run(redirection: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command beside some files, as a shell does that redirects a stream."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", TWIXT, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=DEADLINE,
    )


@pytest.mark.native
@pytest.mark.parametrize("to", ["2>/dev/full", "2>&-"])
@pytest.mark.parametrize(
    ("code", "lines", "arguments"),
    [
        (0, 3, ("solve", "one.diagram", "two.diagram")),
        (2, 3, ("solve", "none.sgf", "one.diagram", "two.diagram")),
        (3, 1, ("solve", "open.sgf", "--unique", "--json", *FEW_NODES)),
        (0, 2, ("solve", "one.diagram", "two.diagram", "--unique", "--json")),
        (0, 3, ("audit", *2 * (f"{ROOT}/puzzles/lessons/lesson1.sgf",))),
        (2, 0, ("show", "none.sgf")),
        (2, 0, ("convert", "none.sgf", "new.diagram")),
        (2, 0, ("judge", "game.sgf", "b5")),
        (2, 0, ("recheck", "none.sqlite")),
        (2, 0, ("certify", "none.cert.gz")),
        (2, 0, ("gather", "none.jsonl")),
    ],
)
def test_a_message_that_cannot_be_printed_changes_nothing(
    code: int, lines: int, arguments: tuple[str, ...], to: str, tmp_path: Path
) -> None:
    done = run(to, tmp_path, *arguments)
    assert (code, lines) == (done.returncode, done.stdout.count("\n"))


@pytest.mark.parametrize("arguments", [("solve",), ("--nonsense",), ("show", "a", "--at", "x")])
def test_wrong_usage_that_cannot_be_told_has_its_exit_code(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    assert 2 == run("2>/dev/full", tmp_path, *arguments).returncode


@pytest.mark.native
def test_with_out_a_batch_goes_on_when_results_and_messages_have_no_reader(tmp_path: Path) -> None:
    files = ("none.sgf", "lost.diagram", "one.diagram", "two.diagram")
    gone, output = os.pipe()
    os.close(gone)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    with open(output, "wb") as stream:
        done = subprocess.run(
            [TWIXT, "solve", "--unique", *files, "--out", "out.jsonl"],
            cwd=tmp_path,
            stdout=stream,
            stderr=stream,
            check=False,
            timeout=DEADLINE,
        )
    assert 2 == done.returncode  # for the file that is not there
    assert 3 == (tmp_path / "out.jsonl").read_text().count("\n")


T1 = str(ROOT / "tests" / "files" / "bad" / "moves.t1")
CONVERT = "convert it first: twixt convert FILE game.sgf"
"""With the options that `convert` has, and some other commands have not."""
BOTH = "--size 24x24 --rules STD"


@pytest.mark.native
@pytest.mark.parametrize(
    ("hint", "arguments"),
    [
        (f"add {BOTH}", ("solve", "game.moves")),
        (f"add {BOTH}", ("show", "game.moves")),
        ("add --rules STD", ("show", "game.moves", "--size", "24x24")),
        (f"{CONVERT} {BOTH}", ("mine", "games", "game.moves", "--out", "mined.jsonl")),
        (f"{CONVERT} {BOTH}", ("print", "game.moves", "--out", "all.pdf")),
        (f"{CONVERT} {BOTH}", ("export", "..", "--out", "../all.zip")),
        (f"else {CONVERT} --rules PP or --rules 3M", ("mine", "games", T1, "--out", "mined.jsonl")),
    ],
)
def test_a_remedy_names_no_option_that_the_command_has_not(
    hint: str, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.cli.mine_puzzles.run_plans", lambda *_, **__: iter(()))
    folder = tmp_path / "moves"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("game.moves").write_text("d2 f6 f1")
    Path("collection.yaml").write_text("puzzles: [{file: game.moves}]")
    result = twixt(*arguments)
    assert f" ({hint})\n" in result.stderr


def test_ctrl_c_while_help_is_put_together_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(**_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.cli.group.entry_points", interrupt)
    result = twixt("--help")
    assert (130, "", "Interrupted.\n") == (result.exit_code, result.stdout, result.stderr)
