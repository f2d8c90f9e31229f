"""`twixt bench`: the options. The work is done in `run_benchmarks`."""

import click

from solver.cli.batch_options import given_by_hand
from solver.cli.common import NODES, GivenPath
from solver.game import Shape

__all__ = ["bench"]


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--nodes",
    type=NODES,
    metavar="N",
    default=600_000,
    show_default=True,
    help="Limit on the search nodes for each position.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="TECHNIQUE",
    help="Search without this technique. May be repeated.",
)
@click.option("--ablate", is_flag=True, help="Measure the search without each technique in turn.")
@click.option(
    "--peers",
    is_flag=True,
    help="Compare with other programs on the exercises instead: a plain alpha-beta search and, if "
    "it is installed, OpenSpiel's tree search.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--compare",
    type=GivenPath(exists=True, dir_okay=False),
    metavar="OLD.json",
    help="Compare with an earlier output of --json.",
)
@click.option(
    "--fuzz",
    type=click.IntRange(1),
    metavar="N",
    help="Compare the search with brute force instead, on N random small boards, and print every "
    "disagreement. A board gives up to four positions: either side to move, and a turn later.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="S",
    default=0,
    show_default=True,
    help="Number of the first board for --fuzz, or random seed for --fillings.",
)
@click.option(
    "--shape",
    type=click.Choice([shape.value for shape in Shape]),
    help="Let --fuzz use diagonal boards.",
)
@click.option(
    "--privilege",
    is_flag=True,
    help="Let --fuzz use positions in which sides hold the Privilege of Double TwixT.",
)
@click.option(
    "--fillings",
    type=click.IntRange(1),
    metavar="N",
    help="Check N patterns from proofs of the positions instead: give everything that a pattern "
    "does not need to the opponent, and search again without stored patterns.",
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
    shape: str | None,
    privilege: bool,
    fillings: int | None,
) -> None:
    """Measure the solver on fixed positions.

    NAME is a position (p05, bush12-q1, game165, empty-6x6-std) or a group of positions: classics,
    exercises, boards, blocks, empty. Without a NAME all are measured. The limit is a number of
    nodes, so two runs of the same program differ only in their seconds. The signature is a hash of
    verdicts and node counts: if it differs, so does the search.

    \b
    Exit codes:
       2  an unknown position, technique or file, or no position to compare
       1  search and brute force disagree, or a pattern is false
       0  otherwise
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli import run_benchmarks

    plain = {"--without": without, "--json": as_json, "--compare": compare}
    kinds = {"--ablate": ablate, "--peers": peers, "--fuzz": fuzz, "--fillings": fillings}
    chosen = [name for name, wanted in kinds.items() if wanted]
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[0]} goes with no other way to measure")
    for name, wanted in plain.items():
        if chosen and wanted:
            raise click.UsageError(f"{name} does not go with {chosen[0]}")
    if given_by_hand("nodes") and (fuzz or fillings):
        raise click.UsageError(f"--nodes does not go with {chosen[0]}: its limits are its own")
    if names and (peers or fuzz):
        raise click.UsageError(f"{chosen[0]} has positions of its own; leave the names out")
    if shape and not fuzz:
        raise click.UsageError("--shape goes with --fuzz")
    if privilege and (shape or not fuzz):
        raise click.UsageError("--privilege goes with --fuzz, without --shape")
    if given_by_hand("seed") and not (fuzz or fillings):
        raise click.UsageError("--seed goes with --fuzz or --fillings")
    if ablate:
        ctx.exit(run_benchmarks.ablation(names, nodes))
    if peers:
        ctx.exit(run_benchmarks.peers(nodes))
    if fuzz and privilege:
        ctx.exit(run_benchmarks.privilege_fuzzing(range(seed, seed + fuzz)))
    if fuzz:
        ctx.exit(run_benchmarks.fuzzing(range(seed, seed + fuzz), Shape(shape) if shape else None))
    if fillings:
        ctx.exit(run_benchmarks.filling(names, fillings, seed))
    ctx.exit(run_benchmarks.run(names, nodes, without, json_wanted=as_json, compare_with=compare))
