"""`twixt recertify`: reports against their proofs, on the command line."""

import shutil
from pathlib import Path

import pytest

from solver.store import Store
from tests.cli.samples import twixt

PUZZLES = Path(__file__).parents[2] / "puzzles"

pytestmark = pytest.mark.native


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PUZZLES / "lessons", tmp_path / "lessons"))


def test_what_is_shipped_is_proved(lessons: Path) -> None:
    before = {file: file.read_bytes() for file in lessons.iterdir()}
    result = twixt("recertify", lessons.parent, "--jobs", 2)
    assert 0 == result.exit_code
    assert "lessons: 5 reports, 118 verdicts, 10 proofs, 0 faults\n" == result.stdout
    assert before == {file: file.read_bytes() for file in lessons.iterdir()}


def test_a_verdict_that_was_changed_is_named(lessons: Path) -> None:
    reports = lessons / "reports.jsonl"
    reports.write_text(reports.read_text().replace('"kind": "idle"', '"kind": "cook"', 1))
    result = twixt("recertify", lessons)
    assert 1 == result.exit_code
    assert "not proved: " in result.stdout
    assert ": cook\n" in result.stdout
    assert "10 proofs, 1 fault\n" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('"verdict": "sound"', '"verdict": "cooked"', "the verdict cooked (the proofs give sound)"),
        ('true, "verdict": "proven"', 'true, "verdict": "disproven"', "the key d3: disproven"),
        ('"keys": [{"move": "d3"', '"keys": [{"move": "b3"', "the key b3: proven"),
    ],
)
def test_a_verdict_on_the_puzzle_or_its_key_that_was_changed_is_named(
    lessons: Path, old: str, new: str, named: str
) -> None:
    reports = lessons / "reports.jsonl"
    assert old in reports.read_text()
    reports.write_text(reports.read_text().replace(old, new, 1))
    result = twixt("recertify", lessons)
    assert 1 == result.exit_code
    assert f"lesson1.sgf: not proved: {named}\n" in result.stdout


def test_a_puzzle_without_a_report_is_named(lessons: Path) -> None:
    reports = lessons / "reports.jsonl"
    reports.write_text("".join(reports.read_text().splitlines(keepends=True)[:-1]))
    game = "(;FF[4]GM[42]SZ[12:12];w[c3];b[d5])"
    (lessons / "game.sgf").write_text(game)
    shutil.copy(PUZZLES / "privilege" / "1.sgf", lessons / "privilege.sgf")
    result = twixt("recertify", lessons)
    assert 1 == result.exit_code
    assert f"{lessons / 'lesson5.sgf'}: there is no report on this puzzle\n" in result.stdout
    # Neither a game nor a puzzle with Privileges gets one.
    assert "lessons: 4 reports" in result.stdout
    assert "proofs, 1 fault\n" in result.stdout


def test_the_puzzles_of_a_collection_without_reports_are_named(lessons: Path) -> None:
    other = Path(shutil.copytree(lessons, lessons.parent / "other"))
    (other / "reports.jsonl").unlink()
    shutil.copytree(PUZZLES / "privilege", lessons.parent / "privilege")
    result = twixt("recertify", lessons.parent)
    assert 1 == result.exit_code
    assert "lessons: 5 reports, 118 verdicts, 10 proofs, 0 faults\n" in result.stdout
    assert f"{other / 'lesson1.sgf'}: there is no report on this puzzle\n" in result.stdout
    assert "other: 0 reports, 0 verdicts, 0 proofs, 5 faults\n" in result.stdout
    # Puzzles with Privileges get no reports.
    assert "privilege: 0 reports, 0 verdicts, 0 proofs, 0 faults\n" in result.stdout


