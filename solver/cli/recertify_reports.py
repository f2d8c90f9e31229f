"""The reports of collections compared with their proofs, for `twixt recertify`."""

import json
import os
import tempfile
from collections.abc import Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from solver.audits import Proof, stored_proofs, unproved
from solver.cli.common import complain
from solver.cli.exit_codes import BAD_INPUT, NOT_AS_CLAIMED, OK, worst
from solver.cli.inputs import folders_in, puzzles_in
from solver.errors import CertificateError, Finding, PuzzleFileError, StoreError, printable
from solver.files import (
    COLLECTION_FILE,
    PROOFS_FILE,
    exact_sgf,
    read_file,
    read_lines,
    reported_file,
    reports_in,
)
from solver.plurals import counted
from solver.puzzle import Puzzle
from solver.store import Store, copy_store
from solver.verify import check_certificate, read_certificate

__all__ = ["recertify_all"]


class _Checked(NamedTuple):
    """What became of one report."""

    file: str
    verdicts: int
    """Verdicts that it gives: on the puzzle and on first moves."""
    proofs: int
    faults: tuple[str, ...]


def recertify_all(folders: Sequence[str], *, jobs: int) -> int:
    """Check the reports of collections, print what is not proved, and return the exit code.

    Raises StoreError for proofs that are no store.
    """
    codes = {OK}
    found = list[Path]()
    for name in folders:
        findings = list[Finding]()
        if os.path.isfile(name):
            complain([Finding("this is a file", hint="name the folder of a collection")], name)
            codes.add(BAD_INPUT)
            continue
        try:
            collections = _collections(Path(name), findings)
        except PuzzleFileError as error:
            complain(findings, name)
            complain(error.findings, error.file or name)
            codes.add(BAD_INPUT)
            continue
        complain(findings, name)
        if findings:
            codes.add(BAD_INPUT)
        elif not collections:
            complain([Finding("no collection with reports here", hint="name its folder")], name)
            codes.add(BAD_INPUT)
        found += collections
    for folder in found:
        try:
            checked = list(_recertified(folder, jobs))
        except PuzzleFileError as error:
            complain(error.findings, error.file or str(folder))
            codes.add(BAD_INPUT)
            continue
        faults = [(each.file, fault) for each in checked for fault in each.faults]
        missing = _unreported(folder, {each.file for each in checked})
        faults += [(file, "there is no report on this puzzle") for file in missing]
        for file, fault in faults:
            click.echo(printable(f"{folder / file}: {fault}"))
            codes.add(NOT_AS_CLAIMED)
        verdicts, proofs = sum(each.verdicts for each in checked), sum(e.proofs for e in checked)
        click.echo(
            f"{folder.absolute().name}: {counted(len(checked), 'report')}, "
            f"{counted(verdicts, 'verdict')}, {counted(proofs, 'proof')}, "
            f"{counted(len(faults), 'fault')}"
        )
    return worst(codes)


def _collections(path: Path, findings: list[Finding]) -> list[Path]:
    """Return the collections: this folder and those in it; none when no folder has reports.

    One without reports counts by its `collection.yaml`, so that its puzzles are named. A folder
    that cannot be read may be a collection: it adds a finding, as does what is no folder.
    Raises PuzzleFileError when a folder has two files of reports.
    """
    folders = [path, *folders_in(path, findings)]
    found = [each for each in folders if reports_in(each) or os.path.isfile(each / COLLECTION_FILE)]
    return found if any(map(reports_in, found)) else []


def _recertified(folder: Path, jobs: int) -> Iterator[_Checked]:
    reports = reports_in(folder)
    if reports is None:
        return
    with tempfile.TemporaryDirectory() as place:
        # A store is written when it is opened.
        copy = Path(place) / PROOFS_FILE
        if (folder / PROOFS_FILE).is_file():
            copy_store(folder / PROOFS_FILE, copy)
        try:
            Store(copy).close()
            lines = enumerate(read_lines(reports), start=1)
            with ProcessPoolExecutor(jobs) as pool:
                yield from pool.map(partial(_check, reports, copy), lines, chunksize=8)
        except StoreError as error:
            raise StoreError(str(error).replace(str(copy), str(folder / PROOFS_FILE))) from None


def _check(reports: Path, proofs: Path, numbered: tuple[int, bytes]) -> _Checked:
    """Check one report, a line with its number."""
    (number, line), folder = numbered, reports.parent
    try:
        record = json.loads(line)
        file = reported_file(folder, record["file"])
        puzzle = read_file(folder / file).puzzle
        if puzzle is None:
            raise PuzzleFileError([Finding("a game, not a puzzle")], str(folder / file))
        with Store(proofs) as store:
            found = stored_proofs(puzzle, record, store)
            faults = [fault.partition(", ")[2] for fault in store.faults]
        faults += [f"not proved: {said}" for said in unproved(puzzle, record, found)]
    except PuzzleFileError:
        raise
    except (AttributeError, ValueError, KeyError, TypeError, RecursionError):
        finding = Finding("no report", line=number, hint="`twixt audit --out` writes them")
        raise PuzzleFileError([finding], str(reports)) from None
    faults += [fault for word, proof in found.items() if (fault := _fault(puzzle, word, proof))]
    return _Checked(file, 1 + len(record["moves"]), len(found), tuple(faults))


def _unreported(folder: Path, reported: Set[str]) -> Iterator[str]:
    """Yield the names of the puzzles in a folder that have no report."""
    for found in puzzles_in([str(folder)]):
        path = Path(found.file)
        if found.puzzle is not None and path.parent == folder and path.name not in reported:
            yield path.name


def _fault(puzzle: Puzzle, word: str, proof: Proof) -> str | None:
    """Return why a proof is none, after it was written and read like any certificate."""
    about = proof.about(puzzle)
    text = exact_sgf(about)
    if text is None:
        return "SGF cannot express this position"
    try:
        check_certificate(about, read_certificate(proof.certificate(puzzle, text)))
    except CertificateError as error:
        return f"the proof {word or 'of the claim'} fails: {error}"
    return None
