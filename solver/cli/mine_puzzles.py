"""Blocks of candidates mined side by side, for `twixt mine`."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path

import click

from solver import __version__
from solver.batch import JsonRecord, ResumableFile, run_plans
from solver.cli.common import complain, complain_unreadable, readable_record
from solver.cli.exit_codes import BAD_INPUT, CRASHED, worst
from solver.cli.progress_bar import ProgressBar
from solver.cli.puzzle_batch import numbered, tell_failure
from solver.errors import Finding, PuzzleFileError
from solver.files import exact_sgf, read_file, read_lines, reported_file
from solver.game import AnyMove, Hole, Move, Position, move_text, parse_hole, position_text
from solver.mine import (
    FIRST_STEPS,
    MAIN,
    Block,
    Mined,
    Reason,
    Source,
    Standard,
    endgame_source,
    game_source,
    mine_block,
    random_sources,
    twin_source,
)
from solver.plurals import counted
from solver.puzzle import Puzzle
from solver.tasks import STALE_REPORT, still_about
from solver.work import Failure, Fault

__all__ = ["mine_all"]

_BLOCKS = 10


def mine_all(
    source: str,
    files: Sequence[str],
    first: int,
    blocks: int | None,
    *,
    jobs: int,
    out: str,
    resume: bool,
) -> int:
    """Mine blocks of a source into a file, say what was found, and return the exit code.

    Raises RecordError when the file cannot be used, UsageError when there is no block to mine.
    """
    codes = set[int]()
    found = list[tuple[Position, Sequence[AnyMove]]]()
    last = first + (blocks or _BLOCKS)
    names: Mapping[int, str]
    if source in ("games", "endgames"):
        played = _games(files, codes)
        names = {number: name for number, (name, _, _) in enumerate(played)}
        found = [(start, moves) for _, start, moves in played]
        candidates = game_source(played) if source == "games" else endgame_source(played)
    elif source == "twins":
        puzzles = _puzzles(files, codes)
        names = {number: f"twins of {puzzle.name}" for number, (puzzle, _) in enumerate(puzzles)}
        found = [(puzzle.position, [*map(Move, tries)]) for puzzle, tries in puzzles]
        candidates = twin_source(puzzles)
    else:
        names = {number: f"{source} {number}" for number in range(first, last)}
        candidates = random_sources()[source]
    if codes and not names:
        return worst(codes)
    if not names:
        raise click.UsageError("no try is refuted by exactly one reply; name other reports")
    contents = dict(enumerate(_contents(source, found))) if found else names
    if found and first >= len(found):
        has = f"the files have {counted(len(found), 'block')}, counted from 0"
        raise click.UsageError(f"--first {first}: {has}; give a smaller number")
    if found and blocks is None:
        last = len(found)
    names = {number: name for number, name in names.items() if first <= number < last}
    standard = FIRST_STEPS if source.startswith("steps") else MAIN
    codes.add(_mine(names, contents, candidates, standard, jobs, out, resume=resume))
    return worst(codes)


def _games(paths: Sequence[str], codes: set[int]) -> list[tuple[str, Position, Sequence[AnyMove]]]:
    """Return the games in files; say what is wrong with the rest."""
    played = list[tuple[str, Position, Sequence[AnyMove]]]()
    for path in paths:
        record = readable_record(path, None, None)
        if record is None:
            codes.add(BAD_INPUT)
            continue
        if record.puzzle is not None or not record.moves:
            hint = "name a file with the moves of a game"
            complain([Finding("there is no game in this file", hint=hint)], path)
            codes.add(BAD_INPUT)
            continue
        source = record.tree.text("SO")
        name = Path(path).stem + (f" ({source})" if source else "")
        played.append((name, record.start, record.moves))
    return played


def _puzzles(paths: Sequence[str], codes: set[int]) -> list[tuple[Puzzle, Sequence[Hole]]]:
    """Return the puzzles of reports, with the tries that exactly one reply refutes.

    Says what is wrong with the rest.
    """
    found = list[tuple[Puzzle, Sequence[Hole]]]()
    for path in paths:
        try:
            lines = read_lines(Path(path))
        except OSError as error:
            complain_unreadable(error, path)
            codes.add(BAD_INPUT)
            continue
        except PuzzleFileError as error:
            complain(error.findings, path)
            codes.add(BAD_INPUT)
            continue
        if not lines:
            _refuse_report(path, None, codes)
        for number, line in enumerate(lines, start=1):
            try:
                report = json.loads(line)
                tries = _tries(report)
                folder = Path(path).parent
                file = folder / reported_file(folder, report["file"])
                record = read_file(file)
            except PuzzleFileError as error:
                complain(error.findings, error.file)
                codes.add(BAD_INPUT)
            except (ValueError, KeyError, TypeError, RecursionError):
                _refuse_report(path, number, codes)
            else:
                complain(record.findings, str(file))
                if record.puzzle is not None and not still_about(report, record.puzzle):
                    complain([replace(STALE_REPORT, fatal=True)], str(file))
                    codes.add(BAD_INPUT)
                    continue
                if record.puzzle is not None and tries:
                    found.append((record.puzzle, tries))
    return found


def _refuse_report(path: str, line: int | None, codes: set[int]) -> None:
    hint = "name a file of `twixt audit --out` that lies beside its puzzles"
    complain([Finding("no report of a puzzle", line, hint=hint)], path)
    codes.add(BAD_INPUT)


def _tries(report: JsonRecord) -> list[Hole]:
    return [
        parse_hole(move["hole"])
        for move in report["moves"]
        if move["kind"] == "try" and move["replies"] and move["replies"]["refuting"] == 1
    ]


def _mine(
    names: Mapping[int, str],
    contents: Mapping[int, str],
    candidates: Source,
    standard: Standard,
    jobs: int,
    out: str,
    *,
    resume: bool,
) -> int:
    """Mine blocks, by their numbers, that the file does not hold yet; return the exit code."""
    tasks = {number: _task(contents[number]) for number in names}
    rejected, kept, lost = Counter[str](), 0, 0
    with ResumableFile(out, resume=resume) as file, ProgressBar("Mining") as progress:
        missing = [number for number, task in tasks.items() if task not in file]
        progress.start(len(missing))
        plans = (mine_block(candidates(number), standard) for number in missing)

        def end(at: int, found: Block | Failure) -> None:
            """Write the record at once: the blocks before it may take much longer."""
            nonlocal lost
            number = missing[at]
            if isinstance(found, Failure):
                if found.fault is Fault.MEMORY:
                    complain([Finding(found.message)], names[number])
                else:
                    tell_failure(found, names[number])
                lost += 1
            else:
                file.add({**_record(names[number], found), "task": tasks[number]})
            progress.advance()

        with closing(run_plans(plans, jobs=jobs, on_end=end)) as running:
            for _ in running:
                pass
        # `gather` gives names in the order of the file.
        asked = set(tasks.values())
        file.finish([*(task for task in file if task not in asked), *tasks.values()])
        for task in tasks.values():
            if (record := file.find(task)) is not None:
                rejected.update(record["rejected"])
                kept += len(record["kept"])
    for reason in Reason:
        click.echo(f"{rejected[reason.name.lower()]:7} {reason.value}")
    click.echo(f"{kept:7} kept of {counted(kept + rejected.total(), 'position')}")
    if lost:
        hint = "the same command with --resume mines what is missing"
        complain([Finding(f"{counted(lost, 'block')} lost", hint=hint)], out)
    return CRASHED if lost else 0


def _contents(source: str, found: Iterable[tuple[Position, Iterable[AnyMove]]]) -> list[str]:
    """Return what tells blocks apart: the source, and the position and moves of each.

    Names do not: those of other files, and of files that were edited, are the same.
    """
    return numbered(
        [" ".join((source, position_text(start), *map(str, moves))) for start, moves in found]
    )


def _task(content: str) -> str:
    return hashlib.blake2b(f"mine {__version__} {content}".encode(), digest_size=16).hexdigest()


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
