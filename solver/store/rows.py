"""Rows of the store, and the verdicts that are read from them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from solver import __version__
from solver.errors import StoreError
from solver.game import Hole, Side, hole_text, parse_hole
from solver.proof import LEAST_SECONDS, Aim, Claim, Limit, Limits
from solver.search import FirstMoves, Solution

__all__ = ["COLUMNS", "VALUES", "Row", "Stored", "StoredOthers", "holes_text", "used"]

VALUES = (
    "key, aim, prover, but, winning, reached, pegs, strategy, nodes, seconds, limit_nodes, "
    "limit_seconds, limit_memory, version, position"
)
"""All columns but the row's number."""
COLUMNS = f"id, {VALUES}"
"""In the order that `Row.read` takes them."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A claim's verdict in the store."""

    solution: Solution
    """As when it was found, nodes and seconds too; the strategy is checked."""
    limits: Limits
    version: str
    """Of the solver that found it."""


@dataclass(frozen=True, slots=True)
class StoredOthers:
    """The verdicts on a position's first moves in the store."""

    others: FirstMoves
    """The strategy is checked, and that each winning move wins."""
    limits: Limits
    nodes: int
    seconds: float
    version: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it stands in the file; nothing is checked."""

    number: int
    key: bytes
    claim: Claim
    """About the canonical position."""
    but: frozenset[Hole] | None
    """First moves that the strategy leaves out, in the canonical position."""
    winning: frozenset[Hole]
    reached: Limit | None
    """Why it is undecided."""
    pegs: int | None
    packed: bytes | None
    """The strategy for the canonical position."""
    nodes: int
    seconds: float
    limits: Limits
    version: str
    position_text: str

    @classmethod
    def read(cls, values: tuple[Any, ...]) -> "Row":
        """Read a row's columns. Raises StoreError when they make no sense."""
        (number, key, aim, prover, but, winning, reached, pegs, packed, *rest) = values
        nodes, seconds, limit_nodes, limit_seconds, limit_memory, version, position = rest
        try:
            return cls(
                number=number,
                key=key,
                claim=Claim(Aim(aim), Side(prover)),
                but=None if but is None else frozenset(map(parse_hole, but.split())),
                winning=frozenset(map(parse_hole, (winning or "").split())),
                reached=None if reached is None else Limit(reached),
                pegs=pegs,
                packed=packed,
                nodes=nodes,
                seconds=seconds,
                limits=Limits(limit_nodes, limit_seconds, limit_memory),
                version=version,
                position_text=position,
            )
        except ValueError as error:
            raise StoreError(str(error)) from None

    def covers(self, limits: Limits) -> bool:
        """Tell whether this version tried as much as limits allow, and more of it is no use."""
        if self.version != __version__:
            return False
        if self.reached is Limit.EXHAUSTED:
            return True
        tried = self.limits
        # The clock of a search starts a little before the clock that is stored.
        seconds = tried.seconds and tried.seconds * 1.01 + 0.001
        if self.reached is Limit.NODES:
            seconds = None  # it would end at the same node
        pairs = ((tried.nodes, limits.nodes), (seconds, limits.seconds))
        had, wanted = tried.memory, limits.memory
        enough = had == wanted or (had is not None and wanted is not None and had > wanted)
        return enough and all(
            most is None or (asked is not None and asked <= most) for most, asked in pairs
        )


def used(limits: Limits, solution: Solution) -> Limits:
    """Return limits with no more than a search used of the one that ended it."""
    if solution.limit is Limit.NODES and limits.nodes:
        return replace(limits, nodes=max(1, min(limits.nodes, solution.nodes)))
    if solution.limit is Limit.SECONDS and limits.seconds:
        return replace(limits, seconds=max(LEAST_SECONDS, min(limits.seconds, solution.seconds)))
    return limits


def holes_text(holes: Iterable[Hole]) -> str:
    """Return holes as a column has them."""
    return " ".join(map(hole_text, sorted(holes)))
