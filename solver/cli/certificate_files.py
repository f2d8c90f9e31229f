"""Certificates written beside each other, and checked again."""

import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from solver.arena import check_size
from solver.audits import add_certificate, proved_about
from solver.cli.common import STDIN, complain, complain_unreadable, read_stdin, shown_file
from solver.cli.exit_codes import BAD_INPUT, NOT_AS_CLAIMED
from solver.cli.inputs import entries_of, may_be_file, title
from solver.errors import (
    CertificateError,
    Finding,
    PuzzleFileError,
    PuzzleRuleError,
    printable,
)
from solver.files import exact_sgf, read_text
from solver.game import Move, Side, hole_text, position_text
from solver.plurals import counted
from solver.proof import Strategy
from solver.puzzle import Goal, Puzzle
from solver.store import Store
from solver.verify import (
    MAX_CERTIFICATE,
    check_certificate,
    check_privilege_certificate,
    is_privilege_certificate,
    read_certificate,
    read_privilege_certificate,
    read_puzzle_text,
)

__all__ = [
    "SUFFIX",
    "CertificateFolder",
    "certificate_names",
    "certify_all",
    "make_folder",
    "page_name",
    "proof_name",
    "sgf_or_warning",
]

SUFFIX = ".cert.gz"
"""The end of a certificate's name."""


def certificate_names(files: Sequence[str]) -> list[str]:
    """Return a name for each puzzle file's certificate, all different.

    The file's own name, after that of its folder when several files share it, then numbered. It
    has no dot: what follows the first dot of a certificate's name tells what it proves.
    """
    stems = ["stdin" if file == STDIN else Path(file).stem for file in files]
    count = Counter(stems)
    names = list[str]()
    for file, stem in zip(files, stems, strict=True):
        folder = Path(file).absolute().parent.name
        wanted = f"{folder}-{stem}" if count[stem] > 1 and folder else stem
        wanted = wanted.replace(".", "-")
        name, number = wanted, 1
        while name + SUFFIX in names:
            number += 1
            name = f"{wanted}-{number}"
        names.append(name + SUFFIX)
    return names


def proof_name(name: str, word: str) -> str:
    """Return the name of one of several certificates of a puzzle, by a word for what it proves."""
    return name.removesuffix(SUFFIX) + f".{word}" + SUFFIX if word else name


class CertificateFolder:
    """The certificates in a folder, as it was before a batch writes its own."""

    def __init__(self, path: Path) -> None:
        """List it, once: a folder of thousands takes long."""
        self._path = path
        self._called = defaultdict[str, list[str]](list)
        """Names, by what stands before the first dot."""
        with suppress(OSError):
            for file in sorted(os.listdir(path)):
                if file.endswith(SUFFIX):
                    self._called[file.partition(".")[0]].append(file)

    def has(self, name: str, puzzle: Puzzle, word: str = "") -> bool:
        """Tell whether it holds a certificate of a puzzle by its name (see `proof_name`)."""
        file = proof_name(name, word)
        return file in self._like(name) and _is_on(puzzle, self._path / file) is True

    def old(self, name: str, puzzle: Puzzle, written: Collection[str]) -> list[str]:
        """Return the certificates called like those of a puzzle that are about another one.

        They are about what it was before it was edited, or about a puzzle of another folder. Those
        just `written` are not looked at.
        """
        others = (file for file in self._like(name) if file not in written)
        return [file for file in others if _is_on(puzzle, self._path / file) is False]

    def _like(self, name: str) -> list[str]:
        """Return what is called like a puzzle's certificates, by the name of the first of them."""
        called = self._called.get(name.removesuffix(SUFFIX), [])
        return [file for file in called if (self._path / file).is_file()]


def _is_on(puzzle: Puzzle, path: Path) -> bool | None:
    """Tell whether a file is a certificate about a puzzle; None if it is no certificate."""
    try:
        found = read_text(read_puzzle_text(_read(str(path)))).puzzle
    except (OSError, PuzzleFileError):
        return None
    if found is None:
        return None
    return _meant(found) in map(_meant, proved_about(puzzle))


def _meant(puzzle: Puzzle) -> tuple[str, Goal, frozenset[Move]]:
    """Return what a proof rests on; titles may change."""
    return position_text(puzzle.position), puzzle.goal, frozenset(puzzle.keys)


def page_name(name: str) -> str:
    """Return the name of a puzzle's page, by that of its certificate."""
    return name.removesuffix(SUFFIX) + ".html"


