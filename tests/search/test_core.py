"""The door to the native core."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.native
def test_the_core_is_built() -> None:
    from solver.search.core import core

    assert core.__name__ in ("solver._core", "solver._core_v3", "solver._core_v4")


def searched(build: str) -> str:
    """Return what a build finds for some claims, and its nodes; run in a process of its own."""
    program = """
from pathlib import Path
from solver.files import read_file
from solver.game import Board, Position, Side
from solver.proof import Aim, Claim, Limits, claim_of
from solver.search import solve
from solver.search.core import core

positions = [Position(Board(24, 24)), Position(Board(20, 20)), Position(Board(36, 36))]
asked = [(position, Claim(Aim.CONNECT, Side.WHITE)) for position in positions]
for name in ("p15", "p17"):
    puzzle = read_file(Path("puzzles/randolph-hensel") / f"{name}.sgf").puzzle
    asked.append((puzzle.position, claim_of(puzzle)))
print(core.__name__)
for position, claim in asked:
    found = solve(position, claim, Limits(nodes=3000))
    print(found.verdict, found.nodes, found.line)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TWIXT_CORE": build},
    )
    assert done.returncode == 0 or "does not run the core" in done.stderr, done.stderr
    return done.stdout


@pytest.mark.native
def test_every_build_of_the_core_searches_the_same_nodes() -> None:
    module, *portable = searched("portable").splitlines()
    assert ("solver._core", 5) == (module, len(portable))
    for build in ("v3", "v4"):
        if lines := searched(build).splitlines():
            assert f"solver._core_{build}" == lines[0]
            assert portable == lines[1:]


def test_an_unknown_build_is_an_error_that_names_the_builds() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import solver.search"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TWIXT_CORE": "v5"},
    )
    assert "not one of portable, v3, v4" in done.stderr


def test_a_missing_core_is_an_import_error_that_says_how_to_build_it() -> None:
    program = """
import sys
sys.modules["solver._core"] = None
try:
    import solver.search.core
except ImportError as error:
    print(type(error).__name__, error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "CoreUnavailableError" in done.stdout
    assert "`make core`" in done.stdout
