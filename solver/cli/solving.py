"""Many puzzles read, solved in processes and reported in their order."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import click

from solver.cli import pool, report
from solver.cli.batch import Refusal, Solved, Task, crashed, solve_task
from solver.cli.certifying import certificate_names, sgf_for_certificate, unique_name
from solver.cli.common import BAD_INPUT, INTERNAL_ERROR, complain
from solver.cli.inputs import puzzles_in
from solver.errors import Finding
from solver.game import Ruleset
from solver.proof import Limits, Verdict
from solver.puzzle import Puzzle

__all__ = ["solve_all"]

DISPROVEN, UNDECIDED = 1, 3
"""Exit codes."""

_WEIGHT = (INTERNAL_ERROR, BAD_INPUT, DISPROVEN, UNDECIDED)
"""Of several exit codes the one that stands first here is returned."""

_Answer = TypeVar("_Answer")


def solve_all(
    paths: Sequence[str],
    limits: Limits,
    *,
    jobs: int = 1,
    certificates: str | None = None,
    unique: bool = False,
    value: bool = False,
    as_json: bool = False,
    size: tuple[int, int] | None = None,
    rules: Ruleset | None = None,
) -> int:
    """Solve every puzzle that the paths mean, print the results, return the exit code.

    Certificates go to the folder `certificates` if that is given. `unique` refutes the other
    first moves too; `value` asks what each position is worth.
    """
    codes = set[int]()
    puzzles = list[tuple[str, Puzzle]]()
    for found in puzzles_in(paths, size, rules):
        complain(found.findings, found.file)
        if found.puzzle is None:
            codes.add(BAD_INPUT)
        else:
            puzzles.append((found.file, found.puzzle))
    if not puzzles:
        return _weightiest(codes)

    folder = None if certificates is None else Path(certificates)
    if folder is not None and not _make(folder):
        return BAD_INPUT
    titles = [report.title(file, puzzle) for file, puzzle in puzzles]
    table = report.Table(titles)
    if not as_json:
        click.echo(table.heading)
    told = list[Solved]()
    names = certificate_names([file for file, _ in puzzles])
    tasks = [
        Task(puzzle, limits, _sgf(file, puzzle) if folder else None, unique, value)
        for file, puzzle in puzzles
    ]
    with (
        report.Progress(len(tasks)) as progress,
        closing(pool.run(solve_task, tasks, jobs)) as running,
    ):
        for index, answer in _in_order(running, progress.advance):
            (file, puzzle), title = puzzles[index], titles[index]
            with progress.aside():
                if isinstance(answer, Refusal):
                    complain([Finding(answer.message)], file)
                    codes.add(BAD_INPUT)
                    continue
                if isinstance(answer, pool.Crash):
                    _tell(answer, file)
                    codes.add(INTERNAL_ERROR)
                    answer = crashed(puzzle)
                elif answer.verdict is Verdict.DISPROVEN:
                    codes.add(DISPROVEN)
                elif answer.verdict is Verdict.UNDECIDED:
                    codes.add(UNDECIDED)
                for path, proof in _proofs(folder, names[index], answer):
                    if not _save(path, proof):
                        codes.add(BAD_INPUT)
                told.append(answer)
                if as_json:
                    click.echo(report.json_line(title, file, puzzle, answer))
                else:
                    click.echo(table.line(title, answer))
                if answer.audit is not None:
                    click.echo(report.audited(title, answer.audit), err=True)
    if not as_json:
        click.echo(err=True)
    click.echo(report.summary(told), err=True)
    return _weightiest(codes)


def _in_order(
    answers: Iterable[tuple[int, _Answer]], on_each: Callable[[], None]
) -> Iterator[tuple[int, _Answer]]:
    """Yield numbered answers in the order of their numbers, each as soon as that allows."""
    early = dict[int, _Answer]()
    due = 0
    for index, answer in answers:
        on_each()
        early[index] = answer
        while due in early:
            yield due, early.pop(due)
            due += 1


def _make(folder: Path) -> bool:
    """Make the folder for certificates; say so if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        complain([Finding(f"no certificate can be written here: {reason}")], str(folder))
        return False
    return True


def _sgf(file: str, puzzle: Puzzle) -> str | None:
    """Return the text that a certificate holds; warn when there can be none."""
    text = sgf_for_certificate(puzzle)
    if text is None:
        lost = "no certificate is written: SGF cannot carry this board or position"
        complain([Finding(lost, fatal=False)], file)
    return text


def _proofs(folder: Path | None, name: str, solved: Solved) -> Iterator[tuple[Path, bytes]]:
    """Yield the certificates of a puzzle and where they go."""
    if folder is None:
        return
    if solved.certificate:
        yield folder / name, solved.certificate
    if solved.audit is not None and solved.audit.certificate:
        yield folder / unique_name(name), solved.audit.certificate


def _save(path: Path, proof: bytes) -> bool:
    """Write a certificate; say so if that fails."""
    try:
        path.write_bytes(proof)
    except OSError as error:
        reason = error.strerror or str(error)
        complain([Finding(f"the certificate cannot be written: {reason}")], str(path))
        return False
    return True


def _tell(crash: pool.Crash, file: str) -> None:
    if crash.trace and os.environ.get("TWIXT_DEBUG") == "1":
        click.echo(crash.trace, err=True)
    hint = "please report it with the file; TWIXT_DEBUG=1 shows a trace if there is one"
    complain([Finding(f"the solver crashed: {crash.message}", hint=hint)], file)


def _weightiest(codes: set[int]) -> int:
    return next((code for code in _WEIGHT if code in codes), 0)
