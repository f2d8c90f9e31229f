"""`twixt solve --certificates` and `twixt certify`: files, lines and exit codes."""

import gzip
import json
import shutil
from pathlib import Path
from unittest import mock

import pytest

from solver.cli.certificate_files import CertificateFolder, certificate_names, proof_name
from solver.files import exact_sgf, puzzle_to_sgf, read_file, read_text
from solver.game import Board, Hole, Position
from solver.puzzle import Puzzle
from tests.cli.samples import (
    DISPROVEN,
    FEW_NODES,
    GAME,
    KEYED,
    PROVEN,
    ROOT,
    UNDECIDED,
    real_twixt,
    twixt,
)

pytestmark = pytest.mark.native


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    """A folder with the certificates of two puzzles: `keyed` proven, `barred` disproven."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "keyed.sgf").write_text(KEYED)
    (folder / "barred.diagram").write_text(DISPROVEN)
    (folder / "open.sgf").write_text(UNDECIDED)
    target = tmp_path / "new" / "proofs"
    assert 1 == twixt("solve", folder, *FEW_NODES, "--certificates", target).exit_code
    return target


def tamper(path: Path, **values: object) -> None:
    packed = json.loads(gzip.decompress(path.read_bytes()))
    path.write_bytes(gzip.compress(json.dumps({**packed, **values}).encode()))


def test_a_decided_claim_gives_a_certificate_that_is_ok(proofs: Path) -> None:
    assert ["barred.cert.gz", "keyed.cert.gz"] == sorted(path.name for path in proofs.iterdir())
    result = twixt("certify", proofs)
    barred, keyed = result.stdout.splitlines()
    assert barred.startswith(f"ok      {proofs / 'barred.cert.gz'}")
    assert "white connects, disproven" in barred
    assert "Join the rows: white connects, proven (1 peg at most, 2 nodes)" in keyed
    assert (0, "") == (result.exit_code, result.stderr)


def test_a_nameless_puzzle_is_called_as_its_certificate_without_what_that_proves(
    proofs: Path,
) -> None:
    (proofs / "barred.cert.gz").rename(proofs / "barred.key-b5.cert.gz")
    said = twixt("certify", proofs / "barred.key-b5.cert.gz").stdout
    assert said.startswith(f"ok      {proofs / 'barred.key-b5.cert.gz'}  barred: white connects")


def test_jobs_write_the_same_bytes(proofs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    twixt("solve", tmp_path / "puzzles", *FEW_NODES, "--jobs", 2, "--certificates", folder)
    for path in proofs.iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes()


def test_a_certificate_that_proves_nothing_fails_loudly(proofs: Path) -> None:
    black = {"aim": "connect", "prover": "black"}
    tamper(proofs / "keyed.cert.gz", verdict="disproven", proves=black)
    (proofs / "torn.cert.gz").write_bytes(b"torn")
    result = twixt("certify", proofs)
    barred, keyed = result.stdout.splitlines()
    assert barred.startswith("ok ")
    assert keyed.startswith(f"FAILED  {proofs / 'keyed.cert.gz'}  node 0 (LEAF): ")
    assert "torn.cert.gz: this is no certificate" in result.stderr
    assert 1 == result.exit_code


def test_a_moved_peg_in_the_puzzle_fails(proofs: Path) -> None:
    path = proofs / "keyed.cert.gz"
    text = json.loads(gzip.decompress(path.read_bytes()))["puzzle"]
    assert ";W[c3]" in text
    tamper(path, puzzle=text.replace(";W[c3]", ";W[d4]"))
    result = twixt("certify", path)
    assert "root: the position does not contain the pattern" in result.stdout
    assert 1 == result.exit_code


@pytest.mark.parametrize("puzzle", ["", "no puzzle", "(;GM[21]SZ[5]", GAME])
def test_a_certificate_without_a_puzzle_is_unreadable(proofs: Path, puzzle: str) -> None:
    tamper(proofs / "keyed.cert.gz", puzzle=puzzle)
    result = twixt("certify", proofs / "keyed.cert.gz")
    assert (2, "") == (result.exit_code, result.stdout)
    assert "keyed.cert.gz" in result.stderr


def test_a_certificate_about_a_board_too_large_to_search_is_not_checked(proofs: Path) -> None:
    file = proofs / "keyed.cert.gz"
    text = json.loads(gzip.decompress(file.read_bytes()))
    text["puzzle"] = "(;GM[21]SZ[702]RU[STD]PZ[]PL[W]AW[b1][c3]AB[d2];IP[])"
    file.write_bytes(gzip.compress(json.dumps(text).encode()))
    looks = AssertionError("the size is to be looked at first")
    with mock.patch.object(Position, "could_have", side_effect=looks):
        result = twixt("certify", file)
    assert 2 == result.exit_code
    assert f"{file}: the puzzle in the certificate: the area to solve has 492804" in result.stderr


def test_the_name_of_a_puzzle_cannot_command_the_terminal(proofs: Path) -> None:
    path = proofs / "keyed.cert.gz"
    text = json.loads(gzip.decompress(path.read_bytes()))["puzzle"]
    tamper(path, puzzle=text.replace("Join the rows", "Join\x1b[31m\x07 the rows"))
    result = twixt("certify", path)
    assert 0 == result.exit_code
    assert result.stdout.isascii()
    assert result.stdout.rstrip("\n").isprintable()


def test_a_certificate_is_read_from_stdin(proofs: Path) -> None:
    data = (proofs / "keyed.cert.gz").read_bytes()
    result = twixt("certify", "-", text=data)
    assert 0 == result.exit_code
    assert result.stdout.startswith("ok      <stdin>  Join the rows: white connects, proven")
    result = twixt("certify", "-", text=data[:-9])
    assert (2, "<stdin>: the certificate ends too early\n") == (result.exit_code, result.stderr)


def test_missing_files_and_empty_folders_are_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none.cert.gz", tmp_path, "nul\0"):
        result = twixt("certify", path)
        assert (2, "") == (result.exit_code, result.stdout)
        assert result.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_made_is_told_before_solving(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = twixt("solve", "-", "--certificates", tmp_path / "file" / "proofs", text=PROVEN)
    assert (2, "") == (result.exit_code, result.stdout)
    assert "this folder cannot be made or used" in result.stderr


def test_a_certificate_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "stdin.cert.gz").mkdir()
    result = twixt("solve", "-", "--certificates", tmp_path, text=PROVEN)
    assert 2 == result.exit_code
    assert "the file cannot be written" in result.stderr
    assert "proven" in result.stdout


def test_certificates_of_files_with_one_name_are_told_apart() -> None:
    files = ["a/p.sgf", "b/p.diagram", "b/p.sgf", "c/a-p.sgf", "q.sgf", "-"]
    assert [
        "a-p.cert.gz",
        "b-p.cert.gz",
        "b-p-2.cert.gz",
        "a-p-2.cert.gz",
        "q.cert.gz",
        "stdin.cert.gz",
    ] == certificate_names(files)


def test_a_name_with_a_dot_is_not_taken_for_a_proof_of_another_puzzle(tmp_path: Path) -> None:
    files = ["p/a.sgf", "p/a.unique.sgf", "p/a-unique.sgf", "v1.2/b.sgf", "p/b.sgf"]
    names = certificate_names(files)
    assert ["a", "a-unique", "a-unique-2", "v1-2-b", "p-b"] == [
        name.removesuffix(".cert.gz") for name in names
    ]
    lesson = ROOT / "puzzles" / "lessons" / "lesson5.sgf"
    assert 0 == twixt("solve", lesson, "--certificates", tmp_path).exit_code
    (tmp_path / "lesson5.cert.gz").rename(tmp_path / proof_name(names[1], "unique"))
    puzzle = read_file(lesson).puzzle
    assert puzzle is not None
    found = CertificateFolder(tmp_path)
    assert [False, True] == [found.has(name, puzzle, "unique") for name in names[:2]]


def test_the_proofs_of_two_puzzles_do_not_overwrite_each_other(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for name, lesson in (("a.sgf", "lesson5.sgf"), ("a.unique.sgf", "lesson4.sgf")):
        shutil.copy(ROOT / "puzzles" / "lessons" / lesson, folder / name)
    proofs = tmp_path / "proofs"
    assert 0 == twixt("solve", folder, "--unique", "--certificates", proofs).exit_code
    said = twixt("certify", proofs / "a.unique.cert.gz").stdout
    assert "Lesson 5: all together: white connects by no first move except D3" in said
    assert 4 == len(list(proofs.iterdir()))


def test_a_board_that_sgf_cannot_carry_has_no_certificate() -> None:
    plain = Puzzle("", Position(Board(5, 5)))
    assert puzzle_to_sgf(plain) == exact_sgf(plain)
    holes = frozenset(hole for hole in Board(5, 5).playable_holes() if hole != Hole(2, 2))
    assert None is exact_sgf(Puzzle("", Position(Board(5, 5, holes))))


def test_the_certificate_in_the_docs_is_ok() -> None:
    result = real_twixt("certify", ROOT / "docs" / "p15.cert.gz")
    assert (0, "") == (result.returncode, result.stderr)
    assert "Quarter-board puzzle 15: white connects, proven" in result.stdout


def test_read_text_of_every_sample_is_carried() -> None:
    for text in (PROVEN, DISPROVEN, KEYED):
        puzzle = read_text(text).puzzle
        assert puzzle is not None
        assert exact_sgf(puzzle)


def test_a_sat_solver_checks_as_well(proofs: Path) -> None:
    result = twixt("certify", "--sat", proofs)
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["ok", "ok"]
    black = {"aim": "connect", "prover": "black"}
    tamper(proofs / "keyed.cert.gz", verdict="disproven", proves=black)
    result = twixt("certify", "--sat", proofs)
    assert "SAT: node 1 (MOVE): the peg has no hole" in result.stdout
    assert 1 == result.exit_code


def test_the_pegs_of_a_proof_are_told_where_they_were_looked_at(
    proofs: Path, tmp_path: Path
) -> None:
    path, kept = proofs / "keyed.cert.gz", tmp_path / "kept.sqlite"
    nodes = json.loads(gzip.decompress(path.read_bytes()))["nodes"]
    nodes[-1][1] = 0
    tamper(path, nodes=nodes)
    result = twixt("certify", "--sat", path)
    assert "white connects, proven (2 nodes)" in result.stdout
    assert 0 == result.exit_code
    for more in ([], ["--sat", "--store", kept]):
        result = twixt("certify", *more, path)
        assert "FAILED" in result.stdout
        assert 1 == result.exit_code


def test_a_proof_that_no_other_first_move_does_it(tmp_path: Path) -> None:
    path = tmp_path / "keyed.sgf"
    path.write_text(KEYED.replace("AB[d2]", "AB[d2][b2]"))
    result = twixt("solve", path, "--unique", "--certificates", tmp_path, "--json")
    assert "every first move but b5, c4, d5 is refuted" in result.stderr
    line = json.loads(result.stdout)
    assert (["b5", "c4", "d5"], []) == (sorted(line["winning"]), line["undecided"])
    result = twixt("certify", tmp_path / "keyed.unique.cert.gz")
    assert "white connects by no first move except" in result.stdout
    assert 0 == result.exit_code


def test_where_a_pass_wins_every_first_move_does(tmp_path: Path) -> None:
    path = tmp_path / "keyed.sgf"
    path.write_text(KEYED)
    result = twixt("solve", path, "--unique", "--certificates", tmp_path, "--json")
    line = json.loads(result.stdout)
    assert (12, []) == (len(line["winning"]), line["undecided"])
    assert not (tmp_path / "keyed.unique.cert.gz").exists()


def test_what_is_proved_is_kept_in_a_store(proofs: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite"
    assert 0 == twixt("certify", proofs, "--store", kept).exit_code
    rechecked = twixt("recheck", "--store", kept)
    assert 0 == rechecked.exit_code
    assert "2 proofs: 2 certified" in rechecked.stderr
