"""Checks of soundness: asked for, watched, cancelled, and what came of them."""

import json
import time
from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    after_this_request,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from sqlalchemy import select
from werkzeug.wrappers import Response as AnyResponse

from solver.errors import PuzzleFileError
from solver.game import hole_text
from solver.proof import claim_of
from solver.puzzle import Puzzle
from solver.told_report import moves_so_far
from webapp.accounts.sessions import current_account
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import is_own, puzzle_at, visible_to
from webapp.core.database import session
from webapp.core.limiter import rate_limit
from webapp.core.sentences import as_sentence
from webapp.core.timed_cache import cached
from webapp.core.uncached import uncached
from webapp.core.validated import validated
from webapp.core.visitor_address import address_key
from webapp.jobs import CapError, ask_for_audit, seconds_of, stop_audit
from webapp.models import OPEN_STATES, Account, Job, JobState, PuzzleRow
from webapp.play.gated_solver import solver_here
from webapp.reports import report_text
from webapp.reports.report_page import (
    AUDIT_SECONDS,
    certificates_response,
    json_response,
    report_parts,
    text_response,
)
from webapp.reports.report_store import report_of

__all__ = ["blueprint", "of_drawing", "submit"]

blueprint = Blueprint("jobs", __name__)

_LEFT = " The rest is for the report: replies to the tries, later moves and other rules."
"""What a check still does when all first moves are decided."""


def submit(sgf: str, seconds: float, account: Account | None) -> Job:
    """Return the job of an audit that this request asks for. See `ask_for_audit`."""
    return ask_for_audit(
        session(),
        current_app.extensions["queue"],
        sgf,
        seconds,
        account=account.id if account else None,
        address=address_key(),
        has_proofs=solver_here().has_proofs(puzzle_from(sgf)),
    )


@blueprint.app_template_global()
def of_drawing() -> dict[str, Any]:
    """Return what an address of a check says of the drawing: which puzzle it changes (`edit`), or
    the `tags` of a new one.

    The text does not tell, and others with the same text may share the check.
    """
    return {name: list(filter(str.strip, request.args.getlist(name))) for name in ("edit", "tags")}


@blueprint.post("/jobs")
@rate_limit("ask for an audit")
def ask() -> AnyResponse | tuple[str, int]:
    """Ask for a check of a stored puzzle (`puzzle`, its public id) or of a text (`sgf`)."""
    if public_id := request.form.get("puzzle"):
        sgf = puzzle_at(public_id).sgf
    else:
        # A form ends each line with CR LF; it would be a text that no puzzle has.
        sgf = request.form.get("sgf", "").replace("\r\n", "\n")
    try:
        job = submit(sgf, seconds_of(request.form.get("seconds", 60)), current_account())
    except CapError as error:
        return render_template("error.html", title="Too many checks", message=str(error)), 429
    except PuzzleFileError as error:
        message = as_sentence("; ".join(finding.message for finding in error.findings))
        return render_template("error.html", title="Not a puzzle", message=message), 422
    except ValueError as error:
        return render_template("error.html", title="Not possible", message=f"{error}."), 422
    return redirect(url_for("jobs.show", job_id=job.id, **of_drawing()), 303)


@blueprint.get("/jobs/<job_id>")
def show(job_id: str) -> str:
    """Show how far a job is, or what came of it."""
    job = _job(job_id)
    puzzle = puzzle_from(job.sgf)
    report = report_of(session(), job)
    record = json.loads(report.body) if report else _partial(job, puzzle)
    query = select(PuzzleRow).where(
        PuzzleRow.content_hash == job.content_hash, visible_to(current_account())
    )
    rows = session().scalars(query.order_by(PuzzleRow.id)).all()
    edited = select(PuzzleRow).where(PuzzleRow.public_id == request.args.get("edit"))
    edits = is_own(session().scalar(edited))
    if edits:
        # That one is published from here and no twin; none, while it is stored with another text.
        rows = [each for each in rows if each.public_id == request.args["edit"]]
    # One's own first: it can be published from here.
    row = next(iter(sorted(rows, key=lambda each: not is_own(each))), None)
    return render_template(
        "reports/report.html" if report else "jobs/job.html",
        job=job,
        row=row,
        own=is_own(row),
        edits=edits,
        puzzle=puzzle,
        open=job.state in OPEN_STATES,
        said=_said(job),
        elapsed=_elapsed(job),
        mine=_mine(job),
        choices=AUDIT_SECONDS,
        text=url_for("jobs.text", job_id=job.id),
        raw=url_for("jobs.raw", job_id=job.id),
        proofs=url_for("jobs.proofs", job_id=job.id),
        **report_parts(
            record, puzzle, whole=report is not None, own=is_own(row) if row else _mine(job)
        ),
    )


