"""Every input of the fuzzers' corpus is survived, those among them that once were not."""

from pathlib import Path

import pytest

from tests.fuzz.targets import CORPUS, TARGETS

pytestmark = pytest.mark.native


@pytest.mark.parametrize("target", TARGETS)
def test_there_is_a_corpus(target: str) -> None:
    assert list((CORPUS / target).iterdir())


@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_an_input_is_survived(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())
