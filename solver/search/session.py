"""Drives the native core: provers take turns until one has a proof or a limit is reached.

A claim is proven by a strategy of its prover, disproven by one of the opponent. The
searches are separate, and each is generous to the other side; a search that finds nothing
says nothing. A side that connects blocks the other, too: so three searches can decide a claim.
"""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple

from solver.arena import Arena, arena_of, compile_arena
from solver.game import Board, Move, Position
from solver.proof.claim import Aim, Claim, Limit, Limits, Verdict
from solver.proof.lines import main_line, strategy_move
from solver.proof.strategy import NodeKind, Strategy
from solver.search.chains import Chains
from solver.search.exact import decide_exactly
from solver.search.options import Options
from solver.search.outline import Outline
from solver.search.prepend import begun_with
from solver.search.prover import Cancel, Progress, Run, Search
from solver.search.standing_block import standing_block
from solver.verify import check_strategy

__all__ = ["Cancel", "Found", "Progress", "Session", "Solution", "solve"]

_DEFAULT_MEMORY = 1024
_FIRST_TURN = 20_000
"""Nodes of the first turn of the claim's prover; every later turn is half as long again."""
_SHARES = {Aim.CONNECT: (4, 40), Aim.BLOCK: (1, 2)}
"""By the aim of the claim: the other two searches get one node for so many of its own."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found out about a claim."""

    claim: Claim
    verdict: Verdict
    limit: Limit | None
    """Why it is undecided; None when it is decided."""
    keys: tuple[Move, ...]
    """The first move that was proved, when the claim's prover is to move. The search stops at one;
    others may do it too."""
    line: tuple[Move, ...]
    """A main line from the position: the strategy against long resistance."""
    pegs: int | None
    """Own pegs the winning side still needs at most; None when nothing was proved."""
    nodes: int
    seconds: float
    strategy: Strategy | None
    """The proof; None for undecided claims."""

    @classmethod
    def of(
        cls,
        position: Position,
        claim: Claim,
        strategy: Strategy | None,
        limit: Limit | None,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> "Solution":
        """Return what a checked strategy, or none, says about a claim."""
        verdict, keys = Verdict.UNDECIDED, tuple[Move, ...]()
        line = main_line(position, strategy) if strategy else ()
        if strategy is not None:
            verdict = Verdict.PROVEN if strategy.claim.implies(claim) else Verdict.DISPROVEN
            if verdict is Verdict.PROVEN and position.to_move is claim.prover:
                keys = line[:1]
        pegs = strategy.root.depth if strategy else None
        return cls(claim, verdict, limit, keys, line, pegs, nodes, seconds, strategy)


class Found(NamedTuple):
    """What a search found out about a claim, in short."""

    outline: Outline | None
    limit: Limit | None
    """Why it is undecided."""
    nodes: int


def solve(
    position: Position,
    claim: Claim,
    limits: Limits | None = None,
    options: Options | None = None,
    *,
    cancel: Cancel | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Decide a claim about a position, as far as the limits allow.

    `cancel`, set in any thread, ends the search undecided within a fraction of a second, and
    every later one it is given to. `progress` is called at most twenty times a second in the
    thread of the search; what it raises ends the search.

    Deterministic for a limit on nodes and one thread. Other Python threads run meanwhile; Ctrl-C
    ends the search with KeyboardInterrupt. Raises PuzzleRuleError when the position is
    impossible, decided already or too large.
    """
    limits = limits or Limits()
    session = Session(
        limits.memory, options, threads=limits.threads, cancel=cancel, progress=progress
    )
    return session.solve(position, claim, limits)


class Session:
    """Decides related claims, such as those after each first move of one puzzle.

    What is proved for one claim serves the next ones as long as they share board, window,
    ruleset and outside pegs; a claim of another arena starts afresh. For one thread at a time.
    """

    def __init__(
        self,
        memory: int | None = None,
        options: Options | None = None,
        *,
        threads: int = 1,
        cancel: Cancel | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        """Make a session that holds so many MiB of proofs and tables at most, and searches in so
        many threads. `cancel` and `progress` are those of every question, as in `solve`."""
        self._memory = memory or _DEFAULT_MEMORY
        self._options = options or Options()
        self._threads = threads
        self._cancel = cancel or Cancel()
        self._progress = progress
        self._setting: Hashable = None
        self._known: Chains | None = None
        self._searches = dict[Claim, Search]()

    @property
    def memory_used(self) -> float:
        """MiB of proofs and tables held now."""
        return sum(search.memory_used for search in self._searches.values())

    def solve(
        self,
        position: Position,
        claim: Claim,
        limits: Limits | None = None,
        *,
        without: Claim | None = None,
    ) -> Solution:
        """Decide a claim as the function `solve` does; memory and threads are the session's.

        `without` is another claim that could decide this one, and is asked about by itself.
        """
        run = Run(limits or Limits(), self._cancel, self._progress)
        return self._solve(position, claim, run, without)

    def outline(self, position: Position, claim: Claim, limits: Limits, turn: int) -> Found:
        """Decide a claim like `solve`, but leave the proof unchecked and packed, and tell nothing
        of the progress. The position must be neither decided nor impossible.

        `turn` are the nodes of the first turn of the claim's prover.
        """
        run = Run(limits, self._cancel, None)
        found, limit = self._decide(position, arena_of(position), claim, run, turn=turn)
        if found is None:
            return Found(None, limit, run.nodes)
        outline = found.outline() if isinstance(found, Search) else Outline.of(found)
        return Found(outline, None, run.nodes)

    def _solve(
        self, position: Position, claim: Claim, run: Run, without: Claim | None = None
    ) -> Solution:
        started, before = time.monotonic(), run.nodes
        found, limit = self._decide(position, compile_arena(position), claim, run, without)
        strategy = found.strategy() if isinstance(found, Search) else found
        if strategy is not None:
            check_strategy(position, strategy)
        if isinstance(found, Search) and strategy is not None:
            strategy = self._with_plain_move(position, strategy, run, run.nodes - before)
        spent = time.monotonic() - started
        return Solution.of(position, claim, strategy, limit, run.nodes - before, spent)

    def _decide(
        self,
        position: Position,
        arena: Arena,
        claim: Claim,
        run: Run,
        without: Claim | None = None,
        turn: int = _FIRST_TURN,
    ) -> tuple[Search | Strategy | None, Limit | None]:
        """Return the search that found a proof, or a proof that needs none, or else why not."""
        # CONNECT by one side and BLOCK by the other are opposites: each search for a chain can
        # decide the claim one way. A chain of the blocker's own decides it his way too.
        chaser = claim.prover if claim.aim is Aim.CONNECT else claim.prover.other
        if strategy := standing_block(position, chaser.other, self._chains(position.board)):
            return strategy, None
        parts = zip(self._begin(arena, position, claim), (1, *_SHARES[claim.aim]), strict=True)
        winner, limit = _race([each for each in parts if each[0].claim != without], run, turn)
        if limit is Limit.EXHAUSTED and (strategy := decide_exactly(position, claim)):
            return strategy, None
        return winner, limit

    def _chains(self, board: Board) -> Chains:
        """Return the chains known of a board; those of the board before are forgotten."""
        if self._known is None or self._known.board != board:
            self._known = Chains(board)
        return self._known

    def _begin(self, arena: Arena, position: Position, claim: Claim) -> list[Search]:
        """Return the searches that can decide a claim, its own first, at a position.

        They keep what they know if its arena is theirs.
        """
        setting = _setting(arena)
        if setting != self._setting:
            self._setting = setting
            self._searches = {}
        chain = Claim(Aim.CONNECT, claim.prover)
        opposite = Claim(Aim.CONNECT, claim.prover.other)
        others = (
            (chain, opposite)
            if claim.aim is Aim.BLOCK
            else (opposite, Claim(Aim.BLOCK, claim.prover.other))
        )
        searches = []
        for wanted in (claim, *others):
            if wanted not in self._searches:
                self._searches[wanted] = Search(
                    arena, wanted, self._memory, self._options, self._threads
                )
            self._searches[wanted].begin(arena, position.to_move)
            searches.append(self._searches[wanted])
        return searches

    def _with_plain_move(
        self, position: Position, strategy: Strategy, run: Run, nodes: int
    ) -> Strategy:
        """Return a strategy that begins with a plain move instead of a long one, if one is found.

        The search makes every link it will need between old pegs at once, where the move alone may
        do, and no slower. The second search may use as many nodes as the first.
        """
        root = strategy.root
        if root.kind is not NodeKind.MOVE or root.hole is None:
            return strategy
        move = strategy_move(position, root)
        if move.plain or move.peg is None:
            return strategy
        after = position.play(Move(move.peg))
        if after.result is not None:
            return strategy
        with run.at_most(nodes):
            rest = self._solve(after, strategy.claim, run)
        if rest.verdict is not Verdict.PROVEN or rest.strategy is None:
            return strategy
        child = rest.strategy.root
        if child.depth + 1 > root.depth:
            return strategy
        return begun_with(position, move.peg, rest.strategy)


def _race(
    searches: list[tuple[Search, int]], run: Run, turn: int
) -> tuple[Search | None, Limit | None]:
    """Let searches take turns; return the one with a proof, or else why there is none.

    The first gets so many nodes for one of each other, and `turn` in its first turn.
    """
    claimed = searches[0][0]
    while True:
        for search, part in searches:
            if search.ended is not None:
                continue
            if limit := run.limit():
                return None, limit
            if search.run(max(1, turn // part), run, claimed):
                return search, None
        if all(search.ended for search, _ in searches):
            # The claim's own search says most about why it is open.
            return None, claimed.ended
        turn += max(1, turn // 2)


def _setting(arena: Arena) -> Hashable:
    """Return what patterns of an arena rest on beyond the pegs and links they name.

    The prover may make every slot that the core was told of, except between outside pegs:
    there he has only the links that stood at first.
    """
    sides = []
    for side in (arena.white, arena.black):
        window = frozenset(side.open)
        outside = frozenset(side.pegs) - window
        kept = [
            slot
            for slot in (side.links if outside else ())
            if window.isdisjoint(map(arena.number, arena.link(slot)))
        ]
        static = (side.open, side.goals, side.slots, side.conducting, side.exits)
        sides.append((static, outside, tuple(kept)))
    return arena.box, arena.own_links_cross, tuple(sides)
