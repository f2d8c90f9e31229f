"""`twixt improve`: the options. The work is done in `improve_puzzles`."""

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
    """Find unnecessary pegs in sound puzzles, and repairs for cooked ones.

    A sound puzzle stays sound, with the same key, without the pegs that are named. A cooked puzzle
    becomes sound, with the same key, by any one of the changes: a peg added for the opponent, taken
    off or moved to the next hole. Up to 24 changes are tried, first those that affect most cooks;
    the search for repairs stops after three. For a window, the claim is also searched on the
    whole board with no pegs added outside.

    The limits apply to all of this together. PATH is as for `twixt solve`.

    \b
    Exit codes, the first that applies:
      70  the search for a puzzle crashed or hung
       2  bad input: no puzzle in a file, one with the Privilege, or a wrong option
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.improve_puzzles import improve_all

    ctx.exit(improve_all(asked))
