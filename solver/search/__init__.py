"""The search for proofs: drives the native core, and gathers what it finds into strategies.

The only user of the core. May import `errors`, `game`, `puzzle`, `arena`, `proof`, and of `verify`
its verdict on what was found.
"""

from solver.search.chains import has_chain
from solver.search.options import Options
from solver.search.prepend import begun_with, standing_win
from solver.search.proof_number import ByMoves
from solver.search.ration import Ration, least
from solver.search.refuted_moves import RefutedMoves, Settled
from solver.search.session import Cancel, Progress, Session, Solution, solve
from solver.search.uniqueness import Uniqueness, refutation, uniqueness
from solver.search.value import Evaluation, Value, evaluate, open_claim, value_of

__all__ = [
    "ByMoves",
    "Cancel",
    "Evaluation",
    "Options",
    "Progress",
    "Ration",
    "RefutedMoves",
    "Session",
    "Settled",
    "Solution",
    "Uniqueness",
    "Value",
    "begun_with",
    "evaluate",
    "has_chain",
    "least",
    "open_claim",
    "refutation",
    "solve",
    "standing_win",
    "uniqueness",
    "value_of",
]
