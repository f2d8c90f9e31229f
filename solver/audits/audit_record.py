"""The records of an audit. They travel between processes; `render` prints them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from solver.audits.foresight import Foresight
from solver.game import Hole, Move
from solver.proof import Aim, Claim, Limits, Strategy, Verdict, claim_of, write_certificate
from solver.puzzle import Goal, Puzzle

__all__ = [
    "Audit",
    "ClaimStanding",
    "Dual",
    "FirstMove",
    "Key",
    "Kind",
    "Proof",
    "Replies",
    "Soundness",
    "proved_about",
]


class Soundness(Enum):
    """The verdict on a puzzle."""

    SOUND = "sound"
    """A key is proven; every other first move is refuted, a delay, or one of the two (no cook)."""
    COOKED = "cooked"
    """A first move besides the keys wins without the key's hole, or where the published keys all
    fail."""
    NO_SOLUTION = "no solution"
    """The goal cannot be forced, or more than it can be, or every first move reaches it."""
    UNDECIDED = "undecided"


class Kind(Enum):
    """The kinds of first moves."""

    KEY = "key"
    COOK = "cook"
    """It wins, and wins even where the keys' holes are closed to its side."""
    DELAY = "delay"
    """It wins, but only because a key can follow: another order of the same plan."""
    WINS = "wins"
    """It wins; whether it is a cook or a delay is open."""
    TRY = "try"
    """It is refuted, by more than the answer to a pass."""
    IDLE = "idle"
    """It is refuted by the answer to a pass."""
    NO_COOK = "no-cook"
    """It is refuted where the keys' holes are closed to its side: a try, or else a delay."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Replies:
    """How many replies refute a first move; a hole counts if it does so with some links."""

    refuting: int
    undecided: int
    """Those of which it is not known; when there are some, `refuting` is a least number."""
    all: int
    """Holes open to the opponent."""


@dataclass(frozen=True, slots=True)
class FirstMove:
    """One hole that the solver's side could peg first."""

    hole: Hole
    kind: Kind
    line: tuple[str, ...] = ()
    """How it goes on, the first move included, as SGF text: the win or the refutation, against
    the longest resistance. Empty for one that is undecided or no cook."""
    pegs: int | None = None
    """Pegs that the side which wins needs at most, after the first move."""
    replies: Replies | None = None
    """For tries, if they were counted."""

    @property
    def decided(self) -> bool:
        """Whether it is known if the move wins without the key."""
        return self.kind not in (Kind.WINS, Kind.UNDECIDED)


@dataclass(frozen=True, slots=True)
class Key:
    """A first move that the author gave, or that was proved where he gave none."""

    text: str
    published: bool
    verdict: Verdict
    """Whether the claim is proven after it."""
    line: tuple[str, ...] = ()
    """The proved line, the key included: the win, or what refutes it."""
    pegs: int | None = None
    """Pegs that the side which wins needs at most: the key is counted in if it is right, else they
    are the refuter's."""


@dataclass(frozen=True, slots=True)
class Dual:
    """A later position of the main line, the winner to move, and which other moves win there, if
    any do."""

    ply: int
    """Number of the winner's move in the line, counted from the key as 1."""
    played: str
    """The line's move."""
    others: tuple[str, ...]
    """Other holes that win, delays among them."""
    undecided: int
    """Holes of which it is not known."""
    every: bool
    """Whether any move wins; then `others` is empty."""


