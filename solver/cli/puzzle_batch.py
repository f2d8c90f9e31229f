"""Work through many puzzles, for the commands that do: workers, store and records."""

import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

import click

from solver.batch import JsonRecord, ResumableFile, perform_bounded, run_plans
from solver.cli.batch_options import BatchOptions
from solver.cli.certificate_files import SUFFIX, CertificateFolder, certificate_names, make_folder
from solver.cli.common import (
    complain,
    complain_of_store,
    has_place,
    same_file,
    save,
    say,
    stop_printing,
    store_files,
)
from solver.cli.exit_codes import BAD_INPUT, CRASHED, worst
from solver.cli.inputs import puzzles_in, title
from solver.cli.progress_bar import ProgressBar
from solver.errors import Finding, printable
from solver.plurals import counted
from solver.proof import Limits
from solver.puzzle import Puzzle
from solver.store import Store
from solver.tasks import task_of
from solver.work import Failure, Fault, Plan

__all__ = ["PuzzleBatch", "json_line", "numbered", "tell_failure"]

_Result = TypeVar("_Result")


class PuzzleBatch:
    """The puzzles that a command works through, and its exit code."""

    def __init__(self, asked: BatchOptions, *, threads: int = 1) -> None:
        """Read all files; say what is wrong with those that hold no puzzle."""
        self._asked = asked
        self._codes = set[int]()
        self._saved = True
        """Whether all that belongs to the present record was written."""
        self.limits = Limits(asked.nodes, asked.seconds, asked.memory, threads)
        self.puzzles = list[tuple[str, Puzzle]]()
        """With their files."""
        self._files = list[str]()
        """All that were read, those without a puzzle too."""
        self.skipped = 0
        """Puzzles that the command cannot take."""
        for found in puzzles_in(asked.paths, asked.size, asked.rules):
            complain(found.findings, found.file)
            self._files.append(found.file)
            self.skipped += found.skipped
            if found.puzzle is None:
                if any(finding.fatal for finding in found.findings):
                    self.note(BAD_INPUT)
            else:
                self.puzzles.append((found.file, found.puzzle))
        self.titles = [title(file, puzzle) for file, puzzle in self.puzzles]
        self.names = certificate_names([file for file, _ in self.puzzles])
        """Of their certificates."""
        self._found = dict[Path, CertificateFolder]()
        """What was in the folders that are wanted."""

    def note(self, code: int) -> None:
        """Add an exit code of one puzzle."""
        self._codes.add(code)

    @property
    def code(self) -> int:
        """The exit code of the command."""
        return worst(self._codes)

    def folder(self, name: str | None, suffix: str = SUFFIX) -> Path | None:
        """Make a folder that is wanted; None when it is not, or when there is no puzzle.

        Neither the file of results and the store nor a file that is read may be called like what
        is written to it, with this suffix.
        """
        if name is None or not self.puzzles:
            return None
        if not make_folder(Path(name)):
            raise click.exceptions.Exit(BAD_INPUT)
        for file in filter(None, (self._asked.out, self._asked.store)):
            within = same_file(str(Path(file).absolute().parent), name)
            if within and file.endswith((SUFFIX, ".html")):
                said = "certificates or pages are written to this folder"
                complain([Finding(said, hint="name another file")], file)
                raise click.exceptions.Exit(BAD_INPUT)
        # A puzzle may be called like a page, or like the certificate of another one.
        stems = {each.partition(".")[0] for each in self.names}
        for file in self._files:
            target = Path(name, os.path.basename(os.path.realpath(file)))
            taken = target.name.endswith(suffix) and target.name.partition(".")[0] in stems
            if taken and not has_place(str(target), [file]):
                raise click.exceptions.Exit(BAD_INPUT)
        self._found[Path(name)] = CertificateFolder(Path(name))
        return Path(name)

    def save(self, path: Path, data: bytes) -> None:
        """Write a certificate or page."""
        if not save(path, data):
            self._saved = False
            self.note(BAD_INPUT)

    def save_proofs(
        self, at: int, folder: Path | None, proofs: Iterable[tuple[Path, bytes]]
    ) -> None:
        """Write the certificates of a puzzle; name those in the folder that only look like it."""
        written = set[str]()
        for path, proof in proofs:
            self.save(path, proof)
            written.add(path.name)
        file, puzzle = self.puzzles[at]
        if folder and (old := self._found[folder].old(self.names[at], puzzle, written)):
            said = f"{folder} has certificates about another position, goal or key"
            hint = "remove them if they are about an older version"
            complain([Finding(f"{said}: {', '.join(old)}", hint=hint, fatal=False)], file)

    def show(self, text: str) -> None:
        """Print a result; when nobody reads it, go on without if results are kept in a file."""
        try:
            click.echo(text)
        except BrokenPipeError:
            if self._asked.out is None:
                raise
            stop_printing(sys.stdout)

    def work(
        self,
        doing: str,
        plan: Callable[[int, Store | None], Plan[_Result | Failure]],
        record: Callable[[int, _Result | Failure], JsonRecord | None],
        tell: Callable[[int, JsonRecord], None],
        certificates: Path | None = None,
        proved: Callable[[int, JsonRecord], Collection[str]] | None = None,
        **options: object,
    ) -> int:
        """Work through all puzzles, `tell` of each in their order, and return the exit code.

        `record` makes a record of a result, or none of a failure that leaves nothing to tell, and
        writes its certificates to the folder of that name. It is called as soon as a puzzle is
        finished, which may be out of order. `proved` returns the words for the certificates (see
        `proof_name`) that belong to a record.
        `doing` stands beside the progress bar; `options` tell the records of one kind of work
        from others. Raises RecordError and StoreError.
        """
        if not self.puzzles:
            return self.code
        self._check_out()
        tasks = numbered([task_of(file, puzzle, options) for file, puzzle in self.puzzles])
        with ExitStack() as stack:
            out, store = self._opened(stack)
            missing = [at for at, task in enumerate(tasks) if out is None or task not in out]
            searched = set(missing)
            progress = stack.enter_context(ProgressBar(doing))
            progress.start(len(missing))

            def end(number: int, result: _Result | Failure) -> JsonRecord | None:
                """Write the record at once: the puzzles before it may take much longer."""
                at = missing[number]
                with progress.aside():
                    written = self._new_record(at, result, record, tasks[at], out)
                progress.advance()
                return written

            new = self._run((plan(at, store) for at in missing), end, progress, stack)
            lacking = 0
            for at, task in enumerate(tasks):
                before = out.find(task) if out is not None and at not in searched else None
                written = before or next(new)
                if written is not None:
                    with progress.aside():
                        if before is not None and proved is not None:
                            lacking += self._lacks(at, proved(at, before), certificates)
                        tell(at, written)
            _finish(out, tasks)
            _complain_of_lacking(lacking, certificates)
            if store is not None:
                complain_of_store(store)
        return self.code

    def _run(
        self,
        plans: Iterable[Plan[_Result | Failure]],
        end: Callable[[int, _Result | Failure], JsonRecord | None],
        progress: ProgressBar,
        stack: ExitStack,
    ) -> Iterator[JsonRecord | None]:
        """Yield what `end` makes of each plan's result, in the order of the plans."""

        def tell_news(text: str) -> None:
            with progress.aside():
                say(text)

        running = run_plans(
            plans,
            jobs=self._asked.jobs,
            cluster=self._asked.cluster,
            on_end=end,
            on_news=tell_news,
            work=perform_bounded,
        )
        stack.enter_context(closing(running))
        return (written for _, written in running)

    def _check_out(self) -> None:
        """Exit if a file of results, or the one for its old records, is used for something else.

        That is a file that is read, the store, or what SQLite keeps beside the store.
        """
        out = self._asked.out
        used = [*self._files, *store_files(self._asked.store)]
        if out and not all(has_place(each, used) for each in (out, f"{out}.old")):
            raise click.exceptions.Exit(BAD_INPUT)

    def _opened(self, stack: ExitStack) -> tuple[ResumableFile | None, Store | None]:
        """Open the file of results and the store, if they are asked for."""
        asked = self._asked
        out = ResumableFile(asked.out, resume=asked.resume) if asked.out else None
        if out is not None:
            stack.enter_context(out)
        store = stack.enter_context(Store(asked.store)) if asked.store else None
        if store is not None:
            store.freeze()
        return out, store

    def _new_record(
        self,
        at: int,
        result: _Result | Failure,
        record: Callable[[int, _Result | Failure], JsonRecord | None],
        task: str,
        out: ResumableFile | None,
    ) -> JsonRecord | None:
        """Return the record of a result, and write it; say what is wrong with a failure."""
        self._saved = True
        file = self.puzzles[at][0]
        if isinstance(result, Failure):
            if result.fault is Fault.REFUSED:
                complain([Finding(result.message)], file)
                self.note(BAD_INPUT)
                return None
            tell_failure(result, file)
        made = record(at, result)
        if made is None:
            self.note(CRASHED)
            return None
        written = {"puzzle": self.titles[at], "file": file, **made, "task": task}
        # Without its certificate it is not finished: --resume does it again.
        if out is not None and self._saved:
            out.add(written)
        return written

    def _lacks(self, at: int, words: Collection[str], folder: Path | None) -> bool:
        """Tell whether a folder lacks a certificate of a puzzle that was finished before."""
        if folder is None:
            return False
        file, (_, puzzle) = self.names[at], self.puzzles[at]
        return not all(self._found[folder].has(file, puzzle, word) for word in words)


