"""The API, version 1: what `openapi.yaml` describes, and that description for people."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlalchemy import Select, select
from sqlalchemy.orm import selectinload

from solver.answers import MoveReport, move_report_json
from solver.errors import PuzzleFileError
from solver.game import position_values
from solver.proof import claim_of
from webapp.accounts.api_keys import bearer, required_bearer
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import visible_to
from webapp.core.database import session
from webapp.core.errors import RefusedError
from webapp.core.limiter import rate_limit
from webapp.core.security import csrf
from webapp.core.visitor_address import address
from webapp.jobs import CapError, stop_audit
from webapp.jobs.views import submit
from webapp.models import Attempt, Collection, Job, PuzzleRow, Report
from webapp.play.lines import move_in, played
from webapp.play.request_body import line_from, move_from
from webapp.reports.report_page import certificates_response

__all__ = ["blueprint", "description"]

blueprint = Blueprint("api", __name__)
# It reads no cookies, so that there is nothing to forge: see `webapp.accounts.api_keys.bearer`.
csrf.exempt(blueprint)

PAGE = 100
"""Puzzles, or attempts, that are listed at once."""
DEFAULT_SECONDS = 60.0

_FILE = Path(__file__).with_name("openapi.yaml")
_SCHEMAS = Path(__file__).parents[2] / "solver" / "schemas"


def _key() -> str:
    account = bearer()
    return f"account {account.id}" if account else address()


_reading = rate_limit("read the API", key_func=_key)
_asking = rate_limit("ask the solver", key_func=_key)


@lru_cache
def description() -> dict[str, Any]:
    """Return the OpenAPI description, with the schemas of what `twixt` prints."""
    found: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    for name in ("judge", "audit"):
        text = (_SCHEMAS / f"{name}.json").read_text(encoding="utf-8")
        # Its definitions become schemas of the description.
        schema = json.loads(text.replace("#/$defs/", f"#/components/schemas/{name}_"))
        del schema["$schema"]
        parts = {f"{name}_{part}": told for part, told in schema.pop("$defs").items()}
        found["components"]["schemas"] |= {name: schema} | parts
    return found


@blueprint.get("/api")
def docs() -> str:
    """Show the description for people."""
    return render_template("api/api.html", api=description(), pretty=_pretty)


@blueprint.get("/api/v1/openapi.json")
@_reading
def openapi() -> Response:
    """Give the description."""
    return jsonify(description())


@blueprint.get("/api/v1/puzzles")
@_reading
def puzzles() -> Response:
    """List puzzles, in the order in which they came."""
    query = _visible().where(PuzzleRow.id > _after()).order_by(PuzzleRow.id).limit(PAGE)
    if slug := request.args.get("collection"):
        query = query.where(PuzzleRow.collection.has(Collection.slug == slug))
    rows = session().scalars(query).all()
    more = rows[-1].id if len(rows) == PAGE else None
    return jsonify(puzzles=[_summary(row) for row in rows], next=more)


@blueprint.get("/api/v1/puzzles/<public_id>")
@_reading
def puzzle(public_id: str) -> Response:
    """Give a puzzle with its position, as `twixt show --json` prints it."""
    row = _row(public_id)
    position = puzzle_from(row.sgf).position
    return jsonify(_summary(row) | {"sgf": row.sgf, "position": position_values(position)})


@blueprint.post("/api/v1/puzzles/<public_id>/judge")
@_asking
def judge(public_id: str) -> Response:
    """Judge a move, as `twixt judge --json` does."""
    required_bearer()
    row, body = _row(public_id), _body()
    stored = puzzle_from(row.sgf)
    claim = claim_of(stored)
    line, before = played(stored.position, line_from({"line": body.get("after", [])}))
    if before.to_move is not claim.prover:
        raise RefusedError(
            f"{before.to_move.value} is to move here: `after` takes both sides' moves"
        )
    move = move_in(before, move_from(body.get("move")))
    limits = current_app.config["SOLVER_LIMITS"]
    judged = current_app.extensions["judge"](stored.position, line, move, claim, limits)
    count = current_app.extensions["solver"].count
    said = MoveReport.of(row.title, stored, line, move, judged, count)
    return Response(move_report_json(said, f"{row.slug}.sgf"), mimetype="application/json")


@blueprint.get("/api/v1/puzzles/<public_id>/report")
@_reading
def puzzle_report(public_id: str) -> Response:
    """Give the latest report on a puzzle's text."""
    return _report(_row(public_id).report)


