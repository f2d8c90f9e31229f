"""A folder of puzzles: its `collection.yaml`, the files that this lists, and its reports."""

import gzip
import json
import os
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import ConstructorError

from solver.errors import Finding, PuzzleFileError
from solver.files.source import MAX_BYTES

__all__ = [
    "COLLECTION_FILE",
    "PROOFS_FILE",
    "REPORT_FILES",
    "check_names",
    "listed_entries",
    "listed_file",
    "read_collection",
    "read_lines",
    "read_listing",
    "read_reports",
    "reported_file",
    "reports_in",
    "tags_of",
    "terms_of",
]

COLLECTION_FILE = "collection.yaml"
"""The file that makes a folder a collection."""

PROOFS_FILE = "proofs.sqlite"
"""The verdict store beside a collection: what is proved of its puzzles."""

REPORT_FILES = ("reports.jsonl", "reports.jsonl.gz")
"""What the file of a folder's reports may be called, plain or packed."""

_MAX_LINES = 256 << 20
"""Largest file of lines read: bytes, unpacked."""

_LIST_HINT = "write `puzzles:` and below it lines like `- file: p01.sgf`"

_KEY = {"move", "published", "verdict", "line", "pegs"}
_MOVE = {"hole", "kind", "line", "pegs", "replies"}
"""Fields of a report's keys and first moves (`solver/schemas/audit.json`)."""


class _Loader(yaml.SafeLoader):
    """Refuses half a letter, which an escape like `"\\ud800"` can write and no file can hold."""

    def construct_scalar(self, node: yaml.ScalarNode | yaml.MappingNode) -> Any:
        text = super().construct_scalar(node)
        if any("\ud800" <= each <= "\udfff" for each in text):
            said = 'half a letter; write the letter itself, or like "\\U0001F600"'
            raise ConstructorError(None, None, said, node.start_mark)
        return text


_Fast: Any = getattr(yaml, "CSafeLoader", _Loader)
"""The loader of libyaml, where PyYAML was built with it: six times as fast."""


