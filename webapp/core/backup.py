"""Database and verdict store in one archive, and back: `twixt backup FILE`, `twixt restore FILE`.

Both work while the site runs. The archive is a ZIP file of the two SQLite files and a
`backup.json` with the SHA-256 of each. It holds neither the secret nor the queue of jobs.
"""

import hashlib
import json
import lzma
import os
import secrets
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import click
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from solver import __version__
from solver.cli.common import GivenPath
from solver.errors import StoreError
from solver.store import Store
from webapp.core.command_error import CommandError
from webapp.core.database import Database, NewerDatabaseError
from webapp.core.disk import locked_files
from webapp.core.settings import SettingError, settings

__all__ = ["BackupError", "backup", "read_archive", "restore", "write_archive"]

_ABOUT = "backup.json"
_DATABASE, _STORE = "twixt.sqlite", "verdicts.sqlite"
_PARTS = ("", "-wal", "-shm", "-journal")
"""Ends of the names of the files that SQLite keeps for one database."""
_DAMAGED = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
_PATIENCE = 60.0
"""Seconds to wait for whoever writes to a file."""
_LONGEST_ABOUT = 1 << 16
"""Bytes of `backup.json` that are read."""


class BackupError(Exception):
    """An archive cannot be written or used; the message says why."""


def write_archive(archive: Path, files: dict[str, Path]) -> None:
    """Copy SQLite files, as they are at one moment each, into an archive under their names.

    The archive is there as a whole or not at all, and none of the files. Raises BackupError.
    """
    if archive.resolve() in {
        Path(f"{file}{part}").resolve() for file in files.values() for part in _PARTS
    }:
        raise BackupError(f"{archive} is part of what is backed up: name another file to write")
    if not archive.absolute().parent.is_dir():
        raise BackupError(f"{archive} cannot be written: its folder does not exist")
    if archive.is_symlink() or (archive.exists() and not (archive.is_file() or archive.is_dir())):
        raise BackupError(f"{archive} is no regular file: name another file to write")
    partial = archive.with_name(f".{secrets.token_hex(8)}.partial")
    try:
        with tempfile.TemporaryDirectory(prefix="twixt-backup-") as folder:
            copies = {name: Path(folder, name) for name in files}
            for name, file in files.items():
                if not file.is_file():
                    raise BackupError(f"{file} is not there: nothing to back up")
                try:
                    _copy(file, copies[name])
                except sqlite3.Error as error:
                    raise BackupError(f"{file} cannot be copied: {error}") from None
            about = {
                "version": __version__,
                "made": datetime.now(UTC).isoformat(timespec="seconds"),
                "sha256": {name: _sha256(copy) for name, copy in copies.items()},
            }
            # It holds hashes of passwords: nobody else may read it.
            partial.touch(0o600)
            with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as written:
                written.writestr(_ABOUT, json.dumps(about, indent=2))
                for name, copy in copies.items():
                    written.write(copy, name)
        os.replace(partial, archive)
    except OSError as error:
        raise BackupError(f"{archive} cannot be written: {error.strerror or error}") from None
    finally:
        partial.unlink(missing_ok=True)


