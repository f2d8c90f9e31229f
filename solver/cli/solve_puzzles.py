"""Many puzzles read, solved in processes and reported in their order."""

from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from solver.batch import JsonRecord, Solved, solve_puzzle, unsolved
from solver.cli import solve_output
from solver.cli.batch_options import BatchOptions
from solver.cli.certificate_files import proof_name, sgf_or_warning
from solver.cli.common import say
from solver.cli.exit_codes import code_of_record
from solver.cli.puzzle_batch import PuzzleBatch, json_line
from solver.proof import Verdict
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
    many = PuzzleBatch(asked, threads=threads)
    folder = many.folder(certificates)
    table = solve_output.Table(many.titles)
    told = list[JsonRecord]()

    def plan(at: int, store: Store | None) -> Plan[Solved | Failure]:
        file, puzzle = many.puzzles[at]
        sgf = sgf_or_warning(file, puzzle) if folder else None
        return solve_puzzle(puzzle, many.limits, store, sgf=sgf, unique=unique, value=value)

    def record(at: int, result: Solved | Failure) -> JsonRecord:
        _, puzzle = many.puzzles[at]
        solved = unsolved(puzzle, result) if isinstance(result, Failure) else result
        many.save_proofs(at, folder, _proofs(folder, many.names[at], solved))
        return solve_output.record_of(puzzle, solved)

    def tell(at: int, record: JsonRecord) -> None:
        if not asked.as_json:
            many.show(table.line(record) if told else f"{table.heading}\n{table.line(record)}")
        else:
            many.show(json_line(record))
        told.append(record)
        many.note(code_of_record(record))
        if said := solve_output.first_moves(record, many.puzzles[at][1]):
            say(said)

    def proved(at: int, record: JsonRecord) -> set[str]:
        words = set[str]() if record["verdict"] == Verdict.UNDECIDED.value else {""}
        if solve_output.refuted(record, many.puzzles[at][1]):
            words.add("unique")
        return words

    code = many.work(
        "Solving",
        plan,
        record,
        tell,
        folder,
        proved,
        limits=astuple(many.limits),
        unique=unique,
        value=value,
    )
    if many.puzzles or many.skipped:
        said = solve_output.summary(told, many.skipped)
        say(f"\n{said}" if told and not asked.as_json else said)
    return code


def _proofs(folder: Path | None, name: str, solved: Solved) -> Iterator[tuple[Path, bytes]]:
    """Yield the certificates of a puzzle and where they go."""
    if folder is None:
        return
    if solved.certificate:
        yield folder / name, solved.certificate
    moves = solved.first_moves
    if moves is not None and moves.certificate:
        yield folder / proof_name(name, "unique"), moves.certificate
