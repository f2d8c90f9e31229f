"""Claims, the search that proves them, strategies and their checker.

May import `errors`, `game`, `puzzle` and `arena`.
"""

from solver.proof.certify import check_strategy
from solver.proof.claim import Aim, Claim, Limit, Limits, Verdict, claim_of
from solver.proof.explain import longest_resistance, main_line, strategy_move
from solver.proof.search import Solution, solve
from solver.proof.strategy import NodeKind, Strategy, StrategyNode

__all__ = [
    "Aim",
    "Claim",
    "Limit",
    "Limits",
    "NodeKind",
    "Solution",
    "Strategy",
    "StrategyNode",
    "Verdict",
    "check_strategy",
    "claim_of",
    "longest_resistance",
    "main_line",
    "solve",
    "strategy_move",
]
