"""`twixt recheck`: the options. The work is done in `recheck_store`."""

import click

from solver.cli.batch_options import jobs_option, limit_options
from solver.cli.common import GivenPath

__all__ = ["recheck"]


@click.command()
@click.option(
    "--store",
    type=GivenPath(dir_okay=False, exists=True),
    metavar="FILE",
    required=True,
    help="The verdict store.",
)
@limit_options("verdict")
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each verdict.")
@click.pass_context
def recheck(
    ctx: click.Context,
    store: str,
    seconds: float,
    nodes: int | None,
    memory: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Check every proof in a verdict store again with this version.

    Verdicts of other versions, and those whose proof fails, are searched again within the limits;
    differences in verdict, key and length are reported. A row whose proof fails is removed, or
    replaced if the search finds a new proof.

    \b
    Exit codes, the first that applies:
      70  a search crashed
       2  the file is not a verdict store
       1  a proof failed, or a verdict has changed
       3  a verdict was not found again within the limits; its old proof still holds
       0  all verdicts stand
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.recheck_store import recheck_all
    from solver.proof import Limits

    limits = Limits(nodes=nodes, seconds=seconds, memory=memory)
    ctx.exit(recheck_all(store, limits, jobs=jobs, as_json=as_json))
