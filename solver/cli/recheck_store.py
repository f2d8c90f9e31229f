"""Certifies every verdict of a store again, and prints the differences."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from solver.batch import Rechecked, perform_bounded, recheck_row, run_plans
from solver.cli.common import complain, say
from solver.cli.exit_codes import code_of, worst
from solver.cli.progress_bar import ProgressBar
from solver.cli.puzzle_batch import tell_failure
from solver.errors import Finding, StoreError
from solver.plurals import counted
from solver.proof import Limits
from solver.store import Store
from solver.work import Failure, Plan

__all__ = ["recheck_all"]


def recheck_all(path: str, limits: Limits, *, jobs: int, as_json: bool) -> int:
    """Recheck the store at a path, print what is different, return the exit code.

    Raises StoreError when it is no store.
    """
    if not Path(path).stat().st_size:  # an empty file would become a store
        raise StoreError(f"{path} is no verdict store; name another file")
    count = Counter[str]()
    with Store(path) as store, ProgressBar("Rechecking") as progress:
        store.freeze()
        progress.start(store.proofs)
        numbers = list[int]()

        def plans() -> Iterator[Plan[Rechecked | Failure]]:
            for row in store.rows():
                numbers.append(row.number)
                yield recheck_row(row, store, limits)

        def end(_: int, row: Rechecked | Failure) -> Rechecked | Failure:
            progress.advance()
            return row

        running = run_plans(plans(), jobs=jobs, work=perform_bounded, on_end=end)
        with closing(running):
            for at, row in running:
                with progress.aside():
                    if isinstance(row, Failure):
                        tell_failure(row, f"{path}, row {numbers[at]}")
                        count["crashed"] += 1
                        continue
                    said = _state(row)
                    count[said] += 1
                    if as_json:
                        click.echo(json.dumps(_values(row), ensure_ascii=False))
                    elif row.fault or row.differences:
                        click.echo(_line(row))
        complain([Finding(fault, fatal=False) for fault in store.faults], "")
    total = ", ".join(f"{number} {said}" for said, number in sorted(count.items()))
    say(f"{counted(count.total(), 'proof')}: {total or 'none'}")
    return worst(map(code_of, count))


def _state(row: Rechecked) -> str:
    if row.fault is not None:
        return "failed"
    if row.now is None:
        return "certified"
    if row.now.verdict == row.before.verdict:
        return "found again"
    return "not found again" if row.now.verdict == "undecided" else "changed"


def _values(row: Rechecked) -> dict[str, Any]:
    before, now = (
        finding and {name: getattr(finding, name) for name in ("verdict", "key", "pegs", "left")}
        for finding in (row.before, row.now)
    )
    return {
        "row": row.row,
        "state": _state(row),
        "version": row.version,
        "claim": row.claim.text if row.claim else None,
        "position": json.loads(row.position) if row.position else None,
        "fault": row.fault,
        "before": before,
        "now": now,
        "differences": list(row.differences),
    }


def _line(row: Rechecked) -> str:
    parts = [f"row {row.row}, {row.claim.text if row.claim else 'unreadable'}: {_state(row)}"]
    if row.fault:
        parts.append(row.fault)
    for name in row.differences:
        parts.append(f"{name} {getattr(row.before, name)} -> {getattr(row.now, name)}")
    return "; ".join(parts)
