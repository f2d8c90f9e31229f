"""`twixt show`: a puzzle or game as a diagram or as JSON."""

import json
import textwrap

import click

from solver.cli.common import PATH, complain, readable_record, reading_options
from solver.cli.exit_codes import BAD_INPUT
from solver.errors import Finding, PuzzleRuleError, printable
from solver.files import Record, board_diagram, handicap, moves_before
from solver.game import Ruleset, Side, goal_lines, position_values
from solver.puzzle import Puzzle

__all__ = ["show"]


def _place(ctx: click.Context, param: click.Parameter, text: str | None) -> str | int | None:
    if text is None or text.lower() in ("start", "end"):
        return text and text.lower()
    if text.isascii() and text.isdigit():
        return int(text[:9])
    raise click.BadParameter(
        f"{text!r} is no place in the game; write start, end or a ply number", ctx, param
    )


@click.command()
@click.argument("file", type=PATH)
@click.option(
    "--at",
    metavar="start|N|end",
    callback=_place,
    help="Position of the main line: start (where a puzzle begins, or before the first move of a "
    "game), N plies after the start, or end.  [default: start of a puzzle, end of a game]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the position as one JSON object.")
@reading_options
@click.pass_context
def show(
    ctx: click.Context,
    file: str,
    at: str | int | None,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> None:
    """Show a puzzle or game as a diagram, with its goal.

    FILE may be - for stdin. Warnings about the file go to stderr.

    Exit codes: 0 shown, 2 the file cannot be read, or the board is too large to draw.
    """
    record = readable_record(file, size, rules)
    if record is None:
        ctx.exit(BAD_INPUT)
    ply = _ply(record, at)
    position = record.line[ply]
    if as_json:
        values = position_values(position)
        if record.puzzle and record.puzzle.privilege:
            values["privilege"] = [side.value for side in Side if side in record.puzzle.privilege]
        click.echo(json.dumps(values))
        return
    # The goal in a diagram speaks of the side to move, so it is true of the start only.
    goal = record.puzzle.goal if record.puzzle and ply == 0 else None
    try:
        click.echo(board_diagram(position, goal), nl=False)
    except PuzzleRuleError as error:
        hint = "--json prints the position"
        complain([Finding(f"no diagram can be drawn of {error}", hint=hint)], file)
        ctx.exit(BAD_INPUT)
    about = "\n".join(_about(record, ply))
    click.echo("\n" + "\n".join(map(printable, about.split("\n"))))


def _ply(record: Record, at: str | int | None) -> int:
    last = len(record.moves)
    if at is None:
        return 0 if record.puzzle else last
    if isinstance(at, str):
        return 0 if at == "start" else last
    if at > last:
        raise click.BadParameter(
            f"the main line ends at ply {last}; give 0 to {last}", param_hint="--at"
        )
    return at


def _about(record: Record, ply: int) -> list[str]:
    """Return what to say below the diagram, a line each."""
    lines = []
    puzzle, position = record.puzzle, record.line[ply]
    if puzzle is not None:
        by = f", by {puzzle.author}" if puzzle.author else ""
        lines += [f"{puzzle.name}{by}"] if puzzle.name else []
        lines += [f"Source: {puzzle.source}"] if puzzle.source else []
        # It speaks of the side to move where the puzzle begins.
        lines += [f"Goal: {_goal(puzzle)}"] if ply == 0 else []
        if ply == 0 and puzzle.privilege:
            lines.append(f"Privilege: {_holders(puzzle)}")
    if given := handicap(record):
        board = position.board
        lines.append(f"Board: {board.width} x {board.height}, {given}")
    if played := moves_before(record, ply):
        lines += textwrap.wrap(f"Moves so far: {played}", 98, subsequent_indent="  ")
    if record.moves:
        lines.append(f"Ply {ply} of {len(record.moves)}")
    if position.result is not None:
        winner = position.result.winner
        end = f"{winner.value} wins" if winner else "a draw"
        lines.append(f"Result: {end} ({position.result.ending.value})")
    elif position.certain_draw:
        lines.append("Neither side has a path left: a certain draw.")
    return lines or [f"A position with {position.to_move.value} to move"]


def _holders(puzzle: Puzzle) -> str:
    """Return who holds the Privilege of Double TwixT, and may move twice in a row once."""
    if puzzle.privilege == frozenset(Side):
        return "white and black may each once move twice in a row"
    (side,) = puzzle.privilege
    return f"{side.value} may once move twice in a row; {side.other.value} may not"


def _goal(puzzle: Puzzle) -> str:
    mover, winner = puzzle.position.to_move, puzzle.winner
    if winner is None:
        return f"{mover.value}, to move, keeps {mover.other.value} from {_joining(puzzle)}"
    turn = "to move" if winner is mover else f"with {mover.value} to move"
    return f"{winner.value}, {turn}, wins by {_joining(puzzle)}"


def _joining(puzzle: Puzzle) -> str:
    side = puzzle.winner or puzzle.position.to_move.other
    return "joining " + " to ".join(goal_lines(puzzle.position, side))
