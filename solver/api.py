"""The front door: what a program needs to solve, judge, audit and certify puzzles.

`import solver` offers all of it, with the records it takes and returns; `docs/python-api.md` is
the guide.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from solver.answers import Judgement
from solver.answers import judge as judge_move
from solver.audits import Audit
from solver.audits import audit as audit_plan
from solver.errors import Finding, IllegalMoveError, PuzzleFileError, PuzzleRuleError
from solver.files import parse_puzzle, puzzle_text
from solver.game import Move, Position, Special, parse_move
from solver.proof import Aim, Certificate, Claim, Limits, check_no_privilege, claim_of
from solver.proof import write_certificate as certificate_bytes
from solver.puzzle import Puzzle
from solver.search import Cancel, SearchProgress, Solution
from solver.search import solve as solve_claim
from solver.store import Store
from solver.verify import check_certificate, read_certificate
from solver.work import Failure, run_here

__all__ = [
    "audit",
    "certify",
    "judge",
    "solve",
    "write_certificate",
]

_AUDIT = Limits(seconds=60.0)


def solve(
    puzzle: Puzzle | Position,
    limits: Limits | None = None,
    *,
    claim: Claim | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
) -> Solution:
    """Search for a proof of what a puzzle claims, and of the opposite.

    Of a bare position the claim is that the side to move connects, unless `claim` says otherwise.
    Without limits the search ends when the claim is decided or memory runs out. `cancel` and
    `progress` as in `solver.search.solve`.

    Raises PuzzleRuleError when the position is impossible, decided already or too large, or a
    side holds the Privilege.
    """
    if isinstance(puzzle, Puzzle):
        check_no_privilege(puzzle)
    position = puzzle.position if isinstance(puzzle, Puzzle) else puzzle
    return solve_claim(position, claim or _claim(puzzle), limits, cancel=cancel, progress=progress)


def _claim(puzzle: Puzzle | Position) -> Claim:
    if isinstance(puzzle, Puzzle):
        return claim_of(puzzle)
    return Claim(Aim.CONNECT, puzzle.to_move)


def judge(
    puzzle: Puzzle,
    move: Move | str,
    limits: Limits | None = None,
    *,
    after: Iterable[Move | str] = (),
    store: Store | None = None,
) -> Judgement:
    """Tell whether a move keeps what the puzzle asks for, and return the opponent's best reply.

    Moves are records or SGF text: `"e5"`. `after` lists the moves of both sides played before.
    Only moves of the side that has to reach the goal are judged.

    Raises NotationError and IllegalMoveError for moves that cannot be made or are the opponent's,
    PuzzleRuleError for a puzzle as in `solve`, and ValueError where `after` is a text.
    """
    if isinstance(after, str):
        raise ValueError(f"after is {after!r}: give a list of moves, such as {after.split()}")
    position, line = puzzle.position, list[Move]()
    for each in after:
        line.append(_move(position, each))
        position = position.play(line[-1])
    return judge_move(puzzle.position, line, _move(position, move), claim_of(puzzle), limits, store)


def _move(position: Position, move: Move | str) -> Move:
    if isinstance(move, Move):
        return move
    parsed = parse_move(position, move)
    if isinstance(parsed, Special):
        raise IllegalMoveError(f"{move!r} is no move of pegs and links")
    return parsed


def audit(puzzle: Puzzle, limits: Limits = _AUDIT, *, store: Store | None = None) -> Audit:
    """Find out whether a puzzle is sound: its keys, cooks, delays, tries and duals.

    The limits are for the whole audit, 60 seconds unless said otherwise. A store remembers what
    was proved. Raises PuzzleRuleError when the solver does not take the position, or when a key
    takes off a peg (3M).
    """
    found = run_here(audit_plan(puzzle, limits, store))
    if isinstance(found, Failure):
        raise PuzzleRuleError(found.message)
    return found


def write_certificate(puzzle: Puzzle, solution: Solution) -> bytes:
    """Return the proof of a decided solution as the content of a certificate file.

    Raises ValueError when the solution is undecided, PuzzleFileError when SGF cannot carry the
    puzzle.
    """
    if solution.strategy is None:
        raise ValueError("an undecided solution has no proof")
    return certificate_bytes(
        puzzle_text(puzzle), solution.claim, solution.verdict, solution.strategy
    )


def certify(certificate: bytes | str | Path, *, sat: bool = False) -> Certificate:
    """Check a certificate, a file's path or content, without any search, and return it.

    `sat` asks a SAT solver about every step instead of comparing sets. Raises CertificateError
    when it proves nothing, PuzzleFileError when it cannot be read.
    """
    name = "" if isinstance(certificate, bytes) else str(certificate)
    try:
        data = certificate if isinstance(certificate, bytes) else Path(certificate).read_bytes()
    except OSError as error:
        finding = Finding(f"the file cannot be read: {error.strerror or error}")
        raise PuzzleFileError([finding], name) from None
    read = read_certificate(data, name)
    check_certificate(parse_puzzle(read.puzzle_text), read, sat=sat)
    return read
