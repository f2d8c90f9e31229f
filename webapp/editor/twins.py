"""Puzzles that are the same but for how the board is turned and who has which colour."""

from functools import lru_cache

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from solver.errors import PuzzleFileError, PuzzleRuleError
from solver.files import read_text
from solver.proof import Claim, claim_of
from solver.store.symmetry import canonical
from webapp.catalog.puzzle_texts import puzzle_in
from webapp.models import PuzzleRow

__all__ = ["twin_of"]


def twin_of(session: Session, row: PuzzleRow) -> PuzzleRow | None:
    """Return the oldest other published puzzle with the position, the rules and the goal of this
    one, mirrored or with exchanged colours too; None if there is none."""
    form = _form(row.sgf)
    if form is None:
        return None
    columns, rows = PuzzleRow.columns, PuzzleRow.rows
    sizes = or_(
        and_(columns == row.columns, rows == row.rows),
        and_(columns == row.rows, rows == row.columns),
    )
    others = select(PuzzleRow.id, PuzzleRow.sgf).where(
        sizes,
        PuzzleRow.ruleset == row.ruleset,
        PuzzleRow.published.is_not(None),
        PuzzleRow.id != row.id,
    )
    for ident, sgf in session.execute(others.order_by(PuzzleRow.id)):
        if _form(sgf) == form:
            return session.get(PuzzleRow, ident)
    return None


@lru_cache(maxsize=4096)
def _form(sgf: str) -> tuple[bytes, Claim] | None:
    """Return what is the same for all images of a puzzle; None for one that no search takes."""
    try:
        puzzle = puzzle_in(read_text(sgf))
        image = canonical(puzzle.position)
    except (PuzzleFileError, PuzzleRuleError):
        return None
    return image.key, image.claim(claim_of(puzzle))
