"""One game reviewed and reported."""

import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from solver.cli.common import complain, readable_record, shown_file
from solver.cli.exit_codes import BAD_INPUT, OK
from solver.cli.progress_bar import ProgressBar
from solver.errors import Finding, PuzzleRuleError, StoreError, printable
from solver.files import game_name, handicap
from solver.game import Ruleset
from solver.proof import Limits, check_no_privilege
from solver.review import move_name, note, review, review_values, summary, worth
from solver.store import Store
from solver.work import InOneSession, run_here

__all__ = ["review_one"]


def review_one(
    file: str,
    each: Limits,
    total: Limits,
    *,
    store: str | None,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> int:
    """Review the game in a file, print what was found, return the exit code."""
    record = readable_record(file, size, rules)
    if record is None:
        return BAD_INPUT
    if not record.moves:
        complain([Finding("this file has no moves to review")], file)
        return BAD_INPUT
    try:
        if record.puzzle is not None:
            check_no_privilege(record.puzzle)
        with Store(store) if store else nullcontext() as kept, ProgressBar("Reviewing") as bar:
            bar.start(len(record.line))
            plan = review(
                record.line,
                record.moves,
                each,
                total,
                kept,
                handicap=bool(handicap(record)),
                tell=lambda _: bar.advance(),
            )
            said = run_here(plan, InOneSession(total.memory))
    except (PuzzleRuleError, StoreError) as error:
        complain([Finding(str(error))], file)
        return BAD_INPUT
    found = review_values(said, printable(game_name(record) or Path(shown_file(file)).stem), file)
    in_json = printable(json.dumps(found, ensure_ascii=False))
    click.echo(in_json if as_json else "\n".join(_lines(found)))
    return OK


def _lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the review for people."""
    yield found["game"]
    yield ""
    yield f"{'move':>4}  {'to move':7}  {'played':10}  {'before it':13}  note"
    for ply in found["plies"]:
        number, side, played = ply["ply"] + 1, ply["to_move"], move_name(ply["move"])
        text = f"{number:>4}  {side:7}  {played:10}  {worth(ply):13}  {note(ply)}"
        yield text.rstrip()
    yield ""
    yield from summary(found)
