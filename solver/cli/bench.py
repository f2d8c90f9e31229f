"""`twixt bench`: the options. The work is done in `run_benchmarks`."""

import click

__all__ = ["bench"]


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--nodes",
    type=click.IntRange(1),
    metavar="N",
    default=600_000,
    show_default=True,
    help="Search nodes for each position.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="TECHNIQUE",
    help="Search without this technique. May be given several times.",
)
@click.option("--ablate", is_flag=True, help="Measure with each technique left out in turn.")
@click.option(
    "--peers",
    is_flag=True,
    help="Instead, compare with a plain alpha-beta and, if it is installed, with OpenSpiel's tree "
    "search, on the exercises.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--compare",
    type=click.Path(exists=True, dir_okay=False),
    metavar="OLD.json",
    help="Compare with what --json printed before.",
)
@click.option(
    "--fuzz",
    type=click.IntRange(1),
    metavar="N",
    help="Instead, compare the search with brute force on N random small boards, each with "
    "either side to move, and print every disagreement.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="S",
    default=0,
    show_default=True,
    help="The first of the N boards, or the dice for --fillings.",
)
@click.option(
    "--fillings",
    type=click.IntRange(1),
    metavar="N",
    help="Instead, take N patterns from proofs of the positions, give all that they do not need "
    "to the opponent, and search again without stored patterns.",
)
@click.pass_context
def bench(
    ctx: click.Context,
    names: tuple[str, ...],
    nodes: int,
    without: tuple[str, ...],
    ablate: bool,
    peers: bool,
    as_json: bool,
    compare: str | None,
    fuzz: int | None,
    seed: int,
    fillings: int | None,
) -> None:
    """Measure the solver on fixed positions.

    NAME is a position (p05, bush12-q1, game165, empty-6x6-std) or a group of them: classics,
    exercises, boards, blocks, empty; all of them if none is named. The limit is one of nodes, so
    that two runs of the same program differ in seconds only: the signature says whether they do.

    \b
    Exit codes:
       2  an unknown position, technique or file
       1  the search and the brute force disagree, or a pattern is false
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli import run_benchmarks

    plain = bool(without or as_json or compare)
    kinds = {"--ablate": ablate, "--peers": peers, "--fuzz": fuzz, "--fillings": fillings}
    chosen = [name for name, wanted in kinds.items() if wanted]
    if len(chosen) > 1 or (chosen and plain):
        raise click.UsageError(f"{chosen[0]} goes with no other way to measure")
    if names and (peers or fuzz):
        raise click.UsageError(f"{chosen[0]} has positions of its own; leave the names out")
    if ablate:
        ctx.exit(run_benchmarks.ablation(names, nodes))
    if peers:
        ctx.exit(run_benchmarks.peers(nodes))
    if fuzz:
        ctx.exit(run_benchmarks.fuzzing(range(seed, seed + fuzz)))
    if fillings:
        ctx.exit(run_benchmarks.filling(names, fillings, seed))
    ctx.exit(run_benchmarks.run(names, nodes, without, json_wanted=as_json, compare_with=compare))
