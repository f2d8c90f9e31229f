"""Measures the solver: fixed positions, switched-off techniques, other programs, random trials."""

from solver.bench.fillings import Filling, filled_patterns
from solver.bench.fuzz import Disagreement, fuzz_seed
from solver.bench.measure import (
    Comparison,
    Figures,
    Run,
    as_json,
    compare,
    measure,
    run_from,
    signature,
)
from solver.bench.peers import Choice, alpha_beta, tree_search
from solver.bench.positions import GROUPS, bench_puzzles, exercise_games
from solver.bench.privilege_fuzz import privilege_case, privilege_faults

__all__ = [
    "GROUPS",
    "Choice",
    "Comparison",
    "Disagreement",
    "Figures",
    "Filling",
    "Run",
    "alpha_beta",
    "as_json",
    "bench_puzzles",
    "compare",
    "exercise_games",
    "filled_patterns",
    "fuzz_seed",
    "measure",
    "privilege_case",
    "privilege_faults",
    "run_from",
    "signature",
    "tree_search",
]
