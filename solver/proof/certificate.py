"""Certificates: a strategy as a file that anyone can check. `docs/certificates.md` has the format.

Nothing in a certificate is believed but the puzzle's text, which says what is proved of what.
"""

import gzip
import json
from dataclasses import dataclass

from solver import __version__
from solver.game import Hole, Link, hole_text, link_text
from solver.proof.claim import Claim, Verdict
from solver.proof.strategy import End, NodeKind, Strategy, StrategyNode

__all__ = [
    "FORMAT",
    "Certificate",
    "claim_values",
    "node_values",
    "pack_strategy",
    "write_certificate",
]

FORMAT = "twixt-certificate"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate says. None of it is checked.

    The strategy proves the claim, or its opposite when the verdict is disproven.
    """

    puzzle_text: str
    """The puzzle as SGF."""
    claim: Claim
    verdict: Verdict
    """Proven or disproven."""
    strategy: Strategy
    solver: str
    """Version of the solver that wrote it."""
    but: frozenset[Hole] = frozenset()
    """First moves that a disproof says nothing of: that no other one does it, is proved."""
    closed: frozenset[Hole] = frozenset()
    """Holes closed to the claim's prover. A proof never pegs them; a disproof shows that he needs
    one of them."""
    first: Hole | None = None
    """The hole that a proof pegs first; None when the certificate does not say."""


def write_certificate(
    puzzle_text: str,
    claim: Claim,
    verdict: Verdict,
    strategy: Strategy,
    but: frozenset[Hole] = frozenset(),
    closed: frozenset[Hole] = frozenset(),
    first: Hole | None = None,
) -> bytes:
    """Return a certificate as a file; the same arguments give the same bytes.

    `but` are first moves that a disproof leaves out, `closed` holes that the claim's prover may not
    peg in it, `first` the hole that a proof pegs first. Raises ValueError when the strategy's claim
    does not imply the verdict, or when it does not begin with `first`.
    """
    if not strategy.claim.decides(claim, verdict):
        raise ValueError(
            f"{strategy.claim.text}: this does not show that {claim.text} is {verdict.value}"
        )
    begins = strategy.root.kind is NodeKind.MOVE and strategy.root.hole == first
    if first is not None and not (verdict is Verdict.PROVEN and begins):
        raise ValueError(f"this is no proof that begins with {hole_text(first)}")
    # A reader of version 2 would skip `first`, and what is closed in a proof, as if it were true.
    newer = first is not None or (closed and verdict is Verdict.PROVEN)
    values = {
        "format": FORMAT,
        "version": 3 if newer else 2,
        "solver": __version__,
        "puzzle": puzzle_text,
        "claim": claim_values(claim),
        "verdict": verdict.value,
        "but": _holes_text(but),
        "proves": claim_values(strategy.claim),
        "nodes": [node_values(node) for node in strategy.nodes],
    }
    if closed:
        values["closed"] = _holes_text(closed)
    if first is not None:
        values["first"] = hole_text(first).lower()
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def pack_strategy(strategy: Strategy) -> bytes:
    """Return a strategy as bytes, without the puzzle that a certificate tells."""
    values = [claim_values(strategy.claim), [node_values(node) for node in strategy.nodes]]
    return gzip.compress(json.dumps(values, separators=(",", ":")).encode(), mtime=0)


def claim_values(claim: Claim) -> dict[str, str]:
    """Return a claim as certificates have it."""
    return {"aim": claim.aim.value, "prover": claim.prover.value}


def _holes_text(holes: frozenset[Hole]) -> str:
    return " ".join(hole_text(hole).lower() for hole in sorted(holes))


def _links_text(links: frozenset[Link]) -> str:
    return " ".join(link_text(link).lower() for link in sorted(links))


def node_values(node: StrategyNode) -> list[object]:
    """Return a node as certificates have it."""
    return [
        node.kind.name.lower(),
        node.depth,
        _holes_text(node.zone),
        _holes_text(node.pegs),
        _links_text(node.links),
        "" if node.hole is None else hole_text(node.hole).lower(),
        _links_text(node.made),
        list(node.children),
        None if node.ends is None else [_end_value(end) for end in node.ends],
        _links_text(node.apart),
    ]


def _end_value(end: End) -> int | str:
    return end if isinstance(end, int) else _holes_text(end)
