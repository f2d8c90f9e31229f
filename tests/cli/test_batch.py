"""`twixt solve --out`, `--resume` and `--store`, and what they print."""

import errno
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from solver.cli.certificate_files import proof_name
from solver.work import Failure, Fault
from tests.batch.schemas import check_json
from tests.cli.samples import DISPROVEN, KEYED, PROVEN, ROOT, TWIXT, UNDECIDED, twixt
from tests.cli.test_solve import files
from tests.store.test_store import change
from tests.waiting import DEADLINE, until

pytestmark = pytest.mark.native

NODES = ("--nodes", 2000, "--seconds", 600)
LESSON = (ROOT / "puzzles" / "lessons" / "lesson5.sgf").read_text(encoding="utf-8")
DRAW = "(;FF[4]GM[21]SZ[5]RU[STD]PZ[0]PL[W]AW[b1][c3]AB[d2]IP[])"


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "puzzles"
    return files(
        folder, z_sgf=KEYED, m_sgf=UNDECIDED, a_diagram=PROVEN, k_diagram=DISPROVEN, d_sgf=DRAW
    )


def steady(text: str) -> list[dict[str, object]]:
    """Return records without their timings."""
    return [{**line, "seconds": 0} for line in check_json("solve", text)]


@pytest.mark.parametrize("command", ["solve", "audit", "improve"])
def test_processes_that_cannot_be_started_are_no_fault_of_the_output(
    command: str, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: SpawnProcess) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(SpawnProcess, "start", refuse)
    result = twixt(command, *paths, "--jobs", 9)
    said = "cannot be started: Too many open files (lower --jobs, or raise `ulimit -n`)\n"
    assert (2, f"twixt: process 1 of 9 {said}") == (result.exit_code, result.stderr)


def test_records_are_what_json_prints_and_keep_to_the_schema(
    tmp_path: Path, paths: list[Path]
) -> None:
    out = tmp_path / "out.jsonl"
    result = twixt("solve", *paths, *NODES, "--unique", "--json", "--out", out)
    assert out.read_text() == result.stdout
    assert ["proven", "undecided", "proven", "disproven", "proven"] == [
        line["verdict"] for line in check_json("solve", result.stdout)
    ]


@pytest.mark.parametrize("kept", [0, 1, 2, 4, 5])
def test_resuming_gives_the_file_of_an_undisturbed_run(
    tmp_path: Path, paths: list[Path], kept: int
) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    undisturbed = twixt("solve", *paths, *NODES, "--out", whole)
    lines = whole.read_text().splitlines(keepends=True)
    torn = lines[kept][:20] if kept < len(lines) else ""
    cut.write_text("".join(lines[:kept]) + torn)
    resumed = twixt("solve", *paths, *NODES, "--out", cut, "--resume")
    assert steady(whole.read_text()) == steady(cut.read_text())
    assert undisturbed.exit_code == resumed.exit_code
    assert lines[:kept] == cut.read_text().splitlines(keepends=True)[:kept]
    assert [line.split()[0] for line in undisturbed.stdout.splitlines()] == [
        line.split()[0] for line in resumed.stdout.splitlines()
    ]


def test_a_puzzle_that_changed_is_solved_anew(tmp_path: Path, paths: list[Path]) -> None:
    out = tmp_path / "out.jsonl"
    twixt("solve", *paths, *NODES, "--out", out)
    paths[2].write_text(DISPROVEN)
    result = twixt("solve", *paths, *NODES, "--out", out, "--resume")
    found = steady(out.read_text())
    assert [str(path) for path in paths] == [line["file"] for line in found]
    assert "disproven" == found[2]["verdict"]
    old = tmp_path / "out.jsonl.old"
    assert f"moved 1 record of other puzzles or options to {old}" in result.stderr
    (moved,) = steady(old.read_text())
    assert "disproven" != moved["verdict"]


