"""What the page of a soundness report says, made from its record as `for_people` has it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from solver.audits.render.terminal_text import facts
from solver.plurals import counted, listed
from solver.puzzle import Goal
from solver.told_report import (
    is_counted,
    nothing_to_find,
    refuting_text,
    win_or_draw,
    wins_otherwise,
)

__all__ = [
    "KINDS",
    "MARKS",
    "FirstMoveRow",
    "badge",
    "first_moves",
    "in_capitals",
    "meanings",
    "plain_words",
    "sentence",
]

KINDS = {
    "key": "key",
    "cook": "cook: wins without the key",
    "delay": "delay: wins, but only because the key can follow",
    "wins": "wins: a cook or a delay, not decided",
    "win": "wins",
    "try": "try: refuted",
    "no-cook": "no cook: does not win without the key",
    "idle": "idle: no better than a pass",
    "undecided": "not decided",
}
"""What a first move is, the best known first, where the goal is to win: see `meanings`."""

MARKS = {
    "key": "K",
    "cook": "C",
    "delay": "D",
    "wins": "W",
    "win": "W",
    "try": "T",
    "no-cook": "N",
    "idle": "-",
    "undecided": "?",
}
"""Their letters on the board."""

_HOLE = re.compile(r"(?<![\w\[\]'])[a-z]{1,2}[0-9]{1,2}(?![\w'])")
"""A hole in a text of the solver; those in long moves are left alone."""

_NAMED = 6
"""Holes that a sentence names."""


@dataclass(frozen=True, slots=True)
class FirstMoveRow:
    """A first move as the page shows it."""

    hole: str
    kind: str
    mark: str
    """A letter or two for the board."""
    line: tuple[str, ...] = ()
    about: str = ""
    """How much it takes to refute it, or to win with it."""


def meanings(goal: Goal) -> dict[str, str]:
    """Return what each kind of first move means in a puzzle with a goal."""
    does, do = ("draws", "draw") if goal is Goal.DRAW else ("wins", "win")
    return {
        kind: said.replace("wins", does).replace("not win", f"not {do}")
        for kind, said in KINDS.items()
    }


def badge(soundness: str | None) -> str:
    """Return what lists and pages say of a puzzle that is not known to be sound; else nothing."""
    if soundness is None:
        return "not checked"
    return "" if soundness == "sound" else soundness


def sentence(
    record: Mapping[str, Any],
    keys_named: Mapping[str, str] | None = None,
    *,
    own: bool = False,
) -> str:
    """Return the verdict as a few sentences; `keys_named` has keys in words, by their holes.

    With `own` the reader is the author of the puzzle.
    """
    whose = "your" if own else "the author's"
    if record["verdict"] == "no solution":
        said = _no_solution(record)
    else:
        said = _verdict(record, keys_named).replace("the author's key", f"{whose} key")
    return " ".join([said, *_keys_that_fail(record, whose)])


def _verdict(record: Mapping[str, Any], keys_named: Mapping[str, str] | None) -> str:
    """Return the verdict on a puzzle that has a solution, or may have one."""
    verdict = record["verdict"]
    if verdict != "sound" or not record["moves"]:
        reason, _, _ = record["reason"].partition("; the author's key")
        reason = in_capitals(reason)
        if any(move["kind"] == "win" for move in record["moves"]):
            # What wins is listed after a colon of its own.
            return f"{_VERDICTS[verdict]}. {reason[:1].upper()}{reason[1:]}."
        return f"{_VERDICTS[verdict]}: {reason}."
    of = {
        kind: [move["hole"] for move in record["moves"] if move["kind"] == kind] for kind in KINDS
    }
    refuted = len(of["try"]) + len(of["idle"])
    keys, delays, no_cooks = of["key"], of["delay"], of["no-cook"]
    is_key = ("is the only winning move", "are the only winning moves")
    if win_or_draw(record) == "draw":
        is_key = ("is the only move that draws", "are the only moves that draw")
    if delays or no_cooks:
        is_key = ("is the key", "are the keys")
    plain = {standing["what"]: standing["verdict"] for standing in record["standings"]}
    keys = [
        _of_any_links((keys_named or {}).get(key.upper(), key), plain.get(f"plain {key}"))
        for key in keys
    ]
    found = not all(key["published"] for key in record["keys"])
    said = f"Sound{' if' if found and (delays or no_cooks) else ':'} "
    said += f"{_names(keys)} {is_key[len(keys) != 1]}; "
    said += f"{refuted} {('other is', 'others are')[refuted != 1]} refuted."
    if delays:
        said += f" {_names(delays)} only {('delays', 'delay')[len(delays) != 1]}."
    if no_cooks:
        fail = ("fails or only delays", "fail or only delay")[len(no_cooks) != 1]
        said += f" {_names(no_cooks)} {fail}."
    return said


def _of_any_links(name: str, plain: str | None) -> str:
    """Return the name of a key that says no more of its links than is known: `plain` is the verdict
    on a plain peg in its hole."""
    hole, _, changes = name.partition(" (")
    if plain == "proven" and changes:
        return f"{hole}, with or without {changes.removesuffix(')')},"
    return hole if plain == "undecided" else name


def plain_words(record: Mapping[str, Any]) -> str:
    """Return what else an author wants to know first, in up to two sentences."""
    said = []
    moves = {move["hole"]: move for move in record["moves"]}
    if record["tries"]:
        best = moves[record["tries"][0]]
        if is_counted(best):
            said.append(f"The best try is {best['hole'].upper()}: {_about_replies(best)}.")
        elif len(best["line"]) > 1:
            said.append(
                f"A try is {best['hole'].upper()}; {in_capitals(best['line'][1])} refutes it."
            )
    for name, fact in facts(record):
        if name == "difficulty":
            said.append(f"Difficulty {fact}.")
    return " ".join(said)


def _no_solution(record: Mapping[str, Any]) -> str:
    """Return the verdict on a puzzle whose goal cannot be reached, is reached by any first move or
    is less than can be had."""
    prover, _, aim = record["claim"].partition(" ")
    me, other = (("White", "Black"), ("Black", "White"))[prover == "black"]
    can = "join the goal lines" if aim == "connects" else f"keep {other} from joining"
    if record["reason"].startswith("better than asked"):
        return f"No solution: the puzzle asks for a draw, but {me} can win."
    if nothing_to_find(record):
        does = "wins" if aim == "connects" else f"keeps {other} from joining"
        return f"Nothing to find: every first move {does}."
    why = f"{other} has an answer to every first move, so " if record["moves"] else ""
    return f"No solution: {why}{me} cannot {can}."


def _keys_that_fail(record: Mapping[str, Any], whose: str) -> Iterator[str]:
    """Yield a sentence for each key of the author's that is refuted, with what refutes it."""
    other = "White" if record["claim"].startswith("black") else "Black"
    otherwise = wins_otherwise(record)
    for key in record["keys"]:
        if key["published"] and key["verdict"] == "disproven":
            answer = f": {other} answers {in_capitals(key['line'][1])}" if key["line"][1:] else ""
            yield f"{whose.capitalize()} key {in_capitals(key['move'])} fails{answer}."
            if key["move"] in otherwise:
                yield f"{in_capitals(otherwise[key['move']])}."


