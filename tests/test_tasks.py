"""The task of a record: which puzzle it is about."""

from dataclasses import asdict, astuple, replace
from typing import Any

import pytest

from solver.files import read_text
from solver.proof import Limits
from solver.puzzle import Goal, Puzzle
from solver.tasks import is_about, still_about, task_of
from tests.cli.samples import KEYED


def puzzle() -> Puzzle:
    found = read_text(KEYED).puzzle
    assert found is not None
    return found


def test_a_task_is_its_puzzle_its_file_and_what_is_asked() -> None:
    one = puzzle()
    same = task_of("a.sgf", one, {"nodes": 1})
    assert same == task_of("a.sgf", puzzle(), {"nodes": 1})
    position = replace(one.position, black=frozenset())
    others = [
        task_of("b.sgf", one, {"nodes": 1}),
        task_of("a.sgf", one, {"nodes": 2}),
        task_of("a.sgf", replace(one, goal=Goal.DRAW), {"nodes": 1}),
        task_of("a.sgf", replace(one, keys=()), {"nodes": 1}),
        task_of("a.sgf", replace(one, position=position), {"nodes": 1}),
        task_of("a.sgf", replace(one, name="other"), {"nodes": 1}),
    ]
    assert 7 == len({same, *others})


def report_on(puzzle: Puzzle) -> dict[str, Any]:
    """Return what tells of a report which puzzle it is about."""
    limits = Limits(nodes=1000, memory=16)
    task = task_of("a.sgf", puzzle, {"audit": astuple(limits)}, "0.1.0")
    return {
        "puzzle": puzzle.name,
        "file": "a.sgf",
        "limits": asdict(limits),
        "version": "0.1.0",
        "task": task,
    }


def test_a_report_is_about_the_puzzle_that_it_names() -> None:
    report = report_on(puzzle())
    assert is_about(report, puzzle())
    assert still_about(report, puzzle())


def test_a_report_is_about_no_other_position_goal_or_key() -> None:
    one = puzzle()
    others = [
        replace(one, position=replace(one.position, black=frozenset())),
        replace(one, goal=Goal.DRAW),
        replace(one, keys=()),
    ]
    for other in others:
        assert not is_about(report_on(one), other)
        assert not still_about(report_on(one), other)


@pytest.mark.parametrize(("before", "after"), [("Old", "New"), ("Old", ""), ("", "New")])
def test_with_another_title_a_report_is_still_about_a_puzzle(before: str, after: str) -> None:
    report = report_on(replace(puzzle(), name=before))
    if not before:
        report["puzzle"] = "a"
    renamed = replace(puzzle(), name=after)
    assert not is_about(report, renamed)
    assert still_about(report, renamed)


def test_both_reports_on_a_file_that_was_named_twice_are_about_its_puzzle() -> None:
    report = report_on(puzzle())
    assert still_about({**report, "task": f"{report['task']}-2"}, puzzle())


@pytest.mark.parametrize(
    "change", [{"limits": {"nodes": 0}}, {"limits": {"x": 1}}, {"limits": 5}, {"task": None}]
)
def test_what_is_no_report_is_about_nothing(change: dict[str, object]) -> None:
    assert not still_about({**report_on(puzzle()), **change}, puzzle())
    assert not still_about({}, puzzle())
