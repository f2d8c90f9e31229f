"""What the search takes for each position, and what a technique that is left out costs."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from typing import Any

from solver.errors import BenchError
from solver.game import move_text
from solver.proof import Limits, Verdict, claim_of
from solver.puzzle import Puzzle
from solver.search import Options, Session

__all__ = ["Comparison", "Figures", "Run", "as_json", "compare", "measure", "run_from", "signature"]


@dataclass(frozen=True, slots=True)
class Figures:
    """What one search took."""

    name: str
    claim: str
    verdict: str
    key: str
    """The first move proved, as SGF text; empty without one."""
    published: bool | None
    """Whether that move is a published key; None without either."""
    pegs: int | None
    nodes: int
    seconds: float
    memory: float
    """MiB of proofs and tables held in the end."""

    @property
    def solved(self) -> bool:
        """Whether the claim is decided."""
        return self.verdict != Verdict.UNDECIDED.value

    @property
    def nodes_per_second(self) -> float:
        """Speed, over all that the search did."""
        return self.nodes / max(self.seconds, 1e-9)


def measure(name: str, puzzle: Puzzle, nodes: int, options: Options | None = None) -> Figures:
    """Search a position once, with so many nodes at most."""
    position = puzzle.position
    session = Session(options=options)
    solution = session.solve(position, claim_of(puzzle), Limits(nodes=nodes))
    key, published = "", None
    if solution.keys:
        key = move_text(position, solution.keys[0])
        if puzzle.keys:
            after = {position.play(move) for move in solution.keys}
            published = any(position.play(move) in after for move in puzzle.keys)
    return Figures(
        name=name,
        claim=solution.claim.text,
        verdict=solution.verdict.value,
        key=key,
        published=published,
        pegs=solution.pegs,
        nodes=solution.nodes,
        seconds=solution.seconds,
        memory=session.memory_used,
    )


def signature(figures: Iterable[Figures]) -> str:
    """Return a word that changes when any search takes another number of nodes."""
    text = "".join(f"{each.name} {each.verdict} {each.nodes}\n" for each in figures)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Run:
    """What `twixt bench --json` wrote."""

    figures: Mapping[str, Figures]
    """By the names of their positions."""
    nodes: int
    """The limit for each position."""
    without: tuple[str, ...]
    """Techniques that were left out."""


def run_from(data: Any) -> Run:
    """Read what `twixt bench --json` wrote. Raises BenchError when it is something else."""
    try:
        listed = [Figures(**each) for each in data["positions"]]
        figures = {each.name: each for each in listed}
        return Run(figures, data["nodes"], tuple(map(str, data["without"])))
    except (KeyError, TypeError):
        raise BenchError("this is not a file that `twixt bench --json` wrote") from None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs over the positions that both have."""

    positions: int
    solved: tuple[int, int]
    """Before and after."""
    nodes: float | None
    """Nodes after for one before: the geometric mean over positions solved in both runs.

    None where there are none.
    """
    seconds: float | None
    """The same for seconds."""
    changed: tuple[str, ...]
    """Positions that are solved in one run only, or with another key."""


def compare(before: Mapping[str, Figures], after: Sequence[Figures]) -> Comparison:
    """Compare two runs."""
    pairs = [(before[new.name], new) for new in after if new.name in before]
    both = [(old, new) for old, new in pairs if old.solved and new.solved]
    return Comparison(
        positions=len(pairs),
        solved=(sum(old.solved for old, _ in pairs), sum(new.solved for _, new in pairs)),
        nodes=_mean_ratio([(old.nodes, new.nodes) for old, new in both]),
        seconds=_mean_ratio([(old.seconds, new.seconds) for old, new in both]),
        changed=tuple(
            new.name for old, new in pairs if (old.verdict, old.key) != (new.verdict, new.key)
        ),
    )


def _mean_ratio(pairs: Iterable[tuple[float, float]]) -> float | None:
    logs = [log(max(new, 1e-3) / max(old, 1e-3)) for old, new in pairs]
    return exp(sum(logs) / len(logs)) if logs else None


def as_json(figures: Sequence[Figures], nodes: int, without: Sequence[str]) -> dict[str, Any]:
    """Return a run as what `run_from` reads."""
    return {
        "nodes": nodes,
        "without": list(without),
        "signature": signature(figures),
        "positions": [asdict(each) for each in figures],
    }
