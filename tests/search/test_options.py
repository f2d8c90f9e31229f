"""The switches of the search."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from solver.files import read_file
from solver.proof import Limits, Verdict, claim_of
from solver.search import Options, solve
from solver.search.core import core

pytestmark = pytest.mark.native

P49 = Path(__file__).parents[2] / "puzzles" / "randolph-hensel" / "p49.sgf"


def test_both_languages_have_the_same_options_and_defaults() -> None:
    native = core.Options()
    known = {name for name in dir(native) if not name.startswith("_")}
    assert known == {field.name for field in fields(Options)}
    assert all(getattr(native, field.name) == field.default for field in fields(Options))


@pytest.mark.parametrize("technique", Options.techniques())
def test_without_a_technique_a_proof_is_found_all_the_same(technique: str) -> None:
    puzzle = read_file(P49).puzzle
    assert puzzle is not None
    options = replace(Options(), **{technique: False})
    solution = solve(puzzle.position, claim_of(puzzle), Limits(nodes=400_000), options)
    assert Verdict.PROVEN is solution.verdict
    assert puzzle.keys == solution.keys
