"""The site put together from its parts: what `webapp.create_app` returns."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

import webapp.accounts.views
import webapp.analysis.views
import webapp.api.judge_views
import webapp.api.review_views
import webapp.api.views
import webapp.catalog.answer_views
import webapp.catalog.booklet_views
import webapp.catalog.course_views
import webapp.catalog.daily_views
import webapp.catalog.download_views
import webapp.catalog.run_views
import webapp.catalog.views
import webapp.editor.collections_views
import webapp.editor.views
import webapp.jobs.views
import webapp.pictures.views
import webapp.play.embed_views
import webapp.play.explain_views
import webapp.play.views
import webapp.progress.views
import webapp.repairs.views
import webapp.reports.views
import webapp.review.views
from solver.plurals import counted
from webapp.accounts import cpu_budget, sessions, sign_in_pace
from webapp.core import (
    errors,
    health,
    limiter,
    logs,
    metrics,
    preloads,
    security,
    sentences,
    static_files,
)
from webapp.core.database import Database, close_session
from webapp.core.settings import SettingError, check_secret, settings
from webapp.jobs import Queue
from webapp.play.gated_solver import GatedSolver, open_store
from webapp.play.privilege import turn_judge
from webapp.play.remembering_judge import judge_known_by, judge_with, remembering_judge
from webapp.play.search_gate import SearchGate

__all__ = ["make_site"]


def make_site(config: Mapping[str, Any] | None) -> Flask:
    """Return the site; see `webapp.create_app`."""
    app = Flask("webapp", static_folder=None)
    app.config.from_mapping(settings())
    app.config.from_mapping(config or {})
    if app.config["TWIXT_PRODUCTION"]:
        check_secret(app.config.get("SECRET_KEY"))
    elif not app.config.get("SECRET_KEY"):
        raise SettingError("there is no var/secret yet: run python -m webapp.prepare")
    app.extensions["database"] = Database(app.config["TWIXT_DATABASE"])
    _install_solver(app)
    app.extensions["queue"] = Queue(app.config["TWIXT_QUEUE"])
    app.teardown_appcontext(close_session)
    app.jinja_env.globals |= {"sentences": sentences, "counted": counted}
    preloads.install(app)
    static_files.install(app)
    # What was not read to its end is refused after the budget, which it counts for, and before the
    # protection against forgery, which would look for its token in the body.
    for part in (logs, metrics, cpu_budget, errors, security, limiter, sessions, sign_in_pace):
        part.install(app)
    for blueprint in (
        webapp.accounts.views.blueprint,
        webapp.analysis.views.blueprint,
        webapp.api.views.blueprint,
        webapp.catalog.course_views.blueprint,
        webapp.catalog.daily_views.blueprint,
        webapp.catalog.answer_views.blueprint,
        webapp.catalog.booklet_views.blueprint,
        webapp.catalog.download_views.blueprint,
        webapp.catalog.run_views.blueprint,
        webapp.catalog.views.blueprint,
        webapp.editor.collections_views.blueprint,
        webapp.editor.views.blueprint,
        webapp.jobs.views.blueprint,
        webapp.pictures.views.blueprint,
        webapp.play.explain_views.blueprint,
        webapp.play.embed_views.blueprint,
        webapp.play.views.blueprint,
        webapp.progress.views.blueprint,
        webapp.repairs.views.blueprint,
        webapp.reports.views.blueprint,
        webapp.review.views.blueprint,
        health.blueprint,
    ):
        app.register_blueprint(blueprint)
    return app


def _install_solver(app: Flask) -> None:
    """Give an app the verdict store, the judge of moves, and the solver for all else."""
    gate = SearchGate(app.config["SOLVER_SLOTS"])
    store = None
    if app.config["SOLVER_JUDGE"]:
        judge = remembering_judge(app.config["SOLVER_JUDGE"], gate)
    else:
        store = open_store(Path(app.config["TWIXT_STORE"]), app.config["STORE_BYTES"])
        judge = remembering_judge(judge_with(store), gate, judge_known_by(store))
    app.extensions |= {
        "store": store,
        "judge": judge,
        "turn judge": turn_judge(gate),
        "solver": GatedSolver(store, gate, app.config["SOLVER_LIMITS"]),
    }
