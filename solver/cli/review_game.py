"""One game reviewed and reported."""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from solver.cli.common import complain, complain_of_store, readable_record, shown_file
from solver.cli.exit_codes import BAD_INPUT, OK
from solver.cli.progress_bar import ProgressBar
from solver.errors import Finding, PuzzleRuleError, printable
from solver.files import game_name, handicap
from solver.game import Ruleset
from solver.proof import Limits, check_no_privilege
from solver.review import Review, move_name, note, review, review_values, summary, worth
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
            if kept is not None:
                complain_of_store(kept)
    except PuzzleRuleError as error:
        complain([Finding(str(error))], file)
        return BAD_INPUT
    name = printable(game_name(record) or Path(shown_file(file)).stem)
    in_json = printable(json.dumps(review_values(said, name, file), ensure_ascii=False))
    click.echo(in_json if as_json else "\n".join(_lines(said, name)))
    return OK


def _lines(found: Review, name: str) -> Iterator[str]:
    """Yield the review of the game with a name for people."""
    yield name
    yield ""
    wide = max(10, *(len(move_name(ply.move)) for ply in found.plies))
    yield f"{'move':>4}  {'to move':7}  {'played':{wide}}  {'before it':13}  note"
    for ply in found.plies:
        side, played = ply.position.to_move.value, move_name(ply.move)
        said = note(ply, found.effect(ply.number))
        text = f"{ply.number + 1:>4}  {side:7}  {played:{wide}}  {worth(ply):13}  {said}"
        yield text.rstrip()
    yield ""
    yield from summary(found)
