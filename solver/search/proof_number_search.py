"""Proof-number search, for claims that the core's searches leave open.

The method (Allis, van der Meulen and van den Herik, Artificial Intelligence 66, 1994) over
the moves of both sides, with a session's searches at its leaves: what one leaf proves serves all
others. A node is asked about a pass first; each move that the answer leaves open is a child. Its
own claim is asked about while a pass has no answer. When much was proved below it, the likelier of
its claim and the opposite is asked about again. The numbers of children are not added up, as lines
that only change places would count twice: the largest counts, and one for each other child (Ueda et
al., Weak proof-number search, CG 2008).

Of a strategy that is found only the root is looked at, and the rest stays packed until the claim is
decided. Nothing is believed: the whole is checked then.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import isqrt, log

from solver.errors import TooLongError
from solver.game import Hole, Link, Position, Side
from solver.proof.claim import Aim, Claim, Limit, Limits
from solver.search.move_before import outline_begun_with, standing_win
from solver.search.outline import Outline
from solver.search.refuted_moves import RefutedMoves
from solver.search.solution import FoundOutline, Solution
from solver.verify import check_strategy

__all__ = ["ProofNumberSearch"]

_FIRST, _EACH = 400, 200
"""Nodes for a pass at a leaf, and for each move that is still open then."""

_OWN, _MORE, _MOST = 4, 2, 25_600
"""While a pass has no answer, the leaf's own claim gets `_OWN` times the nodes, and the next pass
`_MORE` times as many as this one. From `_MOST` on the moves are looked at all the same."""

_AGAIN, _SHARE = 10_000, 16
"""When so many nodes were used below a node, its likelier claim is asked about again, with a
sixteenth of that number. This is repeated each time the number has grown fourfold."""

_UNLIKELY, _LATER, _LARGEST = log(30), 5, 9
"""Where a chain is claimed, moves that the prior holds for more than 30 times less likely to win
than the best one begin with larger numbers: one more for each factor of e, up to 9. From 5 on they
are not asked about before their turn comes."""

_NEVER = 1 << 30
"""The number of what cannot be proved."""

Rate = Callable[[Position, Sequence[Hole]], Sequence[float]]
"""Tells how likely moves of the side to move are to win, as `Session.ratings` does."""

Ask = Callable[[Position, Claim, Limits, int], FoundOutline]
"""Decides a claim about a position within limits, the claim's prover first with so many nodes, as
`Session.outline` does."""


class ProofNumberSearch:
    """The search for one claim; it can go on where it stopped."""

    def __init__(
        self,
        ask: Ask,
        rate: Rate,
        position: Position,
        claim: Claim,
        *,
        first: int = _FIRST,
        each: int = _EACH,
    ) -> None:
        """Begin with nothing known but what those know that are asked at the leaves.

        `first` are the nodes for a pass at a leaf, `each` those for a move.
        """
        self._claim = claim
        asked = claim if claim.prover is position.to_move else claim.opposite
        self._root = _Node(lambda: position, asked)
        self._tree = _Tree(ask, rate, first, each)

    def solve(self, nodes: float) -> Solution:
        """Decide the claim as the session does, with so many more nodes at most; may be infinite.

        Each question counts as `each` nodes at least, as even one that ends at once takes time: so
        nodes may be left at the end. Those that are asked watch the time, and may be cancelled.
        """
        started = time.monotonic()
        root, tree = self._root, self._tree
        tree.begin(nodes)
        while root.found is None and tree.limit is None:
            if min(root.effort, root.counter) < _NEVER:
                tree.visit(root)
            else:
                tree.limit = Limit.EXHAUSTED
        strategy = None
        if root.found is not None:
            strategy = root.found.unfold()
            try:
                check_strategy(root.position, strategy)
            except TooLongError:
                # A pass won somewhere, and the move instead of it takes a hole that is needed.
                strategy, tree.limit = None, Limit.EXHAUSTED
        limit = None if strategy else tree.limit
        spent = time.monotonic() - started
        return Solution.of(root.position, self._claim, strategy, limit, tree.nodes, spent)


@dataclass(eq=False)
class _Node:
    """A position, and what is known of a claim of the side to move there."""

    reach: Callable[[], Position]
    """Returns the position: many a child is never visited."""
    claim: Claim
    needed: frozenset[Link] = frozenset()
    """Links that the refutations so far left to the move that leads here."""
    effort: int = 1
    """Its proof number: how much there is to be shown yet if the claim holds."""
    counter: int = 1
    """The same if it does not hold."""
    found: Outline | None = None
    """The strategy of the claim or of its opposite, once it is decided."""
    nodes: int = 0
    """What a pass got last while it was a leaf."""
    refuted: RefutedMoves | None = None
    leaf: bool = True
    below: int = 0
    """Nodes that were used below it."""
    again: int = 0
    """How many there were when its own claim was asked about again."""
    doubts: "dict[Hole | None, float]" = field(default_factory=dict)
    """How much less likely than the best one moves are to win: the logarithm of the factor."""
    waiting: "set[Hole | None]" = field(default_factory=set)
    """Moves that were not asked about yet, as they are so unlikely or a limit was reached."""
    answers: int = -1
    """How many refutations the children were made for; -1 when there are none yet."""
    children: "dict[Hole | None, _Node]" = field(default_factory=dict)

    @cached_property
    def position(self) -> Position:
        """The position."""
        return self.reach()

    @property
    def decided(self) -> bool:
        """Whether there is a strategy."""
        return self.found is not None

    @property
    def likelier(self) -> Claim:
        """The claim or its opposite: the one of which there is less to be shown."""
        return self.claim if self.effort <= self.counter else self.claim.opposite

    @property
    def me(self) -> Side:
        """The side to move."""
        return self.claim.prover

    def settle(self, found: Outline | None) -> None:
        """Take in a strategy for this position, if there is one."""
        if found is not None:
            self.found, self.refuted, self.children = found, None, {}

    def count(self) -> None:
        """Make children of the open moves, and add up what they say."""
        assert self.refuted is not None
        if self.answers != len(self.refuted):
            self.answers = len(self.refuted)
            moves = self.refuted.open_moves()
            self.children = {move: self._child(move, links) for move, links in moves.items()}
        nodes = self.children.values()
        self.effort = min((node.counter for node in nodes), default=_NEVER)
        largest = max((node.effort for node in nodes), default=_NEVER)
        self.counter = min(_NEVER, largest + max(0, len(nodes) - 1))

    def first_number(self, move: Hole | None) -> int:
        """Return the number that a move begins with: how much there may be to show if it wins."""
        doubt = self.doubts.get(move, 0)
        return min(_LARGEST, 1 + int(max(0, doubt - _UNLIKELY)))

    def _child(self, move: Hole | None, needed: frozenset[Link]) -> "_Node":
        """Return the child of a move: the one that is there if it is still about the same links."""
        assert self.refuted is not None
        old = self.children.get(move)
        if old is not None and old.needed == needed:
            return old
        reach = partial(self.refuted.after, move, needed)
        return _Node(reach, self.claim.opposite, needed, counter=self.first_number(move))


class _Tree:
    """The limits and the memory that the visits to a tree share."""

    def __init__(self, ask: Ask, rate: Rate, first: int, each: int) -> None:
        self.limit: Limit | None = None
        """Why the search ends undecided."""
        self.nodes = 0
        """Search nodes since it began or went on."""
        self._allowed = self._left = 0.0
        self._ask_about = ask
        self._rate = rate
        self._first = first
        self._each = each
        self._won = 0
        self._wins = dict[tuple[Side, Hole | None], int]()
        """The moves that won somewhere in the tree, each with the number of all wins then."""

    def begin(self, nodes: float) -> None:
        """Allow so many nodes."""
        self.limit, self.nodes = None, 0
        self._allowed = self._left = nodes

    def visit(self, node: _Node) -> None:
        """Go down to the leaf that decides most, and count anew on the way back."""
        before = self.nodes
        if node.leaf:
            self._expand(node)
        else:
            move, child = self._best(node)
            if move in node.waiting:
                self._look(node, move)
            else:
                self.visit(child)
            if child.decided:
                self._take_in(node, move, child.found)
                # Where it is of no use, nothing more can be said of the move.
                child.effort = child.counter = _NEVER
            node.below += self.nodes - before
            if node.below >= max(_AGAIN, 4 * node.again) and not node.decided:
                # What was proved below may be all that a single search lacked.
                node.settle(self._ask(node.position, node.likelier, node.below // _SHARE))
                if self.limit is None:
                    node.again = node.below
        if not (node.decided or node.leaf):
            node.count()

    def _best(self, node: _Node) -> tuple[Hole | None, _Node]:
        """Return the likeliest move to win; of several, the one that won last elsewhere, or else
        the one that the prior holds for likeliest."""

        def rank(move: Hole | None) -> tuple[int, bool, int, float]:
            child = node.children[move]
            stuck = child.effort >= _NEVER
            last = self._wins.get((node.me, move), 0)
            return child.counter, stuck, -last, node.doubts.get(move, 0)

        best = min(node.children, key=rank)
        return best, node.children[best]

    def _expand(self, node: _Node) -> None:
        """Ask about a pass, and about each move that is left open then.

        While a pass has no answer, nothing threatens: the claim itself is asked about instead.
        Where the limit ends this, all is asked again when the search goes on, unless it had all
        nodes for itself: so each call comes further.
        """
        node.settle(_standing(node.position))
        if node.decided:
            return
        nodes, whole = node.nodes * _MORE or self._first, self._left == self._allowed
        if node.refuted is None:
            node.refuted = RefutedMoves(node.position, node.claim)
        if self._try(node, None, nodes):
            return
        if quiet := node.refuted.unanswered(None) is not None:
            found = self._ask(node.position, node.claim, _OWN * nodes)
            node.settle(found)
            if found is not None:
                return
        if self.limit is not None and not whole:
            return
        node.nodes = nodes
        moves = [*node.refuted.open_moves()]
        if quiet and node.nodes < _MOST:
            # Grows with the nodes: so no leaf is asked again long before the others.
            node.counter = len(moves) * isqrt(node.nodes // self._first)
            return
        node.leaf = False
        self._doubt(node, moves)
        node.waiting.update(moves)
        for move in moves:
            if node.first_number(move) < _LATER and self._look(node, move):
                return

    def _look(self, node: _Node, move: Hole | None) -> bool:
        """Ask about a move for the first time; tell whether it decides the node."""
        decided = self._try(node, move, self._each)
        if self.limit is None:
            node.waiting.discard(move)
        return decided

    def _doubt(self, node: _Node, moves: list[Hole | None]) -> None:
        """Ask the prior about the moves of a node, if it knows of such claims."""
        holes = [hole for hole in moves if hole is not None]
        if node.claim.aim is Aim.CONNECT and holes:
            ratings = self._rate(node.position, holes)
            best = max(ratings)
            node.doubts = dict(zip(holes, (best - rating for rating in ratings), strict=True))

    def _try(self, node: _Node, move: Hole | None, nodes: int) -> bool:
        """Ask what comes after a move, unless that is known; tell whether it decides the node."""
        assert node.refuted is not None
        needed = node.refuted.unanswered(move)
        if needed is not None:
            after = node.refuted.after(move, needed)
            found = _standing(after) or self._ask(after, node.claim.opposite, nodes)
            self._take_in(node, move, found)
        return node.decided

    def _take_in(self, node: _Node, move: Hole | None, found: Outline | None) -> None:
        """Add what is proved of the position after a move, if anything is."""
        assert node.refuted is not None
        if found is None:
            return
        if found.claim.implies(node.claim):
            # Where even a pass wins, every move does. A side without an open hole may still
            # pass, and change links.
            hole = move or next(node.position.open_holes(node.me), None)
            if hole is not None:
                self._won += 1
                self._wins[node.me, move] = self._won
                node.settle(outline_begun_with(node.position, hole, found))
        elif node.refuted.take_in(found) and not node.refuted.open_moves():
            node.settle(node.refuted.outline())

    def _ask(self, position: Position, claim: Claim, nodes: int) -> Outline | None:
        """Return what proves a claim of the side to move, or refutes it, if that is found."""
        if self._left < 1:
            self.limit = Limit.NODES
        if self.limit is not None:
            return None
        # Most blocks are chains of the blocker's own, so both are looked for.
        turn = nodes // 2 if claim.aim is Aim.BLOCK else nodes
        limits = Limits(nodes=int(min(nodes, self._left)))
        found = self._ask_about(position, claim, limits, turn)
        self.nodes += found.nodes
        self._left -= max(found.nodes, self._each)
        spent = found.limit is Limit.NODES and not found.nodes
        if spent or found.limit not in (None, Limit.NODES, Limit.EXHAUSTED):
            self.limit = found.limit
        return found.outline


def _standing(position: Position) -> Outline | None:
    """Return the proof of the side that just moved, if it is connected."""
    side = position.to_move.other
    if not position.connected(side):
        return None
    return Outline.of(standing_win(position, Claim(Aim.CONNECT, side)))
