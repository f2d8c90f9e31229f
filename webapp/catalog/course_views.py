"""The course: its page, and the way through it from board to board."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, url_for
from sqlalchemy import select

from webapp.accounts.sessions import current_account
from webapp.catalog.course import CHAPTERS, Chapter, Step, steps
from webapp.catalog.visibility import visible_to
from webapp.core.database import session
from webapp.core.timed_cache import cached
from webapp.models import PuzzleRow
from webapp.progress import attempts

__all__ = ["CoursePlace", "address_of", "blueprint", "has_course", "place_of", "steps_here"]

blueprint = Blueprint("course", __name__)


@dataclass(frozen=True, slots=True)
class CoursePlace:
    """Where in the course a puzzle is played."""

    step: Step
    chapter: Chapter
    count: int
    """Steps of the chapter that this site has."""
    previous: str | None
    """Address of the step before, None at the first one."""
    following: str | None

    @property
    def end(self) -> str:
        """What to say when the last step of a chapter is solved; nothing at another step."""
        if self.step.number < self.count:
            return ""
        done = f"Chapter {self.step.chapter} is done."
        if self.following is None:
            return f"{done} That was all of Learn TwixT."
        return f"{done} Next: {CHAPTERS[self.step.chapter].title}."


@blueprint.get("/learn")
def show() -> str:
    """Show the chapters of the course with their boards and puzzles."""
    if not has_course():
        abort(404)
    here = steps_here()
    rows = session().scalars(
        select(PuzzleRow).where(PuzzleRow.public_id.in_([step.public_id for step in here]))
    )
    account = current_account()
    solved = session().scalars(attempts.solved(account)).all() if account else []
    return render_template(
        "catalog/learn.html",
        chapters=CHAPTERS,
        steps=here,
        address_of=address_of,
        rows={row.public_id: row for row in rows},
        solved=set(solved),
    )


def steps_here() -> Sequence[Step]:
    """Return the steps of the course whose puzzles this site has, in their order."""
    ids = [step.public_id for step in steps()]
    found = select(PuzzleRow.public_id).where(PuzzleRow.public_id.in_(ids), visible_to(None))
    present = set(session().scalars(found))
    return [step for step in steps() if step.public_id in present]


def has_course() -> bool:
    """Tell whether this site has a board of the course."""
    found: bool = cached("course is here", lambda: any(step.board for step in steps_here()))
    return found


def address_of(step: Step) -> str:
    """Return the address of a step; one that is shared tells that it belongs to a chapter here."""
    chapter = step.chapter if step.is_shared else None
    return url_for("puzzle.show", public_id=step.public_id, chapter=chapter)


def place_of(public_id: str, chapter: str | None) -> CoursePlace | None:
    """Return where in the course a puzzle is played, None when it is played by itself.

    It belongs to the course always, or, if it is shared, when the address names its chapter.
    """

    def is_meant(step: Step) -> bool:
        named = not step.is_shared or str(step.chapter) == chapter
        return step.public_id == public_id and named

    if not any(map(is_meant, steps())):
        return None
    here = steps_here()
    at = next((at for at, step in enumerate(here) if is_meant(step)), None)
    if at is None:
        return None
    step = here[at]
    return CoursePlace(
        step,
        CHAPTERS[step.chapter - 1],
        sum(other.chapter == step.chapter for other in here),
        address_of(here[at - 1]) if at else None,
        address_of(here[at + 1]) if at + 1 < len(here) else None,
    )
