"""`twixt solve`: the options. The work is done in `solve_puzzle`."""

import click

from solver.cli.batch_options import BatchOptions, batch_options

__all__ = ["solve"]


@click.command()
@batch_options
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Threads that search for one proof together. The verdict is the same; which of several "
    "proofs is found may differ from run to run.",
)
@click.option(
    "--certificates",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write the proof of each decided claim to DIR, for `twixt certify`.",
)
@click.option(
    "--unique",
    is_flag=True,
    help="Look for a proof that no other first move does it, within the same limits once more.",
)
@click.option(
    "--value",
    is_flag=True,
    help="Say what each position is worth to the side to move: a win, a draw, a loss. Takes up to "
    "the limits again for each side.",
)
@click.pass_context
def solve(
    ctx: click.Context,
    asked: BatchOptions,
    threads: int,
    certificates: str | None,
    unique: bool,
    value: bool,
) -> None:
    """Prove or disprove what puzzles claim.

    What the position is worth stands after the verdict where a draw is asked for: `(win)` is
    better than asked.

    PATH is a puzzle file, - for stdin, or a folder: its .sgf and .diagram files and those below
    it, by name or in the order of a collection.yaml. Results come in this order. A file that
    cannot be read is told on stderr, and the others are solved all the same.

    \b
    Exit codes, the first that applies:
      70  a puzzle crashed the solver or made it hang (its JSON says so in "limit" and "error")
       2  bad input: a file that holds no puzzle, or a wrong option
       1  a claim is disproven
       3  a puzzle is undecided within the limits
       0  all as claimed
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.solve_puzzles import solve_all

    ctx.exit(
        solve_all(asked, threads=threads, certificates=certificates, unique=unique, value=value)
    )
