"""`twixt gather`."""

from pathlib import Path

import click

from solver.cli.common import PATH, STDIN, GivenPath, complain, complain_unreadable, save
from solver.cli.exit_codes import BAD_INPUT
from solver.errors import Finding, PuzzleFileError

__all__ = ["gather"]


@click.command()
@click.argument("files", nargs=-1, type=PATH, metavar="[FILE]...")
@click.option(
    "--out",
    type=GivenPath("folder", file_okay=False),
    metavar="DIR",
    required=True,
    help="Folder of the collections, made if it is not there.",
)
@click.pass_context
def gather(ctx: click.Context, files: tuple[str, ...], out: str) -> None:
    """Make collections of what `twixt mine` found, or add to them.

    A puzzle goes to DIR/first-steps, novice, club, expert or master by how far a player must see
    ahead. Near-duplicates are left out: puzzles with the same pegs around the key, mirrored
    or with colours exchanged, and puzzles of one game, or of the tries of one puzzle, with the same
    key. What is in DIR already keeps its name and place. Its themes are read anew from positions,
    keys and the lines of the reports beside them; without a FILE nothing else is done.

    \b
    Exit codes:
       2  a FILE that was not written by `twixt mine`, or a DIR that is damaged, cannot be written,
          or is written by another run
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.mine import gather as gather_all
    from solver.mine import mined_blocks

    if STDIN in files:
        raise click.UsageError("stdin is not read: name a file of `twixt mine --out`")
    mined = []
    for file in files:
        try:
            blocks = list(mined_blocks(Path(file)))
        except OSError as error:
            complain_unreadable(error, file)
            ctx.exit(BAD_INPUT)
        except PuzzleFileError as error:
            complain(error.findings, file)
            ctx.exit(BAD_INPUT)
        if not blocks:
            hint = "mine more with --resume"
            complain([Finding("the file holds no block yet", hint=hint, fatal=False)], file)
        mined += [puzzle for kept in blocks for puzzle in kept]
    try:
        added = gather_all(mined, Path(out), _write)
    except PuzzleFileError as error:
        complain(error.findings, error.file or out)
        ctx.exit(BAD_INPUT)
    for name, number in added.items():
        click.echo(f"{number:7} {name}")


def _write(path: Path, data: bytes) -> None:
    if not save(path, data):
        raise click.exceptions.Exit(BAD_INPUT)
