"""Files of records: each line whole or not there, and taken up where they end."""

import errno
import fcntl
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest import mock

import pytest

from solver.batch import JsonRecord, ResumableFile
from solver.errors import RecordError


def record(task: str, **more: object) -> JsonRecord:
    return {"puzzle": "P", "task": task, **more}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "out.jsonl"
    with ResumableFile(file) as records:
        for task in "abc":
            records.add(record(task, said="ü" * 9))
    return file


def tasks(path: Path) -> list[str]:
    return [json.loads(line)["task"] for line in path.read_text().splitlines()]


def test_records_are_lines_in_their_order(path: Path) -> None:
    assert ["a", "b", "c"] == tasks(path)


def test_a_file_is_not_overwritten(path: Path) -> None:
    with pytest.raises(RecordError, match="is there already; --resume goes on with it"):
        ResumableFile(path)


def test_resuming_finds_what_is_there_and_goes_on(path: Path) -> None:
    with ResumableFile(path, resume=True) as records:
        found = records.find("b")
        assert found is not None
        assert "ü" * 9 == found["said"]
        assert records.find("d") is None
        records.add(record("d"))
        assert records.find("d") == record("d")
        assert ["a", "b", "c", "d"] == list(records)
    assert ["a", "b", "c", "d"] == tasks(path)


def test_resuming_without_a_file_begins_one(tmp_path: Path) -> None:
    with ResumableFile(tmp_path / "new.jsonl", resume=True) as records:
        assert records.find("a") is None


def test_a_last_line_that_is_torn_anywhere_is_cut_off(path: Path) -> None:
    whole = path.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        with ResumableFile(path, resume=True) as records:
            assert records.find("b") is not None
            assert records.find("c") is None
            records.add(record("c", said="ü" * 9))
        assert whole == path.read_bytes()


@pytest.mark.parametrize("line", [b"no json\n", b"[]\n", b"{}\n", b'{"task": 1}\n', b"\xff\n"])
def test_a_file_that_holds_something_else_is_left_alone(path: Path, line: bytes) -> None:
    content = line + path.read_bytes()
    path.write_bytes(content)
    with pytest.raises(RecordError, match="line 1 is no record"):
        ResumableFile(path, resume=True)
    assert content == path.read_bytes()


@pytest.mark.parametrize(
    "content", [b"(;GM[21]SZ[12])", b"(;GM[21]SZ[12])\n", b'{"my": "notes"}', b'{"my": "notes"}\n']
)
def test_a_file_of_one_line_that_is_no_record_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "mine"
    file.write_bytes(content)
    with pytest.raises(RecordError, match="line 1 is no record; name another file"):
        ResumableFile(file, resume=True)
    assert content == file.read_bytes()


def test_two_runs_cannot_write_one_file(path: Path) -> None:
    with (
        ResumableFile(path, resume=True),
        pytest.raises(RecordError, match="another run of twixt writes"),
    ):
        ResumableFile(path, resume=True)


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written: No such file"):
        ResumableFile(tmp_path / "nowhere" / "out.jsonl")


def test_records_are_put_in_the_order_of_the_tasks(path: Path) -> None:
    with ResumableFile(path, resume=True) as records:
        records.add(record("d"))
        assert 0 == records.finish(["a", "d", "b", "c"])
    assert ["a", "d", "b", "c"] == tasks(path)


def test_records_of_other_tasks_are_moved_away_in_the_end_and_counted(path: Path) -> None:
    with ResumableFile(path, resume=True) as records:
        assert ["a", "b", "c"] == tasks(path)
        assert 2 == records.finish(["b", "e"])
    assert ["b"] == tasks(path)
    assert ["a", "c"] == tasks(records.old)
    with ResumableFile(path, resume=True) as records:
        assert 1 == records.finish([])
    assert [] == tasks(path)
    assert ["a", "c", "b"] == tasks(records.old)


def test_nothing_beside_the_file_is_touched_and_its_mode_stays(path: Path) -> None:
    beside = path.with_name(f"{path.name}.new")
    beside.write_text("precious")
    path.chmod(0o600)
    with ResumableFile(path, resume=True) as records:
        assert 0 == records.finish(["c", "b", "a"])
    assert ["c", "b", "a"] == tasks(path)
    assert "precious" == beside.read_text()
    assert 0o600 == path.stat().st_mode & 0o777
    assert {path, beside} == set(path.parent.iterdir())


def test_a_full_disk_while_records_are_put_in_order_leaves_them_as_they_were(path: Path) -> None:
    whole = path.read_bytes()
    full = OSError(errno.ENOSPC, "No space left on device")
    with (
        ResumableFile(path, resume=True) as records,
        mock.patch.object(os, "replace", side_effect=full),
        pytest.raises(RecordError, match="cannot be written: No space left"),
    ):
        records.finish(["c", "b", "a"])
    assert whole == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


