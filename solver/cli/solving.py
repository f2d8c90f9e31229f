"""Many puzzles read, solved in processes and reported in their order."""

from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

import click

from solver.batch import Record, Solved, Task, failed, solving
from solver.cli import report
from solver.cli.batch_options import BatchOptions
from solver.cli.certifying import proof_name, sgf_or_warning
from solver.cli.common import INTERNAL_ERROR
from solver.cli.many import UNDECIDED, UNSOUND, Many
from solver.proof import Limit, Verdict
from solver.store import Store
from solver.work import Failure, Plan

__all__ = ["solve_all"]


def solve_all(
    asked: BatchOptions,
    *,
    threads: int = 1,
    certificates: str | None = None,
    unique: bool = False,
    value: bool = False,
) -> int:
    """Solve every puzzle that the paths mean, print the results, return the exit code.

    Certificates go to the folder `certificates` if that is given. `unique` refutes the other
    first moves too; `value` asks what each position is worth.
    """
    many = Many(asked, threads=threads)
    folder = many.folder(certificates)
    table = report.Table(many.titles)
    told = list[Record]()

    def plan(at: int, store: Store | None) -> Plan[Solved | Failure]:
        file, puzzle = many.puzzles[at]
        sgf = sgf_or_warning(file, puzzle) if folder else None
        return solving(Task(puzzle, many.limits, sgf, unique, value), store)

    def record(at: int, result: Solved | Failure) -> Record:
        _, puzzle = many.puzzles[at]
        solved = failed(puzzle, result) if isinstance(result, Failure) else result
        for path, proof in _proofs(folder, many.names[at], solved):
            many.save(path, proof)
        return report.record_of(puzzle, solved)

    def tell(_: int, record: Record) -> None:
        if not asked.as_json:
            click.echo(table.line(record) if told else f"{table.heading}\n{table.line(record)}")
        else:
            click.echo(report.json_line(record))
        told.append(record)
        many.note(_code(record))
        if said := report.first_moves(record):
            click.echo(said, err=True)

    code = many.work(
        "Solving",
        plan,
        record,
        tell,
        folder,
        limits=astuple(many.limits),
        unique=unique,
        value=value,
    )
    if many.puzzles:
        click.echo(report.summary(told) if asked.as_json else f"\n{report.summary(told)}", err=True)
    return code


def _code(record: Record) -> int:
    if record["error"]:
        return UNDECIDED if record["limit"] == Limit.MEMORY.value else INTERNAL_ERROR
    verdict = Verdict(record["verdict"])
    return {Verdict.DISPROVEN: UNSOUND, Verdict.UNDECIDED: UNDECIDED}.get(verdict, 0)


def _proofs(folder: Path | None, name: str, solved: Solved) -> Iterator[tuple[Path, bytes]]:
    """Yield the certificates of a puzzle and where they go."""
    if folder is None:
        return
    if solved.certificate:
        yield folder / name, solved.certificate
    moves = solved.first_moves
    if moves is not None and moves.certificate:
        yield folder / proof_name(name, "unique"), moves.certificate
