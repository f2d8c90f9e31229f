"""A report as people are told it."""

from collections.abc import Mapping
from typing import Any

__all__ = ["for_people", "nothing_to_find"]

_WINNING = {"key", "cook", "delay", "wins", "win"}
"""Kinds of first moves that win; `win` is for people only."""


def for_people(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a report (`solver/schemas/audit.json`) as people are told it.

    Where every first move wins no key is told apart from the others: each is a `win`, and only the
    keys are left that the author gives.
    """
    if not nothing_to_find(record):
        return record
    keys = [key for key in record["keys"] if key["published"]]
    return {**record, "keys": keys, "moves": [_as_win(move) for move in record["moves"]]}


def nothing_to_find(record: Mapping[str, Any]) -> bool:
    """Tell whether a puzzle has no solution because every first move wins."""
    kinds = {move["kind"] for move in record["moves"]}
    return record["verdict"] == "no solution" and bool(kinds) and kinds <= _WINNING


def _as_win(move: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**move, "kind": "win"} if move["kind"] in _WINNING else move
