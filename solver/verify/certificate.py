"""Certificates read and checked. `docs/certificates.md` has the format.

Nothing in a certificate is believed but the puzzle's text, which says what is proved of what.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from solver.errors import CertificateError, Finding, NotationError, PuzzleFileError
from solver.game import Position, Side, hole_text, parse_hole, parse_link
from solver.proof import (
    FORMAT,
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
from solver.verify.bounds import check_bounds
from solver.verify.rule_checker import check_strategy
from solver.verify.sat_checker import check_by_sat
from solver.verify.unpacking import MAX_CERTIFICATE, MAX_NODES, BadFileError, unpacked

__all__ = [
    "MAX_CERTIFICATE",
    "check_certificate",
    "chosen",
    "claim_from",
    "nodes_of",
    "number_of",
    "puzzle_text_of",
    "read_certificate",
    "read_puzzle_text",
    "typed",
    "unpack_strategy",
]

_MAX_TEXT = 1 << 16
"""Characters in one list of holes or links."""
_MAX_PUZZLE = 1 << 20
"""Characters of the puzzle, as of a puzzle file."""
_LONGEST_MESSAGE = 200
"""Characters: a message may quote the file."""
_FIELDS = {"format", "version", "solver", "puzzle", "claim", "verdict", "but", "proves", "nodes"}
_LATER_FIELDS = {2: {"closed"}, 3: {"closed", "first"}}
"""By version. What is not known is not skipped: it may be a part of what is claimed."""
_KINDS = {kind.name.lower(): kind for kind in NodeKind}

_Value = TypeVar("_Value")


def read_certificate(data: bytes, name: str = "") -> Certificate:
    """Read a certificate without checking its proof; `name` is used in messages.

    Raises PuzzleFileError when it is none, or larger than `MAX_CERTIFICATE`.
    """
    try:
        return _certificate(unpacked(data))
    except (BadFileError, NotationError) as error:
        raise PuzzleFileError([Finding(str(error)[:_LONGEST_MESSAGE])], name) from None


def read_puzzle_text(data: bytes) -> str:
    """Return the puzzle's text in a certificate, and read nothing else of it.

    Raises PuzzleFileError as `read_certificate` does.
    """
    try:
        return puzzle_text_of(_of_certificate(unpacked(data)).get("puzzle"))
    except BadFileError as error:
        raise PuzzleFileError([Finding(str(error)[:_LONGEST_MESSAGE])]) from None


def check_certificate(puzzle: Puzzle, certificate: Certificate, *, sat: bool = False) -> None:
    """Check that a certificate proves its verdict on what a puzzle claims.

    `puzzle` is what the certificate's text says. `sat` asks a SAT solver about every node
    instead of comparing sets. Raises CertificateError with what is wrong.
    """
    if puzzle.privilege:
        raise CertificateError("a side holds the Privilege (PV), which this proof does not know")
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
    mine = claim.prover is puzzle.position.to_move
    if certificate.but and not (certificate.verdict is Verdict.DISPROVEN and mine):
        raise CertificateError("there are no first moves to leave out")
    if certificate.first is not None and not (certificate.verdict is Verdict.PROVEN and mine):
        raise CertificateError("there is no first move to begin with")
    check_bounds(puzzle.position, certificate.strategy)
    check = check_by_sat if sat else check_strategy
    check(_closed(puzzle.position, certificate), certificate.strategy, certificate.but)
    _check_first(puzzle.position, certificate)


def _closed(position: Position, certificate: Certificate) -> Position:
    """Return the position on the board where the certificate's holes are closed."""
    if not certificate.closed:
        return position
    taken = position.white | position.black
    if not certificate.closed <= frozenset(position.board.playable_holes()) - taken:
        raise CertificateError("only empty holes of the board may be closed")
    closed = position.closing(certificate.claim.prover, certificate.closed)
    # A proof holds for the puzzle as well, where its prover may not pass while they are open.
    if certificate.verdict is Verdict.PROVEN and closed.last_turn is not position.last_turn:
        raise CertificateError("closing these holes would end the game")
    return closed


def _check_first(position: Position, certificate: Certificate) -> None:
    """Check that a strategy begins with the move that the certificate names."""
    first, root = certificate.first, certificate.strategy.root
    if first is None:
        return
    if root.kind is not NodeKind.MOVE or root.hole != first:
        raise CertificateError(f"the proof does not begin with {hole_text(first)}")
    if position.peg_at(first) is not None:
        raise CertificateError(f"{hole_text(first)} holds a peg and is no first move")


def unpack_strategy(data: bytes) -> Strategy:
    """Read packed bytes without checking what they say.

    Raises PuzzleFileError when they are no packed strategy.
    """
    try:
        claim, nodes = typed(unpacked(data), list, "strategy")
        return Strategy(claim_from(claim, "claim"), nodes_of(nodes))
    except (BadFileError, ValueError) as error:
        raise PuzzleFileError([Finding(str(error))]) from None


def _of_certificate(values: object) -> dict[str, object]:
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise BadFileError(f"this is no certificate: its format is not {FORMAT!r}")
    return values


