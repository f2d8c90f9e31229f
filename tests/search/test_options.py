"""The switches of the search."""

from pathlib import Path

import pytest

from solver.files import read_file
from solver.proof import Limits, Verdict, claim_of
from solver.search import Options, solve

pytestmark = pytest.mark.native

P49 = Path(__file__).parents[2] / "puzzles" / "randolph-hensel" / "p49.sgf"


def test_every_technique_is_on_by_default_and_says_what_it_is() -> None:
    assert len(Options.techniques()) >= 10
    for name in Options.techniques():
        assert getattr(Options(), name) is True
        assert getattr(Options(**{name: False}), name) is False
        assert getattr(Options, name).__doc__


def test_a_change_leaves_the_others_and_the_original_alone() -> None:
    options = Options(dual_own=2)
    changed = options.changed(dual=False)
    assert (changed.dual, changed.dual_own) == (False, 2)
    assert (options.dual, options.dual_own) == (True, 2)


@pytest.mark.parametrize("change", [{"duel": False}, {"dual": 2}, {"dual_own": "six"}])
def test_a_wrong_name_or_value_is_an_error(change: dict[str, int]) -> None:
    with pytest.raises(TypeError, match=next(iter(change))):
        Options(**change)


@pytest.mark.parametrize("technique", Options.techniques())
def test_without_a_technique_a_proof_is_found_all_the_same(technique: str) -> None:
    puzzle = read_file(P49).puzzle
    assert puzzle is not None
    options = Options(**{technique: False})
    solution = solve(puzzle.position, claim_of(puzzle), Limits(nodes=400_000), options)
    assert Verdict.PROVEN is solution.verdict
    assert puzzle.keys == solution.keys
