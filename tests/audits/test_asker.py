"""What an audit may spend: its limits hold whatever becomes of its units."""

from dataclasses import replace

import pytest

from solver.audits import Audit, audit
from solver.proof import Limits
from solver.work import Failure, Fault
from tests.oracles.setup import classic


@pytest.mark.parametrize("limits", [Limits(seconds=10.0), Limits(nodes=10_000_000)])
def test_units_without_an_answer_are_paid_for(limits: Limits) -> None:
    plan = audit(classic("p27"), replace(limits, memory=16))
    seconds, nodes = 0.0, 0
    units = next(plan)
    while True:
        seconds += sum(unit.total.seconds or 0 for unit in units)
        nodes += sum(unit.total.nodes or 0 for unit in units)
        try:
            units = plan.send([Failure(Fault.HUNG, "it did not end")] * len(units))
        except StopIteration as stop:
            found = stop.value
            break
    assert isinstance(found, Audit)
    assert (found.verdict.value, found.limit) == ("undecided", "hung")
    assert found.error == "it did not end"
    if limits.seconds:
        assert seconds <= limits.seconds
    else:
        assert nodes <= (limits.nodes or 0)
