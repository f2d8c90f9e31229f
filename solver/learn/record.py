"""Records examples: `python -m solver.learn.record FILE --positions 4000`.

Searches random positions for a chain of the side to move. The file holds, as numpy arrays on a
canvas of 16 x 16 places, the `planes` of each example and its `moves` (1 wins, 0 does not, -1 is
none).
"""

from pathlib import Path
from random import Random

import click
import numpy as np

from solver.arena import arena_of
from solver.game import Side
from solver.learn.examples import PLANES, Example, examples
from solver.mine import random_sources
from solver.proof import Aim, Claim
from solver.search import Budget, Options
from solver.search.prover import Search

CANVAS = 16
"""Columns and rows."""

_SOURCES = {"corner-12x12": 8, "board-12x12": 6, "corner-10x10": 2, "board-10x10": 2, "pp-10x10": 1}
"""How often positions come from each."""

_NODES, _MEMORY = 400_000, 512
"""Limits of a search; the memory in MiB."""


def record(number: int) -> list[Example]:
    """Return the examples of the search of one random position, by its number from 0."""
    rng = Random(number)
    (name,) = rng.choices([*_SOURCES], [*_SOURCES.values()])
    found = list[Example]()
    for candidate in random_sources(1)[name](number):
        position = candidate.position
        if any(map(position.connected, Side)):
            continue
        arena = arena_of(position)
        claim = Claim(Aim.CONNECT, position.to_move)
        search = Search(arena, claim, _MEMORY, Options(), 1)
        search.prover.recorded()
        search.begin(arena, position.to_move)
        search.run(_NODES, Budget(), lambda _: None)
        found += examples(search.prover.recorded())
    return found


def arrays(found: list[Example]) -> dict[str, np.ndarray]:
    """Return examples as the arrays of a file."""
    planes = np.zeros((len(found), PLANES, CANVAS, CANVAS), np.uint8)
    moves = np.full((len(found), CANVAS, CANVAS), -1, np.int8)
    for i, example in enumerate(found):
        columns, rows = example.columns, example.rows
        shape = (PLANES, rows, columns)
        planes[i, :, :rows, :columns] = np.frombuffer(example.planes, np.uint8).reshape(shape)
        for place, wins in example.wins.items():
            moves[i, place // columns, place % columns] = wins
    return {"planes": planes, "moves": moves}


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@click.option(
    "--first", default=0, type=click.IntRange(min=0), help="The number of the first position."
)
@click.option("--positions", default=4_000, type=click.IntRange(min=1), help="How many.")
def main(file: Path, first: int, positions: int) -> None:
    """Record examples in FILE, an .npz of numpy."""
    if not file.parent.is_dir():
        raise click.UsageError(f"there is no folder {file.parent}: make it first")
    found = [example for at in range(first, first + positions) for example in record(at)]
    if not found:
        raise click.UsageError("these positions gave no example: take more of them")
    np.savez_compressed(file, **arrays(found))
    best = sum(e.wins[max(e.ratings, key=e.ratings.__getitem__)] for e in found)
    click.echo(f"{len(found)} examples; the likeliest move wins in {best / len(found):.0%}")


if __name__ == "__main__":
    main()
