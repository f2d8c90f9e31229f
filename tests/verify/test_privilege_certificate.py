"""Certificates with the Privilege: both checkers accept true ones and refuse damaged ones."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from solver.errors import CertificateError, PuzzleFileError
from solver.files import exact_sgf, read_text
from solver.game import Side
from solver.proof import (
    Aim,
    NodeKind,
    PrivilegeCertificate,
    PrivilegeStrategy,
    Verdict,
    write_certificate,
    write_privilege_certificate,
)
from solver.puzzle import Goal, Puzzle
from solver.search import PrivilegeSearch
from solver.verify import (
    check_certificate,
    check_privilege_certificate,
    is_privilege_certificate,
    read_certificate,
    read_privilege_certificate,
)
from tests.cases import privilege_case


def files(count: int = 40) -> Iterator[tuple[Puzzle, bytes]]:
    """Yield puzzles that SGF can carry, with certificates."""
    for seed in range(1000):
        case = privilege_case(seed)
        if case.claim.aim is not Aim.CONNECT or not case.holders:
            continue
        goal = Goal.WHITE_WINS if case.claim.prover is Side.WHITE else Goal.BLACK_WINS
        position = replace(case.position, ply=0, passed=False)
        puzzle = Puzzle("one", position, goal, privilege=case.holders)
        sgf = exact_sgf(puzzle)
        if sgf is None:
            continue
        solution = PrivilegeSearch(case.claim).solve(position, case.holders)
        if solution.proof is None:
            continue
        yield puzzle, write_privilege_certificate(sgf, case.claim, solution.verdict, solution.proof)
        count -= 1
        if not count:
            return


@pytest.mark.parametrize("sat", [False, True])
def test_true_ones_are_accepted(sat: bool) -> None:
    for _, data in files():
        assert is_privilege_certificate(data)
        certificate = read_privilege_certificate(data)
        puzzle = read_text(certificate.puzzle_text).puzzle
        assert puzzle is not None
        check_privilege_certificate(puzzle, certificate, sat=sat)


@pytest.mark.parametrize("sat", [False, True])
def test_marks_are_not_believed(sat: bool) -> None:
    refused = 0
    for puzzle, data in files(60):
        certificate = read_privilege_certificate(data)
        proof = certificate.proof
        last = len(proof.strategy.nodes) - 1
        if last in proof.uses:
            refused += 1
            for uses in (frozenset[int](), proof.uses - {last}):
                with pytest.raises(CertificateError, match=r"need a Privilege|not there|spent"):
                    check(puzzle, certificate, sat, replace(proof, uses=uses))
            without = replace(puzzle, privilege=puzzle.privilege - {proof.strategy.prover})
            with pytest.raises(CertificateError, match="the prover holds no Privilege"):
                check_privilege_certificate(without, certificate, sat=sat)
        if last in proof.against and proof.strategy.prover.other in puzzle.privilege:
            refused += 1
            with pytest.raises(CertificateError, match=r"his Privilege|needs children|is no move"):
                check(puzzle, certificate, sat, replace(proof, against=proof.against - {last}))
    assert refused > 10


def check(
    puzzle: Puzzle, certificate: PrivilegeCertificate, sat: bool, proof: PrivilegeStrategy
) -> None:
    changed = replace(certificate, proof=proof)
    check_privilege_certificate(puzzle, changed, sat=sat)


@pytest.mark.parametrize("sat", [False, True])
def test_the_first_of_two_moves_must_be_answered(sat: bool) -> None:
    tried = 0
    for puzzle, data in files(60):
        certificate = read_privilege_certificate(data)
        strategy = certificate.proof.strategy
        root, last = strategy.root, len(strategy.nodes) - 1
        if root.kind is not NodeKind.REPLY or last not in certificate.proof.against:
            continue
        kinds = {child: strategy.nodes[child].kind for child in root.children}
        kept = tuple(child for child, kind in kinds.items() if kind is NodeKind.MOVE)
        if len(kept) in (0, len(kinds)):
            continue
        tried += 1
        nodes = (*strategy.nodes[:-1], replace(root, children=kept))
        proof = replace(certificate.proof, strategy=replace(strategy, nodes=nodes))
        with pytest.raises(CertificateError, match=r"is not answered|without an answer"):
            check_privilege_certificate(puzzle, replace(certificate, proof=proof), sat=sat)
    assert tried > 3


def test_another_claim_or_verdict_is_refused() -> None:
    puzzle, data = next(files(1))
    certificate = read_privilege_certificate(data)
    other = Verdict.PROVEN if certificate.verdict is Verdict.DISPROVEN else Verdict.DISPROVEN
    with pytest.raises(CertificateError, match="does not show"):
        check_privilege_certificate(puzzle, replace(certificate, verdict=other))
    with pytest.raises(CertificateError, match="the puzzle claims"):
        check_privilege_certificate(puzzle, replace(certificate, claim=certificate.claim.opposite))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "twixt-certificate"}, "its format is not"),
        ({"version": 2}, "the version is not 1"),
        ({"more": 1}, "has no field 'more'"),
        ({"first": "b1"}, "has no field 'first'"),
        ({"but": ["b1"]}, "has no field 'but'"),
        ({"closed": ["b1"]}, "has no field 'closed'"),
        ({"against": [-1]}, "not a number from 0"),
        ({"uses": [9999]}, "one that is not there"),
        ({"against": [0, 0]}, "lists a node twice"),
        ({"uses": "0"}, "of the wrong type"),
        ({"nodes": [[]]}, "a node has 10 values"),
        ({"verdict": "open"}, "verdict is none of"),
    ],
)
def test_what_is_no_certificate_is_named(change: dict[str, object], message: str) -> None:
    _, data = next(files(1))
    values = json.loads(gzip.decompress(data)) | change
    with pytest.raises(PuzzleFileError, match=message):
        read_privilege_certificate(gzip.compress(json.dumps(values).encode()))


def test_an_ordinary_certificate_says_nothing_of_such_a_puzzle() -> None:
    puzzle, data = next(files(1))
    certificate = read_privilege_certificate(data)
    ordinary = read_certificate(
        write_certificate(
            certificate.puzzle_text,
            certificate.claim,
            certificate.verdict,
            certificate.proof.strategy,
        )
    )
    with pytest.raises(CertificateError, match="holds the Privilege"):
        check_certificate(puzzle, ordinary)
