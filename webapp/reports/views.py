"""The report on a puzzle's present text: its page, its files, and the proofs behind it."""

import json

from flask import Blueprint, Response, render_template, url_for
from sqlalchemy import select

from webapp.accounts.sessions import current_account
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import is_own, puzzle_at
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.models import OPEN_STATES, Job, PuzzleRow, Report
from webapp.progress import attempts
from webapp.reports.report_page import (
    AUDIT_SECONDS,
    certificates_response,
    json_response,
    report_parts,
    text_response,
)
from webapp.reports.report_store import latest_report

__all__ = ["blueprint"]

blueprint = Blueprint("reports", __name__, url_prefix="/p/<public_id>")


@blueprint.get("/report")
def show(public_id: str) -> str:
    """Show the report on a puzzle's present text, or offer to make one."""
    row = puzzle_at(public_id)
    puzzle = puzzle_from(row.sgf)
    report = _report(row)
    if report is None:
        asked = select(Job).where(Job.content_hash == row.content_hash, Job.state.in_(OPEN_STATES))
        going = session().scalars(asked.order_by(Job.created.desc())).first()
        return render_template("reports/none.html", row=row, going=going, choices=AUDIT_SECONDS)
    return render_template(
        "reports/report.html",
        job=None,
        row=row,
        own=is_own(row),
        puzzle=puzzle,
        choices=AUDIT_SECONDS,
        text=url_for("reports.text", public_id=public_id),
        raw=url_for("reports.raw", public_id=public_id),
        proofs=url_for("reports.certificates", public_id=public_id),
        **report_parts(json.loads(report.body), puzzle, whole=True, own=is_own(row)),
    )


@blueprint.get("/report.json")
def raw(public_id: str) -> Response:
    """Give the report on a puzzle as `twixt audit --json` does."""
    return json_response(_report(puzzle_at(public_id)))


@blueprint.get("/report.txt")
def text(public_id: str) -> Response:
    """Give the report on a puzzle as `twixt audit` prints it."""
    return text_response(_report(puzzle_at(public_id)))


@blueprint.get("/certificates.zip")
@rate_limit("download certificates")
def certificates(public_id: str) -> Response:
    """Hand out the proofs behind the report on a puzzle."""
    row = puzzle_at(public_id)
    return certificates_response(_report(row), row.sgf, public_id)


def _report(row: PuzzleRow) -> Report | None:
    """Return the newest report on a puzzle. It tells the key: that ends a rating."""
    report = latest_report(session(), row.content_hash)
    if report is not None:
        attempts.peeked(session(), current_account(), row)
    return report
