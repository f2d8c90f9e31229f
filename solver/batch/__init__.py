"""Whole collections: plans side by side in processes that cannot spoil each other's work."""

from solver.batch.memory_bound import perform_bounded
from solver.batch.recheck_row import Rechecked, recheck_row
from solver.batch.resumable_file import JsonRecord, ResumableFile
from solver.batch.run_plans import run_plans
from solver.batch.solve_puzzle import OtherFirstMoves, Solved, solve_puzzle, unsolved

__all__ = [
    "JsonRecord",
    "OtherFirstMoves",
    "Rechecked",
    "ResumableFile",
    "Solved",
    "perform_bounded",
    "recheck_row",
    "run_plans",
    "solve_puzzle",
    "unsolved",
]
