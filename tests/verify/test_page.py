"""`docs/certificates.md` tells the truth: its example, the fields, the limits and the size."""

import json
import re
from pathlib import Path

import pytest

from solver.errors import CertificateError
from solver.files import read_text
from solver.game import Board, Side, parse_hole, parse_link
from solver.proof import Aim, Claim, NodeKind, Strategy, StrategyNode
from solver.verify import (
    MAX_CERTIFICATE,
    bounds,
    certificate,
    check_by_sat,
    check_certificate,
    check_strategy,
    read_certificate,
    sat_formula,
    unpacking,
)
from tests.oracles.setup import make_position
from tests.verify.test_certificate import packed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
(EXAMPLE,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("sat", [False, True])
def test_the_example_is_a_proof(sat: bool) -> None:
    found = read_certificate(packed(json.loads(EXAMPLE)))
    puzzle = read_text(found.puzzle_text).puzzle
    assert puzzle is not None
    check_certificate(puzzle, found, sat=sat)
    assert set(NodeKind) == {node.kind for node in found.strategy.nodes}


@pytest.mark.parametrize("sat", [False, True])
@pytest.mark.parametrize("number", range(11))
def test_no_node_of_the_example_is_idle(number: int, sat: bool) -> None:
    """Without any of what a node asks for, or one of its children, it is none."""
    values = json.loads(EXAMPLE)
    node = values["nodes"][number]
    node[4 if node[4] else 7] = "" if node[4] else []
    found = read_certificate(packed(values))
    puzzle = read_text(found.puzzle_text).puzzle
    assert puzzle is not None
    with pytest.raises(CertificateError, match=f"node {number} "):
        check_certificate(puzzle, found, sat=sat)


def test_the_leaf_of_a_block_leaves_no_path() -> None:
    (text,) = re.findall(r'node `(\["leaf".*?\])` says', WORDS)
    _, depth, zone, pegs, links, *_ = json.loads(text)
    leaf = StrategyNode(
        kind=NodeKind.LEAF,
        depth=depth,
        zone=frozenset(map(parse_hole, zone.split())),
        pegs=frozenset(map(parse_hole, pegs.split())),
        links=frozenset(map(parse_link, links.split())),
    )
    strategy = Strategy(Claim(Aim.BLOCK, Side.WHITE), (leaf,))
    size = {"five": 5, "six": 6}
    ((columns, rows),) = re.findall(r"a board of (\w+) columns and (\w+) rows", WORDS)
    pegs = " ".join(sorted(pegs.split())).upper()
    position = make_position(
        Board(size[columns], size[rows]), f"{pegs} ({links.upper()})", "", Side.BLACK
    )
    check_strategy(position, strategy)
    check_by_sat(position, strategy)


def test_the_fields_are_those_that_are_read() -> None:
    table = PAGE.partition("| field | content |")[2].partition("\n\n")[0]
    later = set().union(*certificate._LATER_FIELDS.values())
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == certificate._FIELDS | later


def test_the_limits_are_those_that_are_kept() -> None:
    told = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", PAGE.rpartition("| what |")[2], re.MULTILINE))
    assert told == {
        "the file, packed or unpacked": f"{MAX_CERTIFICATE >> 20} MiB",
        "nodes": f"{unpacking.MAX_NODES:,}",
        "commas and opening brackets `[` in the JSON text": f"{unpacking._MAX_PARTS:,} together",
        "objects in the JSON text": f"{unpacking._MAX_OBJECTS}; a certificate has three",
        "a node's depth": f"{unpacking.MAX_NODES:,}",
        "one list of holes or links": f"{certificate._MAX_TEXT:,} characters",
        "the puzzle's text": f"{certificate._MAX_PUZZLE >> 20} MiB",
        "holes of the board or the window's box, and pegs": f"{bounds._MAX_HOLES:,}",
        "what the nodes take to check, by an estimate": (
            f"{bounds._MAX_WORK // 10**6} million steps, of roughly a tenth of a microsecond each"
        ),
        "conflicts of a SAT solver": f"{bounds._MAX_CONFLICTS // 10**6} million "
        f"({sat_formula._MAX_CONFLICTS // 10**6} million for the second checker)",
    }


def test_the_verifier_has_as_many_lines_as_the_page_says() -> None:
    lines = {
        path.name: len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "solver" / "verify").glob("*.py")
    }
    second = sum(count for name, count in lines.items() if name.startswith("sat_"))
    ((total, first),) = re.findall(r"has ([\d,]+) lines: ([\d,]+) for", WORDS)
    whole = sum(lines.values())
    assert (total, first) == (f"{whole:,}", f"{whole - second:,}")