def make_folder(folder: Path) -> bool:
    """Make the folder for certificates or pages; say so if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        complain([Finding(f"this folder cannot be made or used: {reason}")], str(folder))
        return False
    return True


def sgf_or_warning(file: str, puzzle: Puzzle) -> str | None:
    """Return the text that a certificate holds; warn when there can be none."""
    text = exact_sgf(puzzle)
    if text is None:
        lost = "no certificate is written: SGF cannot express this board or position"
        complain([Finding(lost, fatal=False)], file)
    return text


def certify_all(paths: Sequence[str], *, sat: bool, store: str | None) -> int:
    """Check the certificates that the paths name, print a line for each, return the exit code.

    `sat` asks a SAT solver about every step. What is proved goes to the file `store` if it is
    given. Raises StoreError.
    """
    with ExitStack() as stack:
        kept = stack.enter_context(Store(store)) if store is not None else None
        return _certify_all(paths, sat, kept)


def _certify_all(paths: Sequence[str], sat: bool, store: Store | None) -> int:
    codes = set[int]()
    for path in paths:
        findings = list[Finding]()
        files = list(_files(path, findings))
        if not files and not findings:
            none = Finding("no certificate in this folder", hint=f"files end in {SUFFIX}")
            findings.append(none)
        if findings:
            complain(findings, path)
            codes.add(BAD_INPUT)
        codes |= {_certify(file, sat, store) for file in files}
    return next((code for code in (NOT_AS_CLAIMED, BAD_INPUT) if code in codes), 0)


def _files(path: str, findings: list[Finding]) -> Iterator[str]:
    """Yield the certificates of a folder and of those below it; the path itself if it is none."""
    if path == STDIN or not os.path.isdir(path):  # Path("") would be the present folder
        yield path
        return
    for entry in entries_of(Path(path), findings):
        # A link to a folder may lead back to where it came from.
        if os.path.isdir(entry):
            if not entry.is_symlink():
                yield from _files(str(entry), findings)
        elif entry.name.endswith(SUFFIX) and may_be_file(entry, findings):
            yield str(entry)


def _certify(file: str, sat: bool, store: Store | None) -> int:
    """Check a certificate, print what comes of it, return the exit code."""
    try:
        data = _read(file)
        file = shown_file(file)
        if is_privilege_certificate(data):
            return _certify_privilege(file, data, sat)
        certificate = read_certificate(data, file)
        puzzle = _puzzle_of(certificate.puzzle_text, file)
    except PuzzleFileError as error:
        complain(error.findings, file)
        return BAD_INPUT
    except (OSError, ValueError) as error:
        complain_unreadable(error, file)
        return BAD_INPUT
    try:
        check_certificate(puzzle, certificate, sat=sat)
        if sat and store is not None:
            # A store tells how many pegs a proof takes, which the second checker does not look at.
            check_certificate(puzzle, certificate)
    except CertificateError as error:
        return _failed(file, error)
    if store is not None:
        add_certificate(certificate, puzzle, store)
    shown = f"{certificate.claim.text}, {certificate.verdict.value}"
    if certificate.but:
        left = ", ".join(hole_text(hole) for hole in sorted(certificate.but))
        shown = f"{certificate.claim.text} by no first move except {left}"
    if certificate.first is not None:
        shown += f", beginning with {hole_text(certificate.first)}"
    if certificate.closed:
        shown += f", without {' or '.join(map(hole_text, sorted(certificate.closed)))}"
    click.echo(
        f"{click.style('ok', fg='green')}      {printable(file)}  {title(file, puzzle)}: "
        f"{shown} ({_size(certificate.strategy, sat)})"
    )
    return 0


def _puzzle_of(text: str, file: str) -> Puzzle:
    """Return the puzzle in a certificate. Raises PuzzleFileError, also where it is too large."""
    puzzle = read_text(text, name=file).puzzle
    if puzzle is None:
        raise PuzzleFileError([Finding("the SGF text in the certificate is a game, not a puzzle")])
    try:
        check_size(puzzle.position)
    except PuzzleRuleError as error:
        raise PuzzleFileError([Finding(f"the puzzle in the certificate: {error}")]) from None
    return puzzle


def _failed(file: str, error: CertificateError) -> int:
    """Print why a proof fails, return the exit code."""
    click.echo(f"{click.style('FAILED', fg='red')}  {printable(f'{file}  {error}')}")
    return NOT_AS_CLAIMED


def _size(strategy: Strategy, sat: bool) -> str:
    """Return how large a proof is, as far as it was looked at."""
    nodes = counted(len(strategy.nodes), "node")
    return nodes if sat else f"{counted(strategy.root.depth, 'peg')} at most, {nodes}"


def _read(file: str) -> bytes:
    """Return what a file holds, as far as a certificate may go.

    Raises OSError, ValueError and PuzzleFileError.
    """
    if file == STDIN:
        return read_stdin(MAX_CERTIFICATE + 1)
    with open(file, "rb") as opened:
        return opened.read(MAX_CERTIFICATE + 1)


def _certify_privilege(file: str, data: bytes, sat: bool) -> int:
    """Check a certificate with Privileges, of which the store keeps none.

    Raises PuzzleFileError.
    """
    certificate = read_privilege_certificate(data, file)
    puzzle = _puzzle_of(certificate.puzzle_text, file)
    try:
        check_privilege_certificate(puzzle, certificate, sat=sat)
    except CertificateError as error:
        return _failed(file, error)
    held = " and ".join(side.value for side in Side if side in puzzle.privilege) or "nobody"
    click.echo(
        f"{click.style('ok', fg='green')}      {printable(file)}  {title(file, puzzle)}: "
        f"{certificate.claim.text}, {certificate.verdict.value}, {held} holding the Privilege "
        f"({_size(certificate.proof.strategy, sat)})"
    )
    return 0
