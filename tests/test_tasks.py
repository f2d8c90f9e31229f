"""The task of a record: which puzzle it is about."""

from dataclasses import replace

from solver.files import read_text
from solver.puzzle import Goal, Puzzle
from solver.tasks import task_of
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
