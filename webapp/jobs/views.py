"""Checks of soundness: asked for, watched, cancelled, and what came of them."""

import json
from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from solver.audit import audit_text
from solver.audit.text import facts
from solver.errors import PuzzleFileError
from solver.game import hole_text, parse_hole
from solver.proof import claim_of
from solver.puzzle import Puzzle
from solver.words import counted
from webapp.accounts.sessions import current_account
from webapp.catalog.shelf import puzzle_from, visible_to
from webapp.core.database import session
from webapp.core.security import address_key, limiter
from webapp.core.timed_cache import kept
from webapp.drawing import Mark, page_map
from webapp.jobs import CapError, ask_for_audit, stop_audit
from webapp.models import Job, JobState, PuzzleRow, Report
from webapp.reports import sentences as report_words
from webapp.reports.certificates import archive
from webapp.reports.reports import latest_report

__all__ = ["PROOFS_RATE", "blueprint", "certificates", "submit"]

blueprint = Blueprint("jobs", __name__)
blueprint.add_app_template_global(counted)

SECONDS = {20: "20 seconds", 60: "a minute", 300: "five minutes"}
"""How long a check may take, for people to choose from."""

PROOFS_RATE = "10 per minute"
"""They are checked before they are handed out."""

_OPEN = (JobState.QUEUED, JobState.RUNNING)

_IN_TABLE = {"cook", "delay", "wins", "try", "tries", "no cooks", "undecided"}
"""Facts that the table of first moves tells."""


def submit(sgf: str, seconds: float) -> Job:
    """Return the job of an audit that this request asks for. See `ask_for_audit`."""
    account = current_account()
    return ask_for_audit(
        session(),
        current_app.extensions["queue"],
        sgf,
        seconds,
        account=account.id if account else None,
        address=address_key(),
        has_proofs=current_app.extensions["solver"].has_proofs(puzzle_from(sgf)),
    )


@blueprint.post("/jobs")
@limiter.limit("30 per minute")
def ask() -> AnyResponse | tuple[str, int]:
    """Ask for a check of a stored puzzle (`puzzle`, its public id) or of a text (`sgf`)."""
    public_id = request.form.get("puzzle")
    sgf = _row(public_id).sgf if public_id else request.form.get("sgf", "")
    try:
        job = submit(sgf, float(request.form.get("seconds", "60")))
    except CapError as error:
        return render_template("error.html", title="One at a time", message=str(error)), 429
    except PuzzleFileError as error:
        message = "; ".join(finding.text() for finding in error.findings)
        return render_template("error.html", title="Not a puzzle", message=message), 422
    except ValueError as error:
        return render_template("error.html", title="Not possible", message=f"{error}."), 422
    return redirect(url_for("jobs.show", job_id=job.id), 303)


@blueprint.get("/jobs/<job_id>")
def show(job_id: str) -> str:
    """Show how far a job is, or what came of it."""
    job = _job(job_id)
    puzzle = puzzle_from(job.sgf)
    report = session().get(Report, job.report_id) if job.report_id else None
    record = json.loads(report.body) if report else _partial(job, puzzle)
    query = select(PuzzleRow).where(
        PuzzleRow.content_hash == job.content_hash, visible_to(current_account())
    )
    # One's own first: it can be published from here.
    row = next(iter(sorted(session().scalars(query), key=lambda each: not _own(each))), None)
    return render_template(
        "reports/report.html" if report else "jobs/job.html",
        job=job,
        row=row,
        own=_own(row),
        puzzle=puzzle,
        open=job.state in _OPEN,
        said=_said(job),
        mine=_mine(job),
        choices=SECONDS,
        text=url_for("jobs.text", job_id=job.id),
        raw=url_for("jobs.raw", job_id=job.id),
        proofs=url_for("jobs.proofs", job_id=job.id),
        **_report(record, puzzle, whole=report is not None),
    )


@blueprint.get("/jobs/<job_id>/state")
def state(job_id: str) -> Response:
    """Tell a page that watches how far a job is, and what is decided so far."""
    job = _job(job_id)
    moves = report_words.first_moves(_partial(job, puzzle_from(job.sgf)))
    return jsonify(
        state=job.state.value,
        said=_said(job),
        decided=job.decided,
        first_moves=job.first_moves,
        moves=[{"hole": each.hole, "kind": each.kind, "mark": each.mark} for each in moves],
    )


@blueprint.post("/jobs/<job_id>/cancel")
def cancel(job_id: str) -> AnyResponse:
    """Stop a job; only who asked for it may."""
    job = _job(job_id)
    if not _mine(job):
        abort(404)
    stop_audit(session(), job)
    return redirect(url_for("jobs.show", job_id=job.id), 303)


@blueprint.get("/jobs/<job_id>/report.json")
def raw(job_id: str) -> Response:
    """Give the report of a job as `twixt audit --json` does."""
    return _json(_report_of(_job(job_id)))


@blueprint.get("/jobs/<job_id>/report.txt")
def text(job_id: str) -> Response:
    """Give the report of a job as `twixt audit` prints it."""
    return _text(_report_of(_job(job_id)))


