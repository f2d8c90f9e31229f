"""`twixt judge`: the options. The work is done in `judging`."""

import click

from solver.cli.common import reading_options, seconds_between
from solver.game import Ruleset

__all__ = ["judge"]


@click.command()
@click.argument("file")
@click.argument("move")
@click.option(
    "--after", default="", metavar="MOVES", help='Moves played before, both sides\': "d5 e7".'
)
@click.option(
    "--seconds",
    type=float,
    callback=seconds_between,
    metavar="S",
    default=60.0,
    show_default=True,
    help="Time for the verdict, and once more for the count of replies.",
)
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Search nodes, likewise.")
@click.option(
    "--memory",
    type=click.IntRange(16, 2**20),
    metavar="MIB",
    default=1024,
    show_default=True,
    help="Memory, at least 16.",
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Verdict store: what it knows is not searched for, what is found is added.",
)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the proof of the verdict, for `twixt certify`.",
)
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
    """Say whether a move in a puzzle wins, and show the reply.

    A losing move gets its refutation and the number of replies that refute it; a winning one the
    longest defence, and the replies grouped by the move that beats them.

    FILE is a puzzle, - for stdin. MOVE is a hole, or SGF text for a move that changes links by
    hand: "[-g'8][g8]".

    \b
    Exit codes:
      0  the move wins
      1  the move loses
      2  bad input: no puzzle, or a move that cannot be played
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
