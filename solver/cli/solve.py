"""`twixt solve`: the options. The work is done in `solve_puzzles`."""

import click

from solver.cli.batch_options import BatchOptions, batch_options
from solver.cli.common import GivenPath

__all__ = ["solve"]


@click.command()
@batch_options
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of threads that search for one proof together. The verdict stays the same; the "
    "proof may differ from run to run.",
)
@click.option(
    "--certificates",
    type=GivenPath("folder", file_okay=False),
    metavar="DIR",
    help="Write the proof of each decided claim to DIR, for `twixt certify`.",
)
@click.option(
    "--unique",
    is_flag=True,
    help="Also look for a proof that every other first move fails, within the same limits again.",
)
@click.option(
    "--value",
    is_flag=True,
    help="Also find the value of each position for the side to move: a win, a draw or a loss. May "
    "use the limits again for each side.",
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
    """Prove or disprove the claims of puzzles.

    Where the goal is a draw, the value of the position stands after the verdict: `(win)` is better
    than the goal.

    PATH is a puzzle file, a folder, or - for stdin. A folder stands for all .sgf and .diagram files
    in it and below it, in the order of its collection.yaml, else by name. Results keep this order.
    Unreadable files are reported on stderr; the rest are still solved.

    \b
    Exit codes, the first that applies:
      70  the search for a puzzle crashed or hung (see "limit" and "error" in its JSON)
       2  bad input: no puzzle in a file, one with the Privilege, or a wrong option
       1  a claim is disproven
       3  a puzzle is undecided within the limits, or a first move with --unique
       0  all claims are proven
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.solve_puzzles import solve_all

    ctx.exit(
        solve_all(asked, threads=threads, certificates=certificates, unique=unique, value=value)
    )
