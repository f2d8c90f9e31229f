"""Rows read for a position. Their proofs are checked before they are used."""

from contextlib import suppress

from solver.errors import CertificateError, NotationError, PuzzleFileError, StoreError
from solver.game import Position, position_from
from solver.proof import Claim, Strategy
from solver.search import Solution
from solver.store.rows import Row, Stored
from solver.store.symmetry import Canonical, canonical, turned_round
from solver.verify import check_strategy, unpack_strategy

__all__ = ["as_stored", "position_of", "read_strategy"]


def position_of(row: Row) -> tuple[Position, Canonical]:
    """Return the position that a row was added for.

    Raises StoreError when it is none, or not the one of the row's key, and PuzzleRuleError when
    the solver does not take it.
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
    left = frozenset(map(canon.hole_back, row.but or ()))
    try:
        check_strategy(position, strategy, left)
    except CertificateError:
        # Stored for a mirror image, in which the goal lines have changed places.
        turned = turned_round(strategy)
        with suppress(CertificateError):
            check_strategy(position, turned, left)
            return turned
        raise
    return strategy


def as_stored(row: Row, position: Position, claim: Claim, strategy: Strategy | None) -> Stored:
    """Return a row as the solution it was, of a claim that its own one decides."""
    solution = Solution.of(position, claim, strategy, row.reached, row.nodes, row.seconds)
    return Stored(solution, row.limits, row.version)
