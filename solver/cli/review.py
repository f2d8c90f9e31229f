"""`twixt review`: the options. The work is done in `review_game`."""

import click

from solver.cli.common import (
    NODES,
    PATH,
    memory_option,
    reading_options,
    seconds_between,
    store_option,
)
from solver.game import Ruleset

__all__ = ["review"]


@click.command()
@click.argument("game", type=PATH)
@click.option(
    "--seconds",
    type=float,
    callback=seconds_between,
    metavar="S",
    default=5.0,
    show_default=True,
    help="Time limit for each position.",
)
@click.option("--nodes", type=NODES, metavar="N", help="Limit on the search nodes of each.")
@click.option(
    "--total",
    type=float,
    callback=seconds_between,
    metavar="S",
    default=300.0,
    show_default=True,
    help="Time limit for the whole game.",
)
@memory_option
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@reading_options
@click.pass_context
def review(
    ctx: click.Context,
    game: str,
    seconds: float,
    nodes: int | None,
    total: float,
    memory: int,
    store: str | None,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> None:
    """Walk over a game from its end: which positions are proven, which moves threw a win away.

    For each position it is proved who wins, or the position stays open: then it may be won or
    lost, and neither was found within the limits. GAME is a file of any format, or - for stdin.

    As puzzles it tries wins of three pegs or more that begin with a plain move, one that changes
    no links by hand: eight at most, those that need the most pegs first.

    \b
    Exit codes:
      0  reviewed, whatever stays open
      2  bad input: no game can be read, or its board is too large
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.review_game import review_one
    from solver.proof import Limits

    ctx.exit(
        review_one(
            game,
            Limits(nodes=nodes, seconds=seconds),
            Limits(seconds=total, memory=memory),
            store=store,
            as_json=as_json,
            size=size,
            rules=rules,
        )
    )