@pytest.mark.parametrize("before", [b"", b'{"puzzle": "P", "task": "z"}\n'])
def test_a_full_disk_while_records_are_moved_away_leaves_no_half_line(
    path: Path, before: bytes
) -> None:
    whole, old = path.read_bytes(), path.with_name("out.jsonl.old")
    old.write_bytes(before)

    def end_in_a_line(file: int) -> None:
        if os.path.samestat(os.fstat(file), old.stat()):
            os.ftruncate(file, len(before) + 50)
            raise OSError(errno.ENOSPC, "No space left on device")

    with (
        ResumableFile(path, resume=True) as records,
        mock.patch.object(os, "fsync", end_in_a_line),
        pytest.raises(RecordError, match=r"out\.jsonl\.old cannot be written: No space left"),
    ):
        records.finish(["b"])
    assert (whole, before) == (path.read_bytes(), old.read_bytes())


def test_a_record_that_a_full_disk_cuts_short_spoils_no_later_one(path: Path) -> None:
    whole, write = path.read_bytes(), os.write
    with ResumableFile(path, resume=True) as records:
        with (
            mock.patch.object(os, "write", lambda file, line: write(file, line[:9])),
            pytest.raises(RecordError, match="cannot be written: the disk is full"),
        ):
            records.add(record("d"))
        assert whole == path.read_bytes()
        assert "d" not in records
        records.add(record("e"))
    assert ["a", "b", "c", "e"] == tasks(path)


def test_a_record_is_on_the_disk_when_it_is_added(path: Path) -> None:
    with ResumableFile(path, resume=True) as records, mock.patch.object(os, "fsync") as fsync:
        records.add(record("d"))
        assert 1 == fsync.call_count


def test_of_a_task_that_stands_there_twice_the_last_record_is_found_and_none_is_lost(
    path: Path,
) -> None:
    with ResumableFile(path, resume=True) as records:
        records.add(record("a", said="again"))
        assert record("a", said="again") == records.find("a")
        assert 0 == records.finish(["c", "b", "a"])
    assert ["c", "b", "a", "a"] == tasks(path)


@pytest.mark.parametrize("there", [True, False])
def test_a_symbolic_link_is_not_followed(path: Path, there: bool) -> None:
    link, target = path.with_name("link"), path if there else path.with_name("nothing")
    link.symlink_to(target)
    with pytest.raises(RecordError, match="link cannot be written: it is a symbolic link; name"):
        ResumableFile(link, resume=True)
    assert link.is_symlink()
    assert there is target.exists()


@pytest.mark.parametrize("resume", [True, False])
def test_a_pipe_or_a_device_is_not_read(tmp_path: Path, resume: bool) -> None:
    """To read it would never end, or fill the memory."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/full")):
        with (
            mock.patch.object(os, "open", side_effect=AssertionError("it is opened")),
            pytest.raises(RecordError, match=f"{path} cannot be written: it is no regular file"),
        ):
            ResumableFile(path, resume=resume)


def test_putting_records_in_order_takes_each_task_a_few_times(tmp_path: Path) -> None:
    """However many there are."""
    looked = 0

    class Counted(str):
        __slots__ = ()

        def __hash__(self) -> int:
            nonlocal looked
            looked += 1
            return super().__hash__()

    names = [str(number) for number in range(100)]
    path = tmp_path / "out.jsonl"
    path.write_text("".join(json.dumps(record(name)) + "\n" for name in names))
    with ResumableFile(path, resume=True) as records:
        records.finish([Counted(name) for name in reversed(names)])
    assert [*reversed(names)] == tasks(path)
    assert looked < 10 * len(names)


def test_a_run_that_ends_while_another_begins_takes_no_records_from_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ResumableFile(path, resume=True)
    lock = fcntl.flock

    def end_first(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        first.finish(["c", "b", "a"])
        first.close()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", end_first)
    with ResumableFile(path, resume=True) as second:
        second.add(record("d"))
        assert record("d") == second.find("d")
    assert ["c", "b", "a", "d"] == tasks(path)


def test_a_file_that_is_deleted_while_a_run_begins_is_made_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = fcntl.flock

    def delete(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        path.unlink()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", delete)
    with ResumableFile(path, resume=True) as records:
        records.add(record("d"))
    assert ["d"] == tasks(path)


def fail(path: Path, within: Callable[[ResumableFile], object], *, resume: bool = False) -> None:
    """Do something with a file of records in a run that is interrupted then."""
    with suppress(KeyboardInterrupt), ResumableFile(path, resume=resume) as records:
        within(records)
        raise KeyboardInterrupt


def test_a_file_that_a_run_made_stays_unless_it_fails_before_its_first_record(
    tmp_path: Path,
) -> None:
    ended, begun, failed = (tmp_path / name for name in ("ended", "begun", "failed"))
    with ResumableFile(ended):
        pass
    fail(begun, lambda records: records.add(record("a")))
    fail(failed, list)
    assert [True, True, False] == [path.exists() for path in (ended, begun, failed)]


def test_a_run_that_fails_removes_no_file_of_others(tmp_path: Path) -> None:
    there, other = tmp_path / "there", tmp_path / "other"
    there.touch()

    def replace(_: object) -> None:
        other.unlink()
        other.touch()

    fail(there, list, resume=True)
    fail(other, replace)
    assert [True, True] == [path.exists() for path in (there, other)]
