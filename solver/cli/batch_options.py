"""Options of the commands that work through many puzzles. Imports nothing that searches."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from solver.cli.common import (
    MEMORY,
    NODES,
    PATH,
    STDIN,
    GivenPath,
    reading_options,
    seconds_between,
    store_option,
)
from solver.game import Ruleset
from solver.proof import DEFAULT_MEMORY

__all__ = ["BatchOptions", "batch_options", "given_by_hand", "jobs_option", "limit_options"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOptions:
    """The puzzles of a command, its limits, and the places of its results."""

    paths: tuple[str, ...]
    seconds: float | None = None
    """For each puzzle; None without limit."""
    nodes: int | None = None
    memory: int = DEFAULT_MEMORY
    """MiB."""
    jobs: int = 1
    cluster: str | None = None
    """Address of a Dask scheduler."""
    out: str | None = None
    resume: bool = False
    store: str | None = None
    as_json: bool = False
    size: tuple[int, int] | None = None
    """Columns and rows of boards that files do not tell."""
    rules: Ruleset | None = None


def _file(ctx: click.Context, param: click.Parameter, path: str | None) -> str | None:
    if path == STDIN:
        raise click.BadParameter("give a file name; --json prints the lines to stdout", ctx, param)
    return path


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of processes that work at the same time.",
)

_OPTIONS = (
    jobs_option,
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Search on the machines of a Dask scheduler, such as tcp://host:8786.",
    ),
    click.option(
        "--out",
        type=GivenPath(dir_okay=False),
        callback=_file,
        metavar="FILE",
        help="Write one JSON line for each puzzle to FILE, as soon as it is finished. A FILE that "
        "is there is refused without --resume.",
    ),
    click.option(
        "--resume",
        is_flag=True,
        help="Continue the FILE of --out: skip the puzzles that it already holds.",
    ),
    store_option,
    click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each puzzle."),
    reading_options,
)


def given_by_hand(name: str) -> bool:
    """Tell whether an option of the present command was given, and not left at its default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def limit_options(each: str) -> Callable[[_Command], _Command]:
    """Return a decorator that adds `--seconds`, `--nodes` and `--memory`, for each of something."""
    options = (
        click.option(
            "--seconds",
            type=float,
            metavar="S",
            default=60.0,
            show_default=True,
            callback=seconds_between,
            help=f"Time limit for each {each}.",
        ),
        click.option(
            "--nodes",
            type=NODES,
            metavar="N",
            help=f"Limit on the search nodes for each {each}.",
        ),
        click.option(
            "--memory",
            type=MEMORY,
            metavar="MIB",
            default=DEFAULT_MEMORY,
            show_default=True,
            help=f"Memory limit for each {each}, 16 or more.",
        ),
    )

    def limited(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return limited


def batch_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add PATH..., the limits, where a batch is worked on and where its results are kept.

    The command gets them as one `BatchOptions`, before its own options.
    """
    names = [field.name for field in fields(BatchOptions)]

    @wraps(command)
    def gathered(**given: Any) -> Any:
        if given["cluster"] and given_by_hand("jobs"):
            raise click.UsageError("--jobs: a cluster has workers of its own; leave it out")
        if given["resume"] and given["out"] is None:
            raise click.UsageError("--resume continues a file: name it with --out")
        asked = BatchOptions(**{name: given.pop(name) for name in names})
        return command(asked, **given)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    paths = click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
    return paths(limit_options("puzzle")(gathered))
