"""One move judged and reported."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import click

from solver.answers import (
    MoveReport,
    Outcome,
    judge,
    line_text,
    line_words,
    move_report_json,
    move_words,
    refuting_replies,
)
from solver.arena import check_undecided
from solver.cli.common import (
    complain,
    complain_of_store,
    has_place,
    readable_record,
    save,
    store_files,
)
from solver.cli.exit_codes import BAD_INPUT, code_of
from solver.cli.inputs import title
from solver.errors import (
    Finding,
    IllegalMoveError,
    NotationError,
    PuzzleRuleError,
    printable,
)
from solver.files import exact_sgf
from solver.game import Move, Position, Ruleset, Special, hole_text, parse_move
from solver.plurals import counted, listed
from solver.proof import (
    Aim,
    Claim,
    Limits,
    NodeKind,
    Strategy,
    Verdict,
    claim_of,
    write_certificate,
)
from solver.puzzle import Goal, Puzzle
from solver.store import Store

__all__ = ["judge_one"]

_SHOWN = 12
"""Replies of a class that are named to people."""


def judge_one(
    file: str,
    text: str,
    earlier: Sequence[str],
    limits: Limits,
    *,
    store: str | None,
    certificate: str | None,
    as_json: bool,
    size: tuple[int, int] | None,
    rules: Ruleset | None,
) -> int:
    """Judge the move `text` in a puzzle after earlier moves, print it, return the exit code."""
    record = readable_record(file, size, rules)
    if record is None:
        return BAD_INPUT
    puzzle = record.puzzle
    if certificate and not has_place(certificate, [file, *store_files(store)]):
        return BAD_INPUT
    if puzzle is None:
        complain([Finding("this is a game, not a puzzle: no move is right or wrong in it")], file)
        return BAD_INPUT
    try:
        check_undecided(puzzle.position)
        line, move = _moves(puzzle, earlier, text)
        with Store(store) if store else nullcontext() as kept:
            judged = judge(puzzle.position, line, move, claim_of(puzzle), limits, kept)
            count = partial(refuting_replies, limits=limits, store=kept)
            said = MoveReport.of(title(file, puzzle), puzzle, line, move, judged, count)
            if kept is not None:
                complain_of_store(kept)
    except (NotationError, IllegalMoveError, PuzzleRuleError) as error:
        complain([Finding(str(error))], file)
        return BAD_INPUT
    in_json = printable(move_report_json(said, file))
    click.echo(in_json if as_json else "\n".join(_lines(said)))
    if certificate and not _certify(said, puzzle, Path(certificate)):
        return BAD_INPUT
    return code_of(said.judged.outcome.value)


def _moves(puzzle: Puzzle, earlier: Sequence[str], text: str) -> tuple[list[Move], Move]:
    """Return the moves before a move, and the move.

    Raises NotationError and IllegalMoveError.
    """
    before, line = puzzle.position, list[Move]()
    for word in earlier:
        line.append(_move(before, word))
        before = before.play(line[-1])
    return line, _move(before, text)


def _move(position: Position, text: str) -> Move:
    move = parse_move(position, "" if text.lower() == "pass" else text)
    if isinstance(move, Special):
        raise NotationError(f"{text!r}: only pegs and links are judged")
    return move


def _lines(said: MoveReport) -> Iterator[str]:
    """Yield the report for people."""
    judged, claim = said.judged, said.claim
    me, foe = (side.value.capitalize() for side in (claim.prover, claim.prover.other))
    name = move_words(said.move)
    if judged.outcome is Outcome.UNDECIDED:
        why = judged.limit.value if judged.limit else ""
        yield f"{name} is undecided ({why}): neither proved nor refuted."
        return
    good = judged.outcome in (Outcome.WINS, Outcome.MET)
    reached = "draws" if claim.aim is Aim.BLOCK else "wins"
    yield f"{name} {reached if good else 'loses'}: {claim.text} is {'' if good else 'dis'}proven."
    if judged.reply is None:
        yield "The board decides it: no reply is needed."
        return
    if good:
        yield f"{foe} defends longest with {move_words(judged.reply)}."
    else:
        yield f"{foe} refutes it with {move_words(judged.reply)}."
    if judged.line:
        yield f"Then: {line_text(judged.after, judged.line)}"
    proof, open_yet = judged.proof, judged.outcome in (Outcome.WINS, Outcome.LOSES)
    if proof is not None and open_yet and (left := _left(proof)):
        more = counted(left, "more peg" if proof.claim.aim is Aim.CONNECT else "more turn")
        yield f"{me if good else foe} needs at most {more}."
    if said.refuting is not None:
        holes = " ".join(map(hole_text, said.refuting.refuting))
        yield f"Refuted by {said.refuting.text}: {holes}"
    for defence in said.defences:
        answer = "Nothing more" if defence.answer is None else move_words(defence.answer)
        names = [hole_text(hole) for hole in defence.replies]
        if len(names) > _SHOWN + 1:
            names[_SHOWN:] = [f"{len(names) - _SHOWN} more"]
        yield f"{answer} beats {listed(names)}."


def _left(proof: Strategy) -> int:
    """Return how many pegs the winner needs at most after the reply: a refutation is one of his."""
    root = proof.root
    return (proof.nodes[root.children[0]] if root.kind is NodeKind.MOVE else root).depth


def _certify(said: MoveReport, puzzle: Puzzle, path: Path) -> bool:
    """Write the proof of what was said; tell whether that was possible."""
    proof = said.judged.proof
    if proof is None:
        undecided = said.judged.outcome is Outcome.UNDECIDED
        why = "the move is undecided" if undecided else "the board decides the move"
        complain([Finding(f"no certificate is written: {why}", fatal=False)], str(path))
        return True
    # The claim that SGF can state whoever is to move: that a side connects.
    chaser = said.claim.chaser
    claim = Claim(Aim.CONNECT, chaser)
    verdict = Verdict.PROVEN if proof.claim.implies(claim) else Verdict.DISPROVEN
    goal = Goal(f"{chaser.letter}+")
    name = f"{puzzle.name} after {line_words((*said.line, said.move))}".strip()
    text = exact_sgf(Puzzle(name, said.after, goal))
    if text is None:
        complain(
            [Finding("no certificate is written: SGF cannot express this position")], str(path)
        )
        return False
    return save(path, write_certificate(text, claim, verdict, proof))
