"""Units performed in a process that may not take all the memory of its machine."""

import resource

from solver.proof import DEFAULT_MEMORY
from solver.search import Cancel
from solver.work import Answer, Failure, Unit, perform

__all__ = ["bound", "perform_bounded"]

_MIB = 1 << 20
_BESIDE = 1024
"""MiB for Python, its libraries and the stacks of threads."""


def perform_bounded(unit: Unit, *, cancel: Cancel | None = None) -> Answer | Failure:
    """Answer a unit, as `perform`; raises MemoryError when it takes far more memory than it may."""
    bound(unit)
    return perform(unit, cancel=cancel)


def bound(unit: Unit) -> None:
    """Set what this process may take at most: the search holds twice what it counts at worst.

    A search keeps its own limit, which comes first; this one is for what it does not count.
    """
    soft = (2 * (unit.total.memory or DEFAULT_MEMORY) + _BESIDE) * _MIB
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
