"""A third checker of certificates, in the browser: it says what `twixt certify` says."""

import base64
import gzip
import io
import json
import random
import re
import zipfile
from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Page, Route, expect

from solver.files import read_text
from solver.game import Board, Diagonal, Shape, Side, hole_text, link_text
from tests.verify.damaged_certificates import certifies, damaged, shipped
from tests.webapp.browser import no_serious_findings, visit
from tests.webapp.shots import puzzle
from webapp.catalog.shipped_collections import public_id

pytestmark = [pytest.mark.web, pytest.mark.native]

SETS = ("lessons", "course", "first-steps", "boards", "expert", "randolph-hensel", "diagonal")
SEED, DAMAGED = 20261123, 60

CHECK = """async ([path, texts]) => {
  const { check } = await import(path);
  return texts.map((text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    try {
      check(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
      return "";
    } catch (error) {
      return error.constructor.name + ": " + error.message;
    }
  });
}"""


def checked(page: Page, texts: list[bytes]) -> list[str]:
    """Return why the checker refuses each certificate; empty for one that it accepts."""
    path = "/static/js/proof/check.js"
    found: list[str] = page.evaluate(CHECK, [path, [base64.b64encode(t).decode() for t in texts]])
    return found


def sound(sets: tuple[str, ...] = SETS) -> Iterator[bytes]:
    for name in sets:
        yield from (text for _, text in islice(shipped(name, 12), 12))


@pytest.fixture
def report(page: Page, site: str) -> Page:
    visit(page, f"{site}{puzzle('p15')}/report")
    return page


def test_it_accepts_certificates_of_all_boards(report: Page) -> None:
    texts = list(sound())
    assert len(texts) >= 50
    assert [""] * len(texts) == checked(report, texts)


@pytest.mark.parametrize("sets", [SETS[:-1], SETS[-1:]])
def test_it_agrees_about_damaged_ones(report: Page, sets: tuple[str, ...]) -> None:
    rng, texts = random.Random(SEED), [text for text in sound(sets) if len(text) < 200_000]
    tried = [damaged(SEED + number, rng.choice(texts)) for number in range(DAMAGED)]
    said = checked(report, tried)
    assert [certifies(text) for text in tried] == [not why for why in said]
    assert all(why.startswith("Refused: ") for why in said if why)
    assert 5 < said.count("") < DAMAGED - 20


READ = """async (texts) => {
  const { readPuzzle } = await import("/static/js/proof/puzzle_text.js");
  const { holeName, leftOf, rightOf } = await import("/static/js/proof/geometry.js");
  const slotName = (slot) => `${holeName(leftOf(slot))}-${holeName(rightOf(slot))}`;
  return texts.map((text) => {
    const { board, pegs, links } = readPuzzle(text).position;
    const names = (numbers, name) => [...numbers].map(name).sort();
    const sides = ["white", "black"];
    return [
      names(board.holes(), holeName),
      sides.map((side) => names(pegs[side], holeName)),
      sides.map((side) => names(links[side], slotName)),
    ];
  });
}"""


def test_it_reads_a_setup_as_the_solver_does(report: Page) -> None:
    texts = [
        f"(;GM[21]PZ[]PL[W]{rest}"
        for rest in (
            "SZ[12]VW[a1:f6];VW[d4:l12];W[e5];IP[])",
            "SZ[12]VW[a1:f6];VW[];W[e5];IP[])",
            "SZ[6];W[c1];B[b2];B[d3]AW[b3];IP[])",
            "SZ[6];AW[c3]AE[c3];IP[])",
            "SZ[6];AB[c3]AW[d5][e3];B[c2]W[e4];IP[])",
            "SZ[8]RU[PP];W[b3];W[d4];W[b4];W[d3];W[-c3'];IP[])",
            "SZ[8]RU[PP];W[b3];W[d4];W[b4];W[d3][-c3'];IP[])",
            "SZ[13]SHAPE[diagonal-45]VW[];W[d2];W[f3];B[b5];B[d6];IP[])",
        )
    ]
    for text, told in zip(texts, report.evaluate(READ, texts), strict=True):
        puzzle = read_text(text).puzzle
        assert puzzle is not None, text
        position, sides = puzzle.position, (Side.WHITE, Side.BLACK)
        inside = position.board.playable_holes()
        assert told == [
            sorted(map(hole_text, inside)),
            [sorted(map(hole_text, position.pegs(side))) for side in sides],
            [sorted(link_text(link).upper() for link in position.links(side)) for side in sides],
        ], text


LINES = """async (boards) => {
  const { DiagonalBoard } = await import("/static/js/proof/diagonal.js");
  const { holeName } = await import("/static/js/proof/geometry.js");
  return boards.map(([shape, size]) => {
    const board = new DiagonalBoard(shape, size);
    const kept = (rule) => board.holes().filter(rule).map(holeName).sort();
    return ["white", "black"].map((side) => [
      kept((hole) => !board.foreign(side, hole)),
      ...[0, 1].map((end) => kept((hole) => board.onGoalLine(side, end, hole))),
    ]);
  });
}"""


