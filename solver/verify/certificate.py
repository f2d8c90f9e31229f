"""Certificates read and checked. `docs/certificates.md` has the format.

Nothing in a certificate is believed but the puzzle's text, which says what is proved of what.
"""

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from solver.errors import CertificateError, Finding, NotationError, PuzzleFileError
from solver.game import Hole, Side, parse_hole, parse_link
from solver.proof import (
    FORMAT,
    VERSION,
    Aim,
    Certificate,
    Claim,
    Ends,
    NodeKind,
    Strategy,
    StrategyNode,
    Verdict,
    claim_of,
)
from solver.puzzle import Puzzle
from solver.verify.checker import check_strategy
from solver.verify.sat_checker import check_by_sat

__all__ = ["MAX_CERTIFICATE", "check_certificate", "read_certificate", "unpack_strategy"]

MAX_CERTIFICATE = 64 << 20
"""Largest certificate read: bytes, packed or unpacked."""

_MAX_NODES = 1_000_000
_LONGEST_MESSAGE = 200
"""Characters: a message may quote the file."""
_KINDS = {kind.name.lower(): kind for kind in NodeKind}

_Value = TypeVar("_Value")


def read_certificate(data: bytes, name: str = "") -> Certificate:
    """Read a certificate without checking its proof; `name` is used in messages.

    Raises PuzzleFileError when it is none, or larger than `MAX_CERTIFICATE`.
    """
    try:
        return _certificate(_unpacked(data))
    except _BadFileError as error:
        raise PuzzleFileError([Finding(str(error))], name) from None


def check_certificate(puzzle: Puzzle, certificate: Certificate, *, sat: bool = False) -> None:
    """Check that a certificate proves its verdict on what a puzzle claims.

    `puzzle` is what the certificate's text says. `sat` asks a SAT solver about every node
    instead of comparing sets. Raises CertificateError with what is wrong.
    """
    claim = claim_of(puzzle)
    if certificate.claim != claim:
        raise CertificateError(
            f"the puzzle claims that {claim.text}, not that {certificate.claim.text}"
        )
    proved = certificate.strategy.claim
    if not proved.decides(claim, certificate.verdict):
        raise CertificateError(
            f"a proof that {proved.text} does not show that {claim.text} is "
            f"{certificate.verdict.value}"
        )
    check = check_by_sat if sat else check_strategy
    if certificate.but and (
        certificate.verdict is not Verdict.DISPROVEN or claim.prover is not puzzle.position.to_move
    ):
        raise CertificateError("there are no first moves to leave out")
    position = puzzle.position
    if certificate.closed:
        if certificate.verdict is not Verdict.DISPROVEN:
            raise CertificateError("holes may be closed in a disproof only")
        taken = [hole for hole in certificate.closed if position.peg_at(hole) is not None]
        if taken or not certificate.closed.issubset(position.board.playable_holes()):
            raise CertificateError("only empty holes of the board may be closed")
        position = replace(position, board=position.board.closing(claim.prover, certificate.closed))
    check(position, certificate.strategy, certificate.but)


def unpack_strategy(data: bytes) -> Strategy:
    """Read packed bytes without checking what they say.

    Raises PuzzleFileError when they are no packed strategy.
    """
    try:
        claim, nodes = _typed(_unpacked(data), list, "strategy")
        return Strategy(
            _claim(claim, "claim"),
            tuple(_node(number, node) for number, node in enumerate(_typed(nodes, list, "nodes"))),
        )
    except (_BadFileError, ValueError) as error:
        raise PuzzleFileError([Finding(str(error))]) from None


class _BadFileError(Exception):
    """A file that is no certificate; the message says why."""


def _unpacked(data: bytes) -> object:
    if len(data) > MAX_CERTIFICATE:
        raise _BadFileError("the certificate is larger than 64 MiB")
    stream = zlib.decompressobj(wbits=31)
    try:
        text = stream.decompress(data, MAX_CERTIFICATE + 1)
    except zlib.error:
        raise _BadFileError("this is no certificate: gzip cannot unpack it") from None
    if len(text) > MAX_CERTIFICATE:
        raise _BadFileError("the certificate unpacks to more than 64 MiB")
    if not stream.eof:
        raise _BadFileError("the certificate ends too early")
    if stream.unused_data:
        raise _BadFileError("more follows after the certificate's end")
    try:
        return json.loads(text.decode())
    except (ValueError, RecursionError):
        raise _BadFileError("this is no certificate: no JSON in UTF-8 is packed in it") from None


