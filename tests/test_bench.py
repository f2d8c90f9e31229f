"""Measurements: the fixed positions, what is printed, and the node counts that a test knows."""

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from solver.bench import (
    Figures,
    alpha_beta,
    bench_puzzles,
    compare,
    exercise_games,
    measure,
    peers,
    signature,
)
from solver.bench.fuzz import Disagreement
from solver.errors import BenchError
from solver.game import (
    Hole,
    Link,
    Position,
    Ruleset,
    Shape,
    Side,
    parse_hole,
    position_from,
    position_text,
)
from solver.oracle import connects, measured, random_position, worst_case
from solver.proof import Limits
from solver.search import Options
from tests.cli.samples import ROOT, real_twixt, twixt
from tests.oracles.naive import naively_connects
from tests.parts import parts

pytestmark = pytest.mark.native

QUICK = ("p49", "empty-6x6-std")

SIGNATURE = "7aa1f0526600"
"""Of the search as it is now, on every machine. A commit that changes it says so."""

FIGURES = Figures("p49", "black connects", "proven", "h5", True, 5, 3000, 0.5, 1.5)


def test_the_fixed_positions_are_all_there() -> None:
    assert 30 == len(bench_puzzles(["classics"]))
    assert 8 == len(bench_puzzles(["exercises"]))
    assert 8 == len(bench_puzzles(["boards"]))
    assert 12 == len(bench_puzzles(["blocks"]))
    assert ["p49", "p05"] == list(bench_puzzles(["p49", "p05", "p49"]))


def test_an_unknown_position_is_refused() -> None:
    with pytest.raises(BenchError, match="'p99'"):
        bench_puzzles(["p99"])


@pytest.mark.parametrize("build", ["portable", "v3", "v4"])
def test_every_build_of_the_core_takes_the_nodes_that_are_known(build: str) -> None:
    names = (
        "p15",
        "p17",
        "p27",
        "p49",
        "p59",
        "bush12-q1",
        "block-11",
        "empty-6x6-std",
        "empty-7x7-pp",
    )
    done = real_twixt("bench", *names, "--nodes", "20000", env={"TWIXT_CORE": build})
    if "does not run the core" in done.stderr:
        pytest.skip("another processor")
    assert f"signature {SIGNATURE}" == done.stdout.splitlines()[-1], "a new search? Say so"


def test_a_run_is_repeatable() -> None:
    puzzle = bench_puzzles(["p49"])["p49"]
    first, second = (measure("p49", puzzle, 3_000) for _ in range(2))
    assert signature([first]) == signature([second])
    assert signature([first]) != signature([replace(first, nodes=first.nodes + 1)])


def test_the_document_explains_every_technique() -> None:
    text = (ROOT / "docs" / "solver.md").read_text(encoding="utf-8")
    assert [] == [name for name in Options.techniques() if f"`{name}`" not in text]


def test_a_comparison_says_what_changed() -> None:
    slow = replace(FIGURES, nodes=6000, seconds=2.0)
    found = compare({"p49": FIGURES}, [slow, replace(FIGURES, name="p99")])
    assert (1, (1, 1), ()) == (found.positions, found.solved, found.changed)
    assert pytest.approx(2.0) == found.nodes
    assert pytest.approx(4.0) == found.seconds
    lost = replace(FIGURES, verdict="undecided", key="", pegs=None)
    found = compare({"p49": FIGURES}, [lost])
    assert ((1, 0), ("p49",)) == (found.solved, found.changed)


def test_where_no_position_is_decided_twice_there_is_no_ratio() -> None:
    lost = replace(FIGURES, verdict="undecided", key="", pegs=None)
    found = compare({"p49": FIGURES}, [lost])
    assert (None, None) == (found.nodes, found.seconds)