@blueprint.get("/jobs/<job_id>/state")
def state(job_id: str) -> Response:
    """Tell a page that watches how far a job is, and what is decided so far, if it is new to it."""
    job = _job(job_id)
    said = _said(job)

    def make() -> bytes:
        moves = report_text.first_moves(_partial(job, puzzle_from(job.sgf)))
        answer = jsonify(
            state=job.state.value,
            said=said,
            decided=job.decided,
            first_moves=job.first_moves,
            elapsed=_elapsed(job),
            moves=[{"hole": each.hole, "kind": each.kind, "mark": each.mark} for each in moves],
        )
        return answer.get_data()

    told = (job.state.value, said, job.decided, job.first_moves, job.partial)
    return validated(told, make, "application/json", cache="no-store")


@blueprint.post("/jobs/<job_id>/cancel")
def cancel(job_id: str) -> AnyResponse:
    """Stop a job; only who asked for it may."""
    job = _job(job_id)
    if not _mine(job):
        abort(404)
    stop_audit(session(), job)
    return redirect(url_for("jobs.show", job_id=job.id, **of_drawing()), 303)


@blueprint.get("/jobs/<job_id>/report.json")
def raw(job_id: str) -> Response:
    """Give the report of a job as `twixt audit --json` does."""
    return json_response(report_of(session(), _job(job_id)))


@blueprint.get("/jobs/<job_id>/report.txt")
def text(job_id: str) -> Response:
    """Give the report of a job as `twixt audit` prints it."""
    return text_response(report_of(session(), _job(job_id)))


@blueprint.get("/jobs/<job_id>/certificates.zip")
@rate_limit("download certificates")
def proofs(job_id: str) -> Response:
    """Hand out the proofs behind the report of a job."""
    job = _job(job_id)
    return certificates_response(report_of(session(), job), job.sgf, f"report-{job_id}")


def _partial(job: Job, puzzle: Puzzle) -> Mapping[str, Any]:
    """Return what a job has decided so far: nothing, as long as it has not told."""
    if job.partial:
        found: dict[str, Any] = json.loads(job.partial)
        keys = {hole_text(key.peg).lower() for key in puzzle.keys if key.peg}
        return {**found, "moves": moves_so_far(found["moves"], keys)}
    claim = claim_of(puzzle)
    if puzzle.position.to_move is not claim.prover:
        return {"moves": []}
    nothing: dict[str, Any] = {"kind": "undecided", "line": [], "pegs": None, "replies": None}
    holes = puzzle.position.open_holes(claim.prover)
    return {"moves": [{"hole": hole_text(hole).lower()} | nothing for hole in holes]}


def _said(job: Job) -> str:
    """Say how far a job is that goes on."""
    if job.cancel:
        return "Stopping. The moves decided so far are kept."
    if job.state is not JobState.QUEUED:
        if job.decided:
            left = "" if job.decided < job.first_moves else _LEFT
            return f"First moves decided: {job.decided} of {job.first_moves}.{left}"
        return "Looking for a proof of the claim."
    if cached("queue", lambda: bool(current_app.extensions["queue"].answers)):
        waits = "Waiting for other checks to end."
    else:
        waits = "Waiting: checks cannot start at the moment. This one will start by itself."
    return f"{waits} You may leave this page and come back."


def _elapsed(job: Job) -> int | None:
    """Return for how many seconds a job has been running, None while it waits."""
    if job.state is not JobState.RUNNING or job.started is None:
        return None
    return max(0, int(time.time()) - job.started)


def _job(job_id: str) -> Job:
    """Return a job. No browser keeps what is answered about it: its text may be a draft."""
    after_this_request(uncached)
    return session().get(Job, job_id) or abort(404)


def _mine(job: Job) -> bool:
    """Tell whether this request comes from who asked for a job."""
    account = current_account()
    if job.account_id is not None:
        return account is not None and account.id == job.account_id
    return job.address == address_key()
