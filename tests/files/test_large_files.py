"""Small files that ask for much work: each is read, or refused, without an end that is far off."""

import pytest

from solver.errors import PuzzleFileError
from solver.files import read_text
from solver.game import Ruleset


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[21]SZ[702]RU[STD]" + "(;VW[a1:zz702])" * 4_000 + ")",
        "(;GM[21]SZ[702]RU[STD]PZ[]" + ";VW[a1:zz702]" * 900 + ";IP[])",
        "f6\n" + (" " * 50 + "\n") * 19_000,
    ],
    ids=["views", "windows", "blank lines"],
)
def test_small_files_are_read_without_endless_work(text: str) -> None:
    """Each would take minutes to hours if its holes were spelt out, or its spaces tried twice."""
    read_text(text, size=(24, 24), rules=Ruleset.STD)


def test_setup_in_every_node_has_an_end() -> None:
    edits = ";AE[a2:z60]" * 5
    with pytest.raises(PuzzleFileError, match="holes are listed"):
        read_text(f"(;GM[21]SZ[60]RU[STD]PZ[]{edits};IP[])")
