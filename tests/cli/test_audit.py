"""`twixt audit`: reports in three forms, their schema, certificates and exit codes."""

import json
from dataclasses import astuple
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from solver.cli.audit_puzzles import agreement
from solver.cli.certificate_files import proof_name
from solver.files import read_file
from solver.proof import Limits
from solver.store import Store
from solver.tasks import task_of
from solver.work import Failure, Fault, Unit
from tests.batch.schemas import check_json
from tests.cli.samples import BROKEN, DISPROVEN, FEW_NODES, PROVEN, ROOT, UNDECIDED, twixt

pytestmark = pytest.mark.native

SCHEMA = json.loads((ROOT / "solver" / "schemas" / "audit.json").read_text(encoding="utf-8"))

NODES = ("--nodes", "100000")

COOKED = (
    "(;FF[4]GM[21]SZ[5]RU[STD]GN[Two ways]PZ[]PL[W]"
    "AW[b1][c3]AB[d2]IP[](;W[b5]TE[1])(;W[c5]BM[1];B[a3]))"
)


def records(*arguments: object, text: str | None = None) -> list[dict[str, Any]]:
    """Audit, and return the lines of JSON, each checked against the schema."""
    result = twixt("audit", "--json", *NODES, *arguments, text=text)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    for record in found:
        jsonschema_rs.validate(SCHEMA, record)
    return found


def file(folder: Path, text: str, name: str = "p.sgf") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_what_keeps_the_key_hole_closed_and_still_wins_is_a_cook() -> None:
    (record,) = records("-", text=COOKED)
    assert "cooked" == record["verdict"]
    kinds = {move["hole"]: move["kind"] for move in record["moves"]}
    assert "key" == kinds["b5"]
    assert "cook" == kinds["d5"]
    assert "delay" == kinds["b2"]
    assert len(kinds) == record["first_moves"] == record["decided"]


def test_a_claim_that_fails_has_no_solution() -> None:
    (record,) = records("-", text=DISPROVEN)
    assert "no solution" == record["verdict"]
    assert {"try", "idle"} >= {move["kind"] for move in record["moves"]}


def test_few_nodes_claim_nothing() -> None:
    result = twixt("audit", "--json", *FEW_NODES, "-", text=UNDECIDED)
    record = json.loads(result.stdout)
    jsonschema_rs.validate(SCHEMA, record)
    assert 3 == result.exit_code
    assert "undecided" == record["verdict"]
    assert "nodes" == record["limit"]
    assert {"undecided"} == {move["kind"] for move in record["moves"]}
    assert [] == record["keys"]


def test_one_puzzle_gets_a_report_and_several_a_line_each(tmp_path: Path) -> None:
    one = file(tmp_path, COOKED)
    report = twixt("audit", *NODES, one)
    assert 1 == report.exit_code
    assert report.stdout.startswith("Two ways: cooked, ")
    table = twixt("audit", *NODES, one, one)
    assert ["puzzle", "Two ways", "Two ways"] == [
        line.partition("  ")[0] for line in table.stdout.splitlines()
    ]
    assert "2 puzzles: 0 sound, 2 cooked" in table.stderr


def test_a_broken_file_does_not_keep_others_from_being_audited(tmp_path: Path) -> None:
    result = twixt("audit", "--json", *NODES, file(tmp_path, BROKEN, "x.sgf"), "-", text=COOKED)
    assert 2 == result.exit_code
    assert 1 == len(result.stdout.splitlines())


def test_the_page_has_no_script_and_names_every_first_move(tmp_path: Path) -> None:
    path = file(tmp_path, COOKED.replace("Two ways", "<b>Two & ways"))
    record = records(path, "--html", tmp_path / "pages")[0]
    page = (tmp_path / "pages" / "p.html").read_text(encoding="utf-8")
    tags = set[str]()

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
            tags.add(tag)

    Tags().feed(page)
    assert {"svg", "table"} <= tags
    assert tags.isdisjoint({"script", "b", "link", "img"})
    assert len(record["moves"]) == page.count('<g class="hole ')


def test_the_proofs_of_an_audit_are_certificates(tmp_path: Path) -> None:
    records(file(tmp_path, COOKED), "--certificates", tmp_path / "certs")
    names = {path.name for path in (tmp_path / "certs").iterdir()}
    assert {"p.cert.gz", "p.cook-d5.cert.gz"} <= names
    for options in ((), ("--sat",)):
        result = twixt("certify", *options, tmp_path / "certs")
        assert 0 == result.exit_code
        assert len(names) == result.stdout.count("ok ")
        said = {Path(line.split()[1]).name: line for line in result.stdout.splitlines()}
        assert "white connects, proven, beginning with B5 (" in said["p.cert.gz"]
        cook = said["p.cook-d5.cert.gz"]
        assert "white connects, proven, beginning with D5, without B5 (" in cook


