"""TwixT puzzles: rules, files, and an exact solver that proves its answers.

    import solver

    puzzle = solver.read_puzzle("puzzles/randolph-hensel/p15.sgf")
    print(puzzle.position)
    solution = solver.solve(puzzle, solver.Limits(seconds=10))
    print(solution)

Each name is loaded when it is first used, so that reading a file does not load the search.
`docs/python-api.md` is the guide. Nothing here knows of the web.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.answers import Judgement, Outcome
    from solver.api import audit, certify, judge, solve, write_certificate
    from solver.audits import Audit, Soundness
    from solver.errors import (
        CertificateError,
        IllegalMoveError,
        NotationError,
        PuzzleFileError,
        PuzzleRuleError,
        TwixtError,
    )
    from solver.files import (
        Format,
        Record,
        parse_puzzle,
        read_diagram,
        read_file,
        read_puzzle,
        read_text,
        write_puzzle,
        write_text,
    )
    from solver.game import Board, Hole, Link, Move, Position, Ruleset, Side, parse_move
    from solver.proof import Aim, Certificate, Claim, Limit, Limits, Verdict, claim_of
    from solver.puzzle import Goal, Puzzle, window
    from solver.search import Cancel, SearchProgress, Solution
    from solver.store import Store

_ROOMS = {
    "answers": ("Judgement", "Outcome"),
    "api": ("audit", "certify", "judge", "solve", "write_certificate"),
    "audits": ("Audit", "Soundness"),
    "errors": (
        "CertificateError",
        "IllegalMoveError",
        "NotationError",
        "PuzzleFileError",
        "PuzzleRuleError",
        "TwixtError",
    ),
    "files": (
        "Format",
        "Record",
        "parse_puzzle",
        "read_diagram",
        "read_file",
        "read_puzzle",
        "read_text",
        "write_puzzle",
        "write_text",
    ),
    "game": ("Board", "Hole", "Link", "Move", "Position", "Ruleset", "Side", "parse_move"),
    "proof": ("Aim", "Certificate", "Claim", "Limit", "Limits", "Verdict", "claim_of"),
    "puzzle": ("Goal", "Puzzle", "window"),
    "search": ("Cancel", "SearchProgress", "Solution"),
    "store": ("Store",),
}
"""Where each public name lives; a test compares it with the imports above."""

__all__ = [
    "Aim",
    "Audit",
    "Board",
    "Cancel",
    "Certificate",
    "CertificateError",
    "Claim",
    "Format",
    "Goal",
    "Hole",
    "IllegalMoveError",
    "Judgement",
    "Limit",
    "Limits",
    "Link",
    "Move",
    "NotationError",
    "Outcome",
    "Position",
    "Puzzle",
    "PuzzleFileError",
    "PuzzleRuleError",
    "Record",
    "Ruleset",
    "SearchProgress",
    "Side",
    "Solution",
    "Soundness",
    "Store",
    "TwixtError",
    "Verdict",
    "__version__",
    "audit",
    "certify",
    "claim_of",
    "judge",
    "parse_move",
    "parse_puzzle",
    "read_diagram",
    "read_file",
    "read_puzzle",
    "read_text",
    "solve",
    "window",
    "write_certificate",
    "write_puzzle",
    "write_text",
]

__version__ = "0.1.0"

_HOME = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    found = getattr(import_module(f"solver.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
