"""Drives the native core: provers take turns until one has a proof or a limit is reached.

A claim is proven by a strategy of its prover, disproven by one of the opponent. The
searches are separate, and each is generous to the other side; a search that finds nothing
says nothing. A side that connects blocks the other, too: so three searches can decide a claim.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache

from solver.arena import Arena, arena_of, compile_arena
from solver.game import Board, Hole, Move, Position
from solver.proof.claim import DEFAULT_MEMORY, Aim, Claim, Limit, Limits, Verdict
from solver.proof.lines import strategy_move
from solver.proof.strategy import NodeKind, Strategy
from solver.search.budget import Budget, Cancel
from solver.search.chains import KnownChains
from solver.search.exact_search import decide_exactly
from solver.search.move_before import begun_with
from solver.search.options import Options
from solver.search.outline import Outline
from solver.search.proof_number_search import ProofNumberSearch
from solver.search.prover import Search, SearchProgress
from solver.search.solution import FoundOutline, Solution
from solver.search.standing_block import standing_block
from solver.verify import check_strategy

__all__ = ["Session", "searched_move_by_move", "solve"]

_FIRST_TURN = 20_000
"""Nodes of the first turn of the claim's prover; every later turn is half as long again."""
_HARD = 1_000_000
"""Nodes of each thread after which a claim is searched move by move, by proof numbers."""
_BETWEEN = 0.05
"""Seconds from one progress to the next, at least."""
_SHARES = {Aim.CONNECT: (4, 6), Aim.BLOCK: (1, 2)}
"""By the aim of the claim: for each node of the other two searches its own gets so many."""
_SHARES_IN_JOINTS = (8, 32)
"""The same for a chain on a whole board: a node of a block takes five times as long there."""


Tell = Callable[[int, Hole | None, int], None]
"""Called now and then with the budget of pegs and the favourite first move of the claim's own
search, and with the nodes that the present run of any search has taken."""


def _silent(_: int, __: Hole | None, ___: int) -> None:
    """Tell nobody."""


def solve(
    position: Position,
    claim: Claim,
    limits: Limits | None = None,
    options: Options | None = None,
    *,
    cancel: Cancel | None = None,
    progress: Callable[[SearchProgress], None] | None = None,
) -> Solution:
    """Decide a claim about a position, as far as the limits allow.

    `cancel`, set in any thread, ends the search undecided within a fraction of a second, and
    every later one it is given to. `progress` is called at most twenty times a second in the
    thread of the search; what it raises ends the search.

    Deterministic for a limit on nodes and one thread. Other Python threads run meanwhile; Ctrl-C
    ends the search with KeyboardInterrupt. Raises PuzzleRuleError when the position is
    impossible, decided already or too large.
    """
    session = Session(limits, options, cancel=cancel, progress=progress)
    return session.solve(position, claim)


