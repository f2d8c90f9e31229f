"""Many puzzles improved and reported in their order."""

from dataclasses import astuple

from solver import __version__
from solver.audits import Change, Improvement, as_json, improve
from solver.batch import JsonRecord
from solver.cli.batch_options import BatchOptions
from solver.cli.puzzle_batch import PuzzleBatch, json_line, tell_failure
from solver.files import exact_sgf
from solver.store import Store
from solver.told_report import for_people
from solver.work import Failure, Fault, Plan

__all__ = ["improve_all"]


def improve_all(asked: BatchOptions) -> int:
    """Improve every puzzle that the paths mean, print the results, return the exit code."""
    many = PuzzleBatch(asked)

    def plan(at: int, store: Store | None) -> Plan[Improvement | Failure]:
        return improve(many.puzzles[at][1], many.limits, store)

    def record(at: int, result: Improvement | Failure) -> JsonRecord | None:
        if isinstance(result, Failure):
            return None
        if result.audit.error:
            # The puzzle was not audited: nothing is known of it.
            fault = Fault(result.audit.limit)
            tell_failure(Failure(fault, result.audit.error), many.puzzles[at][0])
            if fault is not Fault.MEMORY:
                return None
        return _record(result)

    def tell(_: int, record: JsonRecord) -> None:
        many.show(json_line(record) if asked.as_json else _text(record))

    return many.work("Improving", plan, record, tell, improve=astuple(many.limits))


def _record(found: Improvement) -> JsonRecord:
    return {
        "verdict": found.audit.verdict.value,
        "reason": for_people(as_json(found.audit))["reason"],
        "economy": _change(found.economy) if found.economy else None,
        "repairs": [_change(change) for change in found.repairs],
        "whole_board": found.whole_board.value if found.whole_board else None,
        "version": __version__,
    }


def _change(change: Change) -> dict[str, str | None]:
    return {"change": change.text, "sgf": exact_sgf(change.puzzle)}


def _text(record: JsonRecord) -> str:
    lines = [f"{record['puzzle']}: {record['verdict']}, {record['reason']}"]
    if record["economy"]:
        lines.append(f"  still sound {record['economy']['change']}")
    elif record["verdict"] == "sound":
        lines.append("  no unnecessary peg found")
    lines += [f"  becomes sound {repair['change']}" for repair in record["repairs"]]
    if record["verdict"] == "cooked" and not record["repairs"]:
        lines.append("  no repair found")
    if record["whole_board"]:
        lines.append(f"  on the whole board: {record['whole_board']}")
    return "\n".join(lines)
