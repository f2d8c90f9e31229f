"""Measures the solver: fixed positions, switched-off techniques, other programs, random trials.

May import everything but the command line.
"""

from solver.bench.fuzz import Disagreement, fuzz_seed
from solver.bench.measure import (
    Comparison,
    Figures,
    as_json,
    compare,
    figures_from,
    measure,
    signature,
)
from solver.bench.positions import GROUPS, bench_puzzles

__all__ = [
    "GROUPS",
    "Comparison",
    "Disagreement",
    "Figures",
    "as_json",
    "bench_puzzles",
    "compare",
    "figures_from",
    "fuzz_seed",
    "measure",
    "signature",
]
