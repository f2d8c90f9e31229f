"""What judges the search: brute force with exact link rearrangement, and positions to try.

The brute force is written apart from the solver: it knows no zones, and works out crossings, goal
lines and play once more. The other modules use those of `game`, the only package that may be
imported here.
"""

from solver.oracle.brute_force import TooHardError, connects, connects_whatever_links, measured
from solver.oracle.privilege import connects_with_privilege, measured_with_privilege
from solver.oracle.random_positions import Case, random_case, random_position
from solver.oracle.slots import own_slots
from solver.oracle.worst_case import holds, worst_case

__all__ = [
    "Case",
    "TooHardError",
    "connects",
    "connects_whatever_links",
    "connects_with_privilege",
    "holds",
    "measured",
    "measured_with_privilege",
    "own_slots",
    "random_case",
    "random_position",
    "worst_case",
]
