"""The network of the prior in PyTorch, and its weights as the core reads them."""

import struct

import torch
from torch import Tensor, nn
from torch.nn import functional

from solver.learn.examples import BOARD, PEGS, PLANES

__all__ = ["Network", "packed"]

_CHANNELS, _LAYERS = 32, 3
"""Numbers of each hole, and layers that look around. The core is compiled for these channels."""

_TAPS = tuple(
    (column, row)
    for row in range(-2, 3)
    for column in range(-2, 3)
    if abs(column) + abs(row) in (0, 1, 3)
)
"""Columns and rows to the holes that a layer looks at: the hole itself, those beside it, and those
a knight's move away."""

_ONE = 128
_WEIGHT = 1024
"""What the core holds for a value of 1, and for a weight of 1."""


class Network(nn.Module):
    """Rates every place of a batch of canvases, by their planes."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(PLANES, _CHANNELS, 1)
        self.layers = nn.ModuleList(
            nn.Conv2d(_CHANNELS, _CHANNELS, 5, padding=2) for _ in range(_LAYERS)
        )
        self.last = nn.Conv2d(_CHANNELS, 1, 1, bias=False)
        near = torch.zeros(5, 5)
        for column, row in _TAPS:
            near[row + 2, column + 2] = 1
        self.register_buffer("near", near)
        scale = torch.ones(PLANES, 1, 1)
        scale[list(PEGS)] = 1 / 8
        self.register_buffer("scale", scale)

    def forward(self, planes: Tensor) -> Tensor:
        """Return ratings, examples x rows x columns, of examples x PLANES x rows x columns."""
        board = planes[:, BOARD : BOARD + 1].float()
        x = functional.relu(self.first(planes.float() * self.scale)) * board
        for layer in self.layers:
            more = functional.conv2d(x, layer.weight * self.near, layer.bias, padding=2)
            x = (x + functional.relu(more)) * board
        return self.last(x)[:, 0]


def packed(network: Network) -> bytes:
    """Return the file of weights that the core is built with, solver/native/prior.bin.

    Raises OverflowError for a weight of 32 or more. A test tells whether sums can overflow.
    """

    def numbers(kind: str, values: Tensor) -> bytes:
        whole = values.detach().double().round().to(torch.int64).flatten().tolist()
        try:
            return struct.pack(f"<{len(whole)}{kind}", *whole)
        except struct.error as error:
            raise OverflowError("a weight is too large for the core") from error

    sums = _ONE * _WEIGHT
    planes = (network.first.weight[:, :, 0, 0] * network.scale[:, 0, 0]).T
    parts = [
        struct.pack("<i", _LAYERS),
        numbers("i", planes * sums),
        numbers("i", network.first.bias * sums),
    ]
    for layer in network.layers:
        taps = [layer.weight[:, :, row + 2, column + 2] for column, row in _TAPS]
        parts += [
            numbers("h", torch.stack(taps, 1) * _WEIGHT),
            numbers("i", layer.bias * sums),
        ]
    parts.append(numbers("h", network.last.weight * _WEIGHT))
    return b"".join(parts)
