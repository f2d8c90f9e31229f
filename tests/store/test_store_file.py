"""The file of a verdict store: what is refused, who shares it, and what is read of another."""

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from solver.errors import StoreError
from solver.proof import Limits
from solver.store import Store, copy_store
from solver.store.store_file import add_from, opened
from tests.store.positions import CHOICE, LIMITS, WHITE, WON, proved
from tests.store.test_store import change, undecided
from tests.waiting import DEADLINE

pytestmark = pytest.mark.native

ROOT = Path(__file__).parents[2]


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a database, and long enough not to be taken for an empty one")
    with pytest.raises(StoreError, match="text"):
        Store(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as file:
        file.execute("CREATE TABLE mine (id)")
    file.close()
    with pytest.raises(StoreError, match="no verdict store"):
        Store(other)


def test_a_store_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "nowhere" / "verdicts.sqlite")


def refusal(path: Path) -> str:
    """Return what is said of a file that is no store, without the file."""
    with pytest.raises(StoreError) as refused:
        Store(path)
    return str(refused.value).removeprefix(f"the verdict store {path} cannot be used: ")


def test_a_store_that_cannot_be_used_is_told_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "text"
    text.write_text("not a database, and long enough not to be taken for an empty one")
    assert "file is not a database (name another file)" == refusal(text)
    writable = "name a file in a folder where you may write"
    said = f"unable to open database file ({writable})"
    assert said == refusal(tmp_path / "nowhere" / "verdicts.sqlite")

    path, connect = tmp_path / "verdicts.sqlite", sqlite3.connect
    Store(path).close()
    monkeypatch.setattr("solver.store.store_file._PATIENCE", 0.0)
    with closing(connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = "database is locked (another program is writing to it: try again later)"
        assert said == refusal(path)

    def read_only(address: str, **options: Any) -> Any:
        return connect(f"{address}?mode=ro", **options)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    said = r"a readonly database \(copy it to a folder where you may write\)"
    with Store(path) as store, pytest.raises(StoreError, match=said):
        store.add(WON, proved(), LIMITS)


def test_a_store_on_a_full_disk_is_told_with_a_remedy(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        said = refusal(tmp_path / "verdicts.sqlite")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "disk I/O error (the disk may be full)" == said


def test_two_stores_share_a_file(store: Store) -> None:
    with Store(store.path) as other:
        other.add(WON, proved(), LIMITS)
        assert store.find(WON, WHITE) is not None


WRITER = """
import sys
from solver.store import Store
from tests.store.positions import LIMITS, WON
from tests.store.test_store import undecided
with Store(sys.argv[1]) as store:
    for nodes in range(int(sys.argv[2]), 400, 4):
        store.add(WON, undecided(nodes + 1), LIMITS)
"""


def test_processes_write_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.sqlite"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(number)], cwd=ROOT)
        for number in range(4)
    ]
    assert [0] * 4 == [writer.wait(DEADLINE) for writer in writers]
    with Store(path) as store:
        assert store.find(WON, WHITE, Limits(nodes=400, memory=16)) is not None


def test_the_proofs_of_another_store_are_added_once(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with Store(path) as other:
        solution = proved()
        other.add(WON, solution, LIMITS)
        other.add(CHOICE, undecided(), LIMITS)
    before = path.read_bytes()
    assert [1, 0] == [store.add_all(path), store.add_all(path)]
    stored = store.find(WON, WHITE)
    assert stored is not None
    assert solution == stored.solution
    assert before == path.read_bytes()


def test_proofs_that_are_not_in_the_file_yet_are_added(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with Store(path) as other:
        other.add(WON, proved(), LIMITS)
        assert 1 == store.add_all(path)
    assert store.find(WON, WHITE) is not None


def test_a_store_that_is_only_read_gets_no_files_beside_it(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "read" / "other.sqlite"
    path.parent.mkdir()
    with Store(path) as other:
        other.add(WON, proved(), LIMITS)
    copy_store(path, tmp_path / "copy.sqlite")
    assert 1 == store.add_all(path)
    assert [path] == [*path.parent.iterdir()]
    with Store(tmp_path / "copy.sqlite") as copy:
        assert copy.find(WON, WHITE) is not None


def test_a_copy_that_cannot_be_written_is_told_with_its_folder(tmp_path: Path) -> None:
    path, folder = tmp_path / "verdicts.sqlite", tmp_path / "nowhere"
    Store(path).close()
    with pytest.raises(StoreError, match=f"its copy goes to {folder}"):
        copy_store(path, folder / "copy.sqlite")


@pytest.mark.parametrize("writable", [True, False])
def test_a_copy_is_of_one_moment(
    writable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "verdicts.sqlite", tmp_path / "copy.sqlite"
    with Store(path) as store:
        store.add(WON, undecided(), LIMITS)
    connect = sqlite3.connect

    class Disturbed(sqlite3.Connection):
        """Another process opens, writes and closes the file while this one reads it."""

        def backup(self, target: sqlite3.Connection, **options: Any) -> None:
            monkeypatch.setattr(sqlite3, "connect", connect)
            assert [(1,)] == self.execute("SELECT count(*) FROM verdicts").fetchall()
            with Store(path) as other:
                other.add(CHOICE, undecided(), LIMITS)
            super().backup(target, **options)

    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=Disturbed))
    if not writable:
        monkeypatch.setattr(os, "access", lambda *_: False)
    copy_store(path, copy)
    with closing(connect(copy)) as file:
        assert [("ok",)] == file.execute("PRAGMA integrity_check").fetchall()
        assert [(2,)] == file.execute("SELECT count(*) FROM verdicts").fetchall()


@pytest.mark.parametrize("writable", [True, False])
def test_what_is_added_is_of_one_moment(
    writable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "other.sqlite"
    with Store(path) as other:
        other.add(WON, undecided(), LIMITS)

    def disturbed() -> bool:
        """Another process opens, writes and closes the file while this one reads it."""
        with Store(path) as other:
            if not other.find(CHOICE, WHITE, LIMITS):
                other.add(CHOICE, undecided(), LIMITS)
        return True

    if not writable:
        monkeypatch.setattr(os, "access", lambda *_: False)
    with closing(opened(tmp_path / "verdicts.sqlite")) as file:
        file.create_function("disturbed", 0, disturbed)
        add = "INSERT INTO verdicts SELECT * FROM other.verdicts WHERE disturbed()"
        assert (1 if writable else 2) == add_from(file, path, add)
        assert [(1 if writable else 2,)] == file.execute("SELECT count(*) FROM verdicts").fetchall()


def test_a_store_in_a_folder_that_may_not_be_written_is_added(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "read" / "other.sqlite"
    path.parent.mkdir()
    with Store(path) as other:
        other.add(WON, proved(), LIMITS)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert 1 == store.add_all(path)
    assert [path] == [*path.parent.iterdir()]


def test_a_file_that_is_no_store_is_not_added(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    change(path, "CREATE TABLE verdicts (id)")
    with pytest.raises(StoreError, match="no verdict store"):
        store.add_all(path)
    path.write_text("hello")
    with pytest.raises(StoreError, match=r"not a database \(name another file\)"):
        store.add_all(path)
    assert store.find(WON, WHITE) is None
