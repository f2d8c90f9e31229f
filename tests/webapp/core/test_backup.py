"""A backup is whole, is checked before it is used, and can be taken while the site runs."""

import hashlib
import json
import os
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner

from tests.waiting import DEADLINE
from webapp.core.backup import BackupError, backup, read_archive, restore, write_archive
from webapp.core.database import Database
from webapp.prepare import main


def make(path: Path, rows: int, *, wal: bool = True) -> Path:
    with closing(sqlite3.connect(path)) as database:
        if wal:
            database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE t (n INTEGER)")
        database.executemany("INSERT INTO t VALUES (?)", [(n,) for n in range(rows)])
        database.commit()
    return path


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("SELECT count(*) FROM t").fetchone()[0])


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A backup of a file of 10 rows."""
    write_archive(tmp_path / "it.zip", {"a": make(tmp_path / "a", 10)})
    return tmp_path / "it.zip"


def test_what_was_saved_comes_back(archive: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a")) as database, database:
        database.execute("DELETE FROM t")
    read_archive(archive, {"a": tmp_path / "a"})
    assert 10 == count(tmp_path / "a")
    read_archive(archive, {"a": tmp_path / "new" / "b"})
    assert 10 == count(tmp_path / "new" / "b")


def test_it_is_taken_and_put_back_while_others_use_the_file(tmp_path: Path) -> None:
    file = make(tmp_path / "a", 500)
    stop = threading.Event()
    errors = list[Exception]()

    def write() -> None:
        while not stop.is_set():
            try:
                with closing(sqlite3.connect(file, timeout=DEADLINE)) as database, database:
                    database.execute("INSERT INTO t SELECT max(n) + 1 FROM t")
                    database.execute("INSERT INTO t SELECT max(n) + 1 FROM t")
            except sqlite3.Error as error:
                errors.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            archive = tmp_path / f"{number}.zip"
            write_archive(archive, {"a": file})
            read_archive(archive, {"a": tmp_path / f"b{number}"})
            saved = count(tmp_path / f"b{number}")
            assert saved >= 500
            assert saved % 2 == 0, "half a change was saved"
        read_archive(archive, {"a": file})
    finally:
        stop.set()
        writer.join()
    assert errors == []
    assert count(file) >= saved


def flip(archive: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        start = packed.getinfo("a").header_offset
    data = bytearray(archive.read_bytes())
    data[start + 60] ^= 0xFF
    archive.write_bytes(data)


def cut(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-100])


def exchange(archive: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        about = packed.read("backup.json")
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("backup.json", about)
        packed.writestr("a", b"something else")


def corrupt(archive: Path) -> None:
    """A damaged database with a right checksum."""
    with zipfile.ZipFile(archive) as packed:
        data = bytearray(packed.read("a"))
    data[4096:4200] = b"\xff" * 104
    about = {"sha256": {"a": hashlib.sha256(data).hexdigest()}}
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("backup.json", json.dumps(about))
        packed.writestr("a", data)


def strip(archive: Path) -> None:
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("other", b"")


@pytest.mark.parametrize("damage", [flip, cut, exchange, corrupt, strip])
def test_a_damaged_archive_changes_nothing(
    archive: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(archive)
    with closing(sqlite3.connect(tmp_path / "a")) as database, database:
        database.execute("DELETE FROM t WHERE n > 3")
    with pytest.raises(BackupError, match=r"it\.zip"):
        read_archive(archive, {"a": tmp_path / "a"})
    assert 4 == count(tmp_path / "a")


def describe(archive: Path, about: bytes) -> None:
    """Write another `backup.json` into an archive."""
    with zipfile.ZipFile(archive) as packed:
        data = packed.read("a")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("backup.json", about)
        packed.writestr("a", data)


@pytest.mark.parametrize(
    ("about", "problem"),
    [
        (b"[]", "names no checksums"),
        (b"null", "names no checksums"),
        (b'{"sha256": []}', "names no checksums"),
        (b'{"sha256": {"a": [1]}}', "damaged"),
        (b"[" * 50_000, "nested too deeply"),
        (b'{"sha256":' * 5_000, "nested too deeply"),
        (b'{"sha256": {"a": "' + b"0" * (64 << 20) + b'"}}', "longer than"),
        (b"\xff\xfe\x00", "cannot be restored"),
    ],
)
def test_what_describes_an_archive_is_bounded_and_checked(
    archive: Path, tmp_path: Path, about: bytes, problem: str
) -> None:
    describe(archive, about)
    with pytest.raises(BackupError, match=problem):
        read_archive(archive, {"a": tmp_path / "a"})
    assert 10 == count(tmp_path / "a")


def test_an_archive_that_needs_more_room_than_there_is_changes_nothing(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr("webapp.core.backup.shutil.disk_usage", lambda _place: usage)
    with pytest.raises(BackupError, match="1,000 bytes free, and 8,192 are needed"):
        read_archive(archive, {"a": tmp_path / "new" / "a"})
    assert not (tmp_path / "new").exists()


def test_an_archive_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="nothing to back up"):
        write_archive(tmp_path / "it.zip", {"a": tmp_path / "missing"})
    with pytest.raises(BackupError, match="cannot be written"):
        write_archive(tmp_path / "no" / "it.zip", {"a": make(tmp_path / "a", 1)})
    assert {"a"} == {path.name for path in tmp_path.iterdir()} - {"a-wal", "a-shm"}


def test_an_archive_takes_the_place_of_no_device(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BackupError, match="pipe is no regular file: name another file to write"):
        write_archive(pipe, {"a": make(tmp_path / "a", 1)})
    assert pipe.is_fifo()
    (link := tmp_path / "link").symlink_to(tmp_path / "it.zip")
    with pytest.raises(BackupError, match="link is no regular file"):
        write_archive(link, {"a": tmp_path / "a"})
    assert link.is_symlink()


def test_nobody_else_reads_an_archive(tmp_path: Path) -> None:
    archive, files = tmp_path / "it.zip", {"a": make(tmp_path / "a", 1)}
    for _ in range(2):
        write_archive(archive, files)
        assert archive.stat().st_mode & 0o777 == 0o600


def test_what_goes_wrong_is_told_in_words_of_the_file_that_is_at_fault(tmp_path: Path) -> None:
    (tmp_path / "damaged").write_bytes(b"no database " * 1000)
    with pytest.raises(BackupError) as found:
        write_archive(tmp_path / "it.zip", {"a": tmp_path / "damaged"})
    assert f"{tmp_path}/damaged cannot be copied: file is not a database" == str(found.value)
    write_archive(tmp_path / "good.zip", {"a": make(tmp_path / "good", 1)})
    (tmp_path / "folder").mkdir()
    with pytest.raises(BackupError) as found:
        read_archive(tmp_path / "good.zip", {"a": tmp_path / "folder"})
    assert f"{tmp_path}/folder cannot be overwritten: unable to open database file" == str(
        found.value
    )
    with pytest.raises(BackupError) as found:
        write_archive(tmp_path / "no" / "it.zip", {"a": make(tmp_path / "a", 1)})
    assert f"{tmp_path}/no/it.zip cannot be written: its folder does not exist" == str(found.value)
    (tmp_path / "it.zip").mkdir()
    with pytest.raises(BackupError) as found:
        write_archive(tmp_path / "it.zip", {"a": tmp_path / "a"})
    assert f"{tmp_path}/it.zip cannot be written: Is a directory" == str(found.value)


def overwrite(file: Path) -> None:
    file.write_bytes(b"no database " * 1000)


def shorten(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:4096])


@pytest.mark.parametrize("damage", [overwrite, shorten])
def test_a_damaged_file_is_moved_aside_and_restored(
    archive: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    file = tmp_path / "a"
    for name in ("a.damaged", "a.damaged2"):
        damage(file)
        (tmp_path / "a-wal").write_bytes(b"of the damaged file")
        damaged = file.read_bytes()
        assert [tmp_path / name] == read_archive(archive, {"a": file})
        assert 10 == count(file)
        assert damaged == (tmp_path / name).read_bytes()


def test_a_file_that_cannot_be_overwritten_leaves_the_other_one_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    saved = {"a": make(tmp_path / "a", 10), "b": make(tmp_path / "b" / "b", 10)}
    write_archive(tmp_path / "it.zip", saved)
    with closing(sqlite3.connect(tmp_path / "a")) as database, database:
        database.execute("DELETE FROM t WHERE n > 3")
    with pytest.raises(BackupError, match="b cannot be overwritten: unable to open"):
        read_archive(tmp_path / "it.zip", {"a": tmp_path / "a", "b": tmp_path / "b"})
    assert 4 == count(tmp_path / "a")
    with pytest.raises(BackupError, match="b cannot be overwritten: unable to open"):
        read_archive(tmp_path / "it.zip", {"a": tmp_path / "new", "b": tmp_path / "b"})
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("part", ["", "-wal", "-shm", "-journal"])
def test_an_archive_takes_the_place_of_nothing_that_it_saves(tmp_path: Path, part: str) -> None:
    file = make(tmp_path / "a", 10)
    (tmp_path / "here").symlink_to(tmp_path)
    with pytest.raises(BackupError, match="part of what is backed up: name another file"):
        write_archive(tmp_path / "here" / f"a{part}", {"a": file})
    assert 10 == count(file)


# -- the commands ---------------------------------------------------------------------------


@pytest.fixture
def site(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a site that was prepared."""
    for name in ("TWIXT_ENV", "TWIXT_DATABASE", "TWIXT_SECRET", "TWIXT_STORE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    assert main([str(shelf)]) == 0
    return tmp_path


def test_a_lost_site_is_restored(site: Path) -> None:
    assert CliRunner().invoke(backup, ["site.zip"]).exit_code == 0
    for file in (site / "var").glob("*.sqlite*"):
        file.unlink()
    found = CliRunner().invoke(restore, ["site.zip"])
    assert (0, True) == (found.exit_code, "Restored" in found.output)
    database = Database(f"sqlite:///{site}/var/twixt.sqlite")
    with database.engine.connect() as connection:
        assert 2 == connection.exec_driver_sql("SELECT count(*) FROM puzzle").scalar()
    database.engine.dispose()


def test_a_damaged_database_is_restored(site: Path) -> None:
    CliRunner().invoke(backup, ["site.zip"])
    for part in ("-wal", "-shm"):
        (site / "var" / f"twixt.sqlite{part}").unlink(missing_ok=True)
    overwrite(site / "var" / "twixt.sqlite")
    found = CliRunner().invoke(restore, ["site.zip", "--replace"])
    assert 0 == found.exit_code, found.output
    assert f"{site}/var/twixt.sqlite.damaged: restart the site if it runs" in found.output


@pytest.mark.usefixtures("site")
def test_what_is_there_is_replaced_on_demand_only() -> None:
    CliRunner().invoke(backup, ["site.zip"])
    found = CliRunner().invoke(restore, ["site.zip"])
    assert found.exit_code == 2
    assert "would be overwritten" in found.output
    assert CliRunner().invoke(restore, ["site.zip", "--replace"]).exit_code == 0


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(site: Path) -> None:
    old = Database(f"sqlite:///{site}/old.sqlite")
    old.migrate("0001")
    old.engine.dispose()
    store = site / "var" / "verdicts.sqlite"
    write_archive(site / "old.zip", {"twixt.sqlite": site / "old.sqlite", "verdicts.sqlite": store})
    assert CliRunner().invoke(restore, ["old.zip", "--replace"]).exit_code == 0
    database = Database(f"sqlite:///{site}/var/twixt.sqlite")
    assert database.is_current()
    database.engine.dispose()


def test_a_backup_of_a_newer_version_is_refused(site: Path) -> None:
    with closing(sqlite3.connect(site / "var" / "twixt.sqlite")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    CliRunner().invoke(backup, ["new.zip"])
    found = CliRunner().invoke(restore, ["new.zip", "--replace"])
    assert found.exit_code == 2
    assert "newer version" in found.output


FOREIGN = {
    "a foreign table": ("twixt.sqlite", "CREATE TABLE foreign_one (n)"),
    "a trigger": (
        "twixt.sqlite",
        "CREATE TRIGGER foreign_one AFTER INSERT ON tag BEGIN DELETE FROM account; END",
    ),
    "a view": ("twixt.sqlite", "CREATE VIEW foreign_one AS SELECT * FROM account"),
    "a missing table": ("twixt.sqlite", "DROP TABLE cook_note"),
    "a missing column": ("twixt.sqlite", "ALTER TABLE account RENAME COLUMN epoch TO foreign_one"),
    "a table in the store": ("verdicts.sqlite", "CREATE TABLE foreign_one (n)"),
    "another program's file": ("verdicts.sqlite", "PRAGMA application_id = 7"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_file_with_other_tables_is_refused(site: Path, name: str) -> None:
    member, statement = FOREIGN[name]
    files = {each: site / "var" / each for each in ("twixt.sqlite", "verdicts.sqlite")}
    copies = {each: site / each for each in files}
    for each, copy in copies.items():
        with closing(sqlite3.connect(files[each])) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new)
    with closing(sqlite3.connect(copies[member])) as database, database:
        database.execute(statement)
    write_archive(site / "foreign.zip", copies)
    before = {each: dump(file) for each, file in files.items()}
    found = CliRunner().invoke(restore, ["foreign.zip", "--replace"])
    assert found.exit_code == 2, found.output
    assert member in found.output
    assert before == {each: dump(file) for each, file in files.items()}


@pytest.mark.parametrize("statement", ["CREATE TABLE other (n)", "SELECT 1"])
def test_another_programs_database_is_refused(site: Path, statement: str) -> None:
    with closing(sqlite3.connect(site / "other")) as database, database:
        database.execute(statement)
        database.execute("VACUUM")
    store = site / "var" / "verdicts.sqlite"
    write_archive(site / "it.zip", {"twixt.sqlite": site / "other", "verdicts.sqlite": store})
    before = dump(site / "var" / "twixt.sqlite")
    found = CliRunner().invoke(restore, ["it.zip", "--replace"])
    assert (2, "Error: ") == (found.exit_code, found.output[:7]), found.output
    assert before == dump(site / "var" / "twixt.sqlite")


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


@pytest.mark.usefixtures("site")
def test_another_database_is_saved_by_its_own_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWIXT_DATABASE", "postgresql+psycopg://localhost/x")
    found = CliRunner().invoke(backup, ["site.zip"])
    assert found.exit_code == 2
    assert "pg_dump" in found.output


@pytest.mark.parametrize("command", [backup, restore])
def test_an_empty_path_is_no_archive(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(command, [""])
    said = "Error: Invalid value for 'FILE': the path is empty: name a file\n"
    assert (2, True) == (found.exit_code, found.stderr.endswith(said))
    assert [] == [*tmp_path.iterdir()]


def test_a_file_that_may_only_be_read_leaves_the_other_one_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = {"a": make(tmp_path / "a", 10), "b": make(tmp_path / "b", 10)}
    write_archive(tmp_path / "it.zip", saved)
    with closing(sqlite3.connect(tmp_path / "a")) as database, database:
        database.execute("DELETE FROM t WHERE n > 3")
    monkeypatch.setattr("webapp.core.disk.os.access", lambda file, _mode: file != saved["b"])
    with pytest.raises(BackupError, match="b may only be read"):
        read_archive(tmp_path / "it.zip", saved)
    assert 4 == count(tmp_path / "a")


def test_a_file_that_stays_locked_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.core.backup._PATIENCE", 0.01)
    file = make(tmp_path / "a", 10, wal=False)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BackupError, match="a cannot be copied: database is locked"):
            write_archive(tmp_path / "it.zip", {"a": file})


def test_damaged_files_that_were_moved_aside_are_named_when_a_restore_fails(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    overwrite(tmp_path / "a")
    monkeypatch.setattr("webapp.core.backup._copy", fail)
    with pytest.raises(BackupError, match=r"error; damaged files are kept: .*a\.damaged$"):
        read_archive(archive, {"a": tmp_path / "a"})
