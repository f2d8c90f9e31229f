"""`twixt improve`: the options. The work is done in `improving`."""

import click

from solver.cli.batch_options import BatchOptions, batch_options

__all__ = ["improve"]


@click.command()
@batch_options
@click.pass_context
def improve(
    ctx: click.Context,
    asked: BatchOptions,
) -> None:
    """Look for a smaller setup of sound puzzles, and for repairs of cooked ones.

    A sound puzzle keeps its verdict and its key without the pegs that are named. A cooked one is
    sound, with the same key, after any of the changes: a peg added for the opponent, taken off or
    moved to the next hole; some dozen are tried, those first that disturb most cooks. For a window,
    the claim is also tried on the whole board with nothing more outside.

    The limits are for the audit of each version of a puzzle, and for the whole board. PATH is as
    for `twixt solve`.

    \b
    Exit codes, the first that applies:
      70  a puzzle crashed the solver or made it hang
       2  bad input: a file that holds no puzzle, or a wrong option
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.improve_puzzles import improve_all

    ctx.exit(improve_all(asked))
