"""How far a batch has come."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

import rich.progress
from rich.console import Console

__all__ = ["ProgressBar"]


class ProgressBar:
    """A bar on stderr, with the rate and the time left; nothing when that is no terminal."""

    def __init__(self, label: str) -> None:
        self._bar = rich.progress.Progress(
            rich.progress.TextColumn(label),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TextColumn("{task.fields[rate]}"),
            rich.progress.TimeElapsedColumn(),
            rich.progress.TextColumn("left"),
            rich.progress.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._shown = self._bar.console.is_terminal
        self._task = self._bar.add_task("", total=None, rate="")
        self._done = 0
        self._started = time.monotonic()

    def __enter__(self) -> "ProgressBar":
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

    def start(self, total: int) -> None:
        """Say how much there is to do."""
        self._started = time.monotonic()
        self._bar.update(self._task, total=total)

    def advance(self) -> None:
        """Count one more."""
        self._done += 1
        minutes = (time.monotonic() - self._started) / 60
        rate = f"{self._done / minutes:.3g} a minute" if minutes > 0 else ""
        self._bar.update(self._task, advance=1, rate=rate)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something is printed."""
        if not self._shown:
            yield
            return
        self._bar.stop()
        yield
        self._bar.start()