@dataclass(frozen=True, slots=True)
class ClaimStanding:
    """How the claim stands with plain moves only, or under other rules."""

    what: str
    """`plain moves`, `plain d2` for a plain peg in a key's hole, `under PP` or `under STD`."""
    verdict: str
    """A verdict, or why there is none."""
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A strategy about the puzzle's position, or the one after a key, to be written as a
    certificate."""

    verdict: Verdict
    strategy: Strategy
    but: frozenset[Hole] = frozenset()
    """First moves that a disproof says nothing of."""
    closed: frozenset[Hole] = frozenset()
    """The keys' holes, closed to the claiming side in proofs of a cook and in those of no cooks."""
    first: Hole | None = None
    """The first move that a proof is about, and begins with."""
    goal: Goal | None = None
    """What it is about, if not the puzzle's own goal: for a draw, whether there is a win."""
    after: Move | None = None
    """The published key that it refutes: it proves the opposite claim after this move."""

    def about(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle that the proof is about: with another goal, or after a key.

        After a key it is the opponent who is to move and to do the opposite.
        """
        if self.after is not None:
            return _after(puzzle, self.after)
        return puzzle if self.goal is None else replace(puzzle, goal=self.goal)

    def certificate(self, puzzle: Puzzle, text: str) -> bytes:
        """Return the proof as a certificate; `text` is the SGF of `about(puzzle)`."""
        claim = claim_of(self.about(puzzle))
        rest = (self.but, self.closed, self.first)
        return write_certificate(text, claim, self.verdict, self.strategy, *rest)


def proved_about(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield what the proofs of an audit of a puzzle may be about (see `Proof.about`)."""
    yield puzzle
    if puzzle.goal is Goal.DRAW:
        yield replace(puzzle, goal=Goal.WIN)
    for key in puzzle.keys:
        yield _after(puzzle, key)


def _after(puzzle: Puzzle, key: Move) -> Puzzle:
    """Return the puzzle in which a published key is to fail."""
    goal = Goal.DRAW if claim_of(puzzle).aim is Aim.CONNECT else Goal.WIN
    return replace(puzzle, position=puzzle.position.play(key), goal=goal, keys=())


@dataclass(frozen=True, slots=True)
class Audit:
    """The soundness report of one puzzle."""

    claim: Claim
    ruleset: str
    verdict: Soundness
    reason: str
    """The verdict in a sentence."""
    keys: tuple[Key, ...]
    moves: tuple[FirstMove, ...]
    """All first moves by rows; empty when the side to move is not the one that claims."""
    set_play: tuple[str, ...]
    """How the opponent answers a pass."""
    duals: tuple[Dual, ...]
    pegs: int | None
    """The winner needs so many at most."""
    zone: frozenset[Hole]
    """The holes that the proof of the claim, or of its opposite, looks at."""
    zone_of_others: frozenset[Hole]
    """Those that the refutation of all other first moves looks at."""
    idle_pegs: tuple[Hole, ...]
    """Setup pegs that no proof needs: without any of them the verdict is the same."""
    difficulty: int | None
    foresight: Foresight | None
    """None where it was not measured: without a proof, or on a large board."""
    standings: tuple[ClaimStanding, ...]
    limits: Limits
    limit: str | None
    """The limit that ended the search early."""
    nodes: int
    seconds: float
    """Seconds of search, in all processes together."""
    version: str
    proofs: Mapping[str, Proof] = field(default_factory=dict)
    """By a word for the certificate's name: empty for the claim, `unique`, `no-cook`, `cook-d5`,
    `wins-b1` for a delay or what may be a cook, `key-c3` for another key, `fails-e4` for a
    published key that fails though its hole may win with other links, and for a draw `win`: whether
    more can be had. `key-c3-2` and `fails-e4-2` are about the second published key in its hole."""
    error: str | None = None
    """The crash or hang that kept the puzzle from being decided."""

    def of(self, *kinds: Kind) -> tuple[FirstMove, ...]:
        """Return the first moves of some kinds."""
        return tuple(move for move in self.moves if move.kind in kinds)

    @property
    def decided(self) -> int:
        """Number of first moves that are decided."""
        return sum(move.decided for move in self.moves)

    @property
    def tries(self) -> tuple[FirstMove, ...]:
        """The tries, the best first: few replies refute it, and the refutation is long."""

        def rank(move: FirstMove) -> tuple[float, int, Hole]:
            replies = move.replies
            few = replies.refuting + replies.undecided if replies else float("inf")
            return few, -(move.pegs or 0), move.hole

        return tuple(sorted(self.of(Kind.TRY), key=rank))
