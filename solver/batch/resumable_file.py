"""A file of records, one JSON object a line: written whole or not at all, taken up again.

A record names its task (`solver/tasks.py`). So a run that was killed goes on where it ended, and a
puzzle that has changed is done anew.
"""

import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from solver.errors import RecordError, printable

__all__ = ["JsonRecord", "ResumableFile"]

JsonRecord = Mapping[str, Any]
"""A result as JSON holds it; it begins with `puzzle`, and `task` is a text."""

_BEGINS = b'{"puzzle": '
"""A record. What is cut short and begins otherwise is somebody's file, not to be touched."""


class ResumableFile:
    """A file that is open for more records. For one process at a time."""

    def __init__(self, path: Path | str, *, resume: bool = False) -> None:
        """Make a file, or with `resume` go on with it if it is there.

        Raises RecordError when it is there without `resume`, holds anything else, is used by
        another run, is a symbolic link, a pipe or a device, or cannot be written.
        """
        self.path = Path(path)
        if self.path.is_symlink():
            reason = "it is a symbolic link; name the file itself"
            raise RecordError(f"{self.path} cannot be written: {reason}")
        # To read what a pipe or a device holds may never end.
        if self.path.exists() and not self.path.is_file():
            reason = "it is no regular file; name another one"
            raise RecordError(f"{self.path} cannot be written: {reason}")
        self._new = not resume
        self._places = dict[str, list[tuple[int, int]]]()
        """Offsets and lengths of each task's lines, in file order. One line is the rule."""
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | (0 if resume else os.O_EXCL)
        try:
            self._file = self._locked(flags)
        except FileExistsError:
            raise RecordError(
                f"{self.path} is there already; --resume goes on with it, or name another file"
            ) from None
        except BlockingIOError:
            raise RecordError(f"another run of twixt writes {self.path}") from None
        except OSError as error:
            raise self._error(error) from None
        try:
            self._read()
        except OSError as error:
            os.close(self._file)
            raise self._error(error) from None
        except RecordError:
            os.close(self._file)
            raise

    def _locked(self, flags: int) -> int:
        """Open the file and lock it.

        Another run may end in between, and put a file with its records in order in its place.
        """
        while True:
            file = os.open(self.path, flags, 0o666)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                same = os.path.samestat(os.fstat(file), os.stat(self.path))
            except FileNotFoundError:
                same = False
            except OSError:
                os.close(file)
                raise
            if same:
                return file
            os.close(file)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> "ResumableFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Close the file. If this run made it and failed without a record, remove it.

        The same command would be refused because of it.
        """
        with suppress(OSError):
            file = os.fstat(self._file)
            own = self._new and os.path.samestat(file, os.stat(self.path))
            if kind is not None and own and not file.st_size:
                self.path.unlink()
        self.close()

    def __contains__(self, task: str) -> bool:
        return task in self._places

    def __iter__(self) -> Iterator[str]:
        """Yield the tasks that are finished, in file order."""
        return iter(self._places)

    def find(self, task: str) -> JsonRecord | None:
        """Return the record of a task, if it is finished."""
        if task not in self._places:
            return None
        offset, length = self._places[task][-1]
        record: JsonRecord = json.loads(os.pread(self._file, length, offset))
        return record

    def add(self, record: JsonRecord) -> None:
        """Write a record; when this returns it is on the disk. Raises RecordError."""
        line = _line(record)
        try:
            end = os.lseek(self._file, 0, os.SEEK_END)
            # A line that is cut short by a full disk must not spoil the next one.
            if os.write(self._file, line) < len(line):
                os.ftruncate(self._file, end)
                raise RecordError(f"{self.path} cannot be written: the disk is full")
            os.fsync(self._file)
        except OSError as error:
            raise self._error(error) from None
        self._place(record["task"], end, len(line))

    @property
    def old(self) -> Path:
        """The file for records that are no longer asked for."""
        return self.path.with_name(self.path.name + ".old")

    def finish(self, tasks: Sequence[str]) -> int:
        """Put the records in the order of the tasks; return how many belong to none of them.

        Those are moved to the end of `old`, all of them or none. Raises RecordError.
        """
        wanted = [task for task in dict.fromkeys(tasks) if task in self._places]
        if wanted == list(self._places):
            return 0
        asked = set(wanted)
        others = [task for task in self._places if task not in asked]
        ordered = self.path.with_name(f".{secrets.token_hex(8)}.part")
        if others:
            self._append_to_old(others)
        try:
            self._copy(wanted, ordered, "xb")
            shutil.copymode(self.path, ordered)
            os.replace(ordered, self.path)
        except OSError as error:
            raise self._error(error) from None
        finally:
            ordered.unlink(missing_ok=True)
        return len(others)

    def _append_to_old(self, tasks: Sequence[str]) -> None:
        end = self.old.stat().st_size if self.old.exists() else 0
        try:
            self._copy(tasks, self.old, "ab")
        except OSError as error:
            # The next run goes on after the last line: it must be a whole one.
            with suppress(OSError):
                os.truncate(self.old, end)
            raise self._error(error, self.old) from None

    def _copy(self, tasks: Sequence[str], to: Path, mode: str) -> None:
        with open(to, mode) as file:
            for offset, length in (place for task in tasks for place in self._places[task]):
                file.write(os.pread(self._file, length, offset))
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> None:
        """Find the records; cut off a last one that is not whole."""
        offset = 0
        with open(self._file, "rb", closefd=False) as file:
            for number, line in enumerate(file, start=1):
                task = _task(line)
                if task is None:
                    if line.endswith(b"\n") or line[: len(_BEGINS)] != _BEGINS[: len(line)]:
                        raise RecordError(
                            f"{self.path}, line {number} is no record; name another file"
                        )
                    os.ftruncate(self._file, offset)
                    return
                self._place(task, offset, len(line))
                offset += len(line)

    def _place(self, task: str, offset: int, length: int) -> None:
        self._places.setdefault(task, []).append((offset, length))

    def _error(self, error: OSError, path: Path | None = None) -> RecordError:
        return RecordError(f"{path or self.path} cannot be written: {error.strerror or error}")


def _line(record: JsonRecord) -> bytes:
    # Bytes of a file's name that are not UTF-8 are escaped, and read back as they were.
    return printable(json.dumps(record, ensure_ascii=False)).encode() + b"\n"


def _task(line: bytes) -> str | None:
    """Return the task of a line that is a whole record."""
    if not line.endswith(b"\n"):
        return None
    try:
        record = json.loads(line)
    except ValueError:
        return None
    task = record.get("task") if isinstance(record, dict) else None
    return task if isinstance(task, str) else None
