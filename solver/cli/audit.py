"""`twixt audit`: the options. The work is done in `auditing`."""

import click

from solver.cli.batch_options import BatchOptions, batch_options

__all__ = ["audit"]


@click.command()
@batch_options
@click.option(
    "--certificates",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write the proofs of the claim, of all refuted first moves, of each other one that wins, "
    "and that there are no more cooks, to DIR, for `twixt certify`.",
)
@click.option(
    "--html",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write each report as a page to DIR.",
)
@click.pass_context
def audit(
    ctx: click.Context,
    asked: BatchOptions,
    certificates: str | None,
    html: str | None,
) -> None:
    """Say whether puzzles are sound: the key right, and no other first move as good.

    Every first move is decided, as far as the limits allow: a key, a cook (it wins without the
    key), a delay (it wins because the key can follow), a try or an idle move (both are refuted).
    Of a hard one it may only be known that it is no cook: a try, or else a delay.
    One puzzle gets a report, several get a line each; --json and --html tell all of each.

    The limits are for a whole puzzle; seconds are those of search in all processes together.
    PATH is a puzzle file, - for stdin, or a folder, as for `twixt solve`.

    \b
    Exit codes, the first that applies:
      70  a puzzle crashed the solver or made it hang (its JSON says so in "limit" and "error")
       2  bad input: a file that holds no puzzle, or a wrong option
       1  a puzzle is cooked or has no solution
       3  a puzzle is undecided within the limits
       0  all are sound
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.audit_puzzles import audit_all

    ctx.exit(audit_all(asked, certificates=certificates, html=html))