def test_certificates_that_a_resumed_run_cannot_write_are_told(
    tmp_path: Path, paths: list[Path]
) -> None:
    out, folder = tmp_path / "out.jsonl", tmp_path / "proofs"
    twixt("solve", paths[0], *NODES, "--out", out)
    again = ("solve", paths[0], *NODES, "--out", out, "--resume", "--certificates", folder)
    assert (
        "certificates are missing for 1 puzzle finished in an earlier run" in twixt(*again).stderr
    )
    out.unlink()
    assert "certificates are missing" not in twixt(*again).stderr
    assert "certificates are missing" not in twixt(*again).stderr


@pytest.mark.parametrize(("text", "words"), [(LESSON, {"", "unique"}), (DISPROVEN, {""})])
def test_a_resumed_run_misses_the_refutations_of_the_other_first_moves_too(
    text: str, words: set[str], tmp_path: Path
) -> None:
    puzzle, out, folder = tmp_path / "p.sgf", tmp_path / "out.jsonl", tmp_path / "proofs"
    puzzle.write_text(text, encoding="utf-8")
    asked = ("solve", puzzle, *NODES, "--unique", "--out", out, "--certificates", folder)
    twixt(*asked)
    there = {folder / proof_name("p.cert.gz", word) for word in words}
    assert there == {*folder.iterdir()}
    assert "certificates are missing" not in twixt(*asked, "--resume").stderr
    for path in there:
        proof = path.read_bytes()
        path.unlink()
        assert "certificates are missing for 1 puzzle" in twixt(*asked, "--resume").stderr
        path.write_bytes(proof)


def test_a_certificate_of_another_puzzle_of_that_name_is_none(
    tmp_path: Path, paths: list[Path]
) -> None:
    out, folder = tmp_path / "out.jsonl", tmp_path / "proofs"
    other = tmp_path / "other" / paths[0].name
    other.parent.mkdir()
    shutil.copy(ROOT / "puzzles" / "lessons" / "lesson5.sgf", other)
    twixt("solve", other, "--certificates", folder)
    twixt("solve", paths[0], *NODES, "--out", out)
    again = ("solve", paths[0], *NODES, "--out", out, "--resume", "--certificates", folder)
    assert (
        "certificates are missing for 1 puzzle finished in an earlier run" in twixt(*again).stderr
    )
    for file, data in (("p.unique.cert.gz", b"no proof"), ("empty.cert.gz", b"")):
        (folder / file.replace("p.", f"{paths[0].stem}.")).write_bytes(data)
    assert (
        "certificates are missing for 1 puzzle finished in an earlier run" in twixt(*again).stderr
    )


def test_a_puzzle_whose_certificate_cannot_be_written_is_not_finished(
    tmp_path: Path, paths: list[Path]
) -> None:
    out, folder = tmp_path / "out.jsonl", tmp_path / "proofs"
    (folder / f"{paths[0].stem}.cert.gz").mkdir(parents=True)
    asked = ("solve", paths[0], *NODES, "--out", out, "--certificates", folder)
    assert twixt(*asked).exit_code == 2
    assert out.read_text() == ""
    (folder / f"{paths[0].stem}.cert.gz").rmdir()
    twixt(*asked, "--resume")
    assert len(steady(out.read_text())) == 1


def test_results_go_to_a_file_or_to_stdout(paths: list[Path]) -> None:
    result = twixt("solve", paths[0], "--out", "-")
    assert result.exit_code == 2
    assert "--json prints the lines to stdout" in result.stderr


def test_a_file_that_is_named_twice_has_two_records(tmp_path: Path, paths: list[Path]) -> None:
    out = tmp_path / "out.jsonl"
    twixt("solve", paths[0], paths[0], "--out", out)
    one, two = steady(out.read_text())
    assert one["task"] != two["task"]
    assert {**one, "task": ""} == {**two, "task": ""}


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, paths: list[Path]) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("mine\n")
    result = twixt("solve", *paths, "--out", out)
    assert 2 == result.exit_code
    assert "is there already" in result.stderr
    assert "mine\n" == out.read_text()


