"""`twixt export`."""

import os
from pathlib import Path

import click

from solver.cli.common import GivenPath, complain, has_place, not_stdout, save
from solver.cli.exit_codes import BAD_INPUT
from solver.cli.inputs import folders_in
from solver.errors import Finding, PuzzleFileError
from solver.files import COLLECTION_FILE

__all__ = ["export"]


@click.command()
@click.argument("folder", type=GivenPath("folder", file_okay=False, exists=True), metavar="DIR")
@click.option(
    "--out",
    type=GivenPath(dir_okay=False),
    callback=not_stdout,
    metavar="FILE",
    required=True,
    help="The zip file.",
)
@click.pass_context
def export(ctx: click.Context, folder: str, out: str) -> None:
    """Write all puzzles of the collections in DIR, with what is proved of them, as one file.

    It is the file that the site offers at /database: JSON lines, SGF, licences and checksums. Its
    README.txt has the version and tells what the fields mean.

    \b
    Exit codes:
       2  a collection or a puzzle that cannot be read, none at all, or a FILE that cannot be
          written
       0  otherwise
    """
    from solver.export import export as packed

    findings = list[Finding]()
    below = folders_in(Path(folder), findings)
    collections = [each for each in below if os.path.isfile(each / COLLECTION_FILE)]
    if findings:
        # It may be a collection.
        complain(findings, folder)
        ctx.exit(BAD_INPUT)
    if not collections:
        complain([Finding("no collections", hint="name the folder of their folders")], folder)
        ctx.exit(BAD_INPUT)
    if not has_place(out, (str(path) for each in collections for path in each.iterdir())):
        ctx.exit(BAD_INPUT)
    try:
        data = packed(Path(folder), lambda file, finding: complain([finding], file))
    except PuzzleFileError as error:
        complain(error.findings, error.file or folder)
        ctx.exit(BAD_INPUT)
    if not save(Path(out), data):
        ctx.exit(BAD_INPUT)
    click.echo(f"{out}: {len(data):,} bytes")
