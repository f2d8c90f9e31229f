"""Measurements made and printed."""

import json
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

from solver.bench import (
    GROUPS,
    Choice,
    Comparison,
    Figures,
    Run,
    alpha_beta,
    as_json,
    bench_puzzles,
    compare,
    exercise_games,
    filled_patterns,
    fuzz_seed,
    measure,
    privilege_case,
    privilege_faults,
    run_from,
    signature,
    tree_search,
)
from solver.cli.common import say
from solver.errors import BenchError
from solver.game import Move, Position, Shape, move_text
from solver.plurals import counted
from solver.proof import Verdict
from solver.puzzle import Puzzle
from solver.search import Options

__all__ = ["ablation", "filling", "fuzzing", "peers", "privilege_fuzzing", "run"]


_ALPHA_BETA_SECONDS = 10.0


def run(
    names: Sequence[str],
    nodes: int,
    without: Sequence[str],
    *,
    json_wanted: bool,
    compare_with: str | None,
) -> int:
    """Measure every position once, print the figures, return the exit code."""
    puzzles = _puzzles(names)
    options = _options(without)
    before = _read(compare_with) if compare_with else None
    if before is not None and not before.figures.keys() & puzzles.keys():
        hint = "name others, or another file"
        raise click.UsageError(f"{compare_with} has none of these positions: {hint}")
    told = list[Figures]()
    if not json_wanted:
        click.echo(_HEADING)
    for name, puzzle in puzzles.items():
        told.append(measure(name, puzzle, nodes, options))
        if not json_wanted:
            click.echo(_line(told[-1]))
    if json_wanted:
        click.echo(json.dumps(as_json(told, nodes, without), indent=1))
    else:
        click.echo(_total(told))
        click.echo(f"signature {signature(told)}")
    if before is not None:
        found = _comparison(compare(before.figures, told)) + _other_options(before, nodes, without)
        (say if json_wanted else click.echo)(found)
    return 0


def ablation(names: Sequence[str], nodes: int) -> int:
    """Measure with everything, then with each technique left out; print a line for each."""
    puzzles = _puzzles(names)
    click.echo(f"{'without':<16}  solved       nodes  seconds  nodes where both solve")
    whole = dict[str, Figures]()
    for technique in (None, *Options.techniques()):
        options = _options([technique] if technique else [])
        told = [measure(name, puzzle, nodes, options) for name, puzzle in puzzles.items()]
        whole = whole or {each.name: each for each in told}
        click.echo(
            f"{technique or '-':<16}  {sum(each.solved for each in told):>6}"
            f"  {sum(each.nodes for each in told):>10}"
            f"  {sum(each.seconds for each in told):>7.1f}"
            f"  x {_ratio(compare(whole, told).nodes, 2)}"
        )
    return 0


def peers(nodes: int) -> int:
    """Let the solver and others look for the keys of the exercises, print what they find."""
    click.echo(
        f"{'position':<12}  {'key':<4}  {'player':<10}  {'move':<8}  {'sees':<9}  seconds  effort"
    )
    missing = ""
    for name, (puzzle, game) in exercise_games().items():
        position = puzzle.position
        key = " ".join(move_text(position, move) for move in puzzle.keys)
        figures = measure(name, puzzle, nodes)
        rows = [
            ("solver", figures.key, figures.verdict, figures.seconds, f"{figures.nodes} nodes"),
            _peer("alpha-beta", position, alpha_beta(position, _ALPHA_BETA_SECONDS)),
        ]
        try:
            rows.append(_peer("OpenSpiel", position, tree_search(game, position.board.width)))
        except BenchError as error:
            if not missing:
                say(missing := str(error))
        for player, move, sees, seconds, effort in rows:
            click.echo(
                f"{name:<12}  {key:<4}  {player:<10}  {move or '-':<8}  {sees:<9}"
                f"  {seconds:>7.2f}  {effort}"
            )
    return 0


def _peer(player: str, position: Position, choice: Choice) -> tuple[str, str, str, float, str]:
    sees = {1: "a win", 0: "a draw", -1: "a loss", None: "-"}[choice.value]
    return player, move_text(position, Move(choice.move)), sees, choice.seconds, choice.effort