def test_a_record_is_written_before_those_of_harder_puzzles_that_stand_before_it(
    tmp_path: Path,
) -> None:
    """The first puzzle takes minutes; the run is interrupted as soon as the others are there."""
    paths = files(tmp_path, a_sgf=UNDECIDED, b_sgf=KEYED, c_diagram=DISPROVEN)
    out = tmp_path / "out.jsonl"
    process = subprocess.Popen(
        [TWIXT, "solve", *paths, "--seconds", "600", "--jobs", "2", "--out", out],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A background job of a shell is deaf to Ctrl-C, and its children with it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert until(lambda: out.exists() and out.read_text().count("\n") == 2)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=DEADLINE)
    assert (130, b"") == (process.returncode, printed)
    assert ["proven", "disproven"] == [line["verdict"] for line in steady(out.read_text())]


def test_records_are_in_the_order_of_the_input_however_long_each_takes(tmp_path: Path) -> None:
    paths = files(tmp_path, a_sgf=UNDECIDED, b_sgf=KEYED, c_diagram=DISPROVEN)
    out = tmp_path / "out.jsonl"
    asked = ("--nodes", 100_000, "--seconds", 600, "--jobs", 2, "--json", "--out", out)
    assert twixt("solve", *paths, *asked).stdout == out.read_text()
    assert ["a", "Join the rows", "c"] == [line["puzzle"] for line in steady(out.read_text())]


@pytest.mark.parametrize("command", ["solve", "audit", "improve"])
def test_a_cluster_has_workers_of_its_own(command: str, paths: list[Path]) -> None:
    result = twixt(command, *paths, "--cluster", "tcp://127.0.0.1:1", "--jobs", 1)
    assert 2 == result.exit_code
    assert "--jobs: a cluster has workers of its own" in result.stderr


def test_resuming_needs_a_file(paths: list[Path]) -> None:
    result = twixt("solve", *paths, "--resume")
    assert 2 == result.exit_code
    assert "--out" in result.stderr


