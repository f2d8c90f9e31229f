"""An empty verdict store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "verdicts.sqlite") as opened:
        yield opened
