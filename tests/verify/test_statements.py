"""What a certificate says besides its verdict: closed holes, a first move, and in which version."""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from solver.errors import CertificateError, PuzzleFileError
from solver.files import puzzle_to_sgf, read_text
from solver.game import Board, Hole, Side, hole_text, parse_hole
from solver.proof import (
    Aim,
    Certificate,
    Claim,
    NodeKind,
    Strategy,
    StrategyNode,
    Verdict,
    claim_of,
    write_certificate,
)
from solver.puzzle import Goal, Puzzle
from solver.search import solve
from solver.verify import check_certificate, read_certificate
from tests.oracles.setup import holes, make_position
from tests.verify.test_certificate import LIMITS, check, hensel, packed, values_of

pytestmark = pytest.mark.native

NO_HOLES = frozenset[Hole]()


def both_ways(data: bytes) -> Certificate:
    """Check with both checkers."""
    found = check(data)
    puzzle = read_text(found.puzzle_text).puzzle
    assert puzzle is not None
    check_certificate(puzzle, found, sat=True)
    return found


def refused(data: bytes, message: str) -> None:
    found = read_certificate(data)
    puzzle = read_text(found.puzzle_text).puzzle
    assert puzzle is not None
    for sat in (False, True):
        with pytest.raises(CertificateError, match=message):
            check_certificate(puzzle, found, sat=sat)


def changed(data: bytes, **fields: object) -> bytes:
    return packed({**values_of(data), **fields})


@pytest.fixture(scope="module")
def disproof() -> tuple[Hole, bytes]:
    """Without the key of p15 White does not connect: nothing else is a cook."""
    puzzle = hensel("p15")
    claim, key = claim_of(puzzle), puzzle.keys[0].peg
    assert key is not None
    found = solve(puzzle.position.closing(claim.prover, [key]), claim, LIMITS)
    assert found.verdict is Verdict.DISPROVEN
    assert found.strategy is not None
    parts = (puzzle_to_sgf(puzzle), claim, Verdict.DISPROVEN, found.strategy)
    return key, write_certificate(*parts, closed=frozenset({key}))


@pytest.fixture(scope="module")
def proof() -> tuple[Hole, bytes]:
    """p17 begins with its key."""
    puzzle = hensel("p17")
    found = solve(puzzle.position, claim_of(puzzle), LIMITS)
    assert found.strategy is not None
    first = found.strategy.root.hole
    assert first is not None
    sgf = puzzle_to_sgf(puzzle)
    return first, write_certificate(sgf, found.claim, found.verdict, found.strategy, first=first)


def never_pegged(data: bytes) -> Hole:
    """Return an empty hole that a proof does not peg."""
    found = read_certificate(data)
    puzzle = read_text(found.puzzle_text).puzzle
    assert puzzle is not None
    pegged = {node.hole for node in found.strategy.nodes}
    return next(hole for hole in puzzle.position.open_holes(Side.WHITE) if hole not in pegged)


def test_a_disproof_may_close_holes_to_the_claiming_side(disproof: tuple[Hole, bytes]) -> None:
    key, data = disproof
    assert values_of(data)["version"] == 2
    assert both_ways(data).closed == {key}
    with pytest.raises(CertificateError):
        check(changed(data, closed=""))


def test_a_proof_that_begins_with_a_move_says_so(proof: tuple[Hole, bytes]) -> None:
    first, data = proof
    assert values_of(data)["version"] == 3
    assert values_of(data)["first"] == hole_text(first).lower()
    assert first == both_ways(data).first


def test_a_proof_may_close_holes_that_it_never_pegs(proof: tuple[Hole, bytes]) -> None:
    first, data = proof
    other = never_pegged(data)
    found = both_ways(changed(data, closed=hole_text(other).lower()))
    assert first == found.first
    assert found.closed == {other}


def test_a_false_first_move_is_refused(proof: tuple[Hole, bytes]) -> None:
    _, data = proof
    refused(changed(data, first=hole_text(never_pegged(data))), "does not begin with")
    peg = sorted(hensel("p17").position.white)[0]
    refused(changed(data, first=hole_text(peg)), "does not begin with")


def test_a_hole_that_the_proof_pegs_is_not_closed(proof: tuple[Hole, bytes]) -> None:
    first, data = proof
    refused(changed(data, closed=hole_text(first)), "the peg (goes to|has) no hole")
    nodes = read_certificate(data).strategy.nodes
    later = next(node.hole for node in nodes if node.hole not in (None, first))
    assert later is not None
    refused(changed(data, closed=hole_text(later)), "the peg (goes to|has) no hole")


def test_only_empty_holes_of_the_board_are_closed(
    proof: tuple[Hole, bytes], disproof: tuple[Hole, bytes]
) -> None:
    for name, (_, data) in {"p17": proof, "p15": disproof}.items():
        for closed in (hole_text(min(hensel(name).position.white)), "a1", "zz702"):
            refused(changed(data, closed=f"{values_of(data).get('closed', '')} {closed}"), "empty")


def test_a_disproof_begins_with_no_move(disproof: tuple[Hole, bytes]) -> None:
    key, data = disproof
    refused(changed(data, version=3, first=hole_text(key)), "no first move to begin with")


def test_the_side_that_is_not_to_move_has_no_first_move(proof: tuple[Hole, bytes]) -> None:
    first, data = proof[0], proof[1]
    text = values_of(data)["puzzle"].replace("PZ[]", "PZ[W+]").replace("PL[W]", "PL[B]")
    text = text[: text.index("IP[]")] + "IP[])"
    assert f"W[{hole_text(first).lower()}]TE[1]" not in text
    refused(changed(data, puzzle=text), "no first move to begin with")


