"""A puzzle with Privileges solved, and its first turns listed."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from solver.answers import proved_line
from solver.arena import check_size, check_undecided
from solver.cli.common import complain, has_place, readable_record, save
from solver.cli.exit_codes import BAD_INPUT, NOT_AS_CLAIMED, OK, UNDECIDED
from solver.errors import Finding, PuzzleRuleError
from solver.files import exact_sgf
from solver.game import Hole, PrivilegedPosition, Ruleset, hole_text
from solver.plurals import counted
from solver.proof import Limits, Verdict, claim_with_privilege, write_privilege_certificate
from solver.puzzle import Puzzle
from solver.search import PrivilegeSearch, PrivilegeSolution, WinningTurns, winning_turns

__all__ = ["decide"]


def decide(
    file: str,
    limits: Limits,
    *,
    turns: bool,
    certificate: str | None,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> int:
    """Decide the claim of a puzzle, print what comes of it, return the exit code.

    `turns` lists the first turns that win as well. The proof goes to the file `certificate`.
    """
    record = readable_record(file, size, rules)
    if record is None:
        return BAD_INPUT
    puzzle = record.puzzle
    if certificate and not has_place(certificate, [file]):
        return BAD_INPUT
    if puzzle is None:
        complain([Finding("this is a game, not a puzzle: it makes no claim")], file)
        return BAD_INPUT
    position, claim = puzzle.position, claim_with_privilege(puzzle)
    if turns and claim.prover is not position.to_move:
        complain([Finding("--turns: the side to move is not the one that is to win")], file)
        return BAD_INPUT
    try:
        check_size(position)
        check_undecided(position)
    except PuzzleRuleError as error:
        complain([Finding(str(error))], file)
        return BAD_INPUT
    solution = PrivilegeSearch(claim, limits).solve(position, puzzle.privilege)
    first = None
    if turns and solution.verdict is Verdict.PROVEN:
        first = winning_turns(PrivilegeSearch(claim, limits), position, puzzle.privilege)
    turn = _winning_turn(puzzle, solution)
    values = _values(solution, turn, first) if as_json else None
    click.echo(json.dumps(values) if values else _words(solution, turn, first))
    if certificate and not _save(puzzle, solution, Path(certificate), file):
        return BAD_INPUT
    return _code(solution, first)


def _code(solution: PrivilegeSolution, first: WinningTurns | None) -> int:
    if solution.verdict is Verdict.UNDECIDED:
        return UNDECIDED
    if solution.verdict is Verdict.DISPROVEN:
        return NOT_AS_CLAIMED
    if first is None or first.key is not None:
        return OK
    return NOT_AS_CLAIMED if len(first.moves) + len(first.pairs) > 1 else UNDECIDED


def _winning_turn(puzzle: Puzzle, solution: PrivilegeSolution) -> str | None:
    """Return the turn with which the proof of a win begins; None where there is none to make."""
    if solution.proof is None or solution.verdict is not Verdict.PROVEN:
        return None
    at = PrivilegedPosition(puzzle.position, puzzle.privilege)
    if at.position.to_move is not solution.claim.prover:
        return None
    turn = next(proved_line(at, solution.proof), None)
    if turn is None:
        return None
    # As the turns that win are listed: the order of two pegs does not matter.
    holes = [move.peg for move in turn.moves if move.peg and move.plain]
    return _turn(tuple(sorted(holes))) if len(holes) == len(turn.moves) else turn.words


def _turn(holes: tuple[Hole, ...]) -> str:
    return "+".join(map(hole_text, holes))


def _values(
    solution: PrivilegeSolution, turn: str | None, first: WinningTurns | None
) -> dict[str, object]:
    values: dict[str, object] = {
        "claim": solution.claim.text,
        "verdict": solution.verdict.value,
        "limit": solution.limit.value if solution.limit else None,
        "nodes": solution.nodes,
        "turn": turn,
    }
    if first is not None:
        values["moves"] = [hole_text(hole) for hole in first.moves]
        values["pairs"] = [_turn(pair) for pair in first.pairs]
        values["open"] = [_turn(turn) for turn in first.open]
    return values


def _words(solution: PrivilegeSolution, turn: str | None, first: WinningTurns | None) -> str:
    why = f" ({solution.limit.value})" if solution.limit else ""
    lines = [
        f"{solution.claim.text}: {solution.verdict.value}{why}, "
        f"{counted(solution.nodes, 'position')} looked at"
    ]
    if turn and (first is None or not (first.moves or first.pairs)):
        lines.append(f"A turn that wins: {turn}")
    if first is not None:
        moves = ", ".join(hole_text(hole) for hole in first.moves) or "none"
        pairs = ", ".join(map(_turn, first.pairs)) or "none"
        lines += [f"Single moves that win: {moves}", f"Two moves in a row that win: {pairs}"]
        lines += _open(first)
        if first.key:
            lines.append(f"The key is {_turn(first.key)}: no other turn wins.")
    return "\n".join(lines)


def _open(first: WinningTurns) -> Iterator[str]:
    """Yield what the limits leave open; of a first move of two, the second ones are not listed."""
    if moves := [hole_text(turn[0]) for turn in first.open if len(turn) == 1]:
        yield f"Single moves that are not decided: {', '.join(moves)}"
    begun = [turn[0] for turn in first.open if len(turn) == 2 and turn[0] == turn[1]]
    pairs = [_turn(turn) for turn in first.open if len(turn) == 2 and not {*turn} & {*begun}]
    if begun:
        pairs.append(f"all that begin with {', '.join(map(hole_text, begun))}")
    if pairs:
        yield f"Two moves in a row that are not decided: {', '.join(pairs)}"


def _save(puzzle: Puzzle, solution: PrivilegeSolution, path: Path, file: str) -> bool:
    """Write the proof of a verdict; say so if there is none. Tell whether all went well."""
    if solution.proof is None:
        none = Finding("no certificate is written: the claim is undecided", fatal=False)
        complain([none], str(path))
        return True
    text = exact_sgf(puzzle)
    if text is None:
        complain([Finding("SGF cannot express this board: no certificate is written")], file)
        return False
    data = write_privilege_certificate(text, solution.claim, solution.verdict, solution.proof)
    return save(path, data)
