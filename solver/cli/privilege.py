"""`twixt privilege`: the options. The work is done in `decide_privilege`."""

import click

from solver.cli.common import NODES, PATH, certificate_option, reading_options, seconds_between
from solver.game import Ruleset

__all__ = ["privilege"]


@click.command()
@click.argument("file", type=PATH)
@click.option(
    "--seconds",
    type=float,
    callback=seconds_between,
    metavar="S",
    default=60.0,
    show_default=True,
    help="Time limit for the verdict, and again for the first turns.",
)
@click.option(
    "--nodes",
    type=NODES,
    metavar="N",
    help="Limit on the positions looked at, in the same way.",
)
@click.option("--turns", is_flag=True, help="Also list all first turns that win.")
@certificate_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@reading_options
@click.pass_context
def privilege(
    ctx: click.Context,
    file: str,
    seconds: float,
    nodes: int | None,
    turns: bool,
    certificate: str | None,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> None:
    """Decide a puzzle in which sides hold the Privilege of Double TwixT.

    A side that holds it may once move twice in a row. FILE says who does, by PV[W], PV[B] or
    PV[WB]; it may be - for stdin.

    \b
    Exit codes:
       2  bad input: a file without a puzzle, or a wrong option
       1  the claim is disproven, or with --turns more than one first turn wins
       3  undecided within the limits
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.decide_privilege import decide
    from solver.proof import Limits

    limits = Limits(nodes, seconds)
    ctx.exit(
        decide(
            file,
            limits,
            turns=turns,
            certificate=certificate,
            as_json=as_json,
            size=size,
            rules=rules,
        )
    )