def shipped(name: str) -> str:
    return (ROOT / "puzzles" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "nodes", "words"),
    [
        (shipped("lessons/lesson5.sgf"), 2000, {"", "unique"}),
        (shipped("randolph-hensel/p24.sgf"), 400, {"unique"}),
        (DISPROVEN, 2000, {""}),
        (PROVEN.replace("and win", "and draw"), 2000, {""}),
        (UNDECIDED, 20, set[str]()),
    ],
    ids=["key and refuted moves", "refuted moves only", "fails", "better than asked", "nothing"],
)
def test_a_resumed_audit_tells_of_certificates_that_are_missing(
    text: str, nodes: int, words: set[str], tmp_path: Path
) -> None:
    folder, out, said = (
        tmp_path / "certs",
        tmp_path / "out",
        "certificates are missing for 1 puzzle",
    )
    asked = ("audit", file(tmp_path, text), "--nodes", nodes, "--out", out, "--certificates")
    twixt(*asked, folder)
    there = {word: folder / proof_name("p.cert.gz", word) for word in ("", "unique")}
    assert words == {word for word, path in there.items() if path.exists()}
    assert said not in twixt(*asked, folder, "--resume").stderr
    for word in words:
        proof = there[word].read_bytes()
        there[word].unlink()
        assert said in twixt(*asked, folder, "--resume").stderr
        there[word].write_bytes(proof)


def test_a_second_audit_asks_the_store_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, kept = file(tmp_path, COOKED), tmp_path / "kept.sqlite"
    first = records(path, "--store", kept)[0]

    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("the store was to be asked only")

    monkeypatch.setattr("solver.batch.crash_safe_pool.Pool.submit", nothing)
    second = records(path, "--store", kept)[0]
    for record in (first, second):
        record["kinds"] = {move["hole"]: move["kind"] for move in record["moves"]}
    assert all(first[name] == second[name] for name in ("verdict", "reason", "kinds"))
    with Store(kept) as store:
        assert [] == store.faults


def test_records_of_another_run_are_taken_up_again(tmp_path: Path) -> None:
    path, out = file(tmp_path, COOKED), tmp_path / "out.jsonl"
    first = records(path, "--out", out)
    assert first == records(path, "--out", out, "--resume")
    assert 1 == len(out.read_text().splitlines())


def test_a_record_names_its_puzzle_and_limits(tmp_path: Path) -> None:
    path = file(tmp_path, COOKED)
    (record,) = records(path)
    puzzle = read_file(path).puzzle
    assert puzzle is not None
    options = {"audit": astuple(Limits(**record["limits"]))}
    assert record["task"] == task_of(str(path), puzzle, options)


def test_an_audit_is_the_same_with_any_number_of_jobs(tmp_path: Path) -> None:
    paths = [file(tmp_path, text, f"{n}.sgf") for n, text in enumerate((COOKED, DISPROVEN))]
    one, two = (
        [{**record, "seconds": 0} for record in records(*paths, "--jobs", jobs)] for jobs in (1, 2)
    )
    assert one == two


def test_the_difficulty_is_held_against_the_order_of_the_puzzles() -> None:
    rated = [{"verdict": "sound", "difficulty": number} for number in (10, 30, 20, 40, 50)]
    assert "rank correlation 0.90 over 5" in agreement(rated)
    assert "" == agreement(rated[:4])
    assert "" == agreement(rated[:1] * 5)
    assert "" == agreement([{"verdict": "undecided", "difficulty": None}] * 9)


def test_what_an_author_may_do_is_told_with_the_changed_puzzle(tmp_path: Path) -> None:
    path = file(tmp_path, COOKED)
    result = twixt("improve", "--json", *FEW_NODES, path)
    assert 0 == result.exit_code
    record = json.loads(result.stdout)
    schema = ROOT / "solver" / "schemas" / "improve.json"
    jsonschema_rs.validate(json.loads(schema.read_text(encoding="utf-8")), record)
    assert "cooked" == record["verdict"]
    for repair in record["repairs"]:
        assert repair["sgf"].startswith("(;FF[4]GM[21]")


LEFT_OUT = """\
TwixT 5x5 STD, white to move and win
   A  B  C  D  E
1     W  .  W
2  .  W  .  B  .
3  .     .  .  B
4  .  .  .  .  B
5     W  .  .
"""
"""A board without B3."""


def test_a_changed_puzzle_that_sgf_cannot_carry_is_null(tmp_path: Path) -> None:
    path = file(tmp_path, LEFT_OUT, "p.diagram")
    (record,) = check_json("improve", twixt("improve", "--json", *FEW_NODES, path).stdout)
    assert {"change": "without white d1, black e3", "sgf": None} == record["economy"]


def failing(fault: Fault, _: Unit) -> Failure:
    """Stand in for a search that does not end."""
    return Failure(fault, "out of cheese")


@pytest.mark.parametrize(("fault", "code"), [(Fault.CRASHED, 70), (Fault.MEMORY, 0)])
def test_improve_tells_of_a_search_that_did_not_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault, code: int
) -> None:
    monkeypatch.setattr("solver.cli.puzzle_batch.perform_bounded", partial(failing, fault))
    result = twixt("improve", "--json", *FEW_NODES, file(tmp_path, COOKED))
    assert code == result.exit_code
    assert "p.sgf: " in result.stderr
    assert "out of cheese" in result.stderr
    assert bool(result.stdout) is (code == 0)


def test_without_a_key_that_wins_improve_names_the_first_moves_that_win(tmp_path: Path) -> None:
    draft = (ROOT / "docs" / "examples" / "draft.sgf").read_text(encoding="utf-8")
    said = "Two ways: cooked, 11 first moves win: b3, b5, c2, c5, c6, d3, d5, e2 and 3 more"
    for key, more in (("", ""), (";W[b2]TE[1]", "; the author's key b2 fails")):
        path = file(tmp_path, draft.replace(";W[e2]TE[1]", key))
        assert said + more == twixt("improve", *NODES, path).stdout.splitlines()[0]
