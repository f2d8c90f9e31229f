"""The embedded database: engine, sessions and migrations."""

from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import current_app, g
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.orm import Session, sessionmaker

from solver.errors import TwixtError
from solver.store import write_ahead
from webapp.core.settings import make_folder

__all__ = ["THREADS", "Database", "NewerDatabaseError", "close_session", "session"]

THREADS = 32
"""Requests that a process answers at a time. Each may hold a connection while the solver thinks."""

_IDLE = 5
"""Connections to a database server that a process keeps while it needs none."""

_MIGRATIONS = Path(__file__).parents[1] / "migrations"


class NewerDatabaseError(TwixtError):
    """Tables that a newer version of the site made; the message says what to do."""


class Database:
    """An engine and its sessions."""

    def __init__(self, url: str) -> None:
        # What was to be saved is not for logs: errors come without it.
        self.engine: Engine = create_engine(url, hide_parameters=True, **_pool(url))
        self.sessions = sessionmaker(self.engine)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _configure_sqlite)

    def migrate(self, revision: str = "head") -> None:
        """Bring the tables to a form, the present one as a rule, from nothing or an earlier one.

        Raises NewerDatabaseError, and changes nothing then; SettingError where the folder of the
        database cannot be made.
        """
        url = make_url(self.engine.url)
        if url.get_backend_name() == "sqlite" and url.database:
            make_folder("TWIXT_DATABASE", Path(url.database))
        config = _config()
        self.refuse_newer()
        with self.engine.connect() as connection:
            if self.engine.dialect.name == "sqlite":
                # It changes a table by making a new one: dropping the old would take along all
                # rows that refer to it.
                connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
                connection.commit()
            with connection.begin():
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
            if self.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA foreign_keys=ON")

    def is_current(self) -> bool:
        """Return whether the tables are those of this version."""
        return self._revision() == _known()[0]

    def refuse_newer(self) -> None:
        """Raise NewerDatabaseError when a newer version of the site made the tables."""
        found, known = self._revision(), _known()
        if found is not None and found not in known:
            raise NewerDatabaseError(
                f"the database was changed by a newer version of the site (its tables are {found}, "
                f"this version knows them up to {known[0]}): install the newer version again, or "
                "restore a backup from before the update"
            )

    def _revision(self) -> str | None:
        with self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()


def _pool(url: str) -> dict[str, Any]:
    """Return how connections are kept. Those of a server are few for all that use it: idle ones are
    closed, and one that the server has dropped is noticed before it is used."""
    if make_url(url).get_backend_name() == "sqlite":
        return {"pool_size": THREADS}
    return {"pool_size": _IDLE, "max_overflow": THREADS - _IDLE, "pool_pre_ping": True}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


@cache
def _known() -> tuple[str, ...]:
    """Return the forms of the tables that this version knows, the present one first."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(each.revision for each in scripts.walk_revisions())


_WAIT = 5.0
"""Seconds that a writer waits for another one."""


def _configure_sqlite(connection: Any, _record: object) -> None:
    # Readers go on while one writes; a second writer waits.
    write_ahead(connection, _WAIT)
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={_WAIT * 1000:.0f}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def close_session(_error: BaseException | None = None) -> None:
    """Close the session of this request, if it was used."""
    found: Session | None = g.pop("session", None)
    if found is not None:
        found.close()


def session() -> Session:
    """Return the session of this request; it is closed with the request."""
    if "session" not in g:
        database: Database = current_app.extensions["database"]
        g.session = database.sessions()
    found: Session = g.session
    return found
