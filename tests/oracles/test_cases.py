"""Recorded cases are those that the oracle throws."""

import pytest

from solver.game import Ruleset
from tests.cases import recorded_names, thrown
from tests.parts import parts

NAMES = recorded_names()


@pytest.mark.parametrize("part", parts(100))
def test_recorded_cases_are_what_the_oracle_throws(part: int) -> None:
    for name in NAMES[part::100]:
        recorded, again = thrown(name)
        assert recorded == again, name


def test_cases_of_all_kinds_are_recorded() -> None:
    kinds = {name.rpartition(" ")[0] for name in NAMES}
    boards = ("", "diagonal-45 ", "diagonal-26 ")
    for kind in ("privilege", *(f"{board}{rules.value}" for board in boards for rules in Ruleset)):
        assert kind in kinds
