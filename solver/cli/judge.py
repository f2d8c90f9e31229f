"""`twixt judge`: the options. The work is done in `judge_move`."""

import click

from solver.cli.common import (
    NODES,
    PATH,
    certificate_option,
    memory_option,
    reading_options,
    seconds_between,
    store_option,
)
from solver.game import Ruleset

__all__ = ["judge"]


@click.command()
@click.argument("file", type=PATH)
@click.argument("move")
@click.option(
    "--after", default="", metavar="MOVES", help='Earlier moves of both sides, such as "d5 e7".'
)
@click.option(
    "--seconds",
    type=float,
    callback=seconds_between,
    metavar="S",
    default=60.0,
    show_default=True,
    help="Time limit for the verdict, and again for the count of replies.",
)
@click.option(
    "--nodes",
    type=NODES,
    metavar="N",
    help="Limit on the search nodes, in the same way.",
)
@memory_option
@store_option
@certificate_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@reading_options
@click.pass_context
def judge(
    ctx: click.Context,
    file: str,
    move: str,
    after: str,
    seconds: float,
    nodes: int | None,
    memory: int,
    store: str | None,
    certificate: str | None,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> None:
    """Decide whether a move in a puzzle wins, and show the reply.

    For a losing move the refutation is shown, with the number of replies that refute it. For a
    winning move the longest defence is shown, and all replies grouped by the move that beats them.

    FILE is a puzzle, or - for stdin. MOVE is a hole, or SGF text for a move that also changes
    links: "[-g'8][g8]".

    \b
    Exit codes:
      0  the move wins, or draws where that is the goal
      1  the move loses
      2  bad input: no puzzle, one that is won already, or a move that cannot be played
      3  undecided within the limits
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.judge_move import judge_one
    from solver.proof import Limits

    limits = Limits(nodes=nodes, seconds=seconds, memory=memory)
    ctx.exit(
        judge_one(
            file,
            move,
            after.split(),
            limits,
            store=store,
            certificate=certificate,
            as_json=as_json,
            size=size,
            rules=rules,
        )
    )
