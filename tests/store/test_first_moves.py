"""What the store knows of first moves: which ones win, and the proof that the others fail."""

from dataclasses import replace
from pathlib import Path

import pytest

from solver.game import Board, Move, Position, Side, parse_hole
from solver.proof import Limits, NodeKind
from solver.search import FirstMoves, Session, refute_others, solve
from solver.store import Store
from tests.oracles.images import images
from tests.oracles.setup import make_position
from tests.store.positions import CHOICE, LIMITS, LOST, WHITE, WON, first_moves, proved
from tests.store.test_store import damage

pytestmark = pytest.mark.native


def test_the_other_first_moves_are_found_with_their_proof(store: Store) -> None:
    others = first_moves()
    store.add_others(CHOICE, WHITE, others, LIMITS, nodes=7, seconds=0.1)
    stored = store.find_others(CHOICE, WHITE, others.winning)
    assert stored is not None
    assert others == stored.others
    assert 7 == stored.nodes


def test_without_a_proof_nothing_is_refuted(store: Store) -> None:
    store.add_others(CHOICE, WHITE, first_moves(), LIMITS, nodes=7, seconds=0.1)
    damage(store, "UPDATE verdicts SET strategy = NULL, but = ''")
    stored = store.find_others(CHOICE, WHITE)
    assert stored is not None
    assert frozenset(CHOICE.open_holes(Side.WHITE)) == stored.others.undecided


def test_a_winning_first_move_counts_when_its_own_proof_is_there(store: Store) -> None:
    others = first_moves()
    assert 4 == len(others.winning)
    store.add_others(CHOICE, WHITE, others, LIMITS, nodes=7, seconds=0.1)
    stored = store.find_others(CHOICE, WHITE)
    assert stored is not None
    assert others.winning == stored.others.undecided
    assert store.find_others(CHOICE, WHITE, limits=Limits(nodes=5_001)) is None
    for hole in others.winning:
        after = CHOICE.play(Move(hole))
        store.add(after, proved(after), LIMITS)
    stored = store.find_others(CHOICE, WHITE, limits=Limits(nodes=5_001))
    assert stored is not None
    assert others == stored.others


def test_what_refutes_every_first_move_and_the_claim_is_kept_as_both(
    store: Store, tmp_path: Path
) -> None:
    disproof = proved(LOST)
    every = FirstMoves(disproof.strategy, frozenset(), frozenset())
    with Store(tmp_path / "other.sqlite") as other:
        other.add_others(LOST, WHITE, every, LIMITS, nodes=7, seconds=0.1)
        other.add(LOST, disproof, LIMITS)
        assert 2 == other.proofs
    store.add(LOST, disproof, LIMITS)
    assert 1 == store.add_all(tmp_path / "other.sqlite")
    stored = store.find_others(LOST, WHITE)
    assert stored is not None
    assert every == stored.others


@pytest.mark.parametrize("order", [1, -1])
def test_of_what_is_known_of_first_moves_the_most_is_found(store: Store, order: int) -> None:
    others = first_moves()
    for known in (others, replace(others, strategy=None))[::order]:
        store.add_others(CHOICE, WHITE, known, LIMITS, nodes=7, seconds=0.1)
    stored = store.find_others(CHOICE, WHITE, others.winning)
    assert stored is not None
    assert others == stored.others


def test_a_first_move_that_ends_the_game_needs_no_proof(store: Store) -> None:
    at_once = make_position(Board(5, 5), "C1 D3 (C1-D3)", "A3 B4 E2", Side.WHITE)
    wins = {h for h in at_once.open_holes(Side.WHITE) if at_once.play(Move(h)).result}
    assert wins
    others = FirstMoves(None, frozenset(wins), frozenset())
    store.add_others(at_once, WHITE, others, LIMITS, nodes=7, seconds=0.1)
    stored = store.find_others(at_once, WHITE)
    assert stored is not None
    assert wins <= stored.others.winning


def test_where_a_pass_wins_every_first_move_does(store: Store) -> None:
    others = refute_others(WON, WHITE, frozenset(), LIMITS, Session(Limits(memory=16)))
    passed = replace(WON, to_move=Side.BLACK)
    store.add(passed, proved(passed), LIMITS)
    store.add_others(WON, WHITE, others, LIMITS, nodes=7, seconds=0.1)
    stored = store.find_others(WON, WHITE)
    assert stored is not None
    assert others == stored.others


def test_a_proof_in_parts_serves_every_image_of_its_position(store: Store) -> None:
    """In a mirror image the goal lines change places, and the parts between them their order."""
    empty = Position(Board(6, 6))
    begun = empty.play(Move(parse_hole("b2")))
    solution = solve(begun, WHITE, LIMITS)
    refuted = refute_others(empty, WHITE, frozenset(), LIMITS)
    assert solution.strategy is not None
    assert refuted.strategy is not None
    assert any(node.kind is NodeKind.SPLIT for node in solution.strategy.nodes)
    assert any(node.ends == (0, 1) for node in refuted.strategy.nodes)
    store.add(begun, solution, LIMITS)
    store.add_others(empty, WHITE, refuted, LIMITS, nodes=1, seconds=0.0)
    for image in images(empty.board):
        claim = image.claim(WHITE)
        assert store.find(image.position(begun), claim) is not None
        assert store.find_others(image.position(empty), claim) is not None
    assert not store.faults
