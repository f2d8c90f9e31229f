"""Cases of the oracle, as it once recorded them: to throw one takes a hundred times as long.

A case that is not recorded is thrown. Each run with `TWIXT_CASES=FILE` adds their names to the
file, and `python -m tests.cases FILE` records these too. `tests/oracles/test_cases.py` throws some
of the recorded ones again.
"""

import gzip
import json
import os
import sys
from collections.abc import Iterable
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from solver import bench, oracle
from solver.bench.privilege_fuzz import PrivilegeCase
from solver.game import (
    Board,
    Diagonal,
    Hole,
    Position,
    Ruleset,
    Shape,
    Side,
    hole_text,
    links_text,
)
from solver.oracle import Case
from solver.proof import Aim, Claim
from tests.oracles.setup import holes, make_position

__all__ = ["privilege_case", "random_case", "recorded_names", "thrown"]

_FILE = Path(__file__).parent / "data" / "cases.jsonl.gz"
"""Lines of a name and a row, sorted."""

_Row = list[Any]


def random_case(ruleset: Ruleset, seed: int, shape: Shape | None = None) -> Case:
    """Return `solver.oracle.random_case` of the same arguments."""
    name = f"{shape.value if shape else ''} {ruleset.value} {seed}".strip()
    if (row := _recorded(name)) is None:
        return oracle.random_case(ruleset, seed, shape)
    position, prover, connects, visited = row
    return Case(_position(position), Side(prover), connects, visited)


def privilege_case(seed: int) -> PrivilegeCase:
    """Return `solver.bench.privilege_case` of the same seed."""
    if (row := _recorded(f"privilege {seed}")) is None:
        return bench.privilege_case(seed)
    position, holders, aim, prover, true = row
    claim = Claim(Aim(aim), Side(prover))
    return PrivilegeCase(seed, _position(position), frozenset(map(Side, holders)), claim, true)


def recorded_names() -> list[str]:
    """Return the names of all recorded cases, sorted."""
    return sorted(_rows())


def thrown(name: str) -> tuple[Case | PrivilegeCase, Case | PrivilegeCase]:
    """Return the case of a name as it is recorded, and as it is thrown."""
    *kind, number = name.split()
    seed = int(number)
    if kind == ["privilege"]:
        return privilege_case(seed), bench.privilege_case(seed)
    *shapes, ruleset = kind
    asked = Ruleset(ruleset), seed, (Shape(shapes[0]) if shapes else None)
    return random_case(*asked), oracle.random_case(*asked)


@cache
def _rows() -> dict[str, _Row]:
    with gzip.open(_FILE, "rt", encoding="utf-8") as file:
        return dict(map(json.loads, file))


def _recorded(name: str) -> _Row | None:
    row = _rows().get(name)
    if row is None and (file := os.environ.get("TWIXT_CASES")):
        with Path(file).open("a", encoding="utf-8") as names:
            names.write(f"{name}\n")
    return row


# -- rows -----------------------------------------------------------------------------------


def _row(case: Case | PrivilegeCase) -> _Row:
    if isinstance(case, Case):
        return [_packed(case.position), case.prover.value, case.connects, case.visited]
    holders = sorted(side.value for side in case.holders)
    claim = case.claim
    return [_packed(case.position), holders, claim.aim.value, claim.prover.value, case.true]


def _packed(position: Position) -> _Row:
    board = position.board
    if board.diagonal is not None:
        closed = _names({hole for _, hole in board.closed})
        size: _Row = [board.diagonal.shape.value, board.diagonal.size, closed]
    else:
        listed = (board.holes, board.region)
        size = [board.width, board.height, *(each and _names(each) for each in listed)]
    sides = (f"{_names(position.pegs(side))} ({links_text(position.links(side))})" for side in Side)
    return [size, *sides, position.to_move.value, position.ruleset.value]


def _position(row: _Row) -> Position:
    size, white, black, to_move, ruleset = row
    first, second, *listed = size
    if isinstance(first, str):
        board = Board.of(Diagonal(Shape(first), second))
        if closed := holes(*listed):
            board = board.closing(Side.WHITE, closed).closing(Side.BLACK, closed)
    else:
        existing, region = (each and holes(each) for each in listed)
        board = Board(first, second, existing, region)
    return make_position(board, white, black, Side(to_move), Ruleset(ruleset))


def _names(listed: Iterable[Hole]) -> str:
    return " ".join(map(hole_text, sorted(listed)))


def _recording(name: str) -> tuple[str, _Row]:
    _, case = thrown(name)
    return name, _row(case)


def _record(names: Iterable[str]) -> None:
    """Record the cases of some names, too."""
    rows = dict(_rows())
    with Pool() as pool:
        rows.update(pool.imap_unordered(_recording, sorted(set(names) - rows.keys()), 50))
    lines = (json.dumps(row, separators=(",", ":")) + "\n" for row in sorted(rows.items()))
    _FILE.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    _record(Path(sys.argv[1]).read_text(encoding="utf-8").split("\n")[:-1])
