"""Whether the site works and how it does, for whoever watches over it."""

import logging
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, jsonify, request
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from solver.errors import StoreError
from webapp.core.database import Database, NewerDatabaseError, session
from webapp.core.disk import has_room, locked_files
from webapp.core.limiter import limiter
from webapp.core.metrics import exposition, may_read
from webapp.models import PuzzleRow

__all__ = ["blueprint"]

_logger = logging.getLogger(__name__)

blueprint = Blueprint("health", __name__)
limiter.exempt(blueprint)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Tell that this process answers; whatever it needs may be gone."""
    return jsonify(status="ok")


@blueprint.get("/readyz")
def readyz() -> tuple[Response, int]:
    """Tell whether visitors can be served; else status 503 and what is amiss.

    On a full disk they can read, but nothing of theirs is saved: that is status 503, too.

    Without the queue, or the counters of limits, they are served all the same: what is amiss is
    told, with status 200.
    """
    database: Database = current_app.extensions["database"]
    store = current_app.extensions["store"]
    try:
        if not database.is_current():
            database.refuse_newer()
            return jsonify(status="tables of an older version: run python -m webapp.prepare"), 503
        found = {"puzzles": session().scalar(select(func.count()).select_from(PuzzleRow))}
        if store is not None:
            found["proofs"] = store.proofs
    except NewerDatabaseError as error:
        return jsonify(status=str(error)), 503
    except SQLAlchemyError as error:
        return jsonify(status=_trouble(database, error)), 503
    except StoreError as error:
        return jsonify(status=f"no verdict store: {error}"), 503
    files, proofs = _files(database)
    if not has_room(file.parent for file in files + proofs):
        status = "the disk is full, or cannot be written: nothing is saved; pages can be read"
        return jsonify(found | {"status": status}), 503
    if locked := locked_files(files):
        status = f"{locked}; nothing is saved; pages can be read"
        return jsonify(found | {"status": status}), 503
    amiss = []
    if locked := locked_files(proofs):
        amiss.append(f"{locked}: no new proofs are kept")
    if not current_app.extensions["queue"].answers:
        amiss.append("no queue: audits wait until it is back")
    if limiter.enabled and not limiter.storage.check():
        amiss.append("no counters: each process limits for itself")
    return jsonify(found | {"status": "; ".join(amiss) or "ok"}), 200


def _trouble(database: Database, error: SQLAlchemyError) -> str:
    """Say what is amiss with a database that does not answer."""
    file = database.engine.url.database
    if database.engine.dialect.name == "sqlite" and file and not Path(file).exists():
        return "no database: run python -m webapp.prepare"
    # Not to everybody: a server's words tell where it is.
    _logger.error("the database cannot be reached: %s", getattr(error, "orig", None) or error)
    return "the database cannot be reached: the log says why"


def _files(database: Database) -> tuple[list[Path], list[Path]]:
    """Return the files that this process writes to: of the database, and of the verdict store."""
    file = database.engine.url.database
    has_file = database.engine.dialect.name == "sqlite" and file
    has_store = current_app.extensions["store"] is not None
    return (
        [Path(str(file))] if has_file else [],
        [Path(current_app.config["TWIXT_STORE"])] if has_store else [],
    )


@blueprint.get("/metrics")
def metrics() -> Response:
    """Show figures to Prometheus, and to nobody else."""
    if not may_read(request, current_app.config["METRICS_TOKEN"]):
        abort(404)
    return Response(exposition(session()), mimetype="text/plain; version=0.0.4")
