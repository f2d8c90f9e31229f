"""The front door: its names, what they say of bad input, and the guide's examples."""

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import solver

ROOT = Path(__file__).parents[1]
FACE = ROOT / "solver" / "__init__.py"


def typed_imports() -> dict[str, tuple[str, ...]]:
    """Return what the face imports for type checkers: names by room."""
    (block,) = [
        node
        for node in ast.parse(FACE.read_text(encoding="utf-8")).body
        if isinstance(node, ast.If)
    ]
    return {
        node.module.removeprefix("solver."): tuple(alias.name for alias in node.names)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
    }


def test_type_checkers_see_the_names_that_programs_get() -> None:
    assert typed_imports() == solver._ROOMS
    names = {name for room in solver._ROOMS.values() for name in room}
    assert names | {"__version__"} == set(solver.__all__)


@pytest.mark.native
def test_every_public_name_is_there_and_has_a_docstring() -> None:
    for name in solver.__all__:
        assert getattr(solver, name), name
        assert name.startswith("__") or getattr(solver, name).__doc__, name
    assert set(solver.__all__) <= set(dir(solver))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'solvw'"):
        _ = solver.solvw


@pytest.mark.parametrize("name", ["read_puzzle", "judge"])
def test_a_name_is_not_hidden_by_a_module(name: str) -> None:
    assert callable(getattr(solver, name))


def test_reading_and_writing_load_no_search() -> None:
    code = (
        "import sys, solver; solver.read_file(sys.argv[1]); "
        "puzzle = solver.read_puzzle(sys.argv[1]); solver.write_puzzle(puzzle, '/dev/null'); "
        "solver.parse_puzzle(open(sys.argv[1]).read()); "
        "sys.exit(bool({'solver._core', 'solver.search', 'pysat'} & {*sys.modules}))"
    )
    file = ROOT / "puzzles" / "randolph-hensel" / "p15.sgf"
    subprocess.run([sys.executable, "-c", code, str(file)], cwd=ROOT, check=True)


def test_a_game_is_no_puzzle() -> None:
    with pytest.raises(solver.PuzzleFileError, match="a game, not a puzzle"):
        solver.parse_puzzle("(;FF[4]GM[21]SZ[12];W[f6];B[g8])")


@pytest.mark.native
def test_an_undecided_solution_has_no_certificate() -> None:
    puzzle = solver.read_puzzle(ROOT / "puzzles" / "randolph-hensel" / "p57.sgf")
    solution = solver.solve(puzzle, solver.Limits(nodes=1))
    with pytest.raises(ValueError, match="no proof"):
        solver.write_certificate(puzzle, solution)


@pytest.mark.native
def test_a_puzzle_with_the_privilege_is_refused_whatever_the_claim() -> None:
    puzzle = solver.read_puzzle(ROOT / "docs" / "examples" / "privilege.sgf")
    claim = solver.Claim(solver.Aim.CONNECT, solver.Side.WHITE)
    for asked in (None, claim):
        with pytest.raises(solver.PuzzleRuleError, match="a side holds the Privilege"):
            solver.solve(puzzle, solver.Limits(nodes=1000), claim=asked)


@pytest.mark.native
def test_a_certificate_that_is_not_there_is_an_error_of_its_file(tmp_path: Path) -> None:
    with pytest.raises(solver.PuzzleFileError, match="the file cannot be read: No such file"):
        solver.certify(tmp_path / "none.cert.gz")


@pytest.mark.native
def test_moves_before_the_judged_one_are_a_list() -> None:
    puzzle = solver.read_puzzle(ROOT / "puzzles" / "randolph-hensel" / "p15.sgf")
    with pytest.raises(ValueError, match=r"give a list of moves, such as \['e5', 'e4'\]"):
        solver.judge(puzzle, "e6", after="e5 e4")


@pytest.mark.native
def test_a_move_of_the_opponent_is_not_judged() -> None:
    puzzle = solver.read_puzzle(ROOT / "puzzles" / "randolph-hensel" / "p15.sgf")
    said = "black is to move here, and only moves of white are judged"
    with pytest.raises(solver.IllegalMoveError, match=said):
        solver.judge(puzzle, "g4", after=["e5"])


@pytest.mark.parametrize("seconds", [-1.0, float("nan")])
def test_a_limit_that_no_search_can_keep_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match=r"seconds must be at least 0\.001"):
        solver.Limits(seconds=seconds)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("memory", 2**63, "memory must be at most 1048576, not 9223372036854775808"),
        ("memory", 100.5, r"memory must be a whole number, not 100\.5"),
        ("nodes", 3.5, r"nodes must be a whole number, not 3\.5"),
        ("threads", 2.0, r"threads must be a whole number, not 2\.0"),
    ],
)
def test_a_limit_that_the_core_cannot_take_is_refused(name: str, value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(solver.Limits(), **{name: value})


@pytest.mark.native
def test_a_puzzle_is_written_and_read_again(tmp_path: Path) -> None:
    puzzle = solver.read_puzzle(ROOT / "puzzles" / "randolph-hensel" / "p15.sgf")
    solver.write_puzzle(puzzle, tmp_path / "copy.sgf")
    again = solver.read_puzzle(tmp_path / "copy.sgf")
    assert (puzzle.position, puzzle.goal) == (again.position, again.goal)


def test_a_position_shows_a_diagram_in_a_shell() -> None:
    position = solver.Position(solver.Board(5, 5)).put(solver.Side.WHITE, solver.Hole(1, 1))
    assert "2  .  W  ." in repr(position)
    assert str(position) in repr(position)
    assert repr(solver.Position(solver.Board(702, 702))) == "<Position 702x702 STD>"


@pytest.mark.native
def test_a_solution_prints_in_a_line() -> None:
    puzzle = solver.read_puzzle(ROOT / "puzzles" / "randolph-hensel" / "p15.sgf")
    solution = solver.solve(puzzle)
    assert str(solution).startswith("white connects: proven by E5, ")
    assert repr(solution) == f"<Solution {solution}>"


@pytest.mark.native
def test_a_key_that_takes_off_a_peg_is_not_audited() -> None:
    puzzle = solver.parse_puzzle("""\
TwixT 5x5 3M, white to move and win
   A  B  C  D  E
1     .  W  .
2  .  .  .  .  .
3  .  .  .  .  .
4  .  .  .  .  B
5     .  .  .
""")
    key = solver.Move(solver.Hole(3, 2), lift=frozenset({solver.Hole(2, 0)}))
    with pytest.raises(solver.PuzzleRuleError, match="takes off a peg"):
        solver.audit(replace(puzzle, keys=(key,)))
