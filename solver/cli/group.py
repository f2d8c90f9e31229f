"""The group of commands, and the guard that keeps traces from its users."""

import errno
import logging
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from solver import __version__
from solver.cli.audit import audit
from solver.cli.bench import bench
from solver.cli.certify import certify
from solver.cli.common import say, stop_printing, talking
from solver.cli.convert import convert
from solver.cli.exit_codes import BAD_INPUT, CRASHED, INTERRUPTED, UNREAD
from solver.cli.export import export
from solver.cli.gather import gather
from solver.cli.improve import improve
from solver.cli.judge import judge
from solver.cli.mine import mine
from solver.cli.print_booklet import print_booklet
from solver.cli.privilege import privilege
from solver.cli.recertify import recertify
from solver.cli.recheck import recheck
from solver.cli.review import review
from solver.cli.show import show
from solver.cli.solve import solve
from solver.errors import (
    CertificateError,
    ClusterError,
    RecordError,
    StoreError,
    TwixtError,
    WorkerError,
)

__all__ = ["main"]

_PLUGINS = "twixt.commands"

# What is logged comes to people as a sentence; the traces are for those who ask for them.
logging.getLogger("solver").addHandler(logging.NullHandler())


class _Guarded(click.Group):
    """A group whose commands end in a sentence and an exit code, whatever happens.

    Packages beside the solver add commands to it: entry points of the group `twixt.commands`. They
    are loaded when they are asked for only.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [*super().list_commands(ctx), *sorted(entry_points(group=_PLUGINS).names)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name, None when there is none."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        for found in entry_points(group=_PLUGINS, name=cmd_name):
            command: click.Command = found.load()
            return command
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its whole first sentence: click cuts it at a line's end."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl(
                [
                    (name, each.get_short_help_str(limit=formatter.width * 3))
                    for name, each in found
                    if each
                ]
            )

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the options; `--help` and `--version` print here."""
        with _guard():
            if sys.stdout is None:
                raise OSError(errno.EBADF, "it is closed")
            # A name that it cannot take is printed as on stderr, and ends no command.
            if isinstance(sys.stdout, TextIOWrapper):
                sys.stdout.reconfigure(errors="backslashreplace")
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; turn what it raises into a line on stderr."""
        if os.environ.get("TWIXT_DEBUG") == "1":
            logging.basicConfig()
        with _guard():
            return super().invoke(ctx)


@contextmanager
def _guard() -> Iterator[None]:
    """Turn what is raised within into a message and an exit code."""
    try:
        yield
    except (click.exceptions.Exit, click.Abort):
        raise
    except click.ClickException as error:
        if sys.stderr is not None:  # else click would print it on stdout
            with talking():
                error.show()
        code = error.exit_code
    except KeyboardInterrupt:
        say("Interrupted.")
        code = INTERRUPTED
    except Exception as error:
        code = _told(error)
    else:
        return
    raise click.exceptions.Exit(code)


def _told(error: Exception) -> int:
    """Say on stderr what ended the command, and return its exit code."""
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        stop_printing(sys.stdout)
        return UNREAD
    if os.environ.get("TWIXT_DEBUG") == "1":
        with talking():
            traceback.print_exc()
    say(f"twixt: {_sentence(error)}")
    wrong = isinstance(error, (ClusterError, RecordError, StoreError, WorkerError, OSError))
    return BAD_INPUT if wrong else CRASHED


def _sentence(error: Exception) -> str:
    if isinstance(error, TwixtError) and not isinstance(error, CertificateError):
        return str(error)
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        if error.filename is not None:
            return f"{error.filename} cannot be read or written: {reason}"
        return f"the output cannot be written: {reason}"
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return (
        f"internal error{place}: {type(error).__name__}: {error}; "
        "please report it with the file (TWIXT_DEBUG=1 shows the trace)"
    )


@click.group(cls=_Guarded, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="twixt %(version)s")
def main() -> None:
    """Show, convert and solve TwixT puzzles, check proofs, and measure the solver.

    Results go to stdout, messages to stderr.
    """


for _command in (
    show,
    convert,
    solve,
    judge,
    review,
    audit,
    improve,
    certify,
    recertify,
    recheck,
    mine,
    privilege,
    gather,
    export,
    print_booklet,
    bench,
):
    main.add_command(_command)
