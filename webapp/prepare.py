"""Make the site ready to start: `python -m webapp.prepare [PUZZLES]`. Safe to run again.

PUZZLES is the folder of the collections, the shipped ones unless it is named.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from inspect import getfile
from pathlib import Path
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from solver.errors import TwixtError
from solver.export import export
from solver.files import COLLECTION_FILE, PROOFS_FILE, SHIPPED
from webapp.catalog.shipped_collections import load
from webapp.core.database import Database
from webapp.core.disk import has_room, locked_files
from webapp.core.rate_counters import FileStorage, counters_at
from webapp.core.settings import VAR, SettingError, make_secret, settings
from webapp.jobs import Queue
from webapp.play.gated_solver import open_store

__all__ = ["prepare", "write_export"]


def prepare(puzzles: Path, url: str) -> int:
    """Migrate the database, load the shipped puzzles; return how many puzzles changed."""
    database = Database(url)
    database.migrate()
    with database.sessions() as session:
        changed = load(session, puzzles)
    database.engine.dispose()
    return changed


def write_export(puzzles: Path, path: Path) -> None:
    """Write all shipped puzzles as one file to download, unless it was made of these very ones.

    It bears the time of the newest file that it is made of; beside it stands what those were.
    """
    sources = [Path(getfile(export))]
    # Not the proofs, nor the folders: to open a store makes files beside it and removes them.
    sources += sorted(puzzles.glob("*/*"))
    found = {f: f.stat() for f in sources if not f.name.startswith(PROOFS_FILE)}
    newest = max(about.st_mtime_ns for about in found.values())
    made_of = "".join(f"{file} {about.st_mtime_ns}\n" for file, about in found.items())
    note = path.with_suffix(".sources")
    if path.is_file() and note.is_file() and note.read_text(encoding="utf-8") == made_of:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(export(puzzles))
    os.utime(part, ns=(newest, newest))
    part.replace(path)  # who downloads the old one keeps it
    note.write_text(made_of, encoding="utf-8")


def _writable(folder: Path) -> bool:
    """Return whether there is room in a folder, which is made if it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return has_room([folder])


def _files(found: Mapping[str, Any]) -> Iterator[Path]:
    """Yield the files that a site with these settings writes to."""
    url = make_url(found["TWIXT_DATABASE"])
    if url.get_backend_name() == "sqlite" and url.database:
        yield Path(url.database)
    yield Path(found["TWIXT_STORE"])
    if "://" not in found["TWIXT_QUEUE"]:
        yield Path(found["TWIXT_QUEUE"])


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    folder = Path(arguments[0]) if arguments else SHIPPED
    if not folder.is_dir():
        print(f"{folder} is no folder: name the folder of the collections", file=sys.stderr)
        return 2
    if not any(folder.glob(f"*/{COLLECTION_FILE}")):
        print(f"no collections in {folder}: name the folder of their folders", file=sys.stderr)
        return 2
    if not _writable(VAR):
        print(
            f"nothing can be written to {VAR.absolute()}: make the disk writable and free some "
            "space, or start in another folder",
            file=sys.stderr,
        )
        return 2
    try:
        make_secret()
        found = settings()
        Queue(found["TWIXT_QUEUE"])  # says what is missing
        limits = counters_at(found["RATELIMIT_STORAGE_URI"])
        if isinstance(limits, FileStorage) and not limits.check():
            raise SettingError("TWIXT_LIMITS cannot be used: its file cannot be written")
        if locked := locked_files(_files(found)):
            raise SettingError(locked)
        with open_store(Path(found["TWIXT_STORE"])) as store:  # either may refuse, unchanged
            changed = prepare(folder, found["TWIXT_DATABASE"])
            for proofs in sorted(folder.glob(f"*/{PROOFS_FILE}")):
                store.add_all(proofs)
        write_export(folder, Path(found["EXPORT"]))
    except (SettingError, TwixtError) as error:
        print(error, file=sys.stderr)
        return 2
    except SQLAlchemyError as error:
        print(f"the database cannot be used: {error.__cause__ or error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"the site cannot be prepared: {error}", file=sys.stderr)
        return 2
    if changed:
        print(f"Puzzles loaded or changed: {changed}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
