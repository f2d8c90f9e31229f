"""The exceptions of the solver, all under one root.

Lowest room of the house: imports nothing of the project.

    TwixtError
    ├── BenchError           a measurement that cannot be made
    ├── NotationError        a text that names no hole, link or move
    ├── IllegalMoveError     a move the rules forbid in its position
    ├── PuzzleRuleError      a puzzle that breaks a rule of puzzles
    ├── PuzzleFileError      a file that cannot be read; carries every Finding
    ├── CertificateError     a proof that failed its check: a bug, or a file tampered with
    │   └── TooLongError     the same because its prover may run out of holes
    ├── StoreError           a verdict store that cannot be opened, read or written
    ├── ClusterError         machines that cannot be reached or do not fit
    ├── WorkerError          processes of this machine that cannot be started
    ├── RecordError          a file of records that cannot be written or taken up
    └── CoreUnavailableError the native core is not built
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

__all__ = [
    "BenchError",
    "CertificateError",
    "ClusterError",
    "CoreUnavailableError",
    "Finding",
    "IllegalMoveError",
    "NotationError",
    "PuzzleFileError",
    "PuzzleRuleError",
    "RecordError",
    "StoreError",
    "TooLongError",
    "TwixtError",
    "WorkerError",
    "printable",
]

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a terminal obeys, what turns the direction of the text after it, and what no file can hold:
bytes of a file's name that are not UTF-8."""


def printable(text: str) -> str:
    """Return a text that anybody may have written as it can be shown: `\\u001b` for Escape.

    A line of JSON still means the same.
    """
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class TwixtError(Exception):
    """Root of everything the project raises on purpose."""


class BenchError(TwixtError, ValueError):
    """A measurement that cannot be made."""


class NotationError(TwixtError, ValueError):
    """A text that names no hole, link or move."""


class IllegalMoveError(TwixtError, ValueError):
    """A move that the rules forbid; the message says which rule."""


class PuzzleRuleError(TwixtError, ValueError):
    """A puzzle or position that breaks a rule; the message says which."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know about a file, with its place and its remedy."""

    message: str
    """The fault, with the text that has it."""
    line: int | None = None
    """Line in the file, from 1; None when the whole file is meant."""
    column: int | None = None
    """Column in that line, in characters from 1."""
    hint: str = ""
    """How to mend it; may be empty."""
    fatal: bool = True
    """False for a warning: the file was read all the same."""

    def text(self, file: str = "") -> str:
        """Return `file:line:column: message (hint)`, leaving out what is unknown.

        It can be shown in a terminal, whatever the file is called.
        """
        place = ":".join(str(part) for part in (file, self.line, self.column) if part)
        kind = "" if self.fatal else "warning: "
        hint = f" ({self.hint})" if self.hint else ""
        text = f"{kind}{self.message}{hint}"
        return printable(f"{place}: {text}" if place else text)


class PuzzleFileError(TwixtError, ValueError):
    """A file that cannot be read. `findings` holds all that was found, in file order."""

    def __init__(self, findings: Iterable[Finding], file: str = "") -> None:
        self.findings = tuple(findings)
        self.file = file
        super().__init__("\n".join(finding.text(file) for finding in self.findings))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Finding, ...], str]]:
        """Say how a process tells another one of the error."""
        return type(self), (self.findings, self.file)


class RecordError(TwixtError):
    """A file of records that cannot be written or taken up; the message says which and why."""


class StoreError(TwixtError):
    """A verdict store that cannot be opened, read or written; the message says which and why."""


class ClusterError(TwixtError):
    """Machines that cannot be reached, or whose version is another; the message says what to do."""


class WorkerError(TwixtError):
    """Processes of this machine that cannot be started; the message says why and what to do."""


class CertificateError(TwixtError):
    """A strategy that failed its check, never to be hidden: a bug, or a file tampered with."""


class TooLongError(CertificateError):
    """A strategy with parts side by side that may take more turns than its prover has holes.

    A peg of no use takes one of these holes: so what wins after a pass may not win after a move.
    """


class CoreUnavailableError(TwixtError, ImportError):
    """The native core `solver._core` cannot be imported; the message says how to build it."""
