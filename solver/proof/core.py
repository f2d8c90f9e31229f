"""The built native core, or an error that says how to build it.

The only module that imports `solver._core`; the rest of `proof` takes `core` from here.
"""

from solver.errors import CoreUnavailableError

try:
    from solver import _core as core
except ImportError as error:
    raise CoreUnavailableError(
        f"the native core solver._core cannot be loaded ({error}). "
        "Build it with `make core` in the project's folder, then use .venv/bin/python; "
        "or run `pip install .` in an environment of your own"
    ) from error

__all__ = ["core"]