def read_collection(path: Path) -> object:
    """Return what the file says, checked no further than that it is YAML.

    Raises PuzzleFileError.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ValueError("it is larger than 1 MiB")
        text = data.decode()
        with suppress(yaml.YAMLError):
            return yaml.load(text, _Fast)
        # This one says more of what is wrong.
        return yaml.load(text, _Loader)
    except UnicodeDecodeError:
        finding = Finding("the file cannot be read: it is not UTF-8", hint="save it as UTF-8")
    except RecursionError:
        finding = Finding("the file cannot be read: lists within lists, too deep")
    # A value may be no date, or no number, though it looks like one.
    except (OSError, ValueError, yaml.YAMLError) as error:
        problem = getattr(error, "strerror", None) or " ".join(str(error).split())
        finding = Finding(f"the file cannot be read: {problem}")
    raise PuzzleFileError([finding], str(path))


def read_listing(path: Path) -> dict[str, Any]:
    """Return what the file of a collection that has a list of puzzles says.

    The list may be empty; `listed_entries` checks it. Raises PuzzleFileError.
    """
    about = read_collection(path)
    if not isinstance(about, dict):
        raise PuzzleFileError([Finding("not a list of `name: value` lines")], str(path))
    if about.get("puzzles") is None:
        raise PuzzleFileError([Finding("no list of puzzles", hint=_LIST_HINT)], str(path))
    return about


def terms_of(about: Mapping[str, Any]) -> str:
    """Return the licence that a collection names, with its copyright notice; may be empty."""
    terms = (" ".join(str(about.get(name) or "").split()) for name in ("licence", "copyright"))
    return ". ".join(filter(None, terms))


def listed_entries(path: Path, about: object) -> list[dict[str, Any]]:
    """Return what a collection says of its puzzles, each with its `file`; nothing without a list.

    Of entries on the same file the first one counts. Raises PuzzleFileError when it is no such
    list.
    """
    listed = (about.get("puzzles") or []) if isinstance(about, dict) else None
    # No file's name is a list: written out, lists within lists can be longer than any memory.
    if not isinstance(listed, list) or not all(
        isinstance(entry, dict) and isinstance(entry.get("file"), str | int | float)
        for entry in listed
    ):
        raise PuzzleFileError([Finding("it lists no puzzles", hint=_LIST_HINT)], str(path))
    found = dict[Path, dict[str, Any]]()
    for entry in listed:
        found.setdefault(Path(str(entry["file"])), entry)
    return list(found.values())


def tags_of(path: Path, entry: Mapping[str, Any]) -> list[str]:
    """Return the tags of a puzzle that a collection lists, sorted. Raises PuzzleFileError."""
    tags = [] if entry.get("tags") is None else entry["tags"]
    if not isinstance(tags, list) or not all(isinstance(tag, str) and tag for tag in tags):
        hint = "write them as in `tags: [ladder, block]`"
        raise PuzzleFileError([Finding(f"tags of {entry['file']}", hint=hint)], str(path))
    return sorted(set(tags))


def listed_file(path: Path, name: str) -> Path:
    """Return the file that a collection lists by a name.

    Raises PuzzleFileError when it lies outside the collection's folder, or in one below it: the
    puzzles of two such folders could have the same name, by which others know a puzzle.
    """
    folder = path.parent
    try:
        inside = (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        inside = False
    if inside and (folder / name).parent == folder:
        return folder / name
    said = "is no file of the collection's own folder"
    if not inside:
        said = "lies outside the collection's folder"
    hint = "list files of the folder only, like `- file: p01.sgf`"
    raise PuzzleFileError([Finding(f"{name[:100]!r} {said}", hint=hint)], str(path))


def check_names(path: Path, files: Iterable[Path]) -> None:
    """Raise PuzzleFileError where the names of a collection's files differ in their suffix alone.

    The name without its suffix is that of the puzzle, where each has one of its own.
    """
    known = dict[str, Path]()
    for file in files:
        other = known.setdefault(file.stem, file)
        if other != file:
            said = f"two puzzles are called {file.stem!r}: {other.name} and {file.name}"
            hint = "rename one, or take it off the list"
            raise PuzzleFileError([Finding(said, hint=hint)], str(path))


def reports_in(folder: Path) -> Path | None:
    """Return the file of a folder's reports, None without one.

    Raises PuzzleFileError when there are two: one of them is out of date.
    """
    found = [path for path in map(folder.joinpath, REPORT_FILES) if os.path.isfile(path)]
    if len(found) > 1:
        said = f"there are reports in {' and in '.join(REPORT_FILES)}"
        raise PuzzleFileError([Finding(said, hint="remove the older file")], str(folder))
    return found[0] if found else None


def read_reports(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the reports of a folder by their puzzles' files (see `reported_file`).

    Of several reports on one file the one counts whose path agrees most with the file's place; of
    equal ones, the last. No reports are no error. Raises OSError and PuzzleFileError when they
    cannot be read.
    """
    path = reports_in(folder)
    found, agrees = dict[str, dict[str, Any]](), dict[str, int]()
    for number, line in enumerate(read_lines(path) if path else (), start=1):
        try:
            record = json.loads(line)
            if not _is_report(record):
                raise ValueError("it has not the fields of a report")
            file = reported_file(folder, record["file"])
            agreed = _agreement(folder / file, record["file"])
            if agreed >= agrees.get(file, agreed):
                found[file], agrees[file] = record, agreed
        except (ValueError, TypeError, KeyError, RecursionError):
            hint = "`twixt audit --out` writes them"
            finding = Finding("this is no report of an audit", line=number, hint=hint)
            raise PuzzleFileError([finding], str(path)) from None
    return found


def reported_file(folder: Path, path: str) -> str:
    """Return the file that a report in a folder is about, by its path from there.

    `path` is what the report says: how the file was named where the audit ran. The folder may
    have been moved since, so the longest end of it that leads to a file here counts; where there
    is none, the name alone.
    """
    # To begin it at the root takes out what would lead out of the folder.
    parts = Path(os.path.normpath(f"/{path}")).parts[1:]
    ends = ("/".join(parts[start:]) for start in range(len(parts)))
    return next((end for end in ends if os.path.isfile(folder / end)), Path(path).name)


def _agreement(file: Path, path: str) -> int:
    """Return how many last names a file's place and a report's path share; all of it is most."""
    here, said = (os.path.abspath(each).split("/")[::-1] for each in (file, f"/{path}"))
    pairs = zip(here, said, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return len(here) if same == len(said) - 1 else same


def _is_report(record: object) -> bool:
    """Tell whether a record has what is read of a report; other commands write others."""
    return (
        isinstance(record, dict)
        and {"claim", "verdict", "reason", "tries"} <= record.keys()
        and all(
            isinstance(each, dict) and fields <= each.keys()
            for name, fields in (("keys", _KEY), ("moves", _MOVE))
            for each in record[name]
        )
    )


def read_lines(path: Path) -> list[bytes]:
    """Return the lines of a file, unpacked if it was packed with gzip.

    Raises OSError when it cannot be read, PuzzleFileError when it cannot be unpacked or is larger
    than 256 MiB.
    """
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            data = file.read(_MAX_LINES + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        finding = Finding("gzip cannot unpack the file", hint="write it anew")
        raise PuzzleFileError([finding], str(path)) from None
    if len(data) > _MAX_LINES:
        finding = Finding("the file is larger than 256 MiB", hint="split it")
        raise PuzzleFileError([finding], str(path))
    return data.splitlines()
