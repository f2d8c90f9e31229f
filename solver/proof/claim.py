"""What is to be proved, and the words of a verdict."""

from dataclasses import dataclass
from enum import Enum

from solver.errors import PuzzleRuleError
from solver.game import Side
from solver.puzzle import Puzzle

__all__ = [
    "DEFAULT_MEMORY",
    "LEAST_SECONDS",
    "MOST_MEMORY",
    "MOST_NODES",
    "Aim",
    "Claim",
    "Limit",
    "Limits",
    "Verdict",
    "check_no_privilege",
    "claim_of",
    "claim_with_privilege",
]

LEAST_SECONDS = 0.001
"""What a limit on seconds may be at least."""

MOST_NODES = 2**63 - 1
"""What a limit on nodes may be at most: a verdict store has no larger numbers."""

DEFAULT_MEMORY = 1024
"""MiB that a session takes when it is told nothing."""

MOST_MEMORY = 2**20
"""MiB that a limit on memory may be at most."""


class Aim(Enum):
    """What the prover of a claim wants."""

    CONNECT = "connect"
    """To force a chain between his goal lines."""
    BLOCK = "block"
    """To keep the opponent from ever connecting."""

    # As for `Side`: it is asked for with each claim that is looked up.
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about a position: that a side can force something."""

    aim: Aim
    prover: Side

    @property
    def text(self) -> str:
        """The claim in words: `white connects`, `black blocks`."""
        return f"{self.prover.value} {self.aim.value}s"

    @property
    def opposite(self) -> "Claim":
        """The claim that is true exactly when this one is false."""
        aim = Aim.BLOCK if self.aim is Aim.CONNECT else Aim.CONNECT
        return Claim(aim, self.prover.other)

    @property
    def chaser(self) -> Side:
        """The side whose chain the claim is about."""
        return self.prover if self.aim is Aim.CONNECT else self.prover.other

    def implies(self, other: "Claim") -> bool:
        """Tell whether a proof of this claim is one of the other: a chain blocks as well."""
        return self == other or self == Claim(Aim.CONNECT, other.prover)

    def decides(self, claim: "Claim", verdict: "Verdict") -> bool:
        """Tell whether a proof of this claim shows a verdict on another one."""
        shown = {Verdict.PROVEN: claim, Verdict.DISPROVEN: claim.opposite}.get(verdict)
        return shown is not None and self.implies(shown)


class Verdict(Enum):
    """What is known about a claim."""

    PROVEN = "proven"
    """There is a strategy for it."""
    DISPROVEN = "disproven"
    """There is a strategy for the opposite claim."""
    UNDECIDED = "undecided"
    """Neither was found within the limits. Says nothing about the truth."""


class Limit(Enum):
    """Why a search ended undecided."""

    NODES = "nodes"
    SECONDS = "seconds"
    MEMORY = "memory"
    CANCELLED = "cancelled"
    EXHAUSTED = "exhausted"
    """Everything the search can see was tried; more time would not help."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may use; None leaves it to the other limits."""

    nodes: int | None = None
    """Search nodes of both provers together, 1 to MOST_NODES."""
    seconds: float | None = None
    """Wall-clock seconds, LEAST_SECONDS or more."""
    memory: int | None = None
    """MiB for proofs and tables of both provers together, 16 to MOST_MEMORY; None means
    DEFAULT_MEMORY."""
    threads: int = 1
    """How many threads search for a chain together, 256 at most. With more than one, chance decides
    how many nodes it takes and which of several proofs is found."""

    def __post_init__(self) -> None:
        for name in ("nodes", "memory", "threads"):
            value = getattr(self, name)
            if value is not None and not isinstance(value, int):
                raise ValueError(f"{name} must be a whole number, not {value!r}")
        lowest = {"nodes": 1, "seconds": LEAST_SECONDS, "memory": 16, "threads": 1}
        for name, low in lowest.items():
            value = getattr(self, name)
            # Written so that `nan` is refused as well.
            if value is not None and not value >= low:
                raise ValueError(f"{name} must be at least {low}, not {value}")
        for name, high in {"nodes": MOST_NODES, "memory": MOST_MEMORY, "threads": 256}.items():
            value = getattr(self, name)
            if value is not None and value > high:
                raise ValueError(f"{name} must be at most {high}, not {value}")


def check_no_privilege(puzzle: Puzzle) -> None:
    """Raise PuzzleRuleError when a side holds the Privilege: ordinary proofs know of none."""
    if puzzle.privilege:
        raise PuzzleRuleError(
            "a side holds the Privilege of Double TwixT (PV), which only `twixt privilege` knows: "
            "it decides the puzzle"
        )


def claim_of(puzzle: Puzzle) -> Claim:
    """Return the claim a puzzle's goal makes: CONNECT for the winner, BLOCK for a draw.

    Raises PuzzleRuleError when a side holds the Privilege, as `check_no_privilege` does.
    """
    check_no_privilege(puzzle)
    return claim_with_privilege(puzzle)


def claim_with_privilege(puzzle: Puzzle) -> Claim:
    """Return the claim of a puzzle in which sides may hold the Privilege."""
    winner = puzzle.winner
    if winner is None:
        return Claim(Aim.BLOCK, puzzle.position.to_move)
    return Claim(Aim.CONNECT, winner)
