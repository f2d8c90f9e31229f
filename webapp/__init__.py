"""The site: browse the puzzles and play them against the solver.

Talks to `solver` through its public names only.
"""

from collections.abc import Mapping
from typing import Any

from flask import Flask

from webapp import errors, security
from webapp.database import Database, close_session
from webapp.desk import open_desk
from webapp.settings import SettingError, settings
from webapp.views import browse, health, puzzle

__all__ = ["create_app"]


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
    app.extensions["judge"] = open_desk(app.config["SOLVER_JUDGE"], app.config["SOLVER_SLOTS"])
    app.teardown_appcontext(close_session)
    security.install(app)
    errors.install(app)
    for blueprint in (browse.blueprint, puzzle.blueprint, health.blueprint):
        app.register_blueprint(blueprint)
    return app
