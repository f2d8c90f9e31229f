"""Which puzzles the paths of a command mean, in order, and what is wrong with the rest."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from solver.arena import check_size
from solver.cli.common import STDIN, record_from, shown_file
from solver.errors import Finding, PuzzleFileError, PuzzleRuleError, printable
from solver.files import COLLECTION_FILE, Format, listed_entries, listed_file, read_collection
from solver.game import Ruleset
from solver.puzzle import Puzzle

__all__ = ["PuzzleRead", "entries_of", "folders_in", "may_be_file", "puzzles_in", "title"]

_PUZZLE_SUFFIXES = (".sgf", ".diagram")
"""Files taken from a folder: those of the formats that can hold a puzzle."""


@dataclass(frozen=True, slots=True)
class PuzzleRead:
    """A file and what is in it."""

    file: str
    puzzle: Puzzle | None = None
    """None when the findings say why there is none."""
    findings: tuple[Finding, ...] = ()
    skipped: bool = False
    """Whether there is a puzzle, but none that the command can take."""


def puzzles_in(
    paths: Iterable[str],
    size: tuple[int, int] | None = None,
    rules: Ruleset | None = None,
    *,
    to_solve: bool = True,
) -> Iterator[PuzzleRead]:
    """Yield what every file holds that the paths name.

    A folder stands for all puzzle files in it and below, those of a `collection.yaml` in its
    order and before the others, the rest by name. A folder's own faults come under its name,
    as do pipes in it, which are left out.
    Puzzles that are too large `to_solve`, and those in which a side holds the Privilege, are for
    commands that do not solve.
    """
    for path in paths:
        if path != STDIN and os.path.isdir(path):  # Path("") would be the present folder
            findings = list[Finding]()
            files = list(_files(Path(path), findings))
            if not files and not findings:
                suffixes = " or ".join(_PUZZLE_SUFFIXES)
                findings.append(
                    Finding("no puzzle in this folder", hint=f"files end in {suffixes}")
                )
            if findings:
                yield PuzzleRead(path, None, tuple(findings))
            for file in files:
                yield _puzzle(str(file), size, rules, to_solve=to_solve)
        else:
            yield _puzzle(path, size, rules, to_solve=to_solve)


def _puzzle(
    file: str,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
    *,
    to_solve: bool,
) -> PuzzleRead:
    """Return what a file holds."""
    try:
        record = record_from(file, size, rules)
    except PuzzleFileError as error:
        return PuzzleRead(file, None, error.findings)
    if record.puzzle is not None and not to_solve:
        return PuzzleRead(file, record.puzzle, record.findings)
    if record.puzzle is not None and record.puzzle.privilege:
        held = Finding(
            "a side holds the Privilege of Double TwixT (PV), which this command does not know",
            hint="`twixt privilege` decides it",
        )
        return PuzzleRead(file, None, (*record.findings, held), skipped=True)
    if record.puzzle is not None:
        try:
            check_size(record.puzzle.position)
        except PuzzleRuleError as error:
            large = Finding(str(error))
            return PuzzleRead(file, None, (*record.findings, large), skipped=True)
        return PuzzleRead(file, record.puzzle, record.findings)
    hint = "add PZ[] to its first node, and IP[] to the node where the puzzle begins"
    if record.format is Format.DIAGRAM:
        hint = "put a line before it, such as `TwixT 12x12 STD, white to move and win`"
    elif record.format is not Format.SGF:
        hint = f"convert it to .sgf, then {hint}"
    game = Finding("this is a game, not a puzzle: it makes no claim", hint=hint)
    return PuzzleRead(file, None, (*record.findings, game))


def _files(folder: Path, findings: list[Finding]) -> Iterator[Path]:
    """Yield the puzzle files of a folder and of those below it, each once."""
    listed = list(_listed(folder, findings))
    known = set(listed)
    yield from (path for path in listed if may_be_file(path, findings))
    for path in entries_of(folder, findings):
        if path.name.startswith(".") or path in known:
            continue
        if os.path.isdir(path):
            # A link to a folder may lead back to where it came from.
            if not path.is_symlink():
                yield from _files(path, findings)
        elif path.suffix.lower() in _PUZZLE_SUFFIXES and may_be_file(path, findings):
            yield path


def entries_of(folder: Path, findings: list[Finding]) -> list[Path]:
    """Return what is in a folder, by name; add a finding when the folder cannot be read."""
    try:
        os.stat(os.path.join(folder, "."))  # some folders tell their names and nothing else
        return sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError as error:
        findings.append(Finding(f"{folder} cannot be read: {error.strerror or error}"))
        return []


def folders_in(folder: Path, findings: list[Finding]) -> list[Path]:
    """Return the folders in a folder, by name; add a finding for each that cannot be read."""
    below = [path for path in entries_of(folder, findings) if os.path.isdir(path)]
    for each in below:
        entries_of(each, findings)
    return below


def may_be_file(path: Path, findings: list[Finding]) -> bool:
    """Tell whether something in a folder is for reading; add a finding when it is left out.

    A pipe that nobody writes to would be read for ever. What is gone or a folder is for the reader
    to tell.
    """
    if os.path.isfile(path) or os.path.isdir(path) or not os.path.exists(path):
        return True
    said = f"{path} is left out: it is no file, but a pipe, a socket or a device"
    findings.append(Finding(said, hint="a pipe is read where it is named itself"))
    return False


def _listed(folder: Path, findings: list[Finding]) -> Iterator[Path]:
    """Yield the files that a folder's `collection.yaml` lists, if it has one."""
    path = folder / COLLECTION_FILE
    if not os.path.isfile(path):  # Path.is_file raises in a folder that cannot be read
        return
    try:
        listed = listed_entries(path, read_collection(path))
    except PuzzleFileError as error:
        findings += [_of_file(finding, path) for finding in error.findings]
        return
    for entry in listed:
        try:
            yield listed_file(path, str(entry["file"]))
        except PuzzleFileError as error:
            findings += [_of_file(finding, path) for finding in error.findings]


def _of_file(finding: Finding, path: Path) -> Finding:
    """Return a finding about a file of a folder, which names it."""
    return replace(finding, message=f"{path}: {finding.message}")


def title(file: str, puzzle: Puzzle) -> str:
    """Return a puzzle's title: its name, else that of its file without the suffix, or `<stdin>`.

    It can be shown in a terminal, whoever wrote it.
    """
    return printable(" ".join(puzzle.name.split()) or Path(shown_file(file)).stem)
