"""Work in units that travel between processes, and plans that ask for them.

A plan is the solving or the audit of one puzzle, written as a generator: it yields units that
may run side by side, is sent their answers in the same order, and returns its result. What it
yields may depend on answers, never on time or on the number of workers: with limits on nodes
the result is then the same on one processor and on a cluster.
"""

from solver.work.ask_store import ask
from solver.work.perform import InOneSession, perform, run_here
from solver.work.sweep import AT_ONCE
from solver.work.units import (
    Answer,
    Failure,
    Fault,
    Others,
    Plan,
    Question,
    Result,
    Sweep,
    Unit,
    undecided,
)

__all__ = [
    "AT_ONCE",
    "Answer",
    "Failure",
    "Fault",
    "InOneSession",
    "Others",
    "Plan",
    "Question",
    "Result",
    "Sweep",
    "Unit",
    "ask",
    "perform",
    "run_here",
    "undecided",
]