@blueprint.get("/p/<public_id>/report")
def of_puzzle(public_id: str) -> str:
    """Show the report on a puzzle's present text, or offer to make one."""
    row = _row(public_id)
    puzzle = puzzle_from(row.sgf)
    report = latest_report(session(), row.content_hash)
    if report is None:
        asked = select(Job).where(Job.content_hash == row.content_hash, Job.state.in_(_OPEN))
        going = session().scalars(asked.order_by(Job.created.desc())).first()
        return render_template("reports/none.html", row=row, going=going, choices=SECONDS)
    return render_template(
        "reports/report.html",
        job=None,
        row=row,
        own=_own(row),
        puzzle=puzzle,
        choices=SECONDS,
        text=url_for("jobs.text_of_puzzle", public_id=public_id),
        raw=url_for("jobs.raw_of_puzzle", public_id=public_id),
        proofs=url_for("jobs.proofs_of_puzzle", public_id=public_id),
        **_report(json.loads(report.body), puzzle, whole=True),
    )


@blueprint.get("/p/<public_id>/report.json")
def raw_of_puzzle(public_id: str) -> Response:
    """Give the report on a puzzle as `twixt audit --json` does."""
    return _json(latest_report(session(), _row(public_id).content_hash))


@blueprint.get("/p/<public_id>/report.txt")
def text_of_puzzle(public_id: str) -> Response:
    """Give the report on a puzzle as `twixt audit` prints it."""
    return _text(latest_report(session(), _row(public_id).content_hash))


@blueprint.get("/jobs/<job_id>/certificates.zip")
@limiter.limit(PROOFS_RATE)
def proofs(job_id: str) -> Response:
    """Hand out the proofs behind the report of a job."""
    job = _job(job_id)
    return certificates(_report_of(job), job.sgf, f"report-{job_id}")


@blueprint.get("/p/<public_id>/certificates.zip")
@limiter.limit(PROOFS_RATE)
def proofs_of_puzzle(public_id: str) -> Response:
    """Hand out the proofs behind the report on a puzzle."""
    row = _row(public_id)
    return certificates(latest_report(session(), row.content_hash), row.sgf, public_id)


def certificates(report: Report | None, sgf: str, name: str) -> Response:
    """Return the proofs behind a report on a text in an archive; status 404 when there are none."""
    if report is None:
        abort(404, "There is no report yet.")
    puzzle = puzzle_from(sgf)
    kept = current_app.extensions["solver"].proofs(puzzle, json.loads(report.body))
    packed = archive(name, puzzle, kept) or abort(404, "No proof behind this report is kept here.")
    response = Response(packed, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _report(record: Mapping[str, Any], puzzle: Puzzle, *, whole: bool) -> dict[str, Any]:
    """Return what the templates need of a record, or of a part of one."""
    moves = list(report_words.first_moves(record))
    kinds = [kind for kind in report_words.KINDS if any(move.kind == kind for move in moves)]
    marks = {parse_hole(move.hole): Mark(move.mark, move.kind) for move in moves}
    found = {
        "moves": moves,
        "board": page_map(puzzle.position, "Board with what each first move is", marks),
        "meanings": report_words.KINDS,
        "marks": report_words.MARKS,
        "kinds": kinds,
    }
    if whole:
        told = [each for each in facts(record) if each[0] not in _IN_TABLE]
        found |= {
            "record": record,
            "sentence": report_words.sentence(record),
            "facts": told,
            "badge": report_words.badge(record["verdict"]),
            "proved": current_app.extensions["solver"].has_proofs(puzzle),
        }
    return found


def _partial(job: Job, puzzle: Puzzle) -> Mapping[str, Any]:
    """Return what a job has decided so far: nothing, as long as it has not told."""
    if job.partial:
        found: dict[str, Any] = json.loads(job.partial)
        return found
    claim = claim_of(puzzle)
    if puzzle.position.to_move is not claim.prover:
        return {"moves": []}
    nothing: dict[str, Any] = {"kind": "undecided", "line": [], "pegs": None, "replies": None}
    holes = puzzle.position.open_holes(claim.prover)
    return {"moves": [{"hole": hole_text(hole).lower()} | nothing for hole in holes]}


def _said(job: Job) -> str:
    """Say how far a job is that goes on."""
    if job.cancel:
        return "Stopping. What is decided by then is kept."
    if job.state is not JobState.QUEUED:
        if job.decided:
            return f"{job.decided} of {job.first_moves} first moves are decided."
        return "Looking for a proof of the claim."
    if kept("queue", lambda: bool(current_app.extensions["queue"].answers)):
        waits = "Waiting for a free place."
    else:
        waits = "Waiting: checks cannot be begun just now. It begins by itself when they can."
    return f"{waits} You may leave this page and come back."


def _job(job_id: str) -> Job:
    return session().get(Job, job_id) or abort(404)


def _row(public_id: str) -> PuzzleRow:
    query = select(PuzzleRow).where(PuzzleRow.public_id == public_id, visible_to(current_account()))
    return session().scalar(query) or abort(404)


def _own(row: PuzzleRow | None) -> bool:
    """Tell whether a puzzle belongs to who is signed in."""
    account = current_account()
    return row is not None and account is not None and row.collection.owner_id == account.id


def _mine(job: Job) -> bool:
    """Tell whether this request comes from who asked for a job."""
    account = current_account()
    if job.account_id is not None:
        return account is not None and account.id == job.account_id
    return job.address == address_key()


def _report_of(job: Job) -> Report | None:
    return session().get(Report, job.report_id) if job.report_id else None


def _json(report: Report | None) -> Response:
    if report is None:
        abort(404)
    return Response(report.body + "\n", mimetype="application/json")


def _text(report: Report | None) -> Response:
    if report is None:
        abort(404)
    return Response(audit_text(json.loads(report.body)) + "\n", mimetype="text/plain")
