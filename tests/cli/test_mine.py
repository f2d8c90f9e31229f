"""`twixt mine`: when its records are written, and in which order."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solver.mine import Block
from tests.cli.samples import twixt

pytestmark = pytest.mark.native


def test_a_block_is_written_as_soon_as_it_is_finished_and_the_file_is_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "mined.jsonl"
    numbers = list[list[str]]()

    def written() -> list[str]:
        return [json.loads(line)["puzzle"].split()[1] for line in out.read_text().splitlines()]

    def second_first(
        plans: Iterator[object], *, jobs: int, on_end: Callable[[int, Block], None]
    ) -> Iterator[tuple[int, Block]]:
        """Stand in for two processes, the second of which is the faster one."""
        assert (2, 2) == (len(list(plans)), jobs)
        block = Block((), {}, 0)
        for at in (1, 0):
            on_end(at, block)
            numbers.append(written())
        yield from [(0, block), (1, block)]

    monkeypatch.setattr("solver.cli.mine_puzzles.run_plans", second_first)
    asked = ("mine", "board-8x8", "--blocks", 2, "--jobs", 2, "--out", out, "--resume")
    assert 0 == twixt(*asked, "--first", 4).exit_code
    assert 0 == twixt(*asked).exit_code
    assert [["5"], ["5", "4"], ["4", "5", "1"], ["4", "5", "1", "0"]] == numbers
    assert ["4", "5", "0", "1"] == written()