_VERDICTS = {
    "sound": "Sound",
    "cooked": "Cooked",
    "no solution": "No solution",
    "undecided": "Not decided",
}


def in_capitals(text: str) -> str:
    """Return a text of the solver with its holes written as all pages write them: `E5`."""
    return _HOLE.sub(lambda hole: hole[0].upper(), text)


def first_moves(record: Mapping[str, Any]) -> Iterator[FirstMoveRow]:
    """Yield the first moves of a record, or of what a job has decided so far, the best first.

    A try has a number if all replies to it are counted.
    """
    tries: Iterable[str] = record.get("tries", ())
    numbers = {hole: number for number, hole in enumerate(tries, start=1)}
    order = list(KINDS)

    def rank(move: Mapping[str, Any]) -> tuple[int, int]:
        return order.index(move["kind"]), numbers.get(move["hole"], 0)

    for move in sorted(record["moves"], key=rank):
        kind, hole = move["kind"], move["hole"]
        mark = MARKS[kind]
        if kind == "try" and hole in numbers and is_counted(move):
            mark += str(numbers[hole])
        yield FirstMoveRow(
            hole.upper(), kind, mark, tuple(map(in_capitals, move["line"])), _about(move)
        )


def _about(move: Mapping[str, Any]) -> str:
    said = [_about_replies(move)] if move["replies"] else []
    if move["pegs"] is not None:
        said.append(f"{counted(move['pegs'], 'more peg')} at most")
    return ", ".join(said)


def _about_replies(move: Mapping[str, Any]) -> str:
    replies = move["replies"]
    refute = "refutes" if replies["refuting"] == 1 else "refute"
    return f"{refuting_text(replies)} {refute} it"


def _names(holes: list[str]) -> str:
    return listed(map(in_capitals, holes), _NAMED)
