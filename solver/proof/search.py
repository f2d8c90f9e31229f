"""Drives the native core: two provers take turns until one has a proof or a limit is reached.

A claim is proven by a strategy of its prover, disproven by one of the opponent. The two
searches are separate, and each is generous to the other side; a search that finds nothing
says nothing.
"""

import time
from dataclasses import dataclass

from solver.arena import Arena, ArenaSide, compile_arena
from solver.game import Move, Position, Side
from solver.proof.certify import check_strategy
from solver.proof.claim import Aim, Claim, Limit, Limits, Verdict
from solver.proof.core import core
from solver.proof.cut import standing_block
from solver.proof.explain import main_line, strategy_move
from solver.proof.options import Options
from solver.proof.strategy import NodeKind, Strategy, StrategyNode

__all__ = ["Solution", "solve"]

_MIB = 1 << 20
_DEFAULT_MEMORY = 1024
_FIRST_SLICE = 20_000
"""Nodes of the first turn of the claim's prover; every later turn is half as long again."""
_OPPONENT_SHARE = 4
"""The opponent's prover gets one node for so many of the claim's prover."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found out about a claim."""

    claim: Claim
    verdict: Verdict
    limit: Limit | None
    """Why it is undecided; None when it is decided."""
    keys: tuple[Move, ...]
    """First moves proved for the claim, when its prover is to move."""
    line: tuple[Move, ...]
    """A main line from the position: the strategy against long resistance."""
    pegs: int | None
    """Own pegs the winning side still needs at most; None when nothing was proved."""
    nodes: int
    seconds: float
    strategy: Strategy | None
    """The proof; None for undecided claims."""


def solve(
    position: Position,
    claim: Claim,
    limits: Limits | None = None,
    options: Options | None = None,
) -> Solution:
    """Decide a claim about a position, as far as the limits allow.

    Deterministic for a limit on nodes. Other Python threads run meanwhile; Ctrl-C ends the
    search with KeyboardInterrupt. Raises PuzzleRuleError when the position is impossible,
    decided already or too large.
    """
    return _solve(position, claim, limits or Limits(), options or Options(), time.monotonic())


def _solve(
    position: Position, claim: Claim, limits: Limits, options: Options, started: float
) -> Solution:
    arena = compile_arena(position)
    # CONNECT by one side and BLOCK by the other are opposites: each search for a chain can
    # decide the claim one way. A chain of the blocker's own decides it his way too.
    chaser = claim.prover if claim.aim is Aim.CONNECT else claim.prover.other
    strategy = standing_block(position, chaser.other)
    searches = [
        _Search(arena, position, side, limits.memory or _DEFAULT_MEMORY, options)
        for side in (claim.prover, claim.prover.other)
    ]
    winner: _Search | None = None
    limit: Limit | None = None
    if strategy is None:
        winner, limit = _race(searches, limits, started)
    nodes = sum(search.prover.nodes for search in searches)
    verdict = Verdict.UNDECIDED
    line: tuple[Move, ...] = ()
    if strategy is not None:
        check_strategy(position, strategy)
        verdict = Verdict.PROVEN if claim.aim is Aim.BLOCK else Verdict.DISPROVEN
        limit = None
    elif winner is not None:
        verdict = Verdict.PROVEN if winner.side is claim.prover else Verdict.DISPROVEN
        strategy = winner.strategy()
        check_strategy(position, strategy)
        strategy, more = _with_plain_move(position, strategy, limits, options, nodes, started)
        nodes += more
        line = main_line(position, strategy)
    keys: tuple[Move, ...] = ()
    if verdict is Verdict.PROVEN and strategy and position.to_move is claim.prover:
        keys = line[:1]
    return Solution(
        claim=claim,
        verdict=verdict,
        limit=limit,
        keys=keys,
        line=line,
        pegs=strategy.root.depth if strategy else None,
        nodes=nodes,
        seconds=time.monotonic() - started,
        strategy=strategy,
    )


