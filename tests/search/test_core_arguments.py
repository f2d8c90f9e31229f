"""What the native core answers to a caller that asks for what cannot be: an exception, no crash."""

import pytest

from solver.arena import ArenaSide, arena_of
from solver.game import Board, Position
from solver.search.core import core, side_masks

pytestmark = pytest.mark.native

NOTHING = side_masks(ArenaSide((), (), ((), ()), (), (), (), ()))
WRAPPED = (2**32 + 701) // 3
"""Three times as many are 701 in a number of 32 bits."""


def prover(threads: int = 1, **options: int) -> "core.Prover":
    """Return the search for a chain of White's on an empty board of 12x12 holes."""
    arena = arena_of(Position(Board(12, 12)))
    white, black = side_masks(arena.white), side_masks(arena.black)
    changed = core.Options(**options)
    return core.Prover(12, 12, False, white, black, False, 1 << 24, changed, threads)


@pytest.mark.parametrize(("width", "height"), [(WRAPPED, 3), (3, WRAPPED), (1 << 16, 1 << 16)])
@pytest.mark.parametrize("block", [False, True])
def test_a_lattice_too_large_to_count_is_refused(width: int, height: int, block: bool) -> None:
    with pytest.raises(ValueError, match="more than 1536"):
        core.Prover(width, height, False, NOTHING, NOTHING, block, 1 << 20)
    with pytest.raises(ValueError, match="more than 1536"):
        core.alpha_beta(width, height, False, NOTHING, NOTHING, 1.0)


@pytest.mark.parametrize("threads", [-1, 0, 257])
def test_a_search_of_no_thread_or_of_too_many_is_refused(threads: int) -> None:
    with pytest.raises(ValueError, match="1 to 256 threads"):
        prover(threads)


def test_a_position_that_does_not_fit_leaves_the_one_before() -> None:
    search = prover()
    search.begin([65], [], [66], [], True)
    with pytest.raises(ValueError, match="a slot lies off"):
        search.begin([44, 45, 46, 47], [10**6], [], [], True)
    again = prover()
    again.begin([65], [], [66], [], True)
    for each in (search, again):
        each.run(3000, 60.0)
    assert (search.budget, search.favourite) == (again.budget, again.favourite)


def test_only_first_moves_of_the_prover_are_rated() -> None:
    search = prover()
    search.begin([65], [], [], [], True)
    assert 2 == len(search.ratings([66, 78]))
    for hole in (65, -1, 144):
        with pytest.raises(ValueError, match="no first move"):
            search.ratings([hole])
    search.begin([65], [], [], [], False)
    with pytest.raises(ValueError, match="not to move"):
        search.ratings([66])


def test_a_search_takes_no_call_while_it_runs() -> None:
    search = prover()
    search.begin([], [], [], [], True)
    seen = list[int]()

    def poll() -> None:
        seen.append(search.nodes)
        for call in (lambda: search.run(10, 1.0), lambda: search.begin([], [], [], [], True)):
            with pytest.raises(RuntimeError, match="is running"):
                call()
        raise InterruptedError

    with pytest.raises(InterruptedError):
        search.run(10**9, 60.0, poll=poll)
    assert 1 == len(seen)
    assert search.run(10, 60.0) is core.Status.nodes


def test_halves_that_no_budget_reaches_are_not_looked_for() -> None:
    memory = []
    for options in ({"halves": False}, {"halves_foe": 2**31 - 1}):
        search = prover(**options)
        search.begin([40, 66, 92], [], [50, 81], [], True)
        search.run(20_000, 60.0)
        memory.append(search.memory_used)
    assert memory[0] == memory[1]
