"""Claims, the search that proves them, strategies and their checker.

May import `errors`, `game`, `puzzle` and `arena`.
"""

from solver.proof.by_moves import ByMoves
from solver.proof.certificate import (
    MAX_CERTIFICATE,
    Certificate,
    check_certificate,
    pack_strategy,
    read_certificate,
    unpack_strategy,
    write_certificate,
)
from solver.proof.certify import check_strategy
from solver.proof.claim import Aim, Claim, Limit, Limits, Verdict, claim_of
from solver.proof.explain import (
    by_resistance,
    line_after,
    longest_resistance,
    main_line,
    strategy_move,
)
from solver.proof.first import begun_with, standing_win
from solver.proof.links_sat import has_chain
from solver.proof.options import Options
from solver.proof.ration import Ration, least
from solver.proof.refuted import RefutedMoves, Settled
from solver.proof.sat_twin import check_by_sat
from solver.proof.search import Cancel, Progress, Session, Solution, solve
from solver.proof.strategy import NodeKind, Strategy, StrategyNode
from solver.proof.unique import Uniqueness, refutation, uniqueness
from solver.proof.value import Evaluation, Value, evaluate, open_claim, value_of

__all__ = [
    "MAX_CERTIFICATE",
    "Aim",
    "ByMoves",
    "Cancel",
    "Certificate",
    "Claim",
    "Evaluation",
    "Limit",
    "Limits",
    "NodeKind",
    "Options",
    "Progress",
    "Ration",
    "RefutedMoves",
    "Session",
    "Settled",
    "Solution",
    "Strategy",
    "StrategyNode",
    "Uniqueness",
    "Value",
    "Verdict",
    "begun_with",
    "by_resistance",
    "check_by_sat",
    "check_certificate",
    "check_strategy",
    "claim_of",
    "evaluate",
    "has_chain",
    "least",
    "line_after",
    "longest_resistance",
    "main_line",
    "open_claim",
    "pack_strategy",
    "read_certificate",
    "refutation",
    "solve",
    "standing_win",
    "strategy_move",
    "uniqueness",
    "unpack_strategy",
    "value_of",
    "write_certificate",
]