def _with_plain_move(
    position: Position,
    strategy: Strategy,
    limits: Limits,
    options: Options,
    nodes: int,
    started: float,
) -> tuple[Strategy, int]:
    """Return a strategy that begins with a plain move instead of a long one, if one is found.

    The search makes every link it will need between old pegs at once, where the move alone may
    do, and no slower. The second search may use as many nodes as the first, within the same
    limits. Comes with the nodes it took.
    """
    root = strategy.root
    if root.kind is not NodeKind.MOVE or root.hole is None:
        return strategy, 0
    move = strategy_move(position, root)
    if move.plain or move.peg is None:
        return strategy, 0
    after = position.play(Move(move.peg))
    if after.result is not None:
        return strategy, 0
    left = nodes if limits.nodes is None else min(nodes, limits.nodes - nodes)
    if left < 1:
        return strategy, 0
    bound = Limits(left, limits.seconds, limits.memory)
    rest = _solve(after, Claim(Aim.CONNECT, strategy.prover), bound, options, started)
    if rest.verdict is not Verdict.PROVEN or rest.strategy is None:
        return strategy, rest.nodes
    child = rest.strategy.root
    if child.depth + 1 > root.depth:
        return strategy, rest.nodes
    made = child.links - position.links(strategy.prover)
    first = StrategyNode(
        kind=NodeKind.MOVE,
        depth=child.depth + 1,
        zone=child.zone | {move.peg},
        pegs=(child.pegs | {end for link in made for end in link}) - {move.peg},
        links=child.links - made,
        hole=move.peg,
        made=made,
        children=(len(rest.strategy.nodes) - 1,),
    )
    plain = Strategy(strategy.claim, (*rest.strategy.nodes, first))
    check_strategy(position, plain)
    return plain, rest.nodes


def _race(
    searches: list["_Search"], limits: Limits, started: float
) -> tuple["_Search | None", Limit | None]:
    """Let two searches take turns. Return the one with a proof, or why there is none."""
    nodes_left = limits.nodes if limits.nodes is not None else 1 << 62
    share = _FIRST_SLICE
    while True:
        for search, slice_nodes in zip(searches, (share, share // _OPPONENT_SHARE), strict=True):
            if search.ended is not None:
                continue
            seconds = 1e9
            if limits.seconds is not None:
                seconds = limits.seconds - (time.monotonic() - started)
            if seconds <= 0:
                return None, Limit.SECONDS
            if nodes_left <= 0:
                return None, Limit.NODES
            before = search.prover.nodes
            if search.run(min(slice_nodes, nodes_left), seconds):
                return search, None
            nodes_left -= search.prover.nodes - before
        ends = [search.ended for search in searches]
        if all(ends):
            # The claim's own search says most about why it is open.
            return None, ends[0]
        share += share // 2


class _Search:
    """One side's search for its own chain."""

    def __init__(
        self, arena: Arena, position: Position, side: Side, memory: int, options: Options
    ) -> None:
        self.arena = arena
        self.side = side
        self.ended: Limit | None = None
        self.prover = core.Prover(
            arena.width,
            arena.holes // arena.width,
            arena.own_links_cross,
            _masks(arena.side(side)),
            _masks(arena.side(side.other)),
            position.to_move is side,
            False,
            memory * _MIB // 2,
            options.native(),
        )

    def run(self, nodes: int, seconds: float) -> bool:
        """Search on; return whether there is a proof. Sets `ended` when no more can be done."""
        status = self.prover.run(nodes, seconds)
        final = {
            core.Status.exhausted: Limit.EXHAUSTED,
            core.Status.memory: Limit.MEMORY,
            core.Status.cancelled: Limit.CANCELLED,
        }
        self.ended = final.get(status)
        return status == core.Status.proven

    def strategy(self) -> Strategy:
        """Return the proof in board coordinates."""
        hole, link = self.arena.hole, self.arena.link
        return Strategy(
            Claim(Aim.CONNECT, self.side),
            tuple(
                StrategyNode(
                    kind=NodeKind(kind),
                    depth=depth,
                    zone=frozenset(map(hole, zone)),
                    pegs=frozenset(map(hole, pegs)),
                    links=frozenset(map(link, links)),
                    hole=hole(at) if at >= 0 else None,
                    made=frozenset(map(link, made)),
                    children=tuple(children),
                )
                for kind, depth, zone, pegs, links, at, made, children in self.prover.strategy()
            ),
        )


_Masks = tuple[
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[int],
    list[tuple[int, int, int]],
]


def _masks(side: ArenaSide) -> _Masks:
    return (
        list(side.open),
        list(side.pegs),
        list(side.goals[0]),
        list(side.goals[1]),
        list(side.slots),
        list(side.conducting),
        list(side.links),
        list(side.exits),
    )