@blueprint.get("/api/v1/puzzles/<public_id>/certificates")
@rate_limit("download certificates", key_func=_key)
def puzzle_certificates(public_id: str) -> Response:
    """Hand out the proofs behind that report."""
    row = _row(public_id)
    return certificates_response(row.report, row.sgf, public_id)


@blueprint.post("/api/v1/jobs")
@rate_limit("ask for an audit", key_func=_key)
def ask() -> ResponseReturnValue:
    """Ask for an audit of a text; the same text and seconds give the same job."""
    account, body = required_bearer(), _body()
    sgf, seconds = body.get("sgf"), body.get("seconds", DEFAULT_SECONDS)
    if (
        not isinstance(sgf, str)
        or isinstance(seconds, bool)
        or not isinstance(seconds, int | float)
    ):
        abort(400, "Send an object with sgf, a text, and seconds, a number.")
    try:
        job = submit(sgf, float(seconds), account)
    except PuzzleFileError as error:
        abort(422, "; ".join(finding.text() for finding in error.findings))
    except ValueError as error:
        abort(422, f"{error}.")
    except CapError as error:
        abort(429, str(error))
    return jsonify(_job(job)), 202, {"Location": url_for("api.job", job_id=job.id)}


@blueprint.get("/api/v1/jobs/<job_id>")
@_reading
def job(job_id: str) -> Response:
    """Tell how far a job is."""
    return jsonify(_job(session().get(Job, job_id) or abort(404)))


@blueprint.delete("/api/v1/jobs/<job_id>")
@_reading
def cancel(job_id: str) -> Response:
    """Stop a job of one's own."""
    account, found = required_bearer(), session().get(Job, job_id)
    if found is None or found.account_id != account.id:
        abort(404)
    stop_audit(session(), found)
    return jsonify(_job(found))


@blueprint.get("/api/v1/jobs/<job_id>/report")
@_reading
def job_report(job_id: str) -> Response:
    """Give what came of a job, as `twixt audit --json` prints it."""
    found = session().get(Job, job_id) or abort(404)
    return _report(session().get(Report, found.report_id) if found.report_id else None)


@blueprint.get("/api/v1/jobs/<job_id>/certificates")
@rate_limit("download certificates", key_func=_key)
def job_certificates(job_id: str) -> Response:
    """Hand out the proofs behind what came of a job."""
    found = session().get(Job, job_id) or abort(404)
    report = session().get(Report, found.report_id) if found.report_id else None
    return certificates_response(report, found.sgf, f"report-{job_id}")


@blueprint.get("/api/v1/attempts")
@_reading
def attempts() -> Response:
    """List one's own attempts."""
    account = required_bearer()
    query = (
        select(Attempt, PuzzleRow.public_id)
        .join(PuzzleRow, Attempt.puzzle_id == PuzzleRow.id)
        .where(Attempt.account_id == account.id, Attempt.id > _after())
        .order_by(Attempt.id)
        .limit(PAGE)
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
        for attempt, public_id in rows
    ]
    return jsonify(attempts=found, next=rows[-1][0].id if len(rows) == PAGE else None)


@blueprint.route("/api/v1/", defaults={"rest": ""}, methods=["GET", "POST", "PUT", "DELETE"])
@blueprint.route("/api/v1/<path:rest>", methods=["GET", "POST", "PUT", "DELETE"])
def nothing(rest: str) -> Response:
    """Answer every other address."""
    abort(404, f"There is nothing at /api/v1/{rest[:80]}; /api lists what there is.")


def _visible() -> Select[PuzzleRow]:
    query = select(PuzzleRow).where(visible_to(bearer()))
    return query.options(selectinload(PuzzleRow.collection))


def _row(public_id: str) -> PuzzleRow:
    found = session().scalar(_visible().where(PuzzleRow.public_id == public_id))
    return found or abort(404, "There is no such puzzle.")


def _body() -> dict[str, Any]:
    found: Any = request.get_json()
    return found if isinstance(found, dict) else abort(400, "Send a JSON object.")


def _after() -> int:
    text = request.args.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        abort(400, "after is a number: `next` of the page before.")
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
