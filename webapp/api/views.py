"""The API, version 1: what `openapi.yaml` describes, and that description for people."""

import json
from typing import Any

from flask import Response, abort, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from werkzeug.exceptions import TooManyRequests

from solver.errors import PuzzleFileError
from solver.game import Side, position_values
from webapp.accounts.api_keys import bearer, required_bearer
from webapp.analysis.open_position import sgf_of
from webapp.api.request_checks import (
    blueprint,
    description,
    json_body,
    key_name,
    puzzle_row,
    reading,
    record_of,
    unreadable,
    visible_puzzles,
)
from webapp.catalog.filters import matching, read
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.core.database import session
from webapp.core.errors import FaultsError
from webapp.core.limiter import rate_limit
from webapp.jobs import LONGEST, CapError, seconds_of, stop_audit
from webapp.jobs.views import submit
from webapp.models import Attempt, Job, PuzzleRow, Report
from webapp.progress.attempts import solved
from webapp.reports.report_page import certificates_response
from webapp.reports.report_store import report_of

__all__ = ["blueprint", "description"]

_NO_JOB = "There is no such job."

PAGE = 100
"""Puzzles, or attempts, that are listed at once."""
DEFAULT_SECONDS = 60.0


@blueprint.get("/api")
def docs() -> str:
    """Show the description for people."""
    return render_template("api/api.html", api=description(), pretty=_pretty)


@blueprint.get("/api/v1/openapi.json")
@reading
def openapi() -> Response:
    """Give the description."""
    return jsonify(description())


@blueprint.get("/api/v1/puzzles")
@reading
def puzzles() -> Response:
    """List the puzzles that pass the filters, in the order in which they came."""
    filters, complaints = read(request.args)
    if complaints:
        raise FaultsError(400, ((said.partition(" ")[0], said) for said in complaints))
    query = visible_puzzles().where(PuzzleRow.id > _after()).order_by(PuzzleRow.id).limit(PAGE + 1)
    if filters.narrow:
        account = bearer() if filters.solved is None else required_bearer()
        done = PuzzleRow.id.in_(solved(account) if account else [])
        query = query.where(PuzzleRow.id.in_(matching(filters, done).order_by(None)))
    rows = session().scalars(query).all()
    more = rows[PAGE - 1].id if len(rows) > PAGE else None
    return jsonify(puzzles=[_summary(row) for row in rows[:PAGE]], next=more)


@blueprint.get("/api/v1/puzzles/<public_id>")
@reading
def puzzle(public_id: str) -> Response:
    """Give a puzzle with its position, as `twixt show --json` prints it."""
    row = puzzle_row(public_id)
    found = puzzle_from(row.sgf, privilege=True)
    values = position_values(found.position)
    if found.privilege:
        values["privilege"] = [side.value for side in Side if side in found.privilege]
    return jsonify(_summary(row) | {"sgf": row.sgf, "position": values})


@blueprint.get("/api/v1/puzzles/<public_id>/report")
@reading
def puzzle_report(public_id: str) -> Response:
    """Give the latest report on a puzzle's text."""
    return _report(puzzle_row(public_id).report)


@blueprint.get("/api/v1/puzzles/<public_id>/certificates")
@rate_limit("download certificates", key_func=key_name)
def puzzle_certificates(public_id: str) -> Response:
    """Hand out the proofs behind that report."""
    row = puzzle_row(public_id)
    return certificates_response(row.report, row.sgf, public_id)


