"""Every verdict of a store certified again, with what came of it."""

import json
from collections import Counter
from contextlib import closing
from typing import Any

import click

from solver.batch import Rechecked, perform_bounded, rechecking, run
from solver.cli.common import INTERNAL_ERROR, complain
from solver.cli.progress import Progress
from solver.errors import Finding
from solver.proof import Limits
from solver.store import Store
from solver.words import counted
from solver.work import Failure

__all__ = ["recheck_all"]

_CHANGED, _NOT_FOUND = 1, 3
"""Exit codes."""


def recheck_all(path: str, limits: Limits, *, jobs: int = 1, as_json: bool = False) -> int:
    """Recheck the store at a path, print what is different, return the exit code."""
    count = Counter[str]()
    with Store(path) as store, Progress("Rechecking") as progress:
        store.freeze()
        progress.start(store.proofs)
        plans = (rechecking(row, store, limits) for row in store.rows())
        running = run(plans, jobs=jobs, work=perform_bounded, on_end=lambda _: progress.advance())
        with closing(running):
            for _, row in running:
                with progress.aside():
                    if isinstance(row, Failure):
                        complain([Finding(f"the solver crashed: {row.message}")], path)
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
    click.echo(f"{counted(count.total(), 'proof')}: {total or 'none'}", err=True)
    codes = {"crashed": INTERNAL_ERROR, "failed": _CHANGED, "changed": _CHANGED}
    codes["not found again"] = _NOT_FOUND
    return next((code for said, code in codes.items() if count[said]), 0)


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
