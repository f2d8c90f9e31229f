"""Small reports in the form of `solver/schemas/audit.json`, and checks that end with them."""

from typing import Any

from webapp.core.database import Database
from webapp.jobs.job_table import begin, end

__all__ = ["FAILS", "FOUND", "finish", "move", "record"]

FAILS = {"published": True, "verdict": "disproven"}
"""Of a key that its author gave."""

FOUND = {"move": "c2", "published": False, "verdict": "proven", "line": ["c2"], "pegs": 3}
"""A key that the author did not give."""


def move(hole: str, kind: str, *line: str, **more: object) -> dict[str, Any]:
    """Return a first move, with the holes of its line."""
    return {"hole": hole, "kind": kind, "line": line, "pegs": None, "replies": None} | more


def record(verdict: str = "sound", **more: object) -> dict[str, Any]:
    """Return a report of three first moves, with other values for some fields."""
    tried = move("e5", "try", "e5", "d3", pegs=2)
    tried["replies"] = {"refuting": 1, "undecided": 0, "all": 20}
    moves = [tried, move("b5", "key", "b5", "d4", "b1", pegs=2), move("b2", "idle", "b2", "d3")]
    return {
        "puzzle": "Small",
        "file": "",
        "ruleset": "STD",
        "claim": "white connects",
        "verdict": verdict,
        "reason": "the key is proven, 2 other first moves are refuted",
        "keys": [{"move": "b5", "published": True, "verdict": "proven", "line": ["b5"], "pegs": 3}],
        "pegs": 3,
        "first_moves": 3,
        "decided": 3,
        "moves": moves,
        "tries": ["e5"],
        "set_play": [],
        "duals": [],
        "zone": ["b5"],
        "zone_of_others": [],
        "idle_pegs": [],
        "difficulty": 12,
        "standings": [],
        "limits": {"nodes": None, "seconds": 60.0, "memory": 1024},
        "limit": None,
        "error": None,
        "nodes": 10,
        "seconds": 0.1,
        "version": "0",
        "task": "",
    } | more


def finish(database: Database, job: str, found: dict[str, Any]) -> None:
    """Let the check of this address end with a report."""
    run = begin(database, job.rpartition("/")[2])
    assert run is not None
    end(database, run, found)
