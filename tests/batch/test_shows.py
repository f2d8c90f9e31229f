"""The promises of a batch on a few files; `shows` tells how to try them on more."""

from pathlib import Path

import pytest

from tests.batch.faults import good_files
from tests.batch.shows import churn, faults, kills, same

pytestmark = [pytest.mark.native, pytest.mark.slow]


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    good_files(folder, 12)
    return folder


@pytest.mark.parametrize("command", ["solve", "audit"])
def test_a_run_is_the_same_again_with_any_workers_and_from_a_store(
    command: str, puzzles: Path, tmp_path: Path
) -> None:
    on_cluster = command == "audit"
    assert 12 == same([command, puzzles, "--nodes", 3000], tmp_path, on_cluster=on_cluster)


def test_a_killed_run_is_resumed_to_the_same_file(puzzles: Path, tmp_path: Path) -> None:
    assert 12 == kills(["audit", puzzles, "--nodes", 3000], tmp_path, times=3, seed=1)


def test_workers_that_leave_and_join_change_no_record(puzzles: Path, tmp_path: Path) -> None:
    found, killed = churn(["audit", puzzles, "--nodes", 3000], tmp_path, workers=2, pause=1.0)
    assert found == 12
    assert killed


def test_bad_puzzles_spoil_no_other(tmp_path: Path) -> None:
    assert 57 == faults(tmp_path, 60)
