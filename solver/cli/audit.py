"""`twixt audit`: the options. The work is done in `audit_puzzles`."""

import click

from solver.cli.batch_options import BatchOptions, batch_options
from solver.cli.common import GivenPath

__all__ = ["audit"]


@click.command()
@batch_options
@click.option(
    "--certificates",
    type=GivenPath("folder", file_okay=False),
    metavar="DIR",
    help="Write the proofs to DIR, for `twixt certify`: of the key, of each other first move that "
    "wins, that the rest are refuted, and that no more moves win without the key.",
)
@click.option(
    "--html",
    type=GivenPath("folder", file_okay=False),
    metavar="DIR",
    help="Write each report to DIR as a web page.",
)
@click.pass_context
def audit(
    ctx: click.Context,
    asked: BatchOptions,
    certificates: str | None,
    html: str | None,
) -> None:
    """Check whether puzzles are sound: the key wins, and no other first move is as good.

    Within the limits, every first move is classified: a key, a cook (it wins without the key), a
    delay (it wins only because the key can follow), a try or an idle move (both are refuted).
    A hard move may only be proved to be no cook: it is either a try or a delay.
    One puzzle gets a report, several get one line each; --json and --html give full reports.

    The limits are for a whole puzzle; the seconds of all processes are added up.
    PATH is a puzzle file, a folder, or - for stdin, as for `twixt solve`.

    \b
    Exit codes, the first that applies:
      70  the search for a puzzle crashed or hung (see "limit" and "error" in its JSON)
       2  bad input: no puzzle in a file, one with the Privilege, or a wrong option
       1  a puzzle is cooked or has no solution
       3  a puzzle is undecided within the limits
       0  all puzzles are sound
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.audit_puzzles import audit_all

    ctx.exit(audit_all(asked, certificates=certificates, html=html))
