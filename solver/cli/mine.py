"""`twixt mine`: the options. The work is done in `mine_puzzles`."""

import click

from solver.cli.batch_options import jobs_option
from solver.cli.common import PATH, STDIN, GivenPath, has_place, not_stdout
from solver.cli.exit_codes import BAD_INPUT

__all__ = ["FROM_FILES", "RANDOM", "mine"]

RANDOM = (
    *("board-8x8", "board-10x10", "board-12x12", "board-18x18", "board-30x30"),
    *("corner-10x10", "corner-12x12"),
    *("diagonal-45-13", "diagonal-45-17", "diagonal-26-20", "diagonal-26-26"),
    *("pp-8x8", "pp-10x10", "steps-8x8", "steps-10x10"),
)
FROM_FILES = ("games", "endgames", "twins")


@click.command()
@click.argument("source", type=click.Choice([*RANDOM, *FROM_FILES]), metavar="SOURCE")
@click.argument("files", nargs=-1, type=PATH, metavar="[FILE]...")
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
    help="Number of blocks; up to 20 positions, one game or one puzzle each. [default: 10, or all "
    "in the files]",
)
@jobs_option
@click.option(
    "--out",
    type=GivenPath(dir_okay=False),
    callback=not_stdout,
    metavar="OUT",
    required=True,
    help="Write one JSON line for each block to OUT, as soon as it is finished.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Continue OUT: skip the blocks that it already holds.",
)
@click.pass_context
def mine(
    ctx: click.Context,
    source: str,
    files: tuple[str, ...],
    first: int,
    blocks: int | None,
    jobs: int,
    out: str,
    resume: bool,
) -> None:
    """Look for positions that make good puzzles, and audit them.

    SOURCE says where positions come from.

    \b
    Random play on a whole board:
      board-8x8, board-10x10, board-12x12, board-18x18, board-30x30
      steps-8x8, steps-10x10: easier puzzles are kept
      pp-8x8, pp-10x10: by the rules of PP
      diagonal-45-13, diagonal-45-17, diagonal-26-20, diagonal-26-26
    Random play in the corner of a 24x24 board:
      corner-10x10, corner-12x12
    FILEs with recorded games:
      games: the corners of their boards
      endgames: their whole boards after each of the last moves
    FILEs of `twixt audit --out`:
      twins: positions after tries that exactly one reply refutes

    A block's number stands for the same positions in every run. What is kept is sound, and
    counting pegs alone does not find its key.

    OUT says of each block why positions were rejected, and holds the puzzles that were kept.
    `twixt gather` makes collections of such files.

    \b
    Exit codes:
      70  the search for a block crashed
       2  bad input: a FILE without a game or a report, or a wrong option
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.mine_puzzles import mine_all

    if (source in FROM_FILES) != bool(files):
        raise click.UsageError("name files after `games`, `endgames` and `twins`, and only there")
    if source == "twins" and STDIN in files:
        hint = "name a file that lies beside its puzzles"
        raise click.UsageError(f"twins are not made of stdin: {hint}")
    if not has_place(out, files):
        ctx.exit(BAD_INPUT)
    ctx.exit(mine_all(source, files, first, blocks, jobs=jobs, out=out, resume=resume))
