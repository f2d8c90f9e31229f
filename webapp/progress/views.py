"""Progress: one's profile, what to try again or to repeat, and a puzzle of one's strength."""

import random
import time
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select

from webapp.accounts import sessions
from webapp.accounts.sessions import current_account
from webapp.catalog.daily_puzzle import fair
from webapp.catalog.visibility import visible_to
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.core.uncached import uncached
from webapp.models import Attempt, AttemptEnding, PuzzleRow
from webapp.progress import attempts, charts, repetitions
from webapp.progress.glicko import NEWCOMER
from webapp.progress.summary import summary

__all__ = ["blueprint"]

blueprint = Blueprint("profile", __name__)

MOST_MERGED = 1_000
"""Puzzles that a browser may hand over at once; `hand_over.js` sends as many."""
MOST_LISTED = 100
"""Puzzles on a list of those to try again."""
MOST_RATINGS = 100
"""Rows of the table behind the curve of ratings."""
NEAREST = 10
"""The next puzzle is one of so many whose ratings are nearest."""


@blueprint.get("/account")
def show() -> ResponseReturnValue:
    """Show one's rating and progress."""
    account = sessions.required()
    found = summary(session(), account)
    curve = bars = None
    if found.ratings:
        values = [rating for _, rating in found.ratings]
        curve = charts.curve(values, f"Rating, from {values[0]:.0f} to {values[-1]:.0f}")
    if found.by_difficulty:
        bars = charts.bars(found.by_difficulty, "Puzzles solved, by difficulty")
    ratings = found.ratings[-MOST_RATINGS:]
    return uncached(
        render_template(
            "progress/profile.html", found=found, ratings=ratings, curve=curve, bars=bars
        )
    )


@blueprint.get("/progress")
def visitor() -> ResponseReturnValue:
    """Show a visitor what his browser keeps."""
    if current_account():
        return redirect(url_for("profile.show"))
    return render_template("progress/visitor.html")


@blueprint.post("/progress")
@rate_limit("hand over progress")
def merge() -> ResponseReturnValue:
    """Take over `{public id: "solved" or "failed"}` from a browser."""
    account = sessions.required()
    body: Any = request.get_json()
    if not isinstance(body, dict) or len(body) > MOST_MERGED:
        abort(400, f"Send an object of up to {MOST_MERGED:,} public ids.")
    endings = {"solved": AttemptEnding.SOLVED, "failed": AttemptEnding.FAILED}
    found = {
        public_id: endings[ending]
        for public_id, ending in body.items()
        if isinstance(ending, str) and ending in endings
    }
    return jsonify(new=attempts.merge(session(), account, found))


@blueprint.get("/redo")
def redo() -> ResponseReturnValue:
    """List the puzzles to try again: an account's, or those that a visitor's address names."""
    account = current_account()
    if account:
        condition = attempts.redo(account)
    else:
        asked = request.args.getlist("p")[:MOST_LISTED]
        if not asked:
            return redirect(url_for("profile.visitor"))
        condition = PuzzleRow.public_id.in_(asked) & visible_to(None)
    query = select(PuzzleRow).where(condition).order_by(PuzzleRow.rating).limit(MOST_LISTED)
    rows = session().scalars(query).all()
    return uncached(render_template("progress/redo.html", rows=rows, most=MOST_LISTED))


@blueprint.get("/repeat")
def repeat() -> ResponseReturnValue:
    """Go to the next puzzle that was failed and is due again; it is not rated.

    The page of that puzzle leads back here, for the one `after` it, with the board seen the same
    way.
    """
    account = sessions.required()
    row = repetitions.due_puzzle(session(), account, time.time(), request.args.get("after"))
    if row is not None:
        view = request.args.get("view")
        puzzle = url_for("puzzle.show", public_id=row.public_id, repeat=1, view=view)
        return uncached(redirect(puzzle))
    due = repetitions.next_due(session(), account)
    return uncached(render_template("progress/no_repeat.html", due=due))


@blueprint.get("/next")
def following() -> ResponseReturnValue:
    """Go to a puzzle that is as strong as who asks surely is, and new to him; it is rated.

    With 95 in 100 that is the rating less twice its deviation: a new account begins with easy ones.
    So does a visitor, who gets none of his last ten again as long as there are others.
    """
    account = current_account()
    query = select(PuzzleRow).where(fair())
    rating = (account or NEWCOMER).rating - 2 * (account or NEWCOMER).deviation
    if account:
        tried = select(Attempt.puzzle_id).filter_by(account_id=account.id)
        query = query.where(PuzzleRow.id.not_in(tried))
    near = query.order_by(func.abs(PuzzleRow.rating - rating), PuzzleRow.id)
    rows = session().scalars(near.limit(NEAREST if account else 2 * NEAREST)).all()
    if not account:
        rows = [row for row in rows if not attempts.trained(row)][:NEAREST] or rows
    if not rows:
        tried_all = session().scalar(select(PuzzleRow.id).where(fair()).limit(1)) is not None
        return render_template("progress/no_next.html", tried_all=tried_all)
    row = random.choice(rows)
    attempts.serve(row, training=True)
    return redirect(url_for("puzzle.show", public_id=row.public_id))