def test_a_store_gives_the_same_records_without_a_search(
    tmp_path: Path, paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ("--store", tmp_path / "verdicts.sqlite")
    options = (*NODES, "--unique", "--value", "--json", *store)
    first = twixt("solve", *paths, *options)
    monkeypatch.setattr("solver.cli.puzzle_batch.perform_bounded", None)  # any search would crash
    second = twixt("solve", *paths, *options)
    assert first.exit_code == second.exit_code
    assert steady(first.stdout) == steady(second.stdout)


def test_without_a_store_the_records_are_the_same(tmp_path: Path, paths: list[Path]) -> None:
    options = (*NODES, "--unique", "--value", "--json")
    first = twixt("solve", *paths, *options)
    second = twixt("solve", *paths, *options, "--store", tmp_path / "verdicts.sqlite")
    assert steady(first.stdout) == steady(second.stdout)


def test_damaged_rows_are_told_and_searched_again(tmp_path: Path, paths: list[Path]) -> None:
    store = tmp_path / "verdicts.sqlite"
    first = twixt("solve", paths[0], *NODES, "--json", "--store", store)
    change(store, "UPDATE verdicts SET strategy = x'00'")
    second = twixt("solve", paths[0], *NODES, "--json", "--store", store)
    assert steady(first.stdout) == steady(second.stdout)
    assert "warning" in second.stderr
    assert "row 1" in second.stderr
    assert "`twixt recheck`" in second.stderr
    third = twixt("solve", paths[0], *NODES, "--json", "--store", store)
    assert steady(first.stdout) == steady(third.stdout)
    assert "warning" not in third.stderr


def test_a_run_without_its_cluster_or_store_can_be_started_again(
    tmp_path: Path, paths: list[Path]
) -> None:
    out, text = tmp_path / "out.jsonl", tmp_path / "text"
    text.write_text("no database, and long enough not to be taken for an empty one")
    for *options, said in (("--cluster", "foo", "'foo' is no address"), ("--store", text, "used")):
        for _ in range(2):
            result = twixt("solve", *paths, *NODES, "--out", out, *options)
            assert 2 == result.exit_code
            assert str(said) in result.stderr
            assert not out.exists()


def test_resume_without_a_file_is_refused_before_anything_is_read() -> None:
    result = twixt("solve", "nowhere.sgf", "--resume", "--certificates", "proofs")
    assert 2 == result.exit_code
    assert "--resume continues a file: name it with --out" in result.stderr
    assert "nowhere" not in result.stderr
    assert not Path("proofs").exists()


# -- recheck --------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path, paths: list[Path]) -> Path:
    path = tmp_path / "verdicts.sqlite"
    twixt("solve", *paths, *NODES, "--unique", "--store", path)
    return path


def test_an_empty_file_is_no_store_and_stays_empty(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    result = twixt("recheck", "--store", empty)
    assert 2 == result.exit_code
    assert f"twixt: {empty} is no verdict store; name another file\n" == result.stderr
    assert not empty.stat().st_size


def recheck(store: Path, *options: object) -> tuple[int, list[dict[str, object]]]:
    result = twixt("recheck", "--store", store, *NODES, "--json", *options)
    return result.exit_code, check_json("recheck", result.stdout)


def test_stored_proofs_are_certified_without_a_search(store: Path) -> None:
    code, found = recheck(store)
    assert 0 == code
    assert 4 == len(found)
    assert {"certified"} == {line["state"] for line in found}
    assert all(line["now"] is None for line in found)


def test_proofs_of_another_version_are_found_again_and_replaced(store: Path) -> None:
    change(store, "UPDATE verdicts SET version = '0.0'")
    code, found = recheck(store)
    assert 0 == code
    assert {"found again"} == {line["state"] for line in found}
    assert {"0.0"} == {line["version"] for line in found}
    _, again = recheck(store)
    assert {"certified"} == {line["state"] for line in again}


def test_a_proof_that_is_not_found_again_stands(store: Path) -> None:
    change(store, "UPDATE verdicts SET version = '0.0'")
    result = twixt("recheck", "--store", store, "--nodes", 1)
    assert 3 == result.exit_code
    assert "verdict proven -> undecided" in result.stdout
    before = twixt("solve", store.parent / "puzzles" / "z.sgf", "--json", "--nodes", 1)
    assert "undecided" in before.stdout
    kept = twixt("solve", store.parent / "puzzles" / "z.sgf", "--nodes", 1, "--store", store)
    assert "proven" in kept.stdout


def test_a_proof_that_fails_is_told_removed_and_found_again(store: Path) -> None:
    change(store, "UPDATE verdicts SET strategy = x'00' WHERE id = 1")
    code, found = recheck(store)
    assert 1 == code
    failed = [line for line in found if line["state"] == "failed"]
    assert [1] == [line["row"] for line in failed]
    assert all(line["fault"] and line["now"] for line in failed)
    code, found = recheck(store)
    assert 0 == code


def test_a_shorter_proof_than_stored_is_a_difference_of_length(store: Path) -> None:
    change(store, "UPDATE verdicts SET version = '0.0', pegs = pegs + 5 WHERE but IS NULL")
    result = twixt("recheck", "--store", store, *NODES)
    assert 0 == result.exit_code
    assert "pegs 6 -> 1" in result.stdout


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "text"
    other.write_text("no database, and long enough not to be taken for an empty one")
    result = twixt("recheck", "--store", other)
    assert 2 == result.exit_code
    assert "cannot be used" in result.stderr


def test_a_row_whose_search_came_to_a_bad_end_is_named(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashed(
        plans: Iterator[object], *, on_end: Callable[[int, Failure], Failure], **more: object
    ) -> Iterator[tuple[int, Failure]]:
        assert {"jobs", "work"} == set(more)
        for at, _ in enumerate(plans):
            yield at, on_end(at, Failure(Fault.HUNG if at else Fault.CRASHED, "it broke"))

    monkeypatch.setattr("solver.cli.recheck_store.run_plans", crashed)
    result = twixt("recheck", "--store", store)
    assert 70 == result.exit_code
    assert f"{store}, row 1: the solver crashed: it broke" in result.stderr
    assert f"{store}, row 2: the solver hung: it broke" in result.stderr
