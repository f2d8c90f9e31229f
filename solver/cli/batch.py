"""One puzzle solved, as a record that travels between processes."""

from dataclasses import dataclass

from solver.errors import CertificateError, TwixtError
from solver.game import AnyMove, Position, hole_text, move_text
from solver.proof import (
    Claim,
    Limits,
    Session,
    Solution,
    Verdict,
    claim_of,
    evaluate,
    uniqueness,
    write_certificate,
)
from solver.puzzle import Goal, Puzzle

__all__ = ["Audit", "Refusal", "Solved", "Task", "crashed", "solve_task"]


_CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle to solve."""

    puzzle: Puzzle
    limits: Limits
    sgf: str | None = None
    """The puzzle's text, when a certificate is wanted."""
    unique: bool = False
    """Whether to refute the other first moves too."""
    value: bool = False
    """Whether to find out what the position is worth, too."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What the search says of a puzzle; moves as SGF text."""

    claim: Claim
    verdict: Verdict
    limit: str | None
    """Why it is undecided: a limit of the search, or `crashed`."""
    keys: tuple[str, ...]
    """Proved first moves."""
    line: tuple[str, ...]
    """A main line from the puzzle's position."""
    pegs: int | None
    nodes: int
    seconds: float
    published: bool | None
    """Whether a published key is among the proved ones; None without either."""
    value: str | None = None
    """What the position is worth to the side to move, if that was asked or the goal is a draw."""
    certificate: bytes | None = None
    """The proof as a file, if it was wanted and there is one."""
    audit: "Audit | None" = None
    """What came of the other first moves, if that was asked and the claim is proven."""

    @property
    def crashed(self) -> bool:
        """Whether the search died, so that nothing is known."""
        return self.limit == _CRASHED


@dataclass(frozen=True, slots=True)
class Audit:
    """All first moves; holes as SGF text."""

    winning: tuple[str, ...]
    undecided: tuple[str, ...]
    certificate: bytes | None
    """The proof that no other one does it, as a file if it was wanted."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A puzzle that the solver does not take, such as one of unknown rules."""

    message: str


def solve_task(task: Task) -> Solved | Refusal:
    """Search for a proof of what a puzzle claims, and of the opposite.

    A draw that is proven may still be less than the side to move can get: that is asked as well.
    """
    puzzle = task.puzzle
    session = Session(task.limits.memory)
    try:
        solution = session.solve(puzzle.position, claim_of(puzzle), task.limits)
        value: str | None = None
        if task.value or puzzle.goal is Goal.DRAW:
            known = (solution,)
            value = evaluate(puzzle.position, task.limits, session, known).value.value
    except CertificateError:
        raise
    except TwixtError as error:
        return Refusal(str(error))
    certificate: bytes | None = None
    if task.sgf is not None and solution.strategy is not None:
        certificate = write_certificate(
            task.sgf, solution.claim, solution.verdict, solution.strategy
        )
    return Solved(
        claim=solution.claim,
        verdict=solution.verdict,
        limit=solution.limit.value if solution.limit else None,
        keys=tuple(move_text(puzzle.position, key) for key in solution.keys),
        line=_line_text(puzzle.position, solution.line),
        pegs=solution.pegs,
        nodes=solution.nodes,
        seconds=solution.seconds,
        published=_published(puzzle, solution),
        value=value,
        certificate=certificate,
        audit=_audit(task, solution, session) if task.unique else None,
    )


def _audit(task: Task, solution: Solution, session: Session) -> Audit | None:
    """Refute the other first moves of a proven claim."""
    keys = frozenset(key.peg for key in solution.keys if key.peg is not None)
    if not keys:
        return None
    found = uniqueness(task.puzzle.position, solution.claim, keys, task.limits, session)
    certificate: bytes | None = None
    if task.sgf is not None and found.strategy is not None:
        certificate = write_certificate(
            task.sgf, solution.claim, Verdict.DISPROVEN, found.strategy, found.left
        )
    winning, undecided = (
        tuple(hole_text(hole).lower() for hole in sorted(holes))
        for holes in (found.winning, found.undecided)
    )
    return Audit(winning, undecided, certificate)


def crashed(puzzle: Puzzle) -> Solved:
    """Return what is known of a puzzle that the search did not survive: nothing."""
    return Solved(
        claim=claim_of(puzzle),
        verdict=Verdict.UNDECIDED,
        limit=_CRASHED,
        keys=(),
        line=(),
        pegs=None,
        nodes=0,
        seconds=0.0,
        published=None,
    )


def _line_text(position: Position, moves: tuple[AnyMove, ...]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(move_text(position, move))
        position = position.play(move)
    return tuple(texts)


def _published(puzzle: Puzzle, solution: Solution) -> bool | None:
    """Compare the positions that keys lead to: one turn may be written in several ways."""
    if not puzzle.keys or not solution.keys:
        return None
    after = {puzzle.position.play(key) for key in solution.keys}
    return any(puzzle.position.play(key) in after for key in puzzle.keys)
