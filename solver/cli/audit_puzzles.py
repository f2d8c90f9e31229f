"""Many puzzles audited and reported in their order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

import click

from solver.audits import (
    Audit,
    Kind,
    Soundness,
    as_json,
    audit,
    audit_page,
    audit_text,
    failed_audit,
)
from solver.batch import JsonRecord
from solver.cli.batch_options import BatchOptions
from solver.cli.certificate_files import page_name, proof_name, sgf_or_warning
from solver.cli.common import say
from solver.cli.exit_codes import code_of_record
from solver.cli.puzzle_batch import PuzzleBatch, json_line, tell_failure
from solver.difficulty import rank_correlation
from solver.files import exact_sgf
from solver.plurals import counted
from solver.puzzle import Puzzle
from solver.store import Store
from solver.told_report import for_people
from solver.work import Failure, Fault, Plan

__all__ = ["agreement", "audit_all"]

_FEWEST = 5
"""Puzzles whose order says something."""

_COOKS_SHOWN = 5

_COLOURS = {
    Soundness.SOUND: "green",
    Soundness.COOKED: "red",
    Soundness.NO_SOLUTION: "red",
    Soundness.UNDECIDED: "yellow",
}


def audit_all(asked: BatchOptions, *, certificates: str | None, html: str | None) -> int:
    """Audit every puzzle that the paths mean, print the results, return the exit code.

    Certificates and pages go to the folders `certificates` and `html` if those are given.
    """
    many = PuzzleBatch(asked)
    folder, pages = many.folder(certificates), many.folder(html, ".html")
    table = _Table(many.titles)
    several = len(many.puzzles) > 1
    told = list[JsonRecord]()

    def plan(at: int, store: Store | None) -> Plan[Audit | Failure]:
        return audit(many.puzzles[at][1], many.limits, store)

    def record(at: int, result: Audit | Failure) -> JsonRecord:
        file, puzzle = many.puzzles[at]
        found = failed_audit(puzzle, many.limits, result) if isinstance(result, Failure) else result
        if found.error and not isinstance(result, Failure):
            tell_failure(Failure(Fault(found.limit), found.error), file)
        many.save_proofs(at, folder, _proofs(folder, many.names[at], file, puzzle, found))
        return as_json(found)

    def tell(at: int, record: JsonRecord) -> None:
        if pages is not None:
            page = audit_page(record, many.puzzles[at][1]).encode()
            many.save(pages / page_name(many.names[at]), page)
        if asked.as_json:
            many.show(json_line(record))
        elif several:
            many.show(table.line(record) if told else f"{table.heading}\n{table.line(record)}")
        else:
            many.show(audit_text(record))
        told.append(record)
        many.note(code_of_record(record))

    code = many.work(
        "Auditing",
        plan,
        record,
        tell,
        folder,
        lambda _, record: _proved(record),
        audit=astuple(many.limits),
    )
    if several or many.skipped:
        say(_summary(told, many.skipped))
    return code


def _proofs(
    folder: Path | None, name: str, file: str, puzzle: Puzzle, found: Audit
) -> Iterator[tuple[Path, bytes]]:
    """Yield the certificates of a puzzle and where they go."""
    if folder is None or not found.proofs or sgf_or_warning(file, puzzle) is None:
        return
    for word, proof in found.proofs.items():
        if text := exact_sgf(proof.about(puzzle)):
            yield folder / proof_name(name, word), proof.certificate(puzzle, text)


def _proved(record: JsonRecord) -> set[str]:
    """Return the words (see `proof_name`) for the certificates of the claim and of the other first
    moves that belong to a report."""
    kinds = {Kind(move["kind"]) for move in record["moves"]}
    won = kinds & {Kind.KEY, Kind.COOK, Kind.DELAY, Kind.WINS}
    undecided = record["verdict"] == Soundness.UNDECIDED.value
    words = {""} if won or not undecided else set[str]()
    # Where the claim fails, its own certificate refutes all first moves.
    if kinds & {Kind.TRY, Kind.IDLE} and (won or undecided):
        words.add("unique")
    return words


class _Table:
    """Lines of a table that is printed as its puzzles are audited."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._width = max(map(len, ("puzzle", *titles)))

    @property
    def heading(self) -> str:
        """The first line."""
        return self._line("puzzle", "verdict", "decided", "seconds", "cooks")

    def line(self, record: JsonRecord) -> str:
        """Return a puzzle's line."""
        verdict = Soundness(record["verdict"])
        shown = f"error ({record['limit']})" if record["error"] else verdict.value
        # Where none of those that win is the author's key, each of them spoils the puzzle.
        moves = for_people(record)["moves"]
        cooks = [move["hole"] for move in moves if move["kind"] in ("cook", "win")]
        more = len(cooks) - _COOKS_SHOWN
        return self._line(
            record["puzzle"],
            shown,
            f"{record['decided']}/{record['first_moves']}",
            f"{record['seconds']:.1f}",
            " ".join(cooks[:_COOKS_SHOWN]) + (f" +{more}" if more > 0 else "") or "-",
            _COLOURS[verdict],
        )

    def _line(
        self,
        title: str,
        verdict: str,
        decided: str,
        seconds: str,
        cooks: str,
        colour: str | None = None,
    ) -> str:
        verdict = click.style(f"{verdict:<14}", fg=colour) if colour else f"{verdict:<14}"
        return f"{title:<{self._width}}  {verdict}  {decided:>8}  {seconds:>7}  {cooks}"


def _summary(records: Sequence[Mapping[str, Any]], skipped: int) -> str:
    count = Counter(record["verdict"] for record in records)
    verdicts = ", ".join(f"{count[each.value]} {each.value}" for each in Soundness)
    if skipped:
        verdicts += f", {skipped} skipped"
    return f"{counted(len(records) + skipped, 'puzzle')}: {verdicts}{agreement(records)}"


def agreement(records: Sequence[Mapping[str, Any]]) -> str:
    """Return how well the difficulty agrees with the order of the puzzles; nothing for a few."""
    rated = [record["difficulty"] for record in records if record["difficulty"] is not None]
    if len(rated) < _FEWEST or len(set(rated)) == 1:
        return ""
    found = rank_correlation(range(len(rated)), rated)
    return f"\nDifficulty against this order: rank correlation {found:.2f} over {len(rated)}"
