"""What an audit leaves in the store answers every first move without a search."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from solver.answers import Outcome, judge_known
from solver.audits import Audit, Kind, add_certificate, as_json, audit, stored_proofs
from solver.errors import CertificateError
from solver.files import exact_sgf, read_text
from solver.game import Move, Position, Ruleset, Side, position_text
from solver.proof import Limits, claim_of, write_certificate
from solver.puzzle import Puzzle
from solver.search.network import network_of
from solver.store import Store
from solver.verify import check_certificate, read_certificate
from solver.work import run_here
from tests.cases import random_case

pytestmark = pytest.mark.native

LIMITS = Limits(nodes=200_000, memory=16)

WINNING = (Kind.KEY, Kind.COOK, Kind.DELAY, Kind.WINS)


def positions(ruleset: Ruleset) -> list[Position]:
    cases = [random_case(ruleset, seed) for seed in range(8000, 8050)]
    return [replace(case.position, to_move=case.prover) for case in cases if case.connects]


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_every_first_move_that_an_audit_decided_is_known(ruleset: Ruleset, tmp_path: Path) -> None:
    known = 0
    with Store(tmp_path / "verdicts.sqlite") as store:
        for position in positions(ruleset):
            puzzle = Puzzle("", position)
            found = run_here(audit(puzzle, LIMITS, store))
            assert isinstance(found, Audit)
            for move in found.moves:
                if not move.line or move.line[0].startswith("["):
                    continue
                text = f"{move.hole} in {position_text(position)}"
                said = judge_known(position, (), Move(move.hole), claim_of(puzzle), LIMITS, store)
                if said is None:
                    # A win need not be stored: one is as good as the other.
                    assert move.kind in WINNING, text
                    continue
                good = said.outcome in (Outcome.WINS, Outcome.MET)
                assert good is (move.kind in WINNING), text
                known += 1
    assert known > 50


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_the_proofs_of_an_audit_are_found_again(ruleset: Ruleset, tmp_path: Path) -> None:
    wanted = 0
    with Store(tmp_path / "verdicts.sqlite") as store:
        for position in positions(ruleset)[:15]:
            puzzle = Puzzle("", position)
            found = run_here(audit(puzzle, LIMITS, store))
            assert isinstance(found, Audit)
            again = stored_proofs(puzzle, as_json(found), store)
            assert found.proofs.keys() == again.keys()
            wanted += len(found.proofs)
            sgf = exact_sgf(puzzle)
            if sgf is None:
                continue
            for proof in again.values():
                parts = (found.claim, proof.verdict, proof.strategy, proof.but)
                certificate = read_certificate(write_certificate(sgf, *parts, proof.closed))
                said = read_text(certificate.puzzle_text).puzzle
                assert said is not None
                check_certificate(said, certificate)
    assert wanted > 20


@pytest.mark.parametrize("seed", [6137, 6375])
def test_a_stored_cut_that_holds_one_move_late_does_no_harm(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under PP it may leave out links that only the last peg brought, as older versions did."""
    monkeypatch.setattr("solver.audits.first_move_search.AT_ONCE", 0)
    monkeypatch.setattr("solver.audits.claim_round._OTHERS", 1)
    for name in ("_FIRST_NODES", "_HARD"):
        monkeypatch.setattr(f"solver.audits.schedule.{name}", 1)
    case = random_case(Ruleset.PP, seed)
    puzzle = Puzzle("", replace(case.position, to_move=case.prover))

    def late(of: Position, side: Side) -> object:
        return network_of(replace(of, ruleset=Ruleset.PP), side)

    path = tmp_path / "verdicts.sqlite"
    with monkeypatch.context() as older, Store(path) as store, suppress(CertificateError):
        older.setattr("solver.search.standing_block.network_of", late)
        run_here(audit(puzzle, LIMITS, store, short=True))
    with Store(path) as store:
        found = run_here(audit(puzzle, LIMITS, store, short=True))
    alone = run_here(audit(puzzle, LIMITS, short=True))
    assert isinstance(found, Audit)
    assert isinstance(alone, Audit)
    assert alone.verdict is found.verdict


@pytest.mark.parametrize("ruleset", [Ruleset.STD, Ruleset.PP])
def test_certificates_answer_the_first_moves_of_their_puzzle(
    ruleset: Ruleset, tmp_path: Path
) -> None:
    known = 0
    for number, position in enumerate(positions(ruleset)):
        puzzle = Puzzle("", position)
        text = exact_sgf(puzzle)
        found = run_here(audit(puzzle, LIMITS))
        if text is None or not isinstance(found, Audit):
            continue
        with Store(tmp_path / f"{number}.sqlite") as store:
            for _, proof in sorted(found.proofs.items()):
                certificate = read_certificate(proof.certificate(puzzle, text))
                check_certificate(puzzle, certificate)
                add_certificate(certificate, puzzle, store)
            held = store.proofs
            for proof in found.proofs.values():
                add_certificate(read_certificate(proof.certificate(puzzle, text)), puzzle, store)
            assert held == store.proofs, "a certificate that is known adds nothing"
            for move in found.moves:
                said = judge_known(position, (), Move(move.hole), claim_of(puzzle), LIMITS, store)
                if said is None or said.outcome is Outcome.UNDECIDED:
                    continue
                good = said.outcome in (Outcome.WINS, Outcome.MET)
                assert good is (move.kind in WINNING), f"{move.hole} in {position_text(position)}"
                known += 1
            assert not store.faults
    assert known > 50


def test_a_refuted_move_is_known_where_the_win_itself_is_open(tmp_path: Path) -> None:
    known = 0
    for number, position in enumerate(positions(Ruleset.STD)):
        puzzle = Puzzle("", position)
        text = exact_sgf(puzzle)
        found = run_here(audit(puzzle, LIMITS))
        if text is None or not isinstance(found, Audit) or "unique" not in found.proofs:
            continue
        with Store(tmp_path / f"{number}.sqlite") as store:
            refutes = read_certificate(found.proofs["unique"].certificate(puzzle, text))
            add_certificate(refutes, puzzle, store)
            assert store.find(position, claim_of(puzzle)) is None
            for move in found.moves:
                if move.hole in refutes.but:
                    continue
                said = judge_known(position, (), Move(move.hole), claim_of(puzzle), LIMITS, store)
                assert said is not None
                assert said.outcome in (Outcome.LOSES, Outcome.LOST)
                known += 1
    assert known > 15
