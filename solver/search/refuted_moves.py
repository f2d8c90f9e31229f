"""Refuted first moves, gathered under one reply node of the opposite claim.

A first move is a hole and a link set, so a hole is refuted with every set that its side may hold
then.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from solver.game import Hole, Link, Move, Position, Ruleset, Side, crossing_links, slots_at
from solver.proof.claim import Aim, Claim
from solver.proof.strategy import NodeKind, Strategy, StrategyNode
from solver.search.outline import Outline
from solver.verify import check_strategy

__all__ = ["DecidedMoves", "RefutedMoves"]


class RefutedMoves:
    """The refutations of first moves of a claim's prover, who is to move."""

    def __init__(self, position: Position, claim: Claim) -> None:
        """Begin with none."""
        self._position = position
        self._claim = claim
        self._me: Side = claim.prover.other
        self._foe: Side = claim.prover
        self._roots: list[StrategyNode] = []
        """Of the answers. Their children's numbers are not yet those of `_nodes`."""
        self._zone: frozenset[Hole] | None = None
        """The holes in the zones of all answers that need no links apart, if there are some."""
        self._apart: list[StrategyNode] = []
        """The roots of the others."""
        self._open: tuple[int, dict[Hole | None, frozenset[Link]]] | None = None
        """What `open_moves` said last, and of how many answers."""
        self._waiting: list[tuple[Strategy | Outline, StrategyNode | None]] = []
        """The strategies that are not in `_nodes` yet, each with the root of the answer; None if
        the root's children are answers."""
        self._nodes: list[StrategyNode] = []
        self._numbers: dict[StrategyNode, int] = {}
        self._answers: list[int] = []
        self._side_by_side, self._turns = False, 0
        """Whether an answer plays games side by side, and the prover's turns in the longest one."""

    def __len__(self) -> int:
        return len(self._roots)

    def unanswered(self, first: Hole | None) -> frozenset[Link] | None:
        """Return links that may stand together after a first move and spoil every answer to it.

        None when the first move, or a pass, is answered.
        """
        if self._zone is not None and first not in self._zone:
            return None
        apart = [root.apart for root in self._apart if first not in root.zone]
        if not apart:
            return frozenset()
        pegs = self._position.pegs(self._foe) | ({first} if first else set())
        # A slot may end in the hole of another first move.
        asked = [frozenset(filter(pegs.issuperset, slots)) for slots in apart]
        return None if frozenset() in asked else _hitting(asked, frozenset())

    def open_moves(self) -> dict[Hole | None, frozenset[Link]]:
        """Return the first moves that are not answered, in order, each with what `unanswered` says
        of it; a pass if only that is left."""
        if self._open is None or self._open[0] != len(self._roots):
            # What is answered stays answered.
            holes = self._open[1] if self._open else self._position.open_holes(self._foe)
            moves = dict[Hole | None, frozenset[Link]]()
            for move in (*sorted(hole for hole in holes if hole is not None), None):
                if move is None and moves:
                    break
                if (needed := self.unanswered(move)) is not None:
                    moves[move] = needed
            self._open = len(self._roots), moves
        return self._open[1]

    @property
    def questions(self) -> tuple[Claim, ...]:
        """What to ask after a first move, in this order: most fail by the opponent's chain.

        A proof of a claim that implies the opposite refutes the move.
        """
        chain = Claim(Aim.CONNECT, self._me)
        return tuple(dict.fromkeys((chain, self._claim.opposite)))

    def after(self, first: Hole | None, needed: frozenset[Link]) -> Position:
        """Return the position after a first move that ends with links, and all that fit beside.

        A pass before does not count: the game goes on.
        """
        position = self._position
        if position.ruleset is Ruleset.PP:
            return self._passed if first is None else position.play(Move(first))
        pegs = position.pegs(self._foe) | ({first} if first else set())
        standing, blocked = self._standing
        links = set(needed - blocked)
        new = () if first is None else slots_at(first)
        for link in (*standing, *(link for link, other in new if other in pegs)):
            if link not in blocked and links.isdisjoint(crossing_links(link)):
                links.add(link)
        return self._passed.with_side(self._foe, pegs, links)

    @cached_property
    def _passed(self) -> Position:
        """The position with the other side to move."""
        return replace(self._position, to_move=self._me, passed=False)

    @cached_property
    def _standing(self) -> tuple[tuple[Link, ...], frozenset[Link]]:
        """The claim's prover's links and slots between his pegs, in the order in which they are
        made, and the slots that the opponent's links block."""
        position, mine = self._position, self._position.pegs(self._foe)
        blocked = {x for link in position.links(self._me) for x in crossing_links(link)}
        slots = (link for hole in sorted(mine) for link, other in slots_at(hole) if other in mine)
        links = dict.fromkeys((*sorted(position.links(self._foe)), *slots))
        return tuple(link for link in links if link not in blocked), frozenset(blocked)

    def left(self) -> frozenset[Hole]:
        """Return the first moves that no strategy of these answers covers.

        All of them, if every answer needs some links apart and a pass is not answered: one reply
        node says something of holes outside its zone, too.
        """
        if self._zone is not None:
            moves: Iterable[Hole] = filter(self._is_open, self._zone)
        else:
            moves = self._position.open_holes(self._foe)
            if self.unanswered(None) is not None:
                return frozenset(moves)
        return frozenset(hole for hole in moves if self.unanswered(hole) is not None)

    def _is_open(self, hole: Hole) -> bool:
        """Tell whether a hole is a first move's."""
        position = self._position
        return position.peg_at(hole) is None and position.board.open_to(self._foe, hole)

    def take_in(self, strategy: Strategy | Outline) -> bool:
        """Add what answers a position that `after` returned; tell whether it can be used.

        The root of a move is changed so that it does not rest on the opponent's present links.
        """
        root = strategy.root
        if root.kind is NodeKind.MOVE:
            root = self._freed(root)
            if root.apart and self._position.ruleset is Ruleset.PP:
                return False
        elif root.kind is not NodeKind.LEAF:
            return False
        if isinstance(strategy, Strategy) and not self._lasts(strategy):
            return False
        self._take(root)
        self._waiting.append((strategy, root))
        return True

    def take_in_all(self, strategy: Strategy) -> None:
        """Add the answers of a strategy that `strategy` returned, or none if they cannot be used
        beside those that are there."""
        if not self._lasts(strategy):
            return
        for child in strategy.root.children:
            self._take(strategy.nodes[child])
        self._waiting.append((strategy, None))

    def _lasts(self, strategy: Strategy) -> bool:
        """Note how long the answers are with another one, if its prover then has a hole for every
        turn; else tell that he may lack one.

        That is the rule of the verifier for strategies that play games side by side.
        """
        side_by_side = any(node.kind is NodeKind.SPLIT for node in strategy.nodes)
        side_by_side, turns = side_by_side or self._side_by_side, max(self._turns, _turns(strategy))
        # The opponent's first move may take one of the holes.
        if side_by_side and 2 * turns > sum(1 for _ in self._position.open_holes(self._me)):
            return False
        self._side_by_side, self._turns = side_by_side, turns
        return True

    def _take(self, root: StrategyNode) -> None:
        """Note the root of an answer."""
        self._roots.append(root)
        if root.apart:
            self._apart.append(root)
        else:
            self._zone = root.zone if self._zone is None else self._zone & root.zone

    def _freed(self, root: StrategyNode) -> StrategyNode:
        """Return a move node that does not rest on which links the opponent holds.

        A slot across the links to be made is excused by a link that stands across it, else it is
        noted as apart.
        """
        standing, across, freed = self._position.links(self._me), self._across(root), root
        for slot in sorted(across):
            for link in crossing_links(slot):
                if link in standing:
                    freed = replace(freed, pegs=freed.pegs | set(link), links=freed.links | {link})
                    break
        if freed is not root:
            across = self._across(freed)
        return replace(freed, apart=freed.apart | across)

    def _across(self, root: StrategyNode) -> frozenset[Link]:
        """Return the slots that nothing but the opponent's present links keeps from standing
        across the links to be made."""
        board, foes = self._position.board, self._position.pegs(self._foe)
        kept = root.pegs | root.zone
        return frozenset(
            slot
            for slot in {slot for link in root.made for slot in crossing_links(link)}
            if kept.isdisjoint(slot)
            and root.links.isdisjoint(crossing_links(slot))
            and all(end in foes or board.open_to(self._foe, end) for end in slot)
        )

    def strategy(self, left: frozenset[Hole]) -> Strategy | None:
        """Return the answers under one reply node, checked for all first moves but some.

        None when there are none, or they leave every first move.
        """
        if not self._roots or left.issuperset(self._position.open_holes(self._foe)):
            return None
        strategy = self._assembled()
        check_strategy(self._position, strategy, left)
        return strategy

    def outline(self) -> Outline:
        """Return what `strategy` does if no first move is left, unchecked and yet to be built."""
        return Outline(self._claim.opposite, self._reply(), self._assembled)

    def _reply(self) -> StrategyNode:
        """Return the reply node over all answers, without their numbers."""
        # No slot apart ends in an own peg, nor in an empty hole but the first move's: the pattern
        # names them.
        ends = {end for root in self._roots for slot in root.apart for end in slot}
        pegs = self._position.pegs(self._me) & ends
        zone = frozenset(ends.intersection(self._position.open_holes(self._foe)))
        links = frozenset[Link]()
        for root in self._roots:
            zone, pegs, links = zone | root.zone, pegs | root.pegs, links | root.links
        return StrategyNode(
            kind=NodeKind.REPLY,
            depth=max(root.depth for root in self._roots),
            zone=zone,
            pegs=pegs | (self._position.pegs(self._me) & zone),
            links=links,
        )

    def _assembled(self) -> Strategy:
        """Return the answers under one reply node."""
        for source, root in self._waiting:
            strategy = source.unfold() if isinstance(source, Outline) else source
            nodes = [*strategy.nodes[:-1]]
            children = strategy.root.children
            if root is None:
                numbers = self._add(strategy, nodes)
                self._answers += [numbers[child] for child in children]
            else:
                nodes.append(replace(root, children=children))
                self._answers.append(self._add(strategy, nodes)[-1])
        self._waiting.clear()
        nodes = self._nodes
        claim = self._claim.opposite
        if claim.aim is Aim.CONNECT:
            nodes = [replace(node, ends=None) if node.ends == (0, 1) else node for node in nodes]
        return Strategy(claim, (*nodes, replace(self._reply(), children=tuple(self._answers))))

    def _add(self, strategy: Strategy, nodes: list[StrategyNode]) -> list[int]:
        """Add nodes that are not there yet; return the number of each."""
        # A chain's nodes say which ends they join, so that they may stand in a block.
        chain = strategy.claim.aim is Aim.CONNECT
        numbers = list[int]()
        for node in nodes:
            ends = (0, 1) if chain and node.ends is None else node.ends
            if node.children or ends is not node.ends:
                children = tuple([numbers[child] for child in node.children])
                node = replace(node, children=children, ends=ends)
            number = self._numbers.setdefault(node, len(self._nodes))
            if number == len(self._nodes):
                self._nodes.append(node)
            numbers.append(number)
        return numbers


