"""`twixt mine`: the options. The work is done in `mine_puzzles`."""

import click

from solver.cli.batch_options import jobs_option

__all__ = ["mine"]

SOURCES = ("board-8x8", "board-10x10", "board-12x12", "corner-10x10", "corner-12x12", "games")


@click.command()
@click.argument("source", type=click.Choice(SOURCES), metavar="SOURCE")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--first",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    show_default=True,
    help="Number of the first block.",
)
@click.option(
    "--blocks",
    type=click.IntRange(1),
    metavar="N",
    help="Number of blocks; 20 positions or one game each. [default: 10, or all games]",
)
@jobs_option
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    required=True,
    help="Write one JSON line for each block to FILE, as soon as it is finished.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue FILE: skip the blocks that it already holds.",
)
@click.pass_context
def mine(
    ctx: click.Context,
    source: str,
    games: tuple[str, ...],
    first: int,
    blocks: int | None,
    jobs: int,
    out: str,
    resume: bool,
) -> None:
    """Look for positions that make good puzzles, and audit them.

    SOURCE says where positions come from: random play on a whole board, random play in the corner
    of a 24x24 board, or the corners of recorded games, given as files. Numbers stand for the same
    positions in every run. What is kept is sound, and not to be found by counting pegs alone.

    FILE says of each block why positions were rejected, and holds the puzzles that were kept.
    `twixt gather` makes collections of such files.

    \b
    Exit codes:
      70  the search for a block crashed
       2  bad input: a file without a game, or a wrong option
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.mine_puzzles import mine_all

    if (source == "games") != bool(games):
        raise click.UsageError("name game files after `games`, and only there")
    ctx.exit(mine_all(source, games, first, blocks, jobs=jobs, out=out, resume=resume))
