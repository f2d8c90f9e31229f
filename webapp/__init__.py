"""The site: browse the puzzles and play them against the solver.

Talks to `solver` through its public names only.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from solver.store import Store
from webapp.accounts import sessions as accounts
from webapp.accounts import views as account
from webapp.api import views as api
from webapp.catalog import views as browse
from webapp.core import errors, health, logs, metrics, security
from webapp.core.database import Database, close_session
from webapp.core.settings import SettingError, settings
from webapp.drawing import views as pictures
from webapp.editor import collections_views as mine
from webapp.editor import views as editor
from webapp.jobs import Queue
from webapp.jobs import views as jobs
from webapp.play import embed
from webapp.play import explain_views as explain
from webapp.play import views as puzzle
from webapp.play.answering import Judge
from webapp.play.solver_gate import Slots, Solver, judge_with, known_with, open_desk, open_store
from webapp.progress import views as profile

__all__ = ["create_app"]


def _desk(config: Mapping[str, Any]) -> tuple[Store | None, Judge, Solver]:
    """Return the verdict store, if the solver judges, and what judges and explains to visitors."""
    slots = Slots(config["SOLVER_SLOTS"])
    if config["SOLVER_JUDGE"]:
        return None, open_desk(config["SOLVER_JUDGE"], slots), Solver(None, slots)
    store = open_store(Path(config["TWIXT_STORE"]))
    judge = open_desk(judge_with(store), slots, known_with(store))
    return store, judge, Solver(store, slots)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the site; `config` overrides what the environment says.

    The database must have been made by `python -m webapp.prepare`. Raises SettingError when
    there is no secret to sign cookies with.
    """
    app = Flask(__name__)
    app.config.from_mapping(settings())
    app.config.from_mapping(config or {})
    if not app.config.get("SECRET_KEY"):
        raise SettingError(
            "TWIXT_SECRET is not set"
            if app.config["TWIXT_PRODUCTION"]
            else "there is no var/secret yet: run python -m webapp.prepare"
        )
    app.extensions["database"] = Database(app.config["TWIXT_DATABASE"])
    store, judge, solver = _desk(app.config)
    app.extensions |= {"store": store, "judge": judge, "solver": solver}
    app.extensions["queue"] = Queue(app.config["TWIXT_QUEUE"])
    app.teardown_appcontext(close_session)
    logs.install(app)
    metrics.install(app)
    security.install(app)
    accounts.install(app)
    errors.install(app)
    for blueprint in (
        browse.blueprint,
        pictures.blueprint,
        puzzle.blueprint,
        jobs.blueprint,
        explain.blueprint,
        editor.blueprint,
        mine.blueprint,
        account.blueprint,
        profile.blueprint,
        api.blueprint,
        embed.blueprint,
        health.blueprint,
    ):
        app.register_blueprint(blueprint)
    return app
