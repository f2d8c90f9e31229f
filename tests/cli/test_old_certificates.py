"""Certificates of a puzzle before it was edited, in the folder of the new ones."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from solver.files import parse_puzzle, puzzle_to_sgf
from solver.game import Move, parse_hole
from tests.audits.test_failing_keys import FAILING
from tests.cli.samples import KEYED, PROVEN, ROOT, twixt
from tests.cli.test_audit import COOKED, file

pytestmark = pytest.mark.native

SOUND = (ROOT / "puzzles" / "lessons" / "lesson1.sgf").read_text()
WON = PROVEN.replace("and win", "and draw")
"""White can do more than draw, which has a certificate, too."""


def sgf(diagram: str, key: str) -> str:
    return puzzle_to_sgf(replace(parse_puzzle(diagram), keys=(Move(parse_hole(key)),)))


def written(puzzle: Path, folder: Path, *options: object) -> tuple[set[str], str]:
    """Audit a puzzle; return the names in the folder of certificates, and what was said."""
    result = twixt("audit", puzzle, "--certificates", folder, *options)
    return {path.name for path in folder.iterdir()}, result.stderr


def named(puzzle: Path, folder: Path, *names: str) -> str:
    """Return the warning that names certificates."""
    hint = "remove them if they are about an older version"
    said = f"{folder} has certificates about another position, goal or key: {', '.join(names)}"
    return f"{puzzle}: warning: {said} ({hint})\n"


def test_those_of_the_version_before_are_named_and_stay(tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    before, said = written(file(tmp_path, COOKED), folder)
    assert "" == said
    after, said = written(puzzle := file(tmp_path, SOUND), folder)
    new, _ = written(puzzle, tmp_path / "new")
    old = sorted(before - new)
    assert "p.cook-d5.cert.gz" in old
    assert named(puzzle, folder, *old) == said
    assert before | new == after


def test_those_of_another_key_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    before, _ = written(file(tmp_path, COOKED), folder)
    puzzle = file(tmp_path, COOKED.replace("W[b5]", "W[d5]"))
    new, _ = written(puzzle, tmp_path / "new")
    _, said = written(puzzle, folder)
    assert named(puzzle, folder, *sorted(before - new)) == said


@pytest.mark.parametrize(
    ("text", "proofs"),
    [
        (COOKED, {"p.cert.gz", "p.cook-d5.cert.gz"}),
        (sgf(WON, "b5"), {"p.cert.gz", "p.win.cert.gz"}),
        (sgf(FAILING, "b3"), {"p.cert.gz", "p.fails-b3.cert.gz"}),
    ],
)
def test_those_of_a_longer_run_on_the_same_puzzle_are_not(
    text: str, proofs: set[str], tmp_path: Path
) -> None:
    folder = tmp_path / "proofs"
    before, said = written(file(tmp_path, text), folder)
    assert proofs <= before
    assert "" == said
    renamed = file(tmp_path, text.replace("PZ[", "AN[Somebody]PZ["))
    assert (before, "") == written(renamed, folder, "--nodes", 1)


def test_those_of_a_key_that_names_a_link_it_makes_by_itself_are_not(tmp_path: Path) -> None:
    text = (ROOT / "puzzles" / "master" / "m0024.sgf").read_text()
    puzzle = file(tmp_path, text.replace(";B[d5]", ";B[/c'6][d5]"))
    out = tmp_path / "out.jsonl"
    before, said = written(puzzle, tmp_path / "proofs", "--out", out)
    assert "" == said
    assert (before, "") == written(puzzle, tmp_path / "proofs", "--out", out, "--resume")


def test_what_is_no_certificate_of_that_name_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    other = written(file(tmp_path, COOKED), folder)[0].pop()
    for path in folder.iterdir():
        if path.name != other:
            path.unlink()
    shutil.move(folder / other, folder / "p-2.cert.gz")
    shutil.copy(folder / "p-2.cert.gz", folder / "p.cook-d5.gz")
    (folder / "p.notes.cert.gz").write_text("mine")
    (folder / "p.folder.cert.gz").mkdir()
    assert "" == written(file(tmp_path, SOUND), folder)[1]


def test_those_of_solve_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    asked = ("--unique", "--certificates", folder)
    assert 0 == twixt("solve", file(tmp_path, SOUND), *asked).exit_code
    assert (folder / "p.unique.cert.gz").is_file()
    puzzle = file(tmp_path, KEYED)
    assert named(puzzle, folder, "p.unique.cert.gz") in twixt("solve", puzzle, *asked[1:]).stderr


def test_a_batch_lists_their_folder_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, listed = tmp_path / "proofs", list[Path]()
    listdir = os.listdir

    def counting(path: Path) -> list[str]:
        listed.append(path)
        return listdir(path)

    monkeypatch.setattr(os, "listdir", counting)
    out = ("--certificates", folder, "--out", tmp_path / "out.jsonl")
    lessons = [ROOT / "puzzles" / "lessons" / f"lesson{number}.sgf" for number in (1, 5)]
    assert 0 == twixt("solve", *lessons, *out).exit_code
    assert 1 == listed.count(folder)
    assert 0 == twixt("solve", *lessons, *out, "--resume").exit_code
    assert 2 == listed.count(folder)
