"""The embedded database: engine, sessions and migrations."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from flask import current_app, g
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.orm import Session, sessionmaker

__all__ = ["Database", "close_session", "session"]

_MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """An engine and its sessions."""

    def __init__(self, url: str) -> None:
        self.engine: Engine = create_engine(url)
        self.sessions = sessionmaker(self.engine)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _configure_sqlite)

    def migrate(self) -> None:
        """Bring the tables to the present form, from nothing or from any earlier form."""
        url = make_url(self.engine.url)
        if url.get_backend_name() == "sqlite" and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _configure_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # Readers go on while one writes; a second writer waits this many milliseconds.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA busy_timeout=5000")
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
