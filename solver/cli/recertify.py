"""`twixt recertify`: the arguments. The work is done in `recertify_reports`."""

import click

from solver.cli.batch_options import jobs_option
from solver.cli.common import GivenPath

__all__ = ["recertify"]


@click.command()
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=GivenPath("folder"),
    metavar="DIR...",
)
@jobs_option
@click.pass_context
def recertify(ctx: click.Context, folders: tuple[str, ...], jobs: int) -> None:
    """Check every verdict of collections by their proofs alone, without a search.

    DIR is the folder of a collection, with its reports and `proofs.sqlite`, or holds such folders.
    The proofs of each puzzle are written as certificates and checked by the rules. Then each
    verdict of its report is compared with them: on the puzzle, and on every key, cook, delay and
    try. No first move, no key and no puzzle may be left out.

    \b
    Exit codes, the first that applies:
       2  a DIR without reports, or a file that cannot be read
       1  a verdict without a proof, a proof that fails, or a puzzle without a report
       0  every verdict is proved
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.recertify_reports import recertify_all

    ctx.exit(recertify_all(folders, jobs=jobs))