def read_archive(archive: Path, files: dict[str, Path]) -> list[Path]:
    """Put what an archive holds into the files with its names, made anew where they are missing.

    Everything is checked, the database brought to this version, and each file tried, before the
    first file changes. Files that are damaged are moved aside: returns where to.
    Raises BackupError, which names what is restored already if something is.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="twixt-restore-") as folder:
            copies = {name: Path(folder, name) for name in files}
            _unpack(archive, copies, files)
            for name, make in _MAKERS.items():
                if name in copies:
                    _check_tables(name, copies[name], make)
            damaged = [file for file in files.values() if _is_damaged(file)]
            aside = [_move_aside(file) for file in damaged]
            done = list[str]()
            for name, copy in copies.items():
                try:
                    _copy(copy, files[name])
                except sqlite3.Error as error:
                    already = f"; {' and '.join(done)} is restored already" if done else ""
                    moved = (
                        f"; damaged files are kept: {' and '.join(map(str, aside))}"
                        if aside
                        else ""
                    )
                    raise BackupError(
                        f"{files[name]} cannot be overwritten: {error}{already}{moved}"
                    ) from None
                done.append(str(files[name]))
            return aside
    except (
        OSError,
        sqlite3.Error,
        SQLAlchemyError,
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        RuntimeError,  # a password is asked for, or a way of packing that is not known
        EOFError,
        ValueError,
        KeyError,
    ) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BackupError(f"{archive} cannot be restored: {reason}") from None


def _unpack(archive: Path, copies: dict[str, Path], files: dict[str, Path]) -> None:
    """Unpack and check what goes to `files`. Raises BackupError, among others."""
    with zipfile.ZipFile(archive) as packed:
        sums = _sums(packed)
        _check_room(packed, copies, files)
        for name, copy in copies.items():
            with packed.open(name) as source, copy.open("wb") as target:
                while block := source.read(1 << 20):
                    target.write(block)
            if _sha256(copy) != sums.get(name):
                raise BackupError(f"{archive} is damaged: {name} is not what was put in")
            with closing(sqlite3.connect(copy)) as database:
                (found,) = database.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise BackupError(f"{archive} is damaged: {name}: {found}")


def _sums(packed: zipfile.ZipFile) -> dict[str, object]:
    """Return the checksums that an archive names. Raises ValueError."""
    with packed.open(_ABOUT) as stream:
        text = stream.read(_LONGEST_ABOUT + 1)
    if len(text) > _LONGEST_ABOUT:
        raise ValueError(f"{_ABOUT} is longer than {_LONGEST_ABOUT:,} bytes")
    try:
        about = json.loads(text)
    except RecursionError:
        raise ValueError(f"{_ABOUT} is nested too deeply") from None
    sums = about.get("sha256") if isinstance(about, dict) else None
    if not isinstance(sums, dict):
        raise ValueError(f"{_ABOUT} names no checksums")
    return sums


def _check_room(packed: zipfile.ZipFile, copies: dict[str, Path], files: dict[str, Path]) -> None:
    """Raise BackupError where files have less room than they say they need."""
    sizes = {name: packed.getinfo(name).file_size for name in files}
    for place, size in [
        *((copy.parent, sum(sizes.values())) for copy in copies.values()),
        *((_nearest(file.parent), sizes[name]) for name, file in files.items()),
    ]:
        free = shutil.disk_usage(place).free
        if size > free:
            raise BackupError(f"{place} has {free:,} bytes free, and {size:,} are needed")


def _nearest(folder: Path) -> Path:
    """Return a folder, or the first one above it that is there."""
    folder = folder.absolute()
    return next(each for each in (folder, *folder.parents) if each.is_dir())


def _check_tables(name: str, copy: Path, make: Callable[[Path], None]) -> None:
    """Bring a file to this version, and raise BackupError if a new one has other tables."""
    if not _schema(copy):
        raise BackupError(f"{name} is empty")
    new = copy.with_name(f"new-{name}")
    make(new)
    known = _schema(new)
    # Nothing of this site acts by itself; what does would act while the file is brought up to date.
    foreign = {kind for kind, *_ in _schema(copy)} - {kind for kind, *_ in known}
    if not foreign:
        make(copy)
        foreign = {each[1] for each in _schema(copy) ^ known}
    if foreign:
        raise BackupError(f"{name} is not of this site: {', '.join(sorted(foreign))} differs")


def _schema(file: Path) -> set[tuple[str, ...]]:
    """Return what is in an SQLite file: kind and name of each object, and the columns it has."""
    with closing(sqlite3.connect(file)) as database:
        found = database.execute(
            "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        ).fetchall()
        columns = "SELECT name FROM pragma_table_xinfo(?) ORDER BY name"
        return {
            (kind, name, *(column for (column,) in database.execute(columns, [name])))
            for kind, name in found
        }


def _migrate(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    try:
        database.migrate()
    except NewerDatabaseError as error:
        raise BackupError(str(error)) from None
    finally:
        database.engine.dispose()


def _open_store(file: Path) -> None:
    try:
        Store(file).close()
    except StoreError as error:
        raise BackupError(str(error)) from None


_MAKERS = {_DATABASE: _migrate, _STORE: _open_store}
"""What makes a file, or brings it to this version."""


def _is_damaged(file: Path) -> bool:
    """Return whether a file is no database any more, so that none can be copied into it.

    Raises BackupError for one that cannot be written, and leaves all as it was.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    was_there = file.exists()
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)) as tried:
            tried.execute("BEGIN IMMEDIATE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname in _DAMAGED:
            return True
        raise BackupError(f"{file} cannot be overwritten: {error}") from None
    finally:
        if not was_there:
            file.unlink(missing_ok=True)
    # SQLite begins a change of a file that may only be read, and fails later.
    if locked := locked_files([file]):
        raise BackupError(locked)
    return False


def _move_aside(file: Path) -> Path:
    """Give a file, with what SQLite keeps beside it, a name that is free; return that."""
    free = file.with_name(f"{file.name}.damaged")
    number = 1
    while free.exists():
        number += 1
        free = file.with_name(f"{file.name}.damaged{number}")
    for part in _PARTS:
        with suppress(FileNotFoundError):
            Path(f"{file}{part}").rename(f"{free}{part}")
    return free


def _copy(source: Path, target: Path) -> None:
    """Make one SQLite file what another is at this moment, whoever reads or writes them.

    Raises sqlite3.Error, also when somebody keeps one of them locked.
    """
    end = time.monotonic() + _PATIENCE

    def look(status: int, *_: int) -> None:
        # Without this a locked file would be waited for without an end.
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > end:
            raise sqlite3.OperationalError("database is locked")

    with (
        closing(sqlite3.connect(source, timeout=_PATIENCE)) as old,
        closing(sqlite3.connect(target, timeout=_PATIENCE)) as new,
    ):
        old.backup(new, progress=look)


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _files() -> dict[str, Path]:
    """Return the files of this site. Raises BackupError when they are not all SQLite's."""
    found = settings()
    url = make_url(found["TWIXT_DATABASE"])
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BackupError(
            f"the database is {url.get_backend_name()}: use its own tools, as pg_dump and "
            "pg_restore, and copy the verdict store with sqlite3's .backup"
        )
    return {_DATABASE: Path(url.database), _STORE: Path(found["TWIXT_STORE"])}


@click.command()
@click.argument("file", type=GivenPath(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write the database and the verdict store of the site to FILE. The site may run.

    Exit codes: 0 written, 2 a database that cannot be read, or a FILE that cannot be written.
    """
    try:
        write_archive(file, _files())
    except (BackupError, SettingError) as error:
        raise CommandError(str(error)) from None
    click.echo(f"{file}: {file.stat().st_size:,} bytes")


@click.command()
@click.argument("file", type=GivenPath(exists=True, dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite the present database and store.")
def restore(file: Path, replace: bool) -> None:
    """Restore the database and the verdict store from FILE, written by `twixt backup`.

    FILE is checked first; a damaged one changes nothing.

    A present file that is damaged is kept under another name, NAME.damaged.

    Exit codes: 0 restored, 2 refused, with everything as it was unless the message names what is
    restored already.
    """
    try:
        files = _files()
        there = [str(path) for path in files.values() if path.exists()]
        if there and not replace:
            raise BackupError(
                f"{' and '.join(there)} would be overwritten: add --replace to allow it"
            )
        aside = read_archive(file, files)
    except (BackupError, SettingError) as error:
        raise CommandError(str(error)) from None
    for damaged in aside:
        click.echo(f"A damaged file is now {damaged}: restart the site if it runs")
    click.echo("Restored " + " and ".join(str(path) for path in files.values()))
