"""Strategies on the board: their moves are legal and win, whatever the opponent does."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from solver.game import (
    Board,
    Ending,
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Side,
    crossing_links,
    parse_hole,
    parse_link,
    position_text,
)
from solver.oracle import own_slots
from solver.proof import (
    Aim,
    Claim,
    Limits,
    NodeKind,
    Strategy,
    StrategyNode,
    claim_of,
    longest_resistance,
    main_line,
    strategy_move,
)
from solver.search import solve
from tests.cases import random_case
from tests.oracles.naive import uncrossed_sets
from tests.oracles.setup import classic, holes, make_position

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=5_000, memory=16)

Games = tuple[StrategyNode, ...]
Opponent = Callable[[Position, Strategy, Games], Move]
"""Chooses the opponent's move in games played side by side."""


@cache
def puzzle_with_strategy(name: str) -> tuple[Position, Strategy]:
    puzzle = classic(name)
    solution = solve(puzzle.position, claim_of(puzzle), Limits(nodes=100_000, memory=64))
    assert solution.strategy is not None
    return puzzle.position, solution.strategy


def case_with_strategy(ruleset: Ruleset, seed: int) -> tuple[Position, Strategy] | None:
    case = random_case(ruleset, seed)
    strategy = solve(case.position, Claim(Aim.CONNECT, case.prover), LIMITS).strategy
    chain = strategy is not None and strategy.claim.aim is Aim.CONNECT
    return (case.position, strategy) if strategy and chain else None


# -- opponents ------------------------------------------------------------------------------


def with_links(position: Position, peg: Hole | None, wanted: list[Link]) -> Move:
    """Return the move that pegs a hole and ends with as many of the links as fit, in order."""
    me = position.to_move
    if position.ruleset is Ruleset.PP:
        return Move(peg)
    blocked = {cross for link in position.links(me.other) for cross in crossing_links(link)}
    links = set[Link]()
    for link in wanted:
        if link not in blocked and links.isdisjoint(crossing_links(link)):
            links.add(link)
    had = position.links(me)
    return Move(peg, had - links, frozenset(links - had), auto=False)


def possible_slots(position: Position, peg: Hole | None) -> list[Link]:
    return own_slots(position.pegs(position.to_move) | ({peg} if peg else set()))


def random_opponent(rng: Random) -> Opponent:
    """Any hole, any links: none, some or as many as fit."""

    def choose(position: Position, _strategy: Strategy, _games: Games) -> Move:
        free = list(position.open_holes(position.to_move))
        peg = rng.choice(free) if free else None
        slots = possible_slots(position, peg)
        share = rng.choice([0.0, 0.5, 1.0])
        return with_links(
            position, peg, [s for s in rng.sample(slots, len(slots)) if rng.random() < share]
        )

    return choose


def spiteful_opponent(rng: Random) -> Opponent:
    """A hole that most answers want empty, and links across what the prover means to link."""

    def choose(position: Position, strategy: Strategy, games: Games) -> Move:
        answers = [strategy.nodes[child] for game in games for child in game.children]
        free = list(position.open_holes(position.to_move))
        rng.shuffle(free)
        peg = max(free, key=lambda hole: sum(hole in a.zone for a in answers), default=None)
        against = {
            cross for each in strategy.nodes for link in each.made for cross in crossing_links(link)
        }
        slots = possible_slots(position, peg)
        rng.shuffle(slots)
        return with_links(position, peg, sorted(slots, key=lambda slot: slot not in against))

    return choose


def stubborn_opponent(position: Position, strategy: Strategy, games: Games) -> Move:
    return Move(longest_resistance(position, strategy, games))


def play_out(position: Position, strategy: Strategy, opponent: Opponent) -> int:
    """Play the strategy to the end; return the prover's pegs. Fails where it does not win."""
    prover, foe = strategy.prover, strategy.prover.other
    answer: StrategyNode | None = strategy.root
    games, pegs = strategy.games(strategy.root), 0
    if strategy.root.kind is NodeKind.MOVE:
        games = strategy.games(strategy.nodes[strategy.root.children[0]])
    else:
        answer = None
    while position.result is None:
        if answer is not None:
            assert answer.holds(position.pegs(prover), position.pegs(foe), position.links(prover))
            assert answer.apart.isdisjoint(position.links(foe))
            move = strategy_move(position, answer)
            pegs += move.peg == answer.hole
            answer = None
        else:
            assert games, "nothing is left to do, and nobody has won"
            move = opponent(position, strategy, games)
            links = position.play(move).links(foe)
            answer, games = strategy.answering(games, move.peg, links)
        position = position.play(move)
        for game in games if answer is None else ():
            assert game.holds(position.pegs(prover), position.pegs(foe), position.links(prover)), (
                "the answer does not fit the position"
            )
    assert position.result is not None
    assert position.result.winner is prover
    assert position.result.ending is Ending.CONNECTED
    return pegs