def test_a_hole_with_a_peg_is_no_first_move() -> None:
    # White links what stands, and pegs anywhere: no move is shown to be the right one.
    position = make_position(Board(4, 3), "B1 C3", "", Side.WHITE)
    position = position.with_side(Side.WHITE, position.white, ())
    puzzle = Puzzle("", position, Goal.WIN)
    made = frozenset({next(iter(position.automatic_links(Side.WHITE, parse_hole("B1"))))})
    pegs = position.white
    leaf = StrategyNode(NodeKind.LEAF, 0, NO_HOLES, pegs, made)
    hole = parse_hole("C3")
    move = StrategyNode(
        NodeKind.MOVE, 0, frozenset({hole}), pegs - {hole}, frozenset(), hole, made, (0,)
    )
    claim = Claim(Aim.CONNECT, Side.WHITE)
    certificate = Certificate("", claim, Verdict.PROVEN, Strategy(claim, (leaf, move)), "")
    for sat in (False, True):
        check_certificate(puzzle, certificate, sat=sat)
        with pytest.raises(CertificateError, match="holds a peg"):
            check_certificate(puzzle, replace(certificate, first=hole), sat=sat)


def test_a_proof_of_no_move_begins_with_none() -> None:
    # White's chain blocks, wherever he pegs; A2 is in Black's border row.
    position = make_position(Board(4, 3), "B1 C3 (B1-C3)", "", Side.WHITE)
    hole, puzzle = parse_hole("A2"), Puzzle("", position, Goal.DRAW)
    cut = StrategyNode(NodeKind.LEAF, 0, NO_HOLES, position.white, position.white_links, hole=hole)
    claim = Claim(Aim.BLOCK, Side.WHITE)
    certificate = Certificate("", claim, Verdict.PROVEN, Strategy(claim, (cut,)), "")
    for sat in (False, True):
        check_certificate(puzzle, certificate, sat=sat)
        with pytest.raises(CertificateError, match="does not begin with"):
            check_certificate(puzzle, replace(certificate, first=hole), sat=sat)


def test_a_draw_is_not_proved_by_closing_the_last_holes() -> None:
    # After Black's pass White has a hole left, so that his pass is not to be had.
    board = Board(5, 5, holes=holes("A3 C2 E3"))
    position = make_position(board, "", "A3 E3", Side.WHITE)
    left = frozenset(position.open_holes(Side.WHITE))
    position = replace(position, passed=True)
    puzzle = Puzzle("", position, Goal.DRAW)
    nothing = StrategyNode(NodeKind.LEAF, 0, NO_HOLES, NO_HOLES, frozenset())
    claim = Claim(Aim.BLOCK, Side.WHITE)
    certificate = Certificate("", claim, Verdict.PROVEN, Strategy(claim, (nothing,)), "")
    assert not position.last_turn
    assert position.closing(Side.WHITE, left).last_turn
    for sat in (False, True):
        with pytest.raises(CertificateError, match="end the game"):
            check_certificate(puzzle, replace(certificate, closed=left), sat=sat)
        with pytest.raises(CertificateError, match="path"):
            check_certificate(puzzle, certificate, sat=sat)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version 2 has no field 'first'"),
        ({"without": "d4"}, "no field 'without'"),
        ({"first": "d4 e5"}, "'d4 e5' is not a hole"),
        ({"first": ""}, "'' is not a hole"),
        ({"first": None}, "first is missing or of the wrong type"),
        ({"claim": {"aim": "connect", "prover": "white", "by": "d4"}}, "claim says more than"),
        ({"first": 3}, "first is missing or of the wrong type"),
        ({"version": 4}, "version is not 2 or 3"),
        ({"version": 2.0}, "version is not 2 or 3"),
    ],
)
def test_a_field_that_the_version_lacks_is_not_skipped(
    proof: tuple[Hole, bytes], change: dict[str, object], message: str
) -> None:
    with pytest.raises(PuzzleFileError, match=message):
        read_certificate(changed(proof[1], **change))


def test_version_2_closes_holes_in_a_disproof_only(proof: tuple[Hole, bytes]) -> None:
    values = values_of(proof[1])
    del values["first"]
    values |= {"version": 2, "closed": hole_text(never_pegged(proof[1]))}
    with pytest.raises(PuzzleFileError, match="in a disproof only"):
        read_certificate(packed(values))


def test_a_field_that_is_named_twice_is_not_read(proof: tuple[Hole, bytes]) -> None:
    text = gzip.decompress(proof[1]).decode()
    twice = text.replace('"first":', '"first":"a2","first":', 1)
    with pytest.raises(PuzzleFileError, match="names a field twice"):
        read_certificate(gzip.compress(twice.encode()))


def test_only_a_proof_that_begins_so_is_written(proof: tuple[Hole, bytes]) -> None:
    first, data = proof
    found = read_certificate(data)
    parts = (found.puzzle_text, found.claim, Verdict.PROVEN, found.strategy)
    assert data == write_certificate(*parts, first=first)
    with pytest.raises(ValueError, match="no proof that begins with"):
        write_certificate(*parts, first=never_pegged(data))


def test_what_says_no_more_than_before_is_written_as_before() -> None:
    """Readers of version 2 go on reading it."""
    shipped = (Path(__file__).parents[2] / "docs" / "p15.cert.gz").read_bytes()
    found = both_ways(shipped)
    assert values_of(shipped)["version"] == 2
    parts = (found.puzzle_text, found.claim, found.verdict, found.strategy)
    assert shipped == write_certificate(*parts)
