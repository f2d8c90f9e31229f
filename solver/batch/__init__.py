"""Whole collections: plans side by side in processes that cannot spoil each other's work.

May import `work` and everything below it.
"""

from solver.batch.bounded import perform_bounded
from solver.batch.rechecking import Rechecked, rechecking
from solver.batch.records import Record, Records, task_of
from solver.batch.run import run
from solver.batch.solving import FirstMoves, Solved, Task, failed, solving

__all__ = [
    "FirstMoves",
    "Rechecked",
    "Record",
    "Records",
    "Solved",
    "Task",
    "failed",
    "perform_bounded",
    "rechecking",
    "run",
    "solving",
    "task_of",
]
