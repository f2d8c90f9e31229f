"""The built native core, or an error that says how to build it.

The only module that imports `solver._core`; all others take `core` from here. On x86-64
the core is built for different processors, and the best build that runs is taken;
`TWIXT_CORE` names another. All of them search the same nodes.
"""

import importlib
import os
from typing import TYPE_CHECKING

from solver.arena import ArenaSide
from solver.errors import CoreUnavailableError

if TYPE_CHECKING:
    from types import ModuleType

    from solver import _core as core

__all__ = ["core", "side_masks"]

_BUILDS = {"portable": ("_core", 0), "v3": ("_core_v3", 3), "v4": ("_core_v4", 4)}
"""The module of each build, with the level of x86-64 that it needs."""


def _load(wanted: str) -> "ModuleType":
    """Return the named build, or the best one that runs here for an empty name."""
    if wanted and wanted not in _BUILDS:
        raise CoreUnavailableError(f"TWIXT_CORE is {wanted!r}, not one of {', '.join(_BUILDS)}")
    try:
        portable = importlib.import_module("solver._core")
        for name, (module, level) in reversed(_BUILDS.items()):
            if level > portable.cpu_level() or (wanted and wanted != name):
                continue
            try:
                return importlib.import_module(f"solver.{module}")
            except ModuleNotFoundError:
                if wanted or module == "_core":
                    raise
    except ImportError as error:
        raise CoreUnavailableError(
            f"the native core solver._core cannot be loaded ({error}). "
            "Build it with `make core` in the project's folder, then use .venv/bin/python; "
            "or run `pip install .` in an environment of your own"
        ) from error
    raise CoreUnavailableError(f"this processor does not run the core named by TWIXT_CORE={wanted}")


if not TYPE_CHECKING:
    core = _load(os.environ.get("TWIXT_CORE", ""))

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
