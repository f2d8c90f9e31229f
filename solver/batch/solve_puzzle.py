"""The plan that solves one puzzle, and its result as text."""

from dataclasses import dataclass, replace

from solver.game import hole_text, line_texts, move_text
from solver.proof import Claim, Limit, Limits, Verdict, claim_of, write_certificate
from solver.puzzle import Goal, Puzzle
from solver.search import FirstMoves, Solution, open_claim, value_of
from solver.store import Store
from solver.work import Failure, Fault, Others, Plan, Question, Unit, ask

__all__ = ["OtherFirstMoves", "Solved", "solve_puzzle", "unsolved"]


_FAULTS = {
    Fault.CRASHED: "crashed",
    Fault.HUNG: "hung",
    Fault.MEMORY: Limit.MEMORY.value,
}
"""The limit that is reported for a search that crashed or hung."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of solving a puzzle; moves as SGF text."""

    claim: Claim
    verdict: Verdict
    limit: str | None
    """Why it is undecided: a limit of the search, `crashed` or `hung`."""
    keys: tuple[str, ...]
    """The first move that was proved, if the solver is to move; others may do it too."""
    line: tuple[str, ...]
    """A main line from the puzzle's position."""
    pegs: int | None
    nodes: int
    """Of the search for the claim."""
    seconds: float
    """Of all searches for the puzzle."""
    published: bool | None
    """Whether a published key is among the proved ones; None without either."""
    value: str | None = None
    """The worth of the position to the side to move, if it was asked or the goal is a draw."""
    certificate: bytes | None = None
    """The proof as a file, if it was wanted and there is one."""
    first_moves: "OtherFirstMoves | None" = None
    """The other first moves, if they were asked about and the claim is proven."""
    error: str | None = None
    """How a search crashed or hung, in one line."""


@dataclass(frozen=True, slots=True)
class OtherFirstMoves:
    """All first moves; holes as SGF text."""

    winning: tuple[str, ...]
    undecided: tuple[str, ...]
    certificate: bytes | None
    """The proof that no other one does it, as a file if it was wanted."""


def solve_puzzle(
    puzzle: Puzzle,
    limits: Limits,
    store: Store | None = None,
    *,
    sgf: str | None = None,
    unique: bool = False,
    value: bool = False,
) -> Plan[Solved | Failure]:
    """Search for a proof of what a puzzle claims, and of the opposite.

    `sgf` is the puzzle's text, when certificates are wanted. `unique` refutes the other first moves
    too, if the claim's prover is to move; `value` asks what the position is worth.
    A draw that is proven may still be less than the side to move can get: that is asked as well.
    """
    position = puzzle.position
    question = Question(position, claim_of(puzzle))
    others = Others(question) if unique and question.claim.prover is position.to_move else None
    # The other first moves get the limits once more.
    seconds = limits.seconds and limits.seconds * (2 if others else 1)
    total = Limits(None, seconds, limits.memory, limits.threads)
    (answer,) = yield from ask([Unit((question,), limits, total, others)], store)
    if isinstance(answer, Failure):
        return answer
    (solution,) = answer.solutions
    solved = _solved(puzzle, sgf, solution, answer.others, answer.seconds)
    if not value and puzzle.goal is not Goal.DRAW:
        return solved
    known, used = [solution], answer.seconds
    while claim := open_claim(position, known):
        (answer,) = yield from ask([Unit((Question(position, claim),), limits, limits)], store)
        if isinstance(answer, Failure):
            break
        known += answer.solutions
        used += answer.seconds
    return replace(solved, value=value_of(position, known).value, seconds=used)


def _solved(
    puzzle: Puzzle,
    sgf: str | None,
    solution: Solution,
    others: FirstMoves | None,
    seconds: float,
) -> Solved:
    certificate: bytes | None = None
    if sgf is not None and solution.strategy is not None:
        certificate = write_certificate(sgf, solution.claim, solution.verdict, solution.strategy)
    return Solved(
        claim=solution.claim,
        verdict=solution.verdict,
        limit=solution.limit.value if solution.limit else None,
        keys=tuple(move_text(puzzle.position, key) for key in solution.keys),
        line=line_texts(puzzle.position, solution.line),
        pegs=solution.pegs,
        nodes=solution.nodes,
        seconds=seconds,
        published=_published(puzzle, solution),
        certificate=certificate,
        first_moves=_first_moves(sgf, solution, others) if others else None,
    )


def _first_moves(sgf: str | None, solution: Solution, others: FirstMoves) -> OtherFirstMoves:
    certificate: bytes | None = None
    if sgf is not None and others.strategy is not None:
        certificate = write_certificate(
            sgf, solution.claim, Verdict.DISPROVEN, others.strategy, others.left
        )
    winning, undecided = (
        tuple(hole_text(hole).lower() for hole in sorted(holes))
        for holes in (others.winning, others.undecided)
    )
    return OtherFirstMoves(winning, undecided, certificate)


def unsolved(puzzle: Puzzle, failure: Failure) -> Solved:
    """Return the result of a puzzle whose search crashed or hung: it says nothing."""
    return Solved(
        claim=claim_of(puzzle),
        verdict=Verdict.UNDECIDED,
        limit=_FAULTS.get(failure.fault, _FAULTS[Fault.CRASHED]),
        keys=(),
        line=(),
        pegs=None,
        nodes=0,
        seconds=0.0,
        published=None,
        error=failure.message,
    )


def _published(puzzle: Puzzle, solution: Solution) -> bool | None:
    """Compare the positions that keys lead to: one turn may be written in several ways."""
    if not puzzle.keys or not solution.keys:
        return None
    after = {puzzle.position.play(key) for key in solution.keys}
    return any(puzzle.position.play(key) in after for key in puzzle.keys)
