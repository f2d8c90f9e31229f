"""What the commands share: options, reading, and how they complain."""

import errno
import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from solver.errors import Finding, NotationError, PuzzleFileError
from solver.files import Record, parse_server_size, read_file, read_text
from solver.files.source import MAX_BYTES
from solver.game import Ruleset
from solver.proof import DEFAULT_MEMORY, LEAST_SECONDS, MOST_MEMORY, MOST_NODES

if TYPE_CHECKING:
    from solver.store import Store

__all__ = [
    "MEMORY",
    "NODES",
    "PATH",
    "STDIN",
    "GivenPath",
    "certificate_option",
    "complain",
    "complain_of_store",
    "complain_unreadable",
    "has_place",
    "memory_option",
    "not_stdout",
    "read_stdin",
    "readable_record",
    "reading_options",
    "record_from",
    "same_file",
    "save",
    "say",
    "seconds_between",
    "shown_file",
    "stop_printing",
    "store_files",
    "store_option",
    "talking",
    "write_file",
]

NODES = click.IntRange(1, MOST_NODES)
"""What options take that limit search nodes."""
MEMORY = click.IntRange(16, MOST_MEMORY)
"""What options take that limit memory."""

STDIN = "-"
_SHOWN_STDIN = "<stdin>"


class GivenPath(click.Path):
    """A path as click checks it, but no empty one, which is no place to write to or to read."""

    def __init__(self, wanted: str = "file", **checks: Any) -> None:
        """Make the type of an option or argument that names a `wanted`: a file or a folder.

        Without `checks`, those of click, nothing looks at the path.
        """
        super().__init__(**checks)
        self._wanted = wanted
        self._checked = bool(checks)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Return the path; refuse it as wrong usage."""
        if not os.fspath(value):
            self.fail(f"the path is empty: name a {self._wanted}", param, ctx)
        return super().convert(value, param, ctx) if self._checked else value


PATH = GivenPath()
"""What arguments take whose path the command looks at itself, and says more of."""


def not_stdout(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    """Return the value of an option that names a file to write, if it is not `-`."""
    if path == STDIN:
        raise click.BadParameter("give a file name: it is not written to stdout", ctx, param)
    return path


memory_option = click.option(
    "--memory",
    type=MEMORY,
    metavar="MIB",
    default=DEFAULT_MEMORY,
    show_default=True,
    help="Memory limit, 16 or more.",
)

store_option = click.option(
    "--store",
    type=GivenPath(dir_okay=False),
    callback=not_stdout,
    metavar="FILE",
    help="Look up proofs in FILE before searching, and add new ones to it.",
)


def store_files(store: str | None) -> list[str]:
    """Return the files of a verdict store, if one is named: SQLite keeps some beside it."""
    if store is None:
        return []
    return [store, *(os.path.realpath(store) + end for end in ("-wal", "-shm", "-journal"))]


certificate_option = click.option(
    "--certificate",
    type=GivenPath(dir_okay=False),
    callback=not_stdout,
    metavar="FILE",
    help="Write the proof of the verdict, for `twixt certify`.",
)

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _size(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    try:
        return None if text is None else parse_server_size(text)
    except NotationError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def _ruleset(_: click.Context, __: click.Parameter, text: str | None) -> Ruleset | None:
    return None if text is None else Ruleset(text)


def seconds_between(ctx: click.Context, param: click.Parameter, seconds: float) -> float:
    """Return the value of an option that gives seconds, if a search can take so many."""
    # Written so that `nan` is refused as well, which a click.FloatRange lets through.
    if LEAST_SECONDS <= seconds <= 1e9:
        return seconds
    raise click.BadParameter(f"{seconds} is not between {LEAST_SECONDS} and 1e9", ctx, param)


def complain_of_store(store: "Store") -> None:
    """Warn of what was found wrong in a verdict store while it was used."""
    hint = "`twixt recheck` checks the whole store"
    complain([Finding(fault, hint=hint, fatal=False) for fault in store.faults], "")


def has_place(target: str, read: Iterable[str]) -> bool:
    """Tell whether a file can be written, as far as can be told beforehand; say so if not.

    It is none of the files that are `read`, and its folder is there.
    """
    finding = None
    if any(same_file(target, each) for each in read):
        finding = Finding("this file is read as well", hint="name another file to write")
    elif not Path(target).absolute().parent.is_dir():
        finding = Finding("its folder does not exist", hint="make it, or name another one")
    if finding is not None:
        complain([finding], target)
    return finding is None


def same_file(one: str, other: str) -> bool:
    """Tell whether two paths mean one file, or will do so when it is written."""
    try:
        return STDIN not in (one, other) and Path(one).samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def reading_options(command: _Command) -> _Command:
    """Add `--size` and `--rules`, which fill in what a file does not say."""
    command = click.option(
        "--rules",
        type=click.Choice([rule.value for rule in Ruleset], case_sensitive=False),
        callback=_ruleset,
        help="Ruleset for a file that does not name one.",
    )(command)
    return click.option(
        "--size",
        metavar="COLSxROWS",
        callback=_size,
        help="Board size for a file that does not give one, such as 24x24; with the mail server's "
        "handicap 24+6 (six columns fewer) or 24-6 (six rows fewer).",
    )(command)


def record_from(file: str, size: tuple[int, int] | None, rules: Ruleset | None) -> Record:
    """Read a file, or stdin for `-`.

    Raises PuzzleFileError with all that is wrong.
    """
    if file == STDIN:
        return read_text(read_stdin(MAX_BYTES + 1), name=_SHOWN_STDIN, size=size, rules=rules)
    return read_file(file, size=size, rules=rules)


def shown_file(file: str) -> str:
    """Return how people are told of a file that a command was given."""
    return _SHOWN_STDIN if file == STDIN else file


def readable_record(
    file: str, size: tuple[int, int] | None, rules: Ruleset | None
) -> Record | None:
    """Read a file as `record_from` does, and say what is wrong with it; None if it is bad input."""
    try:
        record = record_from(file, size, rules)
    except PuzzleFileError as error:
        complain(error.findings, file)
        return None
    complain(record.findings, file)
    return record


def complain_unreadable(error: Exception, file: str) -> None:
    """Say on stderr why a file cannot be read."""
    reason = getattr(error, "strerror", None) or str(error)
    complain([Finding(f"the file cannot be read: {reason}", hint="check the path")], file)


def read_stdin(most: int) -> bytes:
    """Return what stdin holds, so many bytes at most. Raises PuzzleFileError."""
    try:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return sys.stdin.buffer.read(most)
    except OSError as error:
        reason = error.strerror or str(error)
        finding = Finding(f"the file cannot be read: {reason}")
        raise PuzzleFileError([finding], _SHOWN_STDIN) from None


def save(path: Path, data: bytes) -> bool:
    """Write a file as `write_file` does; say so if that fails."""
    try:
        write_file(path, data)
    except OSError as error:
        reason = error.strerror or str(error)
        complain([Finding(f"the file cannot be written: {reason}")], str(path))
        return False
    return True


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: what was there stays until all of it is written.

    A link to a file is not followed. Raises OSError.
    """
    if path.is_symlink() and not _is_device(path):
        raise OSError(errno.ELOOP, "it is a symbolic link; name the file itself")
    if _is_device(path):
        path.write_bytes(data)
        return
    if path.is_dir():  # `.` and `/` have no name to write another one beside
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    beside = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _is_device(path: Path) -> bool:
    """Tell whether a path leads to a pipe or a device, which nothing can take the place of."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def stop_printing(stream: TextIO) -> None:
    """Send what is still printed to stdout or stderr nowhere: Python, too, prints at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


@contextmanager
def talking() -> Iterator[None]:
    """Print messages on stderr within; when it takes them no more, go on without."""
    try:
        yield
    except OSError:
        stop_printing(sys.stderr)


def say(text: str) -> None:
    """Print a message on stderr. One that cannot be printed ends no work."""
    with talking():
        click.echo(text, err=True)


def complain(findings: Iterable[Finding], file: str) -> None:
    """Print findings on stderr, a line each, with their places."""
    for finding in findings:
        say(_possible(finding).text(shown_file(file)))


_READING = re.compile("add (?=--(?:size|rules))")


def _possible(finding: Finding) -> Finding:
    """Return a finding whose remedy is no option that the present command does not have."""
    here = click.get_current_context(silent=True)
    if here is None or any("--size" in each.opts for each in here.command.params):
        return finding
    convert = "convert it first: twixt convert FILE game.sgf "
    return replace(finding, hint=_READING.sub(convert, finding.hint))
