"""Blocks of candidates mined side by side, for `twixt mine`."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import click

from solver import __version__
from solver.batch import JsonRecord, ResumableFile, run_plans
from solver.cli.common import complain, record_from
from solver.cli.exit_codes import BAD_INPUT, CRASHED, worst
from solver.cli.progress_bar import ProgressBar
from solver.cli.puzzle_batch import tell_failure
from solver.errors import PuzzleFileError
from solver.files import exact_sgf
from solver.game import AnyMove, Position, move_text
from solver.mine import Block, Mined, Reason, Source, game_source, mine_block, random_sources
from solver.plurals import counted
from solver.work import Failure

__all__ = ["mine_all"]

_BLOCKS = 10


def mine_all(
    source: str,
    games: Sequence[str],
    first: int,
    blocks: int | None,
    *,
    jobs: int,
    out: str,
    resume: bool,
) -> int:
    """Mine blocks of a source into a file, say what was found, and return the exit code.

    Raises RecordError when the file cannot be used.
    """
    codes = set[int]()
    if games:
        played = _read(games, codes)
        names = [name for name, _, _ in played]
        candidates = game_source(played)
        last = len(played) if blocks is None else min(len(played), first + blocks)
    else:
        candidates, last = random_sources()[source], first + (blocks or _BLOCKS)
        names = [f"{source} {number}" for number in range(last)]
    codes.add(_mine(range(first, last), names, candidates, jobs, out, resume=resume))
    return worst(codes)


def _read(paths: Sequence[str], codes: set[int]) -> list[tuple[str, Position, Sequence[AnyMove]]]:
    """Return the games in files; say what is wrong with the rest."""
    played = list[tuple[str, Position, Sequence[AnyMove]]]()
    for path in paths:
        try:
            record = record_from(path, None, None)
        except PuzzleFileError as error:
            complain(error.findings, path)
            codes.add(BAD_INPUT)
            continue
        source = record.tree.text("SO")
        name = Path(path).stem + (f" ({source})" if source else "")
        played.append((name, record.start, record.moves))
    return played


def _mine(
    numbers: Iterable[int],
    names: Sequence[str],
    candidates: Source,
    jobs: int,
    out: str,
    *,
    resume: bool,
) -> int:
    """Mine blocks that the file does not hold yet; return the exit code."""
    tasks = {number: _task(names[number]) for number in numbers}
    rejected, kept, code = Counter[str](), 0, 0
    with ResumableFile(out, resume=resume) as file, ProgressBar("Mining") as progress:
        missing = [number for number, task in tasks.items() if task not in file]
        progress.start(len(missing))
        plans = (mine_block(candidates(number)) for number in missing)
        with closing(run_plans(plans, jobs=jobs, on_end=lambda _: progress.advance())) as running:
            for (_, found), number in zip(running, missing, strict=True):
                if isinstance(found, Failure):
                    tell_failure(found, names[number])
                    code = CRASHED
                    continue
                file.add({**_record(names[number], found), "task": tasks[number]})
        for task in tasks.values():
            if (record := file.find(task)) is not None:
                rejected.update(record["rejected"])
                kept += len(record["kept"])
    for reason in Reason:
        click.echo(f"{rejected[reason.name.lower()]:7} {reason.value}")
    click.echo(f"{kept:7} kept of {counted(kept + rejected.total(), 'position')}")
    return code


def _task(name: str) -> str:
    return hashlib.blake2b(f"mine {__version__} {name}".encode(), digest_size=16).hexdigest()


def _record(name: str, block: Block) -> JsonRecord:
    return {
        "puzzle": name,
        "kept": [_kept(mined) for mined in block.kept],
        "rejected": {reason.name.lower(): count for reason, count in block.rejected.items()},
        "nodes": block.nodes,
    }


def _kept(mined: Mined) -> JsonRecord:
    puzzle = mined.puzzle
    sgf = exact_sgf(puzzle)
    assert sgf is not None  # pegs are placed one by one, with automatic links
    return {
        "sgf": sgf,
        "key": move_text(puzzle.position, puzzle.keys[0]),
        **asdict(mined.features),
        "difficulty": mined.audit.difficulty,
        "idle": len(mined.audit.idle_pegs),
        "core4": mined.cores[0],
        "core2": mined.cores[1],
    }