@blueprint.post("/api/v1/jobs")
@rate_limit("ask for an audit", key_func=key_name)
def ask() -> ResponseReturnValue:
    """Ask for an audit of a text; the same text and seconds give an account the same job."""
    account, body = required_bearer(), json_body()
    seconds = body.get("seconds", DEFAULT_SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise FaultsError(400, [("seconds", "seconds must be a number.")])
    record = record_of(body)
    try:
        # A text that says it all is kept as it is: the same text gives the same job.
        whole = record.puzzle and not {"size", "rules"} & body.keys()
        job = submit(body["sgf"] if whole else sgf_of(record), seconds_of(seconds), account)
    except PuzzleFileError as error:
        raise unreadable(error) from None
    except ValueError as error:
        name = "sgf" if 1 <= seconds <= LONGEST else "seconds"
        raise FaultsError(422, [(name, f"{error}.")]) from None
    except CapError as error:
        raise TooManyRequests(str(error), retry_after=error.wait) from None
    return jsonify(_job(job)), 202, {"Location": url_for("api.job", job_id=job.id)}


@blueprint.get("/api/v1/jobs/<job_id>")
@reading
def job(job_id: str) -> Response:
    """Tell how far a job is."""
    return jsonify(_job(_found(job_id)))


@blueprint.delete("/api/v1/jobs/<job_id>")
@reading
def cancel(job_id: str) -> Response:
    """Stop a job of one's own."""
    account, found = required_bearer(), session().get(Job, job_id)
    if found is None or found.account_id != account.id:
        abort(404, _NO_JOB)
    stop_audit(session(), found)
    return jsonify(_job(found))


@blueprint.get("/api/v1/jobs/<job_id>/report")
@reading
def job_report(job_id: str) -> Response:
    """Give what came of a job, as `twixt audit --json` prints it."""
    return _report(report_of(session(), _found(job_id)))


@blueprint.get("/api/v1/jobs/<job_id>/certificates")
@rate_limit("download certificates", key_func=key_name)
def job_certificates(job_id: str) -> Response:
    """Hand out the proofs behind what came of a job."""
    found = _found(job_id)
    return certificates_response(report_of(session(), found), found.sgf, f"report-{job_id}")


@blueprint.get("/api/v1/attempts")
@reading
def attempts() -> Response:
    """List one's own attempts."""
    account = required_bearer()
    query = (
        select(Attempt, PuzzleRow.public_id)
        .join(PuzzleRow, Attempt.puzzle_id == PuzzleRow.id)
        .where(Attempt.account_id == account.id, Attempt.id > _after())
        .order_by(Attempt.id)
        .limit(PAGE + 1)
    )
    rows = session().execute(query).all()
    found = [
        {
            "puzzle": public_id,
            "ending": attempt.ending.value if attempt.ending else None,
            "hints": attempt.hints,
            "started": attempt.started,
            "ended": attempt.ended,
            "rating": attempt.rating_after,
        }
        for attempt, public_id in rows[:PAGE]
    ]
    return jsonify(attempts=found, next=rows[PAGE - 1][0].id if len(rows) > PAGE else None)


def _after() -> int:
    text = request.args.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise FaultsError(400, [("after", "after must be a number: `next` of the page before.")])
    return int(text)


def _report(report: Report | None) -> Response:
    if report is None:
        abort(404, "There is no report yet.")
    return Response(report.body, mimetype="application/json")


def _summary(row: PuzzleRow) -> dict[str, Any]:
    return {
        "id": row.public_id,
        "title": row.title,
        "author": row.author,
        "collection": row.collection.slug,
        "goal": row.goal.name.lower(),
        "to_move": row.side.value,
        "ruleset": row.ruleset.value,
        "columns": row.columns,
        "rows": row.rows,
        "soundness": row.soundness.value if row.soundness else None,
        "pegs": row.pegs,
        "difficulty": row.difficulty,
        "rating": round(row.rating),
        "revision": row.revision,
        "content_hash": row.content_hash,
        "url": url_for("puzzle.show", public_id=row.public_id),
    }


def _found(job_id: str) -> Job:
    return session().get(Job, job_id) or abort(404, _NO_JOB)


def _job(found: Job) -> dict[str, Any]:
    done = found.report_id is not None
    return {
        "id": found.id,
        "content_hash": found.content_hash,
        "seconds": found.seconds,
        "state": found.state.value,
        "decided": found.decided,
        "first_moves": found.first_moves,
        "message": found.message,
        "report": url_for("api.job_report", job_id=found.id) if done else None,
    }


def _pretty(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
