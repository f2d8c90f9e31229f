"""`twixt solve`: the options. The work is done in `solving`."""

import click

from solver.cli.common import reading_options
from solver.game import Ruleset

__all__ = ["solve"]


def _seconds(ctx: click.Context, param: click.Parameter, seconds: float) -> float:
    # Written so that `nan` is refused as well, which a click.FloatRange lets through.
    if 0.001 <= seconds <= 1e9:
        return seconds
    raise click.BadParameter(f"{seconds} is not between 0.001 and 1e9", ctx, param)


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    default=60.0,
    show_default=True,
    callback=_seconds,
    help="Time for each puzzle.",
)
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Search nodes for each puzzle.")
@click.option(
    "--memory",
    type=click.IntRange(16, 2**20),
    metavar="MIB",
    default=1024,
    show_default=True,
    help="Memory for each puzzle, at least 16.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    default=1,
    show_default=True,
    help="Puzzles solved at the same time, each in a process of its own.",
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
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a puzzle and line.")
@reading_options
@click.pass_context
def solve(
    ctx: click.Context,
    paths: tuple[str, ...],
    seconds: float,
    nodes: int | None,
    memory: int,
    jobs: int,
    certificates: str | None,
    unique: bool,
    value: bool,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> None:
    """Prove or disprove what puzzles claim.

    What the position is worth stands after the verdict where a draw is asked for: `(win)` is
    better than asked.

    PATH is a puzzle file, - for stdin, or a folder: its .sgf and .diagram files and those below
    it, by name or in the order of a collection.yaml. Results come in this order. A file that
    cannot be read is told on stderr, and the others are solved all the same.

    \b
    Exit codes, the first that applies:
      70  a puzzle crashed the solver (its JSON says "limit": "crashed")
       2  bad input: a file that holds no puzzle, or a wrong option
       1  a claim is disproven
       3  a puzzle is undecided within the limits
       0  all as claimed
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.solving import solve_all
    from solver.proof import Limits

    limits = Limits(nodes=nodes, seconds=seconds, memory=memory)
    ctx.exit(
        solve_all(
            paths,
            limits,
            jobs=jobs,
            certificates=certificates,
            unique=unique,
            value=value,
            as_json=as_json,
            size=size,
            rules=rules,
        )
    )
