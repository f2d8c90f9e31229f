"""Measures the solver: fixed positions, switched-off techniques, other programs, random trials.

May import everything but the command line.
"""

from solver.bench.fillings import Filling, filled_patterns
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
    "Filling",
    "as_json",
    "bench_puzzles",
    "compare",
    "figures_from",
    "filled_patterns",
    "fuzz_seed",
    "measure",
    "signature",
]
