"""How `twixt solve` prints: table, JSON lines, summary and progress."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import click
import rich.progress
from rich.console import Console

from solver import __version__
from solver.cli.batch import Audit, Solved
from solver.proof import Value, Verdict
from solver.puzzle import Puzzle

__all__ = ["Progress", "Table", "audited", "json_line", "summary", "title"]

_COLOURS = {Verdict.PROVEN: "green", Verdict.DISPROVEN: "red", Verdict.UNDECIDED: "yellow"}

_KEYS_SHOWN = 3


def title(file: str, puzzle: Puzzle) -> str:
    """Return what to call a puzzle: its name, else its file's without the suffix."""
    return " ".join(puzzle.name.split()) or Path(file).stem


class Table:
    """Lines of a table that is printed as its puzzles are solved, within 80 columns if it can."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._width = max(map(len, ("puzzle", *titles)))

    @property
    def heading(self) -> str:
        """The first line."""
        return self._line("puzzle", "claim", "verdict", "seconds", "key")

    def line(self, title: str, solved: Solved) -> str:
        """Return a puzzle's line; it says so when no published key is among the proved ones."""
        more = [solved.limit, solved.value if solved.value != Value.UNKNOWN.value else None]
        verdict = " ".join([solved.verdict.value, *(f"({word})" for word in more if word)])
        colour = _COLOURS[solved.verdict]
        if solved.crashed:
            verdict, colour = "error (crashed)", "red"
        keys = " ".join(solved.keys[:_KEYS_SHOWN])
        if len(solved.keys) > _KEYS_SHOWN:
            keys += f" +{len(solved.keys) - _KEYS_SHOWN}"
        if solved.published is False:
            keys += " (not as published)"
        seconds = f"{solved.seconds:.2f}"
        return self._line(title, solved.claim.text, verdict, seconds, keys or "-", colour)

    def _line(
        self,
        title: str,
        claim: str,
        verdict: str,
        seconds: str,
        key: str,
        colour: str | None = None,
    ) -> str:
        verdict = click.style(f"{verdict:<21}", fg=colour) if colour else f"{verdict:<21}"
        return f"{title:<{self._width}}  {claim:<14}  {verdict}  {seconds:>7}  {key}"


def json_line(title: str, file: str, puzzle: Puzzle, solved: Solved) -> str:
    """Return a puzzle's result as one JSON object."""
    audit = solved.audit
    first_moves = {} if audit is None else {"winning": audit.winning, "undecided": audit.undecided}
    return json.dumps(
        {
            "puzzle": title,
            "file": file,
            "ruleset": puzzle.position.ruleset.value,
            "claim": solved.claim.text,
            "verdict": solved.verdict.value,
            "keys": solved.keys,
            "line": solved.line,
            "pegs": solved.pegs,
            "nodes": solved.nodes,
            "seconds": round(solved.seconds, 3),
            "limit": solved.limit,
            "value": solved.value,
            "version": __version__,
            **first_moves,
        },
        ensure_ascii=False,
    )


def audited(title: str, audit: Audit) -> str:
    """Return what is known of all first moves of a puzzle."""
    winning, undecided = (", ".join(sorted(holes)) for holes in (audit.winning, audit.undecided))
    said = f"{title}: no first move but {winning} does it"
    return f"{said}; undecided: {undecided}" if undecided else said


def summary(table: Sequence[Solved]) -> str:
    """Return the totals, and below them how the published keys fared."""
    count = Counter(solved.verdict for solved in table if not solved.crashed)
    verdicts = ", ".join(f"{count[verdict]} {verdict.value}" for verdict in Verdict)
    if crashes := sum(solved.crashed for solved in table):
        verdicts += f", {crashes} crashed"
    judged = [solved.published for solved in table if solved.published is not None]
    keys = f"\nPublished key among the proved ones in {sum(judged)} of {len(judged)}"
    seconds = sum(solved.seconds for solved in table)
    puzzles = "1 puzzle" if len(table) == 1 else f"{len(table)} puzzles"
    return f"{puzzles}: {verdicts}; {seconds:.1f} s of search{keys if judged else ''}"


class Progress:
    """A bar on stderr; nothing at all when that is no terminal."""

    def __init__(self, total: int) -> None:
        self._bar = rich.progress.Progress(
            rich.progress.TextColumn("Solving"),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._shown = self._bar.console.is_terminal
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> "Progress":
        if self._shown:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._bar.stop()

    def advance(self) -> None:
        """Count one more puzzle."""
        self._bar.advance(self._task)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something is printed."""
        if not self._shown:
            yield
            return
        self._bar.stop()
        yield
        self._bar.start()
