"""Trains the prior: `python -m solver.learn.train FILE...` writes solver/native/prior.bin.

The files are those of `solver.learn.record`. The network learns to give the moves that win at a
node a large share of the likelihood, all of them together: the loss is the negative logarithm of
that share.
"""

import time
from pathlib import Path

import click
import numpy as np
import torch
from torch import Tensor

from solver.learn.examples import mirror
from solver.learn.network import Network, packed

_BATCH = 256
_RATE = 4e-3
"""The highest learning rate, of one cycle."""
_HELD_OUT = 4_000
"""Examples to measure with at the end."""
_WARM = 0.2
"""Share of the steps in which the learning rate rises."""


def mirrored(planes: Tensor, moves: Tensor, columns: bool, rows: bool) -> tuple[Tensor, Tensor]:
    """Return examples mirrored left to right, top to bottom, or both."""
    axes = [2] * rows + [3] * columns
    return planes[:, mirror(columns, rows)].flip(axes), moves.flip([axis - 1 for axis in axes])


def loss_of(ratings: Tensor, moves: Tensor) -> Tensor:
    """Return the mean of -log(share of the likelihood on moves that win)."""
    ratings, moves = ratings.flatten(1).float(), moves.flatten(1)
    every = ratings.masked_fill(moves < 0, -1e4)
    wins = ratings.masked_fill(moves != 1, -1e4)
    return (torch.logsumexp(every, 1) - torch.logsumexp(wins, 1)).mean()


def first_wins(network: Network, planes: Tensor, moves: Tensor) -> float:
    """Return how often the move rated best wins."""
    with torch.no_grad():
        rated = torch.cat([network(planes[i : i + _BATCH]) for i in range(0, len(planes), _BATCH)])
    best = rated.masked_fill(moves < 0, -1e4).flatten(1).argmax(1, keepdim=True)
    return float((moves.flatten(1).gather(1, best) == 1).double().mean())


def train(planes: Tensor, moves: Tensor, epochs: int) -> Network:
    """Return a network trained on examples so often, telling how it goes."""
    network = Network()
    network.to(memory_format=torch.channels_last)
    steps = epochs * (len(planes) // _BATCH)
    optimizer = torch.optim.AdamW(network.parameters(), _RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, steps, pct_start=_WARM)
    for epoch in range(epochs):
        began, total = time.monotonic(), 0.0
        batches = torch.randperm(len(planes))[: len(planes) // _BATCH * _BATCH].split(_BATCH)
        for batch in batches:
            x, y = mirrored(planes[batch], moves[batch], *(torch.rand(2) < 0.5).tolist())
            # Half the precision is enough and takes a third of the time.
            with torch.autocast("cpu", torch.bfloat16):
                rated = network(x.contiguous(memory_format=torch.channels_last))
            loss = loss_of(rated, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        mean, seconds = total / len(batches), time.monotonic() - began
        click.echo(f"epoch {epoch + 1} of {epochs}: loss {mean:.3f}, {seconds:.0f} s")
    return network


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--out", default="solver/native/prior.bin", type=click.Path(path_type=Path))
@click.option(
    "--epochs", default=12, type=click.IntRange(min=1), help="How often every example is seen."
)
def main(files: tuple[Path, ...], out: Path, epochs: int) -> None:
    """Train the prior on FILES."""
    if not out.parent.is_dir():
        raise click.UsageError(f"there is no folder {out.parent}: make it first")
    torch.manual_seed(0)
    loaded = [np.load(file) for file in files]
    planes, moves = (
        torch.from_numpy(np.concatenate([file[name] for file in loaded]))
        for name in ("planes", "moves")
    )
    if len(planes) < _HELD_OUT + _BATCH:
        raise click.UsageError(f"{len(planes)} examples are too few: record {_HELD_OUT + _BATCH}")
    network = train(planes[_HELD_OUT:], moves[_HELD_OUT:], epochs)
    wins = first_wins(network, planes[:_HELD_OUT], moves[:_HELD_OUT])
    out.write_bytes(packed(network))
    click.echo(f"{out}: of {_HELD_OUT} examples not seen, the move rated best wins in {wins:.1%}")


if __name__ == "__main__":
    main()
