"""The built native core, or an error that says how to build it.

The only module that imports `solver._core`; the rest of `proof` takes `core` from here.
"""

from solver.arena import ArenaSide
from solver.errors import CoreUnavailableError

try:
    from solver import _core as core
except ImportError as error:
    raise CoreUnavailableError(
        f"the native core solver._core cannot be loaded ({error}). "
        "Build it with `make core` in the project's folder, then use .venv/bin/python; "
        "or run `pip install .` in an environment of your own"
    ) from error

__all__ = ["core", "side_masks"]

_Masks = tuple[
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[tuple[int, int, int]],
]


def side_masks(side: ArenaSide) -> _Masks:
    """Return one side of an arena as the core takes it."""
    return (
        list(side.open),
        list(side.pegs),
        list(side.goals[0]),
        list(side.goals[1]),
        list(side.slots),
        list(side.conducting),
        list(side.links),
        list(side.exits),
    )