class Session:
    """Decides related claims, such as those after each first move of one puzzle.

    What is proved for one claim serves the next ones as long as they share board, window, ruleset,
    and the pegs and links outside the window; else all is forgotten. For one thread at a time.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        options: Options | None = None,
        *,
        cancel: Cancel | None = None,
        progress: Callable[[SearchProgress], None] | None = None,
    ) -> None:
        """Make a session whose questions share limits: nodes and seconds of all of them, the MiB
        of proofs and tables that it holds at most, and its threads. `cancel` and `progress` are
        those of every question, as in `solve`."""
        self.budget = Budget(limits, cancel)
        """The limits of all questions together."""
        self._options = options or Options()
        self._progress = progress
        self._setting: Hashable = None
        self._known: KnownChains | None = None
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
        """Decide a claim as the function `solve` does, with what is left to the session.

        `limits` are the question's own, of nodes and seconds. `without` is another claim that could
        decide this one, and is asked about by itself.
        """
        if limit := self.budget.reached:
            return Solution.of(position, claim, None, limit)
        limits = limits or Limits()
        budget = self.budget.child(limits.nodes, limits.seconds)
        return self._solve(position, claim, budget, self._teller(budget), without)

    def outline(self, position: Position, claim: Claim, limits: Limits, turn: int) -> FoundOutline:
        """Decide a claim like `solve`, but leave the proof unchecked and packed, and tell nothing
        of the progress. The position must be neither decided nor impossible.

        `turn` are the nodes of the first turn of the claim's prover.
        """
        return self._outline(position, claim, limits, turn, self.budget, _silent)

    def ratings(self, position: Position, holes: Sequence[Hole]) -> list[float]:
        """Return how likely the prior holds moves of the side to move to win, as `Search` does."""
        chain = Claim(Aim.CONNECT, position.to_move)
        return self._begin(arena_of(position), position, chain)[0].ratings(holes)

    def _outline(
        self,
        position: Position,
        claim: Claim,
        limits: Limits,
        turn: int,
        within: Budget,
        tell: Tell,
    ) -> FoundOutline:
        if spent := within.reached:
            return FoundOutline(None, spent, 0)
        budget = within.child(limits.nodes, limits.seconds)
        found, limit = self._decide(position, arena_of(position), claim, budget, tell, turn=turn)
        if found is None:
            return FoundOutline(None, limit, budget.nodes)
        outline = found.outline() if isinstance(found, Search) else Outline.of(found)
        return FoundOutline(outline, None, budget.nodes)

    def _teller(self, budget: Budget) -> Tell:
        """Return a function that passes on the progress of a question."""
        hear = self._progress
        if hear is None:
            return _silent

        def tell(pegs: int, favourite: Hole | None, more: int) -> None:
            hear(SearchProgress(pegs, budget.nodes + more, budget.seconds, favourite))

        return tell

    def _solve(
        self,
        position: Position,
        claim: Claim,
        budget: Budget,
        tell: Tell,
        without: Claim | None = None,
    ) -> Solution:
        arena = compile_arena(position)
        at_once = _in_joints(arena, self._options) or without is not None
        first = budget if at_once else budget.child(_HARD * self.budget.limits.threads)
        found, limit = self._decide(position, arena, claim, first, tell, without)
        strategy = None
        if limit is Limit.NODES and (limit := budget.reached) is None:
            strategy, limit = self._by_proof_numbers(position, claim, budget, tell)
            if strategy is None and budget.reached is None:
                found, limit = self._decide(position, arena, claim, budget, tell)
        if found is not None:
            strategy = found.strategy() if isinstance(found, Search) else found
            check_strategy(position, strategy)
        if strategy is not None and strategy is not found:
            strategy = self._with_plain_move(position, strategy, budget, tell)
        return Solution.of(position, claim, strategy, limit, budget.nodes, budget.seconds)

    def _by_proof_numbers(
        self, position: Position, claim: Claim, budget: Budget, tell: Tell
    ) -> tuple[Strategy | None, Limit | None]:
        """Return a checked proof that is searched move by move, or else why there is none.

        The progress keeps the pegs and the favourite that the search of the claim ended with.
        """
        claimed, told = self._searches[claim], 0.0
        pegs, favourite = claimed.prover.budget, claimed.favourite

        def hear(_: int, __: Hole | None, more: int) -> None:
            nonlocal told
            if budget.seconds >= told + _BETWEEN:
                told = budget.seconds
                tell(pegs, favourite, more)

        def ask(position: Position, claim: Claim, limits: Limits, turn: int) -> FoundOutline:
            found = self._outline(position, claim, limits, turn, budget, hear)
            hear(pegs, favourite, 0)
            return found

        solution = ProofNumberSearch(ask, self.ratings, position, claim).solve(budget.nodes_left)
        return solution.strategy, solution.limit

    def _decide(
        self,
        position: Position,
        arena: Arena,
        claim: Claim,
        budget: Budget,
        tell: Tell,
        without: Claim | None = None,
        turn: int = _FIRST_TURN,
    ) -> tuple[Search | Strategy | None, Limit | None]:
        """Return the search that found a proof, or a proof that needs none, or else why not."""
        # CONNECT by one side and BLOCK by the other are opposites: each search for a chain can
        # decide the claim one way. A chain of the blocker's own decides it his way too.
        chaser = claim.chaser
        if strategy := standing_block(position, chaser.other, self._chains(position.board), budget):
            return strategy, None
        shares = _SHARES[claim.aim]
        if claim.aim is Aim.CONNECT and _in_joints(arena, self._options):
            shares = _SHARES_IN_JOINTS
        parts = zip(self._begin(arena, position, claim), (1, *shares), strict=True)
        searches = [each for each in parts if each[0].claim != without]
        winner, limit = _race(searches, budget, tell, turn)
        if limit is Limit.EXHAUSTED:
            if strategy := decide_exactly(position, claim, budget):
                return strategy, None
            limit = budget.overdue or limit
        return winner, limit

    def _chains(self, board: Board) -> KnownChains:
        """Return the chains known of a board; those of the board before are forgotten."""
        if self._known is None or self._known.board != board:
            self._known = KnownChains(board)
        return self._known

    def _begin(self, arena: Arena, position: Position, claim: Claim) -> list[Search]:
        """Return the searches that can decide a claim, its own first, at a position.

        They keep what they know as long as `_setting` stays the same.
        """
        setting = _setting(arena)
        if setting != self._setting:
            self._setting = setting
            self._searches = {}
        searches = [self._search(arena, wanted) for wanted in _deciding(claim)]
        for search in searches:
            search.begin(arena, position.to_move)
        return searches

    def _search(self, arena: Arena, claim: Claim) -> Search:
        """Return the search of a claim, made when it is first asked for."""
        search = self._searches.get(claim)
        if search is None:
            limits = self.budget.limits
            memory = limits.memory or DEFAULT_MEMORY
            search = Search(arena, claim, memory, self._options, limits.threads)
            self._searches[claim] = search
        return search

    def _with_plain_move(
        self, position: Position, strategy: Strategy, budget: Budget, tell: Tell
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
        rest = self._solve(after, strategy.claim, budget.child(budget.nodes), tell)
        if rest.verdict is not Verdict.PROVEN or rest.strategy is None:
            return strategy
        child = rest.strategy.root
        if child.depth + 1 > root.depth:
            return strategy
        return begun_with(position, move.peg, rest.strategy)


def _race(
    searches: list[tuple[Search, int]], budget: Budget, tell: Tell, turn: int
) -> tuple[Search | None, Limit | None]:
    """Let searches take turns; return the one with a proof, or else why there is none.

    For each node of another search the first gets the number beside it, and `turn` nodes in its
    first turn. When one has ended, those behind it move up.
    """
    claimed = searches[0][0]

    def hear(more: int) -> None:
        tell(claimed.prover.budget, claimed.favourite, more)

    while running := [search for search, _ in searches if search.ended is None]:
        for search, (_, part) in zip(running, searches, strict=False):
            if limit := budget.reached:
                return None, limit
            if search.run(max(1, turn // part), budget, hear):
                return search, None
        turn += max(1, turn // 2)
    # The claim's own search says most about why it is open.
    return None, claimed.ended


def searched_move_by_move(position: Position) -> bool:
    """Tell whether claims about a position are searched move by move where they are hard."""
    return not _in_joints(arena_of(position), Options())


def _in_joints(arena: Arena, options: Options) -> bool:
    """Tell whether chains are proved in joints: then nothing is searched move by move."""
    return options.split and arena.holes >= options.split_holes


@cache
def _deciding(claim: Claim) -> tuple[Claim, Claim, Claim]:
    """Return the claims of which a proof decides one: itself first, then a chain of the opponent
    and his block, or for a block the chains of both."""
    chain = Claim(Aim.CONNECT, claim.prover)
    opposite = Claim(Aim.CONNECT, claim.prover.other)
    if claim.aim is Aim.BLOCK:
        return claim, chain, opposite
    return claim, opposite, Claim(Aim.BLOCK, claim.prover.other)


def _setting(arena: Arena) -> Hashable:
    """Return what patterns of an arena rest on beyond the pegs and links they name.

    The prover may make every slot that the core was told of, except between outside pegs:
    there he has only the links that stood at first.
    """
    sides = []
    for side in (arena.white, arena.black):
        outside = frozenset(side.pegs).difference(side.open)
        links = side.links if outside else ()
        kept = [slot for slot in links if outside.issuperset(map(arena.number, arena.link(slot)))]
        static = (side.open, side.goals, side.slots, side.conducting, side.exits)
        sides.append((static, outside, tuple(kept)))
    return arena.box, arena.own_links_cross, tuple(sides)