def test_a_comparison_tells_other_options_and_has_no_figures_of_nothing(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text(twixt("bench", "p49", "--nodes", 1, "--json").stdout)
    again = twixt("bench", "p49", "--nodes", 1, "--compare", old).stdout
    said = "1 position in both runs: 0 decided before, 0 now; nodes x -, seconds x - where both"
    assert f"\n{said} decide\nchanged verdicts or keys: none\n" in again
    options = ("--nodes", 3000, "--without", "one_move_test")
    other = twixt("bench", "p49", *options, "--compare", old).stdout
    assert "\nother options: --nodes 1 before, 3000 now; --without - before, one_m" in other
    assert "other options" not in again


def test_runs_without_a_common_position_are_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old.json"
    old.write_text(twixt("bench", "p49", "--nodes", 1, "--json").stdout)
    monkeypatch.setattr("solver.cli.run_benchmarks.measure", None)
    result = twixt("bench", "p17", "--compare", old)
    assert (2, "") == (result.exit_code, result.stdout)
    assert f"{old} has none of these positions" in result.stderr


def test_what_json_prints_can_be_compared_with(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text(twixt("bench", *QUICK, "--json").stdout)
    data = json.loads(old.read_text())
    assert list(QUICK) == [each["name"] for each in data["positions"]]
    again = twixt("bench", *QUICK, "--compare", old)
    assert 0 == again.exit_code
    assert f"signature {data['signature']}" in again.stdout
    assert "2 decided before, 2 now; nodes x 1.000" in again.stdout
    assert "changed verdicts or keys: none" in again.stdout


def test_a_technique_can_be_left_out() -> None:
    whole = twixt("bench", "p49")
    part = twixt("bench", "p49", "--without", "one_move_test")
    assert whole.stdout.splitlines()[-1] != part.stdout.splitlines()[-1]


def test_the_ablation_has_a_line_for_every_technique() -> None:
    lines = twixt("bench", "p17", "--ablate", "--nodes", "3000").stdout.splitlines()
    assert ["without", "-", *Options.techniques()] == [line.split()[0] for line in lines]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("p99",), "'p99'"),
        (("--without", "luck"), "'luck'"),
        (("--compare", __file__), "cannot be read as JSON"),
        (("--ablate", "--json"), "--json does not go with --ablate"),
        (("--fuzz", "1", "--without", "prior"), "--without does not go with --fuzz"),
        (("--fillings", "1", "--compare", __file__), "--compare does not go with --fillings"),
        (("--fuzz", "1", "--nodes", "9"), "--nodes does not go with --fuzz"),
        (("--fillings", "1", "--nodes", "9"), "--nodes does not go with --fillings"),
        (("--fuzz", "1", "--peers"), "--peers goes with no other"),
        (("p05", "--fuzz", "1"), "leave the names out"),
        (("p05", "--seed", "0"), "--seed goes with --fuzz or --fillings"),
    ],
)
def test_wrong_arguments_are_told(arguments: tuple[str, ...], complaint: str) -> None:
    result = twixt("bench", *arguments)
    assert 2 == result.exit_code
    assert complaint in result.stderr


@pytest.mark.parametrize(
    "text", ['{"positions": [1]}', '{"positions": [], "nodes": 1, "without": 5}']
)
def test_a_file_that_bench_did_not_write_is_told(tmp_path: Path, text: str) -> None:
    other = tmp_path / "other.json"
    other.write_text(text)
    result = twixt("bench", "p49", "--compare", other)
    assert 2 == result.exit_code
    assert "is not a file that" in result.stderr


def test_random_boards_agree_with_brute_force_and_are_counted() -> None:
    result = twixt("bench", "--fuzz", "20", "--seed", "7")
    assert 0 == result.exit_code, result.stdout
    assert re.match(r"\d+ positions, ", result.stdout.splitlines()[-1])
    assert ", 0 disagreements" in result.stdout


@pytest.mark.parametrize(
    "seed",
    [
        9008726,  # parts side by side, with too few holes left to play them all
        7903043,  # a link that stands since the start is no part of the pattern
        *(500254, 18, 910133, 910311, 910685),  # a chain that did not join its ends
    ],
)
def test_a_seed_that_failed_once_is_right(seed: int) -> None:
    result = twixt("bench", "--fuzz", "1", "--seed", str(seed))
    assert 0 == result.exit_code, result.stdout


@pytest.mark.slow
@pytest.mark.parametrize("part", parts(8))
def test_thousands_of_random_positions_agree_with_brute_force(part: int) -> None:
    result = twixt("bench", "--fuzz", "200", "--seed", str(200 * part))
    assert 0 == result.exit_code, result.stdout


def test_a_disagreement_is_told_with_the_way_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A brute force that is always wrong.
    monkeypatch.setattr(
        "solver.bench.fuzz.measured",
        lambda position, side, nodes: (
            not (truth := measured(position, side, nodes=nodes))[0],
            truth[1],
        ),
    )
    result = twixt("bench", "--fuzz", "3", "--seed", "5")
    assert 1 == result.exit_code
    assert "again: twixt bench --fuzz 1 --seed 5" in result.stdout
    assert '{"size":[' in result.stdout


