"""The door to the native core."""

import subprocess
import sys

import pytest


@pytest.mark.native
def test_the_core_is_built() -> None:
    from solver.proof.core import core

    assert "solver._core" == core.__name__


def test_a_missing_core_is_an_import_error_that_says_how_to_build_it() -> None:
    program = """
import sys
sys.modules["solver._core"] = None
try:
    import solver.proof.core
except ImportError as error:
    print(type(error).__name__, error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "CoreUnavailableError" in done.stdout
    assert "`make core`" in done.stdout
