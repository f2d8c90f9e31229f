"""A report as people are told it."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from solver.plurals import some

__all__ = [
    "for_people",
    "is_counted",
    "kind_name",
    "moves_so_far",
    "nothing_to_find",
    "refuting_text",
    "win_or_draw",
    "wins_otherwise",
]

_WINNING = {"key", "cook", "delay", "wins", "win"}
"""Kinds of first moves that win; `win` is for people only."""

_NAMED = 8
"""Most holes that a reason names."""


def for_people(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a report (`solver/schemas/audit.json`) as people are told it.

    No first move is measured by a key that the author did not give: where several win and none of
    them is his, and where all win, each is a `win`, and only the keys are left that he gives. In
    a sound puzzle a key that was found stays one.

    Tries of which all replies are decided come first, those that the fewest refute before others.
    Where a key of his fails, but a peg in its hole wins with other links, the reason says so.

    A plain pass in a line is `pass`; reports have an empty text there.
    """
    record = _with_passes(record)
    reason = record["reason"].replace("the published key", "the author's key")
    for said in wins_otherwise(record).values():
        if said not in reason.split("; "):
            reason += f"; {said}"
    record = {**record, "tries": _in_order(record), "reason": reason}
    if not (nothing_to_find(record) or _by_found_key(record)):
        return record
    moves = _without_key(record["moves"])
    return {
        **record,
        "reason": _reason(record, moves, reason),
        "keys": [key for key in record["keys"] if key["published"]],
        "moves": moves,
        "decided": _decided(moves),
    }


def nothing_to_find(record: Mapping[str, Any]) -> bool:
    """Tell whether a puzzle has no solution because every first move wins."""
    kinds = {move["kind"] for move in record["moves"]}
    return record["verdict"] == "no solution" and bool(kinds) and kinds <= _WINNING


def _with_passes(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a report whose lines name a plain pass."""

    def named(part: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        line = part.get(name, ())
        return {**part, name: [move or "pass" for move in line]} if "" in line else part

    parts = {name: [named(part, "line") for part in record[name]] for name in ("keys", "moves")}
    return named({**record, **parts}, "set_play")


def wins_otherwise(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the author's keys that fail though their holes win with other links, each with a few
    words that say so."""
    wins, does = set(_winning(record["moves"])), win_or_draw(record)
    return {
        key["move"]: f"{hole} {does}s with other links"
        for key in record["keys"]
        if key["published"] and key["verdict"] == "disproven"
        if (hole := _hole(key["move"])) in wins
    }


def win_or_draw(record: Mapping[str, Any]) -> str:
    """Return what first moves do that fulfil the claim of a report: `win` or `draw`."""
    return "draw" if record["claim"].endswith("blocks") else "win"


def kind_name(record: Mapping[str, Any], kind: str) -> str:
    """Return what people call a kind of first move: where the claim is a draw, `win` is `draw`."""
    return kind.replace("win", win_or_draw(record))


def moves_so_far(
    moves: Sequence[Mapping[str, Any]], given: Container[str]
) -> Sequence[Mapping[str, Any]]:
    """Return the first moves of a report that is still being made as people are told them.

    `given` has the holes of the author's keys, as a report writes them.
    """
    found = any(move["kind"] == "key" and move["hole"] not in given for move in moves)
    return _without_key(moves) if found and len(_winning(moves)) > 1 else moves


def _without_key(moves: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return first moves by what is known of them without a key: a `win`, refuted or undecided."""
    told = dict.fromkeys(_WINNING, "win") | {"no-cook": "undecided"}
    return [{**move, "kind": told.get(move["kind"], move["kind"])} for move in moves]


def is_counted(move: Mapping[str, Any]) -> bool:
    """Tell whether it is known of each reply to a first move whether it refutes the move."""
    return bool(move["replies"]) and not move["replies"]["undecided"]


def refuting_text(replies: Mapping[str, Any]) -> str:
    """Return which part of all replies refutes a move: `at least 3 of 57 replies`."""
    if replies["refuting"] == replies["all"] == 1:
        return "the only reply"
    least = "at least " if replies["undecided"] else ""
    return f"{least}{replies['refuting']} of {replies['all']} replies"


def _in_order(record: Mapping[str, Any]) -> list[str]:
    """Return the tries of a report; those that are not counted stay in their order."""
    moves = {move["hole"]: move for move in record["moves"]}

    def rank(hole: str) -> float:
        move = moves[hole]
        return move["replies"]["refuting"] if is_counted(move) else float("inf")

    return sorted(record["tries"], key=rank)


def _by_found_key(record: Mapping[str, Any]) -> bool:
    """Tell whether first moves are measured by a key that was found, of several that may do."""
    if record["verdict"] == "sound" or all(key["published"] for key in record["keys"]):
        return False
    return record["verdict"] == "undecided" or len(_winning(record["moves"])) > 1


def _reason(record: Mapping[str, Any], moves: Sequence[Mapping[str, Any]], reason: str) -> str:
    """Return the reason for a verdict, with all first moves that win instead of a key."""
    first, *rest = reason.split("; ")
    wins = _winning(moves)
    does = win_or_draw(record)
    named = some(wins, _NAMED)
    said = f"{named} {does}s" if len(wins) == 1 else f"{len(wins)} first moves {does}: {named}"
    if record["verdict"] == "cooked":
        return "; ".join([said, *rest])
    if record["verdict"] == "undecided" and first == "the key is proven":
        open_yet = f"{_decided(moves)} of {len(moves)} first moves are decided"
        if _decided(moves) == len(moves):
            open_yet = "it is undecided whether the others need one of them"
        return "; ".join([said, open_yet, *rest[1:]])
    return reason


def _hole(move: str) -> str:
    """Return the hole of a move, such as `b3` or `[-c'1][b3]`; the other values are links."""
    values = move.strip("[]").split("][")
    return next((value for value in values if value[:1].isalpha()), "")


def _winning(moves: Iterable[Mapping[str, Any]]) -> list[str]:
    return [move["hole"] for move in moves if move["kind"] in _WINNING]


def _decided(moves: Iterable[Mapping[str, Any]]) -> int:
    return sum(move["kind"] != "undecided" for move in moves)