def test_diagonal_boards_are_those_of_the_solver(report: Page) -> None:
    kinds = [Diagonal(shape, size) for shape in Shape for size in (*range(9, 21), 34)]
    told = report.evaluate(LINES, [[kind.shape.value, kind.size] for kind in kinds])
    for kind, sides in zip(kinds, told, strict=True):
        board = Board.of(kind)
        assert sides == [
            [
                sorted(map(hole_text, board.playable_holes(side))),
                *(sorted(map(hole_text, board.line_holes(side, end))) for end in (0, 1)),
            ]
            for side in (Side.WHITE, Side.BLACK)
        ], kind


def test_it_refuses_diagonal_boards_that_there_are_not(report: Page) -> None:
    values = json.loads(shipped("diagonal", 1)[0][1])
    board = "SZ[13]SHAPE[diagonal-45]"
    assert board in values["puzzle"]
    for other in (
        "SZ[13:14]SHAPE[diagonal-45]",
        "SZ[13]SHAPE[diagonal-30]",
        "SZ[4]SHAPE[diagonal-45]",
        "SZ[81]SHAPE[diagonal-45]",
        "SZ[13]SHAPE[diagonal-45]VW[b2:l12]",
    ):
        puzzle = values["puzzle"].replace(board, other)
        text = json.dumps(values | {"puzzle": puzzle}).encode()
        assert not certifies(text), other
        assert re.match("Refused: (A .*board|The shape) ", checked(report, [text])[0]), other


@pytest.mark.parametrize("name", ["26-1", "45-1"])
def test_a_report_on_a_diagonal_board_is_checked_by_a_click(
    page: Page, site: str, name: str
) -> None:
    visit(page, f"{site}/p/{public_id('diagonal', name)}/report")
    part = page.locator("#proof-check")
    part.get_by_role("button", name="Check these proofs here").click()
    expect(part.get_by_role("status")).to_contain_text("2 proofs of")
    expect(part.get_by_role("status")).to_contain_text("and all hold")


def test_a_report_is_checked_by_a_click(report: Page) -> None:
    part = report.locator("#proof-check")
    button = part.get_by_role("button", name="Check these proofs here")
    button.press("Enter")
    expect(part.get_by_role("status")).to_contain_text("and all hold")
    expect(button).to_be_focused()
    lines = part.get_by_role("listitem")
    expect(lines.first).to_have_text(
        re.compile(r"^✓ (White|Black) can connect by [A-Z]\d+\. \d+ steps\.$")
    )
    assert {"proved"} == set(lines.evaluate_all("items => items.map(item => item.dataset.state)"))
    no_serious_findings(report)


@pytest.mark.parametrize("what", ["a step is gone", "another puzzle"])
def test_a_proof_that_fails_is_named(report: Page, what: str) -> None:
    def spoil(route: Route) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as written:
            text = shipped("lessons")[-1][1]
            if what == "a step is gone":
                text = text.replace(b'"first":', b'"last":').replace(b'"proven"', b'"disproven"', 1)
            written.writestr("p15/p15.cert.gz", gzip.compress(text))
        route.fulfill(body=packed.getvalue(), content_type="application/zip")

    report.route("**/certificates.zip", spoil)
    part = report.locator("#proof-check")
    part.get_by_role("button", name="Check these proofs here").click()
    expect(part.get_by_role("status")).to_contain_text("1 failed")
    expect(part.get_by_role("listitem")).to_contain_text("✗ p15/p15.cert.gz: ")


def test_a_single_proof_is_counted_as_such(page: Page, site: str) -> None:
    packed = io.BytesIO()
    (name, proof), *_ = shipped("diagonal", 1)
    with zipfile.ZipFile(packed, "w") as written:
        written.writestr(f"{name}.cert.gz", gzip.compress(proof))
    body = packed.getvalue()
    page.route("**/certificates.zip", lambda route: route.fulfill(body=body))
    visit(page, f"{site}/p/{public_id('diagonal', name)}/report")
    part = page.locator("#proof-check")
    part.get_by_role("button", name="Check these proofs here").click()
    expect(part.get_by_role("status")).to_contain_text(
        re.compile("checked 1 proof .* and it holds")
    )


def test_an_archive_that_is_none_is_told(report: Page) -> None:
    report.route("**/certificates.zip", lambda route: route.fulfill(body=b"nothing"))
    part = report.locator("#proof-check")
    part.get_by_role("button", name="Check these proofs here").click()
    expect(part.get_by_role("status")).to_have_text("The archive of proofs is damaged.")


def test_an_archive_without_proofs_proves_nothing(report: Page) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as written:
        written.writestr("read.me", "nothing")
    body = packed.getvalue()
    report.route("**/certificates.zip", lambda route: route.fulfill(body=body))
    part = report.locator("#proof-check")
    part.get_by_role("button", name="Check these proofs here").click()
    expect(part.get_by_role("status")).to_have_text("The archive has no proofs.")


def test_a_proof_with_the_other_side_to_move_is_of_another_position(report: Page) -> None:
    part = report.locator("#proof-check")
    to_move = part.get_attribute("data-to-move")
    assert to_move in ("white", "black")
    part.evaluate(
        "(part, side) => { part.dataset.toMove = side; }",
        "black" if to_move == "white" else "white",
    )
    part.get_by_role("button", name="Check these proofs here").click()
    expect(part.get_by_role("listitem").first).to_contain_text("It is about another position")