def _finish(out: ResumableFile | None, tasks: Sequence[str]) -> None:
    """Put the records in order; say how many belong to other puzzles or options."""
    if out is not None and (others := out.finish(tasks)):
        gone = f"moved {counted(others, 'record')} of other puzzles or options to {out.old}"
        complain([Finding(gone, fatal=False)], str(out.path))


def _complain_of_lacking(number: int, certificates: Path | None) -> None:
    """Say of how many puzzles that were finished before certificates are missing."""
    if number:
        gone = (
            f"certificates are missing for {counted(number, 'puzzle')} finished in an earlier run"
        )
        hint = "run again with another --out, or none; with a --store this needs no search"
        complain([Finding(gone, hint=hint, fatal=False)], str(certificates))


def json_line(record: JsonRecord) -> str:
    """Return a record as a line, without its end."""
    return printable(json.dumps(record, ensure_ascii=False))


def numbered(tasks: Sequence[str]) -> list[str]:
    """Return tasks that all differ: a file that is named twice is worked on twice."""
    seen = dict[str, int]()
    names = list[str]()
    for task in tasks:
        seen[task] = seen.get(task, 0) + 1
        names.append(task if seen[task] == 1 else f"{task}-{seen[task]}")
    return names


def tell_failure(failure: Failure, file: str) -> None:
    """Say on stderr how the search of a puzzle crashed or hung."""
    if failure.trace and os.environ.get("TWIXT_DEBUG") == "1":
        say(failure.trace)
    if failure.fault is Fault.MEMORY:
        hint = "more --memory may help"
        complain([Finding(f"undecided: {failure.message}", hint=hint)], file)
        return
    what = "hung" if failure.fault is Fault.HUNG else "crashed"
    hint = "please report it with the file; TWIXT_DEBUG=1 shows a trace if there is one"
    complain([Finding(f"the solver {what}: {failure.message}", hint=hint)], file)