@pytest.mark.parametrize("shape", [None, *Shape])
def test_the_position_of_a_disagreement_is_read_back_as_it_was(shape: Shape | None) -> None:
    rng = Random("told")
    for ruleset in 60 * list(Ruleset):
        thrown = random_position(rng, ruleset, shape)
        if thrown is not None:
            side = rng.choice(list(Side))
            position = replace(thrown, to_move=side, passed=rng.random() < 0.5)
            told = Disagreement(1, "a fault", position, Options(), shape).text
            assert position == position_from(told.splitlines()[1])


def test_patterns_of_real_proofs_hold_in_their_worst_case() -> None:
    result = twixt("bench", "p17", "p49", "--fillings", "20")
    assert (0, "20 patterns in the worst case: 20 proven again, 0 open, 0 false") == (
        result.exit_code,
        result.stdout.split(";")[0],
    )


@pytest.mark.slow
@pytest.mark.parametrize("part", parts(4))
def test_many_patterns_of_real_proofs_hold_in_their_worst_case(part: int) -> None:
    result = twixt("bench", "classics", "--fillings", "100", "--seed", str(3 + part))
    assert 0 == result.exit_code, result.stdout
    assert ", 0 false" in result.stdout


def test_a_pattern_without_a_hole_of_its_zone_is_found_false(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def short(
        position: Position,
        prover: Side,
        to_move: Side,
        zone: Iterable[Hole],
        pegs: Iterable[Hole],
        links: Iterable[Link],
    ) -> Position:
        return worst_case(position, prover, to_move, sorted(zone)[1:], pegs, links)

    monkeypatch.setattr("solver.bench.fillings.worst_case", short)
    result = twixt("bench", "p17", "--fillings", "8")
    assert 1 == result.exit_code
    assert " connects is disproven in\n  {" in result.stdout


def test_puzzles_without_a_proof_give_no_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.bench.fillings._PROOF", Limits(nodes=1))
    assert twixt("bench", "p05", "--fillings", "8").stdout.startswith("0 patterns")


@pytest.mark.parametrize("ruleset", [Ruleset.PP, Ruleset.STD])
def test_the_plain_alpha_beta_knows_the_value_of_small_boards(ruleset: Ruleset) -> None:
    compared = 0
    rng = Random(f"alpha-beta {ruleset.value}")
    while compared < 40:
        position = random_position(rng, ruleset)
        if position is None or len({*position.open_holes(Side.WHITE)}) > 5:
            continue
        if ruleset is Ruleset.PP:
            wins = {side: connects(position, side) for side in Side}
        else:
            wins = {side: naively_connects(position, side, plain_only=True) for side in Side}
        choice = alpha_beta(position, 20)
        value = wins[position.to_move] - wins[position.to_move.other]
        assert value == choice.value, position_text(position)
        compared += 1


def test_the_exercises_can_be_led_to_by_plain_moves() -> None:
    games = exercise_games()
    assert ["bush12-d4e5", "bush12-q1", "bush12-q4", "bush12-q6", "bush12-q8"] == list(games)


GAME = (("g6", 0, 78, "xg6"), ("g8", 1, 76, "og8"), ("c8", 0, 28, "xc8"), ("f6", 1, 66, "of6"))
"""A game on a board of 12 rows: hole, player, action and its text, as OpenSpiel 2.0.2 has them."""


def test_openspiel_numbers_holes_down_the_columns_and_up_the_rows() -> None:
    for hole, _, action, _ in GAME:
        assert action == peers._action(parse_hole(hole), 12)
        assert parse_hole(hole) == peers._hole(action, 12)


@pytest.mark.trials
def test_openspiel_still_numbers_holes_so() -> None:
    import pyspiel

    state = pyspiel.load_game("twixt", {"board_size": 12}).new_initial_state()
    for _, player, action, text in GAME:
        assert (player, text) == (state.current_player(), state.action_to_string(player, action))
        state.apply_action(action)


def test_without_openspiel_the_others_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.cli.run_benchmarks._ALPHA_BETA_SECONDS", 0.1)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    result = twixt("bench", "--peers", "--nodes", "1000")
    assert 0 == result.exit_code
    assert ["solver", "alpha-beta"] * 5 == [
        line.split()[2] for line in result.stdout.splitlines()[1:]
    ]
    assert 1 == result.stderr.count("OpenSpiel is not installed")