class DecidedMoves:
    """The first moves that answers about some of them decide: one may refute many."""

    def __init__(self, start: Position, claim: Claim) -> None:
        """Begin with none, of a claim of the side to move."""
        self._start = start
        self._claim = claim
        self._refuted = RefutedMoves(start, claim)
        self._won = set[Hole | None]()

    def first(self, after: Position) -> Hole | None:
        """Return the first move that led to a position; None for a pass."""
        me = self._claim.prover
        return next(iter(after.pegs(me) - self._start.pegs(me)), None)

    def decides(self, after: Position) -> bool:
        """Tell whether the first move that led to a position is won or refuted."""
        first = self.first(after)
        return first in self._won or self._refuted.unanswered(first) is None

    def take_in(self, after: Position, strategy: Strategy | None) -> None:
        """Add what is proved of a position after a first move, if anything is."""
        if strategy is None:
            return
        if strategy.claim.implies(self._claim):
            self._won.add(self.first(after))
        elif strategy.claim.implies(self._claim.opposite):
            self._refuted.take_in(strategy)


def _turns(strategy: Strategy) -> int:
    """Return how many turns a strategy takes its prover at most."""
    turns = list[int]()
    for node in strategy.nodes:
        parts = [turns[child] for child in node.children]
        longest = sum(parts) if node.kind is NodeKind.SPLIT else max(parts, default=0)
        turns.append(longest + (node.kind is NodeKind.MOVE))
    return turns[-1]


def _hitting(asked: list[frozenset[Link]], held: frozenset[Link]) -> frozenset[Link] | None:
    """Return links that do not cross and meet every set, if there are some."""
    for apart in asked:
        if apart.isdisjoint(held):
            for slot in sorted(apart):
                if held.isdisjoint(crossing_links(slot)):
                    found = _hitting(asked, held | {slot})
                    if found is not None:
                        return found
            return None
    return held