def _certificate(packed: object) -> Certificate:
    values = _of_certificate(packed)
    version = values.get("version")
    if type(version) is not int or version not in _LATER_FIELDS:
        raise BadFileError(
            "the version is not 2 or 3: a higher one needs a newer twixt; for a lower one let "
            "`twixt solve` write the file again"
        )
    if unknown := sorted(values.keys() - _FIELDS - _LATER_FIELDS[version]):
        raise BadFileError(f"version {version} has no field {unknown[0]!r}")
    verdicts = {verdict.value: verdict for verdict in (Verdict.PROVEN, Verdict.DISPROVEN)}
    verdict = chosen(values.get("verdict"), verdicts, "verdict")
    closed = _set_of(values.get("closed", ""), _hole, "closed")
    if version == 2 and closed and verdict is Verdict.PROVEN:
        raise BadFileError("version 2 closes holes in a disproof only")
    return Certificate(
        puzzle_text=puzzle_text_of(values.get("puzzle")),
        claim=claim_from(values.get("claim"), "claim"),
        verdict=verdict,
        strategy=Strategy(
            claim_from(values.get("proves"), "proves"), nodes_of(values.get("nodes"))
        ),
        solver=typed(values.get("solver"), str, "solver"),
        but=_set_of(values.get("but"), _hole, "but"),
        closed=closed,
        first=_hole(typed(values["first"], str, "first")) if "first" in values else None,
    )


def puzzle_text_of(value: object) -> str:
    """Return the text of a puzzle. Raises BadFileError for another type and a very long one."""
    puzzle = typed(value, str, "puzzle")
    if len(puzzle) > _MAX_PUZZLE:
        raise BadFileError(f"puzzle is longer than {_MAX_PUZZLE} characters")
    return puzzle


def claim_from(values: object, what: str) -> Claim:
    """Return a claim; like those below, raises BadFileError that names `what` is wrong."""
    claim = typed(values, dict, what)
    if claim.keys() - {"aim", "prover"}:
        raise BadFileError(f"{what} says more than aim and prover")
    aim = chosen(claim.get("aim"), {aim.value: aim for aim in Aim}, "aim")
    return Claim(aim, chosen(claim.get("prover"), {s.value: s for s in Side}, "prover"))


def nodes_of(values: object) -> tuple[StrategyNode, ...]:
    """Return the nodes of a strategy, `MAX_NODES` at most."""
    rest = typed(values, list, "nodes")
    if len(rest) > MAX_NODES:
        raise BadFileError(f"the certificate has more than {MAX_NODES} nodes")
    nodes = list[StrategyNode]()
    rest.reverse()
    while rest:  # so that what is read makes room for what is built
        nodes.append(_node(len(nodes), rest.pop()))
    return tuple(nodes)


def _node(number: int, values: object) -> StrategyNode:
    try:
        parts = typed(values, list, "node")
        kind, depth, zone, pegs, links, hole, made, children, ends, apart = parts
        return StrategyNode(
            kind=chosen(kind, _KINDS, "kind"),
            depth=number_of(depth, "depth"),
            zone=_set_of(zone, _hole, "zone"),
            pegs=_set_of(pegs, _hole, "pegs"),
            links=_set_of(links, _link, "links"),
            hole=_hole(hole) if typed(hole, str, "hole") else None,
            made=_set_of(made, _link, "made"),
            children=tuple(
                number_of(child, "child") for child in typed(children, list, "children")
            ),
            ends=None if ends is None else _ends(ends),
            apart=_set_of(apart, _link, "apart"),
        )
    except (BadFileError, NotationError) as error:
        raise BadFileError(f"node {number}: {str(error)[:_LONGEST_MESSAGE]}") from None
    except ValueError:
        raise BadFileError(f"node {number}: a node has 10 values") from None


def _ends(values: object) -> Ends:
    ends = typed(values, list, "ends")
    if len(ends) != 2:
        raise BadFileError("ends are not two")
    first, second = (
        _set_of(end, _hole, "end") if isinstance(end, str) else _goal_line(end) for end in ends
    )
    return first, second


def _goal_line(value: object) -> int:
    if type(value) is not int or value not in (0, 1):
        raise BadFileError("an end is neither holes nor goal line 0 or 1")
    return value


def typed(value: object, kind: type[_Value], what: str) -> _Value:
    """Return a value of a type."""
    if not isinstance(value, kind):
        raise BadFileError(f"{what} is missing or of the wrong type")
    return value


def number_of(value: object, what: str) -> int:
    """Return a whole number from 0 to `MAX_NODES`: of a node, or of pegs to place."""
    if type(value) is not int or not 0 <= value <= MAX_NODES:  # a bool is an int as well
        raise BadFileError(f"{what} is not a number from 0 to {MAX_NODES}")
    return value


def chosen(value: object, among: dict[str, _Value], what: str) -> _Value:
    """Return what a word stands for."""
    if not isinstance(value, str) or value not in among:
        raise BadFileError(f"{what} is none of {', '.join(among)}")
    return among[value]


_hole = lru_cache(maxsize=1 << 14)(parse_hole)
_link = lru_cache(maxsize=1 << 14)(parse_link)


def _set_of(text: object, parse: Callable[[str], _Value], what: str) -> frozenset[_Value]:
    names = typed(text, str, what)
    if len(names) > _MAX_TEXT:
        raise BadFileError(f"{what} is longer than {_MAX_TEXT} characters")
    return frozenset(map(parse, names.split()))
