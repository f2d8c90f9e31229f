"""The search for proofs: drives the native core, and gathers what it finds into strategies.

Other rooms ask it, not the core; only `bench` and `learn` reach the core through it.
"""

from solver.search.budget import Budget, Cancel, least
from solver.search.chains import has_chain
from solver.search.move_before import begun_with, standing_win
from solver.search.options import Options
from solver.search.privilege_search import PrivilegeSearch, PrivilegeSolution
from solver.search.privilege_turns import WinningTurns, winning_turns
from solver.search.proof_number_search import ProofNumberSearch
from solver.search.prover import SearchProgress
from solver.search.refute_others import FirstMoves, refute_others
from solver.search.refuted_moves import DecidedMoves, RefutedMoves
from solver.search.session import Session, searched_move_by_move, solve
from solver.search.solution import Solution
from solver.search.value import Value, open_claim, value_of

__all__ = [
    "Budget",
    "Cancel",
    "DecidedMoves",
    "FirstMoves",
    "Options",
    "PrivilegeSearch",
    "PrivilegeSolution",
    "ProofNumberSearch",
    "RefutedMoves",
    "SearchProgress",
    "Session",
    "Solution",
    "Value",
    "WinningTurns",
    "begun_with",
    "has_chain",
    "least",
    "open_claim",
    "refute_others",
    "searched_move_by_move",
    "solve",
    "standing_win",
    "value_of",
    "winning_turns",
]