def test_the_present_folder_is_called_by_its_name(
    lessons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(lessons)
    result = twixt("recertify", ".")
    assert "lessons: 5 reports, 118 verdicts, 10 proofs, 0 faults\n" == result.stdout


def test_two_files_of_reports_are_refused(lessons: Path) -> None:
    (lessons / "reports.jsonl.gz").touch()
    for command in (("recertify",), ("print", "--out", lessons.parent / "all.pdf")):
        result = twixt(*command, lessons)
        assert 2 == result.exit_code
        said = "there are reports in reports.jsonl and in reports.jsonl.gz (remove the older file)"
        assert f"{lessons}: {said}\n" in result.stderr


def test_a_report_whose_puzzle_is_gone_is_named(lessons: Path) -> None:
    (lessons / "lesson3.sgf").unlink()
    result = twixt("recertify", lessons)
    assert 2 == result.exit_code
    assert f"{lessons / 'lesson3.sgf'}: the file cannot be read: No such file" in result.stderr


def test_a_report_on_a_puzzle_of_a_folder_below_is_checked(lessons: Path) -> None:
    (lessons / "sub").mkdir()
    (lessons / "lesson3.sgf").rename(lessons / "sub" / "lesson2.sgf")
    reports = lessons / "reports.jsonl"
    moved = reports.read_text().replace("lesson3.sgf", "sub/lesson2.sgf")
    reports.write_text(moved)
    result = twixt("recertify", lessons)
    assert "lessons: 5 reports, 118 verdicts, 10 proofs, 0 faults\n" == result.stdout


def test_proofs_that_their_writer_has_not_moved_into_the_file_yet_count(lessons: Path) -> None:
    """As where it was killed, or is at work."""
    shipped, file = lessons / "shipped.sqlite", lessons / "proofs.sqlite"
    file.rename(shipped)
    with Store(file) as store:
        store.add_all(shipped)
        assert file.with_name("proofs.sqlite-wal").stat().st_size
        result = twixt("recertify", lessons)
    assert "lessons: 5 reports, 118 verdicts, 10 proofs, 0 faults\n" == result.stdout


def test_without_proofs_nothing_is_proved(lessons: Path) -> None:
    (lessons / "proofs.sqlite").unlink()
    result = twixt("recertify", lessons)
    assert 1 == result.exit_code
    assert "lesson3.sgf: not proved: the claim\n" in result.stdout
    # The keys of two lessons win at once, which needs no proof from the store.
    assert "118 verdicts, 2 proofs, 114 faults\n" in result.stdout


def test_a_folder_without_reports_is_refused(tmp_path: Path) -> None:
    result = twixt("recertify", tmp_path)
    assert 2 == result.exit_code
    assert "no collection with reports here" in result.stderr


def test_what_is_no_folder_is_told_with_the_reason(lessons: Path) -> None:
    file, nowhere = lessons / "lesson1.sgf", lessons.parent / "nowhere"
    result = twixt("recertify", file, nowhere, lessons)
    said = [
        f"{file}: this is a file (name the folder of a collection)",
        f"{nowhere}: {nowhere} cannot be read: No such file or directory",
    ]
    assert (2, said) == (result.exit_code, result.stderr.splitlines())
    assert "10 proofs, 0 faults\n" in result.stdout


def test_each_folder_without_reports_is_named(lessons: Path) -> None:
    folders = [lessons.parent / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    result = twixt("recertify", folders[0], lessons, folders[1])
    assert 2 == result.exit_code
    for folder in folders:
        assert f"{folder}: no collection with reports here" in result.stderr
    assert "10 proofs, 0 faults\n" in result.stdout


@pytest.mark.parametrize(
    "line",
    [
        *("{", "[]", "{}", '{"file": "lesson1.sgf"}'),
        '{"file": "lesson1.sgf", "moves": [{"hole": 5}]}',
    ],
)
def test_a_line_that_is_no_report_is_told(lessons: Path, line: str) -> None:
    (lessons / "reports.jsonl").write_text(line)
    result = twixt("recertify", lessons)
    assert 2 == result.exit_code
    file = lessons / "reports.jsonl"
    assert f"{file}:1: no report (`twixt audit --out` writes them)\n" == result.stderr


def test_proofs_that_are_no_store_are_named_as_the_user_knows_them(lessons: Path) -> None:
    (lessons / "proofs.sqlite").write_bytes(b"no database " * 1000)
    result = twixt("recertify", lessons)
    assert 2 == result.exit_code
    assert f"the verdict store {lessons}/proofs.sqlite cannot be used" in result.stderr