# -- tests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_a_strategy_beats_every_opponent_on_small_boards(ruleset: Ruleset) -> None:
    games = Counter[str]()
    for seed in range(150):
        found = case_with_strategy(ruleset, seed)
        if found is None:
            continue
        rng = Random(f"opponents {seed}")
        opponents: list[Opponent] = [stubborn_opponent]
        opponents += [random_opponent(rng), spiteful_opponent(rng)] * 4
        for opponent in opponents:
            pegs = play_out(*found, opponent)
            assert pegs <= found[1].root.depth, f"{seed}: {position_text(found[0])}"
            games["games"] += 1
            games["pegs"] += pegs
    assert games["games"] > 700


@pytest.mark.parametrize("name", ["p15", "p17", "p19", "p21", "p49"])
def test_a_strategy_of_a_real_puzzle_beats_every_opponent(name: str) -> None:
    position, strategy = puzzle_with_strategy(name)
    rng = Random(name)
    opponents: list[Opponent] = [stubborn_opponent]
    opponents += [random_opponent(rng), spiteful_opponent(rng)] * 6
    for opponent in opponents:
        assert play_out(position, strategy, opponent) <= strategy.root.depth


def test_every_link_set_of_the_opponent_is_answered() -> None:
    played = 0
    for seed in range(120):
        found = case_with_strategy(Ruleset.STD, seed)
        if found is None or found[1].root.kind is not NodeKind.REPLY:
            continue
        position, strategy = found
        had = position.links(position.to_move)
        for reply in position.open_holes(position.to_move):
            slots = possible_slots(position, reply)
            if len(slots) > 8:
                continue
            answer, _ = strategy.answering((strategy.root,), reply)
            blocked = {
                cross for link in position.links(strategy.prover) for cross in crossing_links(link)
            }
            for links in uncrossed_sets([slot for slot in slots if slot not in blocked]):
                after = position.play(Move(reply, had - links, links - had, auto=False))
                if answer is not None:
                    after.play(strategy_move(after, answer))
                    played += 1
    assert played > 200


@pytest.mark.parametrize("name", ["p15", "p17", "p19", "p21", "p49"])
def test_the_main_line_is_legal_and_ends_in_the_win(name: str) -> None:
    position, strategy = puzzle_with_strategy(name)
    line = main_line(position, strategy)
    for move in line:
        assert position.result is None
        position = position.play(move)
    assert position.connected(strategy.prover)
    assert len(line) <= 2 * strategy.root.depth


@pytest.mark.parametrize("name", ["p15", "p49"])
def test_no_reply_outlasts_the_longest_resistance(name: str) -> None:
    position, strategy = puzzle_with_strategy(name)
    root = strategy.root
    assert root.kind is NodeKind.MOVE
    after = position.play(strategy_move(position, root))
    node = strategy.nodes[root.children[0]]
    reply = longest_resistance(after, strategy, (node,))
    assert reply in set(after.open_holes(after.to_move))
    answer, _ = strategy.answering((node,), reply)
    assert answer is not None
    for hole in after.open_holes(after.to_move):
        other, _ = strategy.answering((node,), hole)
        assert other is None or other.depth <= answer.depth


def test_a_side_without_a_hole_passes_as_its_resistance() -> None:
    start = make_position(Board(4, 3, holes=holes("B1 C3 A2")), "B1 C3", "A2", Side.BLACK)
    strategy = solve(start, Claim(Aim.CONNECT, Side.WHITE), LIMITS).strategy
    assert strategy is not None
    assert strategy.root.kind is NodeKind.REPLY
    assert longest_resistance(start, strategy, (strategy.root,)) is None
    answer, _ = strategy.answering((strategy.root,), None)
    assert answer is not None
    # White has no hole either: he makes the link and passes.
    move = strategy_move(start.play(Move(None)), answer)
    assert move.peg is None
    assert [move] == list(main_line(start, strategy)[1:])
    assert start.play(Move(None)).play(move).connected(Side.WHITE)


def linking(hole: str, pegs: str, made: str) -> StrategyNode:
    return StrategyNode(
        kind=NodeKind.MOVE,
        depth=1,
        zone=holes(hole),
        pegs=holes(pegs),
        links=frozenset(),
        hole=parse_hole(hole),
        made=frozenset((parse_link(made),)),
        children=(0,),
    )


def test_a_side_that_needs_links_only_pegs_anywhere() -> None:
    start = make_position(Board(4, 3), "B1 C3", "A2", Side.WHITE)
    move = strategy_move(start, linking("B1", "B1 C3", "B1-C3"))
    assert move.peg in set(start.open_holes(Side.WHITE))
    assert start.play(move).connected(Side.WHITE)


def test_a_move_that_makes_its_links_by_itself_is_plain() -> None:
    start = make_position(Board(4, 3), "B1", "A2", Side.WHITE)
    line = solve(start, Claim(Aim.CONNECT, Side.WHITE), LIMITS).line
    assert len(line) == 1
    assert line[0].plain


def test_a_move_takes_off_the_own_link_in_its_way() -> None:
    start = make_position(Board(5, 3), "B1 B2 D1 (B2-D1)", "A2", Side.WHITE)
    move = strategy_move(start, linking("C3", "B1", "B1-C3"))
    assert move.off == {parse_link("B2-D1")}
    assert start.play(move).connected(Side.WHITE)
