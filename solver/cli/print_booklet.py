"""`twixt print`."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli.common import PATH, STDIN, GivenPath, complain, has_place, not_stdout, save
from solver.cli.exit_codes import BAD_INPUT, OK
from solver.errors import Finding, PuzzleFileError, printable
from solver.files import COLLECTION_FILE, REPORT_FILES, read_collection, read_reports
from solver.plurals import counted
from solver.tasks import STALE_REPORT, still_about

if TYPE_CHECKING:
    from solver.booklet import Chapter
    from solver.cli.inputs import PuzzleRead

__all__ = ["print_booklet"]

_PAPER = ("a4", "letter")
_LETTERS_SHOWN = 20


@click.command("print")
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option(
    "--out",
    type=GivenPath(dir_okay=False),
    callback=not_stdout,
    metavar="FILE",
    required=True,
    help="The PDF file.",
)
@click.option("--title", metavar="TEXT", help="Title of the booklet.  [default: the collection's]")
@click.option(
    "--paper",
    type=click.Choice(_PAPER, case_sensitive=False),
    default=_PAPER[0],
    show_default=True,
    help="Size of the pages.",
)
@click.pass_context
def print_booklet(
    ctx: click.Context, paths: tuple[str, ...], out: str, title: str | None, paper: str
) -> None:
    """Write puzzles as a booklet to print, a PDF file with the solutions at the back.

    PATH is a puzzle, or a folder with puzzles. Puzzles of one folder make a chapter. Solutions
    come from the folder's reports; without one, the author's key stands there.

    \b
    Exit codes:
       2  a puzzle or a report that cannot be read, the others are written; or no puzzle at all,
          or a FILE that cannot be written
       0  otherwise
    """
    from solver.booklet import Paper, booklet
    from solver.cli.inputs import puzzles_in

    code, found, told = OK, list["PuzzleRead"](), set[str]()
    for each in puzzles_in(paths, to_solve=False):
        complain(each.findings, each.file)
        told.update(finding.message for finding in each.findings)
        if any(finding.fatal for finding in each.findings):
            code = BAD_INPUT
        found.append(each)
    if not has_place(out, _files_read(found)):
        ctx.exit(BAD_INPUT)
    read = [each for each in found if each.puzzle is not None]
    chapters = list["Chapter"]()
    for folder, group in _folders(read).items():
        about, faults = _about(folder)
        # Of a folder that is named itself they were told above, with the file that has them.
        place = str((folder or Path()) / COLLECTION_FILE)
        complain([fault for fault in faults if f"{place}: {fault.message}" not in told], place)
        if faults:
            code = BAD_INPUT
        reports = _reports(folder)
        if reports is None:
            code = BAD_INPUT
        chapters.append(_chapter(folder, about, reports or {}, group))
    if not chapters:
        complain([Finding("no puzzle to print")], paths[0])
        ctx.exit(BAD_INPUT)
    title = title or (chapters[0].title if len(chapters) == 1 else "TwixT puzzles")
    # A PDF file cannot hold bytes that are not UTF-8.
    title = title.encode(errors="backslashreplace").decode()

    def tell(letters: str) -> None:
        more = "..." if len(letters) > _LETTERS_SHOWN else ""
        said = f"the font does not have the letters {letters[:_LETTERS_SHOWN]!r}{more}"
        hint = "it has Latin, Greek and Cyrillic ones"
        complain([Finding(said, hint=hint, fatal=False)], out)

    data = booklet(title, chapters, Paper(paper.lower()), tell=tell)
    if not save(Path(out), data):
        ctx.exit(BAD_INPUT)
    number = sum(len(chapter.puzzles) for chapter in chapters)
    click.echo(f"{out}: {counted(number, 'puzzle')}, {len(data):,} bytes")
    ctx.exit(code)


def _folders(read: "list[PuzzleRead]") -> "dict[Path | None, list[PuzzleRead]]":
    """Return the puzzles of each folder, by the way in which it was named first; None for stdin."""
    named = dict[Path, Path]()
    found = dict[Path | None, list["PuzzleRead"]]()
    for each in read:
        path = Path(each.file).parent
        folder = None if each.file == STDIN else named.setdefault(path.absolute(), path)
        found.setdefault(folder, []).append(each)
    return found


def _files_read(read: "list[PuzzleRead]") -> Iterator[str]:
    """Yield the files that were read, and those that the booklet is made of."""
    yield from (each.file for each in read)
    for folder in filter(None, _folders(read)):
        yield from (str(folder / name) for name in (COLLECTION_FILE, *REPORT_FILES))


def _about(folder: Path | None) -> tuple[object, tuple[Finding, ...]]:
    """Return what the `collection.yaml` of a folder says, or why it cannot be read."""
    path = folder / COLLECTION_FILE if folder is not None else None
    try:
        return (read_collection(path) if path and os.path.isfile(path) else None), ()
    except PuzzleFileError as error:
        return None, error.findings


def _reports(folder: Path | None) -> dict[str, dict[str, Any]] | None:
    """Return the reports of a folder; None if they cannot be read, and say why."""
    try:
        return {} if folder is None else read_reports(folder)
    except PuzzleFileError as error:
        complain(error.findings, error.file)
    except OSError as error:
        said = f"its reports cannot be read: {error.strerror or error}"
        complain([Finding(said)], str(folder))
    return None


def _chapter(
    folder: Path | None,
    about: object,
    reports: Mapping[str, dict[str, Any]],
    read: "list[PuzzleRead]",
) -> "Chapter":
    """Return the chapter of puzzles of a folder, or of one from stdin."""
    from solver.booklet import BookletPuzzle, chapter_about
    from solver.cli.inputs import title

    name = printable(folder.absolute().name) if folder is not None else ""
    puzzles = tuple(
        BookletPuzzle(title(each.file, each.puzzle), each.puzzle, _report(each, reports))
        for each in read
        if each.puzzle is not None
    )
    return chapter_about(name or "Puzzles", about, puzzles)


def _report(read: "PuzzleRead", reports: Mapping[str, dict[str, Any]]) -> dict[str, Any] | None:
    """Return the report on a puzzle; say so if the one there is about another one by now."""
    report = reports.get(Path(read.file).name)
    if report is not None and read.puzzle is not None and not still_about(report, read.puzzle):
        complain([STALE_REPORT], read.file)
        return None
    return report
