"""The browser's checker, rule by rule, on the proofs written by hand for `twixt certify`."""

import gzip
import inspect
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from solver.files import exact_sgf
from solver.game import Board, Hole, Position, Ruleset, Side, parse_hole, parse_link
from solver.proof import Aim, Strategy, Verdict, claim_of, write_certificate
from solver.puzzle import Goal, Puzzle
from solver.verify import check_strategy
from tests.oracles.setup import make_position
from tests.verify import test_checker, test_side_by_side, test_slots_apart
from tests.verify.damaged_certificates import certifies
from tests.verify.test_checker import BLACK, WHITE, leaf, move, reply, white
from tests.webapp.reports.test_browser_proofs import checked, report

__all__ = ["report"]

pytestmark = [pytest.mark.web, pytest.mark.native]

_GOALS = {Side.WHITE: Goal.WHITE_WINS, Side.BLACK: Goal.BLACK_WINS}


def certificate(position: Position, strategy: Strategy) -> bytes | None:
    """Return the text of a certificate; None where it cannot tell the position or has no node."""
    side = strategy.prover
    verdict = Verdict.PROVEN
    if strategy.claim.aim is Aim.BLOCK:
        side, verdict = side.other, Verdict.DISPROVEN
    if position.problems() or not strategy.nodes:
        return None
    puzzle = Puzzle("", position, _GOALS[side])
    sgf = exact_sgf(puzzle)
    if sgf is None:
        return None
    return gzip.decompress(write_certificate(sgf, claim_of(puzzle), verdict, strategy))


def written_by_hand(patch: pytest.MonkeyPatch) -> dict[bytes, bool]:
    """Return the certificates that these tests show the checker, and whether it accepts them."""
    found = dict[bytes, bool]()

    def watched(position: Position, strategy: Strategy, but: frozenset[Hole] = frozenset()) -> None:
        text = None if but else certificate(position, strategy)
        if text is not None:
            found[text] = certifies(text)
        check_strategy(position, strategy, but)

    for module in (test_checker, test_side_by_side, test_slots_apart):
        patch.setattr(module, "check_strategy", watched)
        for name, test in vars(module).items():
            if name.startswith("test_") and not inspect.signature(test).parameters:
                test()
    return found


def test_it_keeps_every_rule(report: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    found = written_by_hand(monkeypatch)
    assert len(found) > 40
    said = checked(report, [*found])
    assert [*found.values()] == [not why for why in said]


def test_on_paper_two_old_pegs_are_never_linked(report: Page) -> None:
    start = make_position(Board(5, 3), "B1 C3", "", WHITE, Ruleset.PP)
    late = white(leaf("B1 C3", "B1-C3"), move("C3", "B1-C3", "C3 B2 C2 D2", "B1"))
    unlinked, fresh = certificate(start, late), certificate(start.clear(parse_hole("C3")), late)
    assert unlinked is not None
    assert fresh is not None
    assert [False, True] == [certifies(text) for text in (unlinked, fresh)]
    refused, accepted = checked(report, [unlinked, fresh])
    assert "M6" in refused
    assert "" == accepted


def test_links_that_may_stand_already_are_in_the_way_after_a_pass(report: Page) -> None:
    # Black may not peg B1, but he may have a link across B1-C3 before White makes it.
    start = make_position(Board(6, 5), "C3 B5 (B5-C3)", "", BLACK)
    across = frozenset(map(parse_link, ["A3-C2", "B2-D3", "B3-D2", "B4-C2"]))
    joining = replace(move("B1", "B1-C3", "B1", "C3 B5", "B5-C3"), apart=across)
    end, root = leaf("B1 B5 C3", "B1-C3", "B5-C3"), reply("B1", "B5 C3", "B5-C3", 1)
    text = certificate(start, white(end, joining, root))
    assert text is not None
    assert not certifies(text)
    (refused,) = checked(report, [text])
    assert "R4: a pass" in refused