def _certificate(values: object) -> Certificate:
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise _BadFileError(f"this is no certificate: its format is not {FORMAT!r}")
    version = values.get("version")
    if type(version) is not int or version != VERSION:
        raise _BadFileError(
            f"the certificate's version is not {VERSION}; let `twixt solve` write it again"
        )
    verdicts = {verdict.value: verdict for verdict in (Verdict.PROVEN, Verdict.DISPROVEN)}
    verdict = _chosen(values.get("verdict"), verdicts, "verdict")
    nodes = _typed(values.get("nodes"), list, "nodes")
    if len(nodes) > _MAX_NODES:
        raise _BadFileError(f"the certificate has more than {_MAX_NODES} nodes")
    return Certificate(
        puzzle_text=_typed(values.get("puzzle"), str, "puzzle"),
        claim=_claim(values.get("claim"), "claim"),
        verdict=verdict,
        strategy=Strategy(
            _claim(values.get("proves"), "proves"),
            tuple(_node(number, node) for number, node in enumerate(nodes)),
        ),
        solver=_typed(values.get("solver"), str, "solver"),
        but=_holes(values.get("but"), "but"),
        closed=_holes(values.get("closed", ""), "closed"),
    )


def _claim(values: object, what: str) -> Claim:
    claim = _typed(values, dict, what)
    aims = {aim.value: aim for aim in Aim}
    sides = {side.value: side for side in Side}
    return Claim(
        _chosen(claim.get("aim"), aims, "aim"), _chosen(claim.get("prover"), sides, "prover")
    )


def _node(number: int, values: object) -> StrategyNode:
    try:
        kind, depth, zone, pegs, links, hole, made, children, ends, apart = _typed(
            values, list, "node"
        )
        node = StrategyNode(
            kind=_chosen(kind, _KINDS, "kind"),
            depth=_number(depth, "depth"),
            zone=_set_of(zone, _hole, "zone"),
            pegs=_set_of(pegs, _hole, "pegs"),
            links=_set_of(links, _link, "links"),
            hole=_hole(hole) if _typed(hole, str, "hole") else None,
            made=_set_of(made, _link, "made"),
            children=tuple(_number(child, "child") for child in _typed(children, list, "children")),
            ends=None if ends is None else _ends(ends),
            apart=_set_of(apart, _link, "apart"),
        )
    except (_BadFileError, NotationError) as error:
        raise _BadFileError(f"node {number}: {str(error)[:_LONGEST_MESSAGE]}") from None
    except ValueError:
        raise _BadFileError(f"node {number}: a node has 10 values") from None
    return node


def _holes(values: object, what: str) -> frozenset[Hole]:
    try:
        return _set_of(values, _hole, what)
    except NotationError as error:
        raise _BadFileError(str(error)[:_LONGEST_MESSAGE]) from None


def _ends(values: object) -> Ends:
    first, second = (
        _set_of(end, _hole, "end") if isinstance(end, str) else _goal_line(end)
        for end in _typed(values, list, "ends")
    )
    return first, second


def _goal_line(value: object) -> int:
    if type(value) is not int or value not in (0, 1):
        raise _BadFileError("an end is neither holes nor goal line 0 or 1")
    return value


def _typed(value: object, kind: type[_Value], what: str) -> _Value:
    if not isinstance(value, kind):
        raise _BadFileError(f"{what} is missing or of the wrong type")
    return value


def _number(value: object, what: str) -> int:
    if type(value) is not int or value < 0:  # a bool is an int as well
        raise _BadFileError(f"{what} is not a number from 0")
    return value


def _chosen(value: object, among: dict[str, _Value], what: str) -> _Value:
    if not isinstance(value, str) or value not in among:
        raise _BadFileError(f"{what} is none of {', '.join(among)}")
    return among[value]


_hole = lru_cache(maxsize=1 << 14)(parse_hole)
_link = lru_cache(maxsize=1 << 14)(parse_link)


def _set_of(text: object, parse: Callable[[str], _Value], what: str) -> frozenset[_Value]:
    return frozenset(map(parse, _typed(text, str, what).split()))
