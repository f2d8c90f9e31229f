"""An audit as one JSON object; `solver/schemas/audit.json` describes it."""

from collections.abc import Iterable
from dataclasses import asdict

from solver.audits.audit_record import Audit, FirstMove, Replies
from solver.game import Hole, hole_text

__all__ = ["as_json", "move_as_json"]


def as_json(audit: Audit) -> dict[str, object]:
    """Return an audit as values for JSON. Holes and moves are SGF text."""
    limits = audit.limits
    return {
        "ruleset": audit.ruleset,
        "claim": audit.claim.text,
        "verdict": audit.verdict.value,
        "reason": audit.reason,
        "keys": [
            {
                "move": key.text,
                "published": key.published,
                "verdict": key.verdict.value,
                "line": key.line,
                "pegs": key.pegs,
            }
            for key in audit.keys
        ],
        "pegs": audit.pegs,
        "first_moves": len(audit.moves),
        "decided": audit.decided,
        "moves": [move_as_json(move) for move in audit.moves],
        "tries": _names(move.hole for move in audit.tries),
        "set_play": audit.set_play,
        "duals": [
            {
                "move": dual.ply,
                "played": dual.played,
                "others": dual.others,
                "undecided": dual.undecided,
                "every": dual.every,
            }
            for dual in audit.duals
        ],
        "zone": _names(sorted(audit.zone)),
        "zone_of_others": _names(sorted(audit.zone_of_others)),
        "idle_pegs": _names(audit.idle_pegs),
        "difficulty": audit.difficulty,
        "foresight": asdict(audit.foresight) if audit.foresight else None,
        "standings": [
            {"what": standing.what, "verdict": standing.verdict, "keys": standing.keys}
            for standing in audit.standings
        ],
        "limits": {
            "nodes": limits.nodes,
            "seconds": limits.seconds,
            "memory": limits.memory,
        },
        "limit": audit.limit,
        "error": audit.error,
        "nodes": audit.nodes,
        "seconds": round(audit.seconds, 3),
        "version": audit.version,
    }


def _names(holes: Iterable[Hole]) -> list[str]:
    return [hole_text(hole).lower() for hole in holes]


def move_as_json(move: FirstMove) -> dict[str, object]:
    """Return one of an audit's `moves`."""
    return {
        "hole": hole_text(move.hole).lower(),
        "kind": move.kind.value,
        "line": move.line,
        "pegs": move.pegs,
        "replies": None if move.replies is None else _replies(move.replies),
    }


def _replies(replies: Replies) -> dict[str, int]:
    return {
        "refuting": replies.refuting,
        "undecided": replies.undecided,
        "all": replies.all,
    }
