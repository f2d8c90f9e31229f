"""Rows read for a position. Their proofs are checked before they are used."""

from solver.errors import CertificateError, NotationError, PuzzleFileError, StoreError
from solver.game import Move, Position
from solver.proof import Claim, Strategy, Verdict, main_line
from solver.search import Solution
from solver.store.position_text import position_from
from solver.store.rows import Row, Stored
from solver.store.symmetry import Canonical, canonical
from solver.verify import check_strategy, unpack_strategy

__all__ = ["as_stored", "position_of", "read_strategy"]


def position_of(row: Row) -> tuple[Position, Canonical]:
    """Return the position that a row was added for.

    Raises StoreError when it is none, or not the one of the row's key.
    """
    position = position_from(row.position_text)
    canon = canonical(position)
    if canon.key != row.key:
        raise StoreError("the row stands under the key of another position")
    return position, canon


def read_strategy(row: Row, canon: Canonical, position: Position) -> Strategy:
    """Return a row's strategy for a position. Raises CertificateError when it proves nothing."""
    try:
        packed = unpack_strategy(row.packed or b"")
        if packed.claim != row.claim:
            raise CertificateError("the strategy is one for another claim")
        strategy = canon.strategy_back(packed)
    except (NotationError, PuzzleFileError) as error:
        raise CertificateError(str(error)) from None
    check_strategy(position, strategy, frozenset(map(canon.hole_back, row.but or ())))
    return strategy


def as_stored(row: Row, position: Position, claim: Claim, strategy: Strategy | None) -> Stored:
    """Return a row as the solution it was, of a claim that its own one decides."""
    verdict = Verdict.UNDECIDED
    line: tuple[Move, ...] = ()
    if strategy is not None:
        proven = strategy.claim.implies(claim)
        verdict = Verdict.PROVEN if proven else Verdict.DISPROVEN
        line = main_line(position, strategy)
    mine = verdict is Verdict.PROVEN and position.to_move is claim.prover
    solution = Solution(
        claim=claim,
        verdict=verdict,
        limit=row.reached,
        keys=line[:1] if mine else (),
        line=line,
        pegs=strategy.root.depth if strategy else None,
        nodes=row.nodes,
        seconds=row.seconds,
        strategy=strategy,
    )
    return Stored(solution, row.limits, row.version)
