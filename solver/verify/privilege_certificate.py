"""Certificates with the Privilege, read and checked. `docs/privilege.md` has the format."""

from solver.errors import CertificateError, Finding, NotationError, PuzzleFileError
from solver.proof import (
    PRIVILEGE_FORMAT,
    PrivilegeCertificate,
    PrivilegeStrategy,
    Strategy,
    Verdict,
    claim_with_privilege,
)
from solver.puzzle import Puzzle
from solver.verify.bounds import check_bounds
from solver.verify.certificate import chosen, claim_from, nodes_of, number_of, puzzle_text_of, typed
from solver.verify.privilege import check_with_privilege, check_with_privilege_by_sat
from solver.verify.unpacking import BadFileError, unpacked

__all__ = ["check_privilege_certificate", "is_privilege_certificate", "read_privilege_certificate"]

_FIELDS = {
    *("format", "version", "solver", "puzzle", "claim", "verdict", "proves", "nodes"),
    *("against", "uses"),
}
_LONGEST_MESSAGE = 200
"""Characters: a message may quote the file."""


def is_privilege_certificate(data: bytes) -> bool:
    """Tell whether packed bytes say that they are such a certificate."""
    try:
        values = unpacked(data)
    except BadFileError:
        return False
    return isinstance(values, dict) and values.get("format") == PRIVILEGE_FORMAT


def read_privilege_certificate(data: bytes, name: str = "") -> PrivilegeCertificate:
    """Read a certificate without checking its proof; `name` is used in messages.

    Raises PuzzleFileError when it is none.
    """
    try:
        return _certificate(unpacked(data))
    except (BadFileError, NotationError) as error:
        raise PuzzleFileError([Finding(str(error)[:_LONGEST_MESSAGE])], name) from None


def check_privilege_certificate(
    puzzle: Puzzle, certificate: PrivilegeCertificate, *, sat: bool = False
) -> None:
    """Check that a certificate proves its verdict on what a puzzle claims.

    `puzzle` is what the certificate's text says. `sat` asks a SAT solver about every node instead
    of comparing sets. Raises CertificateError with what is wrong.
    """
    claim, strategy = claim_with_privilege(puzzle), certificate.proof.strategy
    if certificate.claim != claim:
        raise CertificateError(
            f"the puzzle claims that {claim.text}, not that {certificate.claim.text}"
        )
    if not strategy.claim.decides(claim, certificate.verdict):
        raise CertificateError(
            f"a proof that {strategy.claim.text} does not show that {claim.text} is "
            f"{certificate.verdict.value}"
        )
    check_bounds(puzzle.position, strategy)
    check = check_with_privilege_by_sat if sat else check_with_privilege
    check(puzzle.position, puzzle.privilege, certificate.proof)


def _certificate(values: object) -> PrivilegeCertificate:
    if not isinstance(values, dict) or values.get("format") != PRIVILEGE_FORMAT:
        raise BadFileError(f"this is no certificate: its format is not {PRIVILEGE_FORMAT!r}")
    if type(values.get("version")) is not int or values["version"] != 1:
        raise BadFileError("the version is not 1")
    if unknown := sorted(values.keys() - _FIELDS):
        raise BadFileError(f"version 1 has no field {unknown[0]!r}")
    verdicts = {verdict.value: verdict for verdict in (Verdict.PROVEN, Verdict.DISPROVEN)}
    nodes = nodes_of(values.get("nodes"))
    return PrivilegeCertificate(
        puzzle_text=puzzle_text_of(values.get("puzzle")),
        claim=claim_from(values.get("claim"), "claim"),
        verdict=chosen(values.get("verdict"), verdicts, "verdict"),
        proof=PrivilegeStrategy(
            Strategy(claim_from(values.get("proves"), "proves"), nodes),
            _numbers(values.get("against"), "against", len(nodes)),
            _numbers(values.get("uses"), "uses", len(nodes)),
        ),
        solver=typed(values.get("solver"), str, "solver"),
    )


def _numbers(values: object, what: str, below: int) -> frozenset[int]:
    found = [number_of(value, what) for value in typed(values, list, what)]
    if len(set(found)) != len(found) or any(number >= below for number in found):
        raise BadFileError(f"{what} lists a node twice, or one that is not there")
    return frozenset(found)
