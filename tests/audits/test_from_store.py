"""What an audit proved is found again in its store, and nothing that it did not prove."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from solver.audits import Audit, as_json, audit, stored_proofs, unproved
from solver.errors import CertificateError, PuzzleRuleError
from solver.files import exact_sgf, parse_puzzle
from solver.game import Move, Ruleset, move_text, position_text
from solver.oracle import random_position
from solver.proof import Limits
from solver.puzzle import Goal, Puzzle
from solver.store import Store
from solver.verify import check_certificate, read_certificate
from solver.work import run_here
from tests.parts import batches

pytestmark = pytest.mark.native

WINNING, REFUTED = ("key", "cook", "delay", "wins"), ("try", "idle")

COOK = """\
TwixT 5x4 3M, white to move and win
   A  B  C  D  E
1     W  W  W
2  B  W  .  B  .
3  .  .  .  B  B
4     .  .  .
White links: B2-D1
"""
"""B3 wins if it takes the link off."""

AT_ONCE = """\
TwixT 6x5 STD, white to move and win
   A  B  C  D  E  F
1     W  .  W  W
2  B  W  W  B  .  B
3  B  W  B  W  B  B
4     W  B  W  B  B
5     W  W  W  W
White links: B2-D1 B2-D3 B3-C5
Black links: C4-E3 D2-F3
"""
"""E2 connects if other links are made."""


def audited(puzzle: Puzzle, path: Path, nodes: int = 100_000) -> dict[str, Any]:
    """Return the report of an audit with a new store that, as in a batch, is read as it was."""
    with Store(path) as store:
        store.freeze()
        found = run_here(audit(puzzle, Limits(nodes=nodes, memory=16), store))
    assert isinstance(found, Audit)
    record: dict[str, Any] = json.loads(json.dumps(as_json(found)))
    return record


def faults(puzzle: Puzzle, record: dict[str, Any], store: Store) -> list[str]:
    """Return what `twixt recertify` says against a report."""
    proofs = stored_proofs(puzzle, record, store)
    found = [*store.faults, *unproved(puzzle, record, proofs)]
    for proof in proofs.values():
        about = proof.about(puzzle)
        try:
            data = proof.certificate(puzzle, exact_sgf(about) or "")
            check_certificate(about, read_certificate(data))
        except CertificateError as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize(("diagram", "cook"), [(COOK, "b3"), (AT_ONCE, "e2")])
def test_a_cook_that_needs_other_links_is_found_again(
    diagram: str, cook: str, tmp_path: Path
) -> None:
    puzzle = parse_puzzle(diagram)
    record = audited(puzzle, tmp_path / "proofs.sqlite")
    (move,) = (each for each in record["moves"] if each["hole"] == cook)
    assert "cook" == move["kind"]
    assert move["line"][0].startswith("[-")
    with Store(tmp_path / "proofs.sqlite") as store:
        assert [] == faults(puzzle, record, store)
        # The line says where to look, and nothing else.
        for line in ([], [cook], ["[-z9'][z9]"], record["moves"][-1]["line"]):
            move["line"] = line
            assert faults(puzzle, record, store) in ([], [f"{cook}: cook"])


def test_a_claim_that_was_refuted_move_by_move_is_found_again(tmp_path: Path) -> None:
    puzzle = parse_puzzle("""\
TwixT 5x5 3M, black to move and win
   A  B  C  D  E
1     .  W  .
2  .  .  .  W  B
3  B  .  W  W  .
4  B  B  B  B  .
5     .  W  W
White links: C5-D3
Black links: A3-C4
""")
    record = audited(puzzle, tmp_path / "proofs.sqlite", nodes=50)
    assert "no solution" == record["verdict"]
    with Store(tmp_path / "proofs.sqlite") as store:
        assert [] == faults(puzzle, record, store)


def puzzle_of(ruleset: Ruleset, seed: int) -> Puzzle | None:
    """Return a small puzzle with up to four keys, some of them in one hole, if the seed is good
    for one."""
    rng = Random(f"{ruleset.value} {seed}")
    position = random_position(rng, ruleset)
    if position is None or not (holes := list(position.open_holes(position.to_move))):
        return None
    links = sorted(position.links(position.to_move)) if ruleset is not Ruleset.PP else []
    keys = dict[str, Move]()
    for _ in range(rng.choice([0, 0, 1, 2, 4])):
        off = rng.sample(links, min(len(links), rng.randrange(3)))
        key = Move(rng.choice(holes[:2]), frozenset(off))
        keys[move_text(position, key)] = key
    goal = rng.choice([Goal.WIN, Goal.WIN, Goal.DRAW])
    with suppress(PuzzleRuleError):
        puzzle = Puzzle("", position, goal, tuple(keys.values()))
        return puzzle if len(holes) < 7 and exact_sgf(puzzle) else None
    return None


def lies(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield reports in which one verdict is false; the line may be that of a move that wins."""
    moves, keys = record["moves"], record["keys"]
    won = [move["line"] for move in moves if move["kind"] in WINNING][:1]
    for at, move in enumerate(moves):
        false = {"cook": ["delay", "no-cook"], "delay": ["cook"], "no-cook": ["cook"]}
        said = false.get(move["kind"], [])
        if move["kind"] in WINNING + REFUTED:
            said = [*said, *(REFUTED if move["kind"] in WINNING else WINNING)]
        for kind in said:
            for line in (move["line"], *won):
                changed = {**move, "kind": kind, "line": line}
                yield {**record, "moves": [*moves[:at], changed, *moves[at + 1 :]]}
    other = {"proven": "disproven", "disproven": "proven"}
    for at, key in enumerate(keys):
        if key["verdict"] in other:
            changed = {**key, "verdict": other[key["verdict"]]}
            yield {**record, "keys": [*keys[:at], changed, *keys[at + 1 :]]}
    for verdict in {"sound", "cooked", "no solution", "undecided"} - {record["verdict"]}:
        yield {**record, "verdict": verdict}


@pytest.mark.parametrize("seeds", batches(50, 20, each=150, count=4))
@pytest.mark.parametrize("ruleset", list(Ruleset))
def test_a_report_is_proved_from_its_store_and_a_false_one_is_not(
    ruleset: Ruleset, seeds: range, tmp_path: Path
) -> None:
    told = 0
    for seed in seeds:
        puzzle = puzzle_of(ruleset, seed)
        if puzzle is None:
            continue
        path = tmp_path / f"{seed}.sqlite"
        record = audited(puzzle, path, nodes=(20, 200, 50_000)[seed % 3])
        text = f"{seed}: {position_text(puzzle.position)}"
        with Store(path) as store:
            assert [] == faults(puzzle, record, store), text
            false = list(lies(record))
            for lie in Random(seed).sample(false, min(len(false), 4)):
                assert faults(puzzle, lie, store), f"{lie} {text}"
        told += 1
    assert told > len(seeds) // 8
