"""`twixt convert`: a puzzle or game into another file format."""

from pathlib import Path

import click

from solver.cli.common import (
    PATH,
    STDIN,
    complain,
    has_place,
    reading_options,
    record_from,
    save,
)
from solver.cli.exit_codes import BAD_INPUT
from solver.errors import PuzzleFileError
from solver.files import Format, write_text
from solver.game import Ruleset

__all__ = ["convert"]


@click.command()
@click.argument("source", type=PATH, metavar="IN")
@click.argument("target", type=PATH, metavar="OUT")
@click.option(
    "--to",
    "wanted",
    type=click.Choice([known.value for known in Format], case_sensitive=False),
    help="Format of OUT.  [default: from its suffix]",
)
@reading_options
@click.pass_context
def convert(
    ctx: click.Context,
    source: str,
    target: str,
    wanted: str | None,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> None:
    """Convert a puzzle or game to another format.

    IN and OUT may be - for stdin and stdout. The content of IN tells its format. --to or the
    suffix chooses the format of OUT: .sgf .tsgf .t1 .pbm .moves (or .txt) .diagram. A warning on
    stderr names everything that OUT cannot express. IN is never overwritten.

    Exit codes: 0 written, 2 IN cannot be read or OUT cannot be written.
    """
    form = _format(wanted, target)
    if not has_place(target, [source]):
        ctx.exit(BAD_INPUT)
    try:
        record = record_from(source, size, rules)
        complain(record.findings, source)
        written = write_text(record, form)
    except PuzzleFileError as error:
        complain(error.findings, error.file or source)
        ctx.exit(BAD_INPUT)
    complain(written.findings, target if target != STDIN else "<stdout>")
    if target == STDIN:
        click.echo(written.text, nl=False)
        return
    if not save(Path(target), written.text.encode()):
        ctx.exit(BAD_INPUT)


def _format(wanted: str | None, target: str) -> Format:
    form = Format(wanted) if wanted else Format.of_path(target)
    if form is None:
        known = ", ".join(known.value for known in Format)
        raise click.UsageError(
            f"the suffix of {target!r} is no known format; add --to with one of {known}"
        )
    return form