def privilege_fuzzing(seeds: Sequence[int]) -> int:
    """Try the positions of these seeds in which sides hold the Privilege; print what is wrong."""
    counts, wrong, started = Counter[tuple[str, ...]](), 0, time.monotonic()
    for seed in seeds:
        found, faults = privilege_faults(privilege_case(seed))
        counts += found
        wrong += len(faults)
        for fault in faults:
            click.echo(fault)
    for key in sorted(key for key in counts if len(key) == 4):
        click.echo(f"{' '.join(key):<32}  {counts[key]:>6}")
    click.echo(
        f"{counted(len(seeds), 'position')}, {counts['accepted',]} checks of proofs passed, of "
        f"damaged ones {counts['refused',]} refused; {counted(wrong, 'disagreement')}; "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if wrong else 0


def fuzzing(seeds: Sequence[int], shape: Shape | None) -> int:
    """Try the boards of these seeds, print what is wrong and how many there were.

    They are diagonal boards if a shape is given.
    """
    counts, wrong, started = Counter[tuple[str, ...]](), 0, time.monotonic()
    for seed in seeds:
        found, faults = fuzz_seed(seed, shape)
        counts += found
        wrong += len(faults)
        for fault in faults:
            click.echo(fault.text)
    seconds = time.monotonic() - started
    click.echo(
        f"{'claims':<12}  {'true: proven':>12}  {'open':>6}  {'false: disproven':>16}  {'open':>6}"
    )
    for kind in sorted({key[:2] for key in counts if len(key) == 4}):
        true, false = ("true",), ("false",)
        shown = [
            counts[kind + true + ("proven",)],
            counts[kind + true + ("undecided",)],
            counts[kind + false + ("disproven",)],
            counts[kind + false + ("undecided",)],
        ]
        click.echo(
            f"{' '.join(kind):<12}  {shown[0]:>12}  {shown[1]:>6}  {shown[2]:>16}  {shown[3]:>6}"
        )
    positions = counts["positions",]
    click.echo(
        f"{counted(positions, 'position')}, {counts['strategies',]} strategies certified, "
        f"{counted(counts['patterns',], 'pattern')} judged in the worst case, "
        f"{counted(wrong, 'disagreement')}; "
        f"{seconds:.0f} s, {positions / max(seconds, 1e-9):.0f} positions/s"
    )
    return 1 if wrong else 0


def filling(names: Sequence[str], count: int, seed: int) -> int:
    """Judge so many patterns in their worst case, print what is wrong and how many there were."""
    verdicts, started = Counter[Verdict](), time.monotonic()
    for found in islice(filled_patterns(_puzzles(names), seed), count):
        verdicts[found.verdict] += 1
        if found.verdict is Verdict.DISPROVEN:
            click.echo(found.text)
    click.echo(
        f"{counted(verdicts.total(), 'pattern')} in the worst case: "
        f"{verdicts[Verdict.PROVEN]} proven again, {verdicts[Verdict.UNDECIDED]} open, "
        f"{verdicts[Verdict.DISPROVEN]} false; "
        f"{time.monotonic() - started:.0f} s"
    )
    return 1 if verdicts[Verdict.DISPROVEN] else 0


def _puzzles(names: Sequence[str]) -> dict[str, Puzzle]:
    try:
        return bench_puzzles(names or GROUPS)
    except BenchError as error:
        raise click.UsageError(str(error)) from None


def _options(without: Sequence[str]) -> Options:
    known = Options.techniques()
    for technique in without:
        if technique not in known:
            raise click.UsageError(
                f"no technique is called {technique!r}; there are {', '.join(known)}"
            )
    return Options(**dict.fromkeys(without, False))


def _read(path: str) -> Run:
    try:
        return run_from(json.loads(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        hint = f": {error}" if isinstance(error, BenchError) else " as JSON"
        raise click.UsageError(f"{path} cannot be read{hint}") from None


_HEADING = f"{'position':<16}  {'verdict':<9}  pegs       nodes  nodes/s  seconds    MiB  key"


def _line(figures: Figures) -> str:
    note = " (not as published)" if figures.published is False else ""
    return (
        f"{figures.name:<16}  {figures.verdict:<9}  {figures.pegs or '-':>4}  {figures.nodes:>10}"
        f"  {figures.nodes_per_second / 1000:>6.0f}k  {figures.seconds:>7.2f}"
        f"  {figures.memory:>5.0f}  {figures.key or '-'}{note}"
    )


def _total(told: Sequence[Figures]) -> str:
    nodes, seconds = (sum(each.nodes for each in told), sum(each.seconds for each in told))
    return (
        f"{sum(each.solved for each in told)} of {len(told)} decided; {nodes} nodes, "
        f"{seconds:.1f} s, {nodes / max(seconds, 1e-9) / 1000:.0f}k nodes/s"
    )


def _comparison(found: Comparison) -> str:
    before, after = found.solved
    changed = ", ".join(found.changed) or "none"
    return (
        f"{counted(found.positions, 'position')} in both runs: {before} decided before, "
        f"{after} now; nodes x {_ratio(found.nodes, 3)}, seconds x {_ratio(found.seconds, 3)} "
        "where both decide\n"
        f"changed verdicts or keys: {changed}"
    )


def _other_options(before: Run, nodes: int, without: Sequence[str]) -> str:
    """Return what sets the runs apart beside the program, as a line more; empty if nothing does."""
    options = {
        "--nodes": (str(before.nodes), str(nodes)),
        "--without": tuple(" ".join(sorted(each)) or "-" for each in (before.without, without)),
    }
    told = [f"{name} {old} before, {new} now" for name, (old, new) in options.items() if old != new]
    return f"\nother options: {'; '.join(told)}" if told else ""


def _ratio(found: float | None, digits: int) -> str:
    return "-" if found is None else f"{found:.{digits}f}"
