"""File text: decoding, and findings with their places in it."""

import codecs
import re

from solver.errors import Finding, PuzzleFileError

__all__ = ["MAX_BYTES", "Source", "decode"]

MAX_BYTES = 1 << 20
"""Largest file read: 1 MiB."""

_MAX_FINDINGS = 50
"""Errors kept of one file, and as many warnings: nobody mends more at once."""

_LONGEST = 400
"""Characters of a message: it shows what is wrong, not a whole file that is."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(rb"[;\]\s]CA\s*\[\s*([A-Za-z0-9_.:-]+)\s*\]")
_CODECS = {"utf-8", "ascii", "iso8859-1", "iso8859-15", "cp1250", "cp1252", "cp1251", "koi8-r"}
"""Charsets that `CA` may name, as Python calls them."""


class Source:
    """The text of a file and all that was found in it."""

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name
        self._found: list[tuple[int, Finding]] = []
        self._count = {True: 0, False: 0}
        """Errors and warnings noted."""

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of a character of the text."""
        start = self.text.rfind("\n", 0, offset) + 1
        return self.text.count("\n", 0, offset) + 1, offset - start + 1

    def error(self, message: str, offset: int | None = None, hint: str = "") -> None:
        """Note what makes the file unreadable."""
        self._add(message, offset, hint, fatal=True)

    def warn(self, message: str, offset: int | None = None, hint: str = "") -> None:
        """Note what the reader of the file should know."""
        self._add(message, offset, hint, fatal=False)

    def _add(self, message: str, offset: int | None, hint: str, *, fatal: bool) -> None:
        if self._count[fatal] >= _MAX_FINDINGS:
            return
        if len(message) > _LONGEST:
            message = message[:_LONGEST] + "..."
        line, column = (None, None) if offset is None else self.place(offset)
        finding = Finding(message, line, column, hint, fatal)
        if finding not in (known for _, known in self._found):
            self._found.append((-1 if offset is None else offset, finding))
            self._count[fatal] += 1

    @property
    def failed(self) -> bool:
        """True when an error was noted."""
        return self._count[True] > 0

    @property
    def full(self) -> bool:
        """True when no more errors are noted: nothing is gained by reading on."""
        return self._count[True] >= _MAX_FINDINGS

    def findings(self) -> tuple[Finding, ...]:
        """Return all findings in file order.

        Raises PuzzleFileError with all of them when one is an error.
        """
        if self.failed:
            raise self.refusal()
        return self._in_order()

    def refusal(self) -> PuzzleFileError:
        """Return the error with all findings, once an error was noted."""
        assert self.failed, "only an error makes a file unreadable"
        return PuzzleFileError(self._in_order(), self.name)

    def _in_order(self) -> tuple[Finding, ...]:
        return tuple(finding for _, finding in sorted(self._found, key=lambda pair: pair[0]))


def decode(data: bytes | str, name: str = "") -> Source:
    """Return the text of a file with plain newlines; of a text that was decoded already, too.

    A byte order mark counts first, then SGF's `CA`, then UTF-8 if it fits, else Latin-1.
    Raises PuzzleFileError for a file that is too big or empty.
    """
    decoded = isinstance(data, str)
    if isinstance(data, str):
        data = data.encode(errors="replace")
    if len(data) > MAX_BYTES:
        raise PuzzleFileError(
            [Finding("the file is larger than 1 MiB", hint="split it: one puzzle or game a file")],
            name,
        )
    text, warning = (data.decode(), "") if decoded else _text(data)
    source = Source(text.replace("\r\n", "\n").replace("\r", "\n"), name)
    if warning:
        source.warn(warning, 0, "save the file as UTF-8")
    if not source.text.strip():
        source.error("the file is empty", hint="expected a puzzle, a game or a diagram")
        raise source.refusal()
    return source


def _text(data: bytes) -> tuple[str, str]:
    """Return the decoded text and a warning, empty when there is none."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(codec), ""
            except UnicodeDecodeError:
                text = data[len(mark) :].decode(codec, errors="replace")
                return text, "broken characters after a byte order mark"
    named = _CHARSET.search(data[:4096])
    codec = _codec(named[1].decode("ascii")) if named else ""
    if codec:
        try:
            return data.decode(codec), ""
        except UnicodeDecodeError:
            return data.decode("latin-1"), f"the text is not in the charset CA names ({codec})"
    warning = f"unknown charset {named[1].decode('ascii')!r} in CA" if named else ""
    try:
        return data.decode("utf-8"), warning
    except UnicodeDecodeError:
        return data.decode("latin-1"), warning


def _codec(charset: str) -> str:
    """Return Python's name of a charset, empty when it is none we read."""
    try:
        name = codecs.lookup(charset).name
    except LookupError:
        return ""
    return name if name in _CODECS else ""
