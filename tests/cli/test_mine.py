"""`twixt mine`: when its records are written, in which order, and which blocks they stand for."""

import json
import re
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple
from pathlib import Path

import pytest

from solver.files import read_file, read_lines
from solver.mine import Block, Reason
from solver.proof import Limits
from solver.tasks import task_of
from solver.work import Failure, Fault
from tests.cli.samples import ROOT, twixt

pytestmark = pytest.mark.native


def test_a_block_is_written_as_soon_as_it_is_finished_and_the_file_is_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "mined.jsonl"
    numbers = list[list[str]]()

    def written() -> list[str]:
        return [json.loads(line)["puzzle"].split()[1] for line in out.read_text().splitlines()]

    def second_first(
        plans: Iterator[object], *, jobs: int, on_end: Callable[[int, Block], None]
    ) -> Iterator[tuple[int, Block]]:
        """Stand in for two processes, the second of which is the faster one."""
        assert (2, 2) == (len(list(plans)), jobs)
        block = Block((), {}, 0)
        for at in (1, 0):
            on_end(at, block)
            numbers.append(written())
        yield from [(0, block), (1, block)]

    monkeypatch.setattr("solver.cli.mine_puzzles.run_plans", second_first)
    asked = ("mine", "board-8x8", "--blocks", 2, "--jobs", 2, "--out", out, "--resume")
    assert 0 == twixt(*asked, "--first", 4).exit_code
    assert 0 == twixt(*asked).exit_code
    assert [["5"], ["5", "4"], ["4", "5", "1"], ["4", "5", "1", "0"]] == numbers
    assert ["4", "5", "0", "1"] == written()


GAMES = {
    "a/game.sgf": "(;FF[4]GM[21]SZ[8]RU[STD];W[d2];B[f6];W[f1];B[b4];W[e2];B[c6];W[e6])",
    "b/game.sgf": "(;FF[4]GM[21]SZ[8]RU[STD];W[d2];B[f6];W[f1])",
    "c/other.sgf": "(;FF[4]GM[21]SZ[8]RU[STD];W[d2];B[f6];W[f1];B[b4])",
}
"""Two of one name, with so many positions: 7, 3 and 4."""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    for file, text in GAMES.items():
        Path(file).parent.mkdir()
        Path(file).write_text(text)
    return [*GAMES]


def mine(source: str, *files: str) -> str:
    """Mine into one file, again and again, and return what was said."""
    result = twixt("mine", source, *files, "--out", "mined.jsonl", "--resume")
    assert 0 == result.exit_code, result.output
    return result.stdout


def written() -> list[int]:
    """Return how many positions each line speaks of."""
    records = map(json.loads, Path("mined.jsonl").read_text().splitlines())
    return [len(record["kept"]) + sum(record["rejected"].values()) for record in records]


def test_games_of_one_name_are_blocks_of_their_own(games: list[str]) -> None:
    assert "kept of 7 positions" in mine("endgames", games[0])
    assert "kept of 14 positions" in mine("endgames", *games)
    assert [7, 3, 4] == written()
    assert "kept of 14 positions" in mine("endgames", *reversed(games))
    assert [4, 3, 7] == written()


def test_corners_of_a_game_are_not_taken_for_its_end(games: list[str]) -> None:
    mine("endgames", games[0])
    assert "kept of 7 positions" not in mine("games", games[0])
    assert 2 == len(written())


def test_a_game_that_was_edited_is_mined_again(games: list[str]) -> None:
    mine("endgames", games[0])
    Path(games[0]).write_text(GAMES["c/other.sgf"])
    assert "kept of 4 positions" in mine("endgames", games[0])
    assert [7, 4] == written()


def test_a_game_that_is_named_twice_is_mined_twice(games: list[str]) -> None:
    assert "kept of 4 positions" in mine("endgames", games[2])
    assert "kept of 8 positions" in mine("endgames", games[2], games[2])
    assert [4, 4] == written()


MORE = "warning: only the first game of the file is read (one puzzle or game a file)"


def test_a_first_block_that_there_is_not_is_refused(games: list[str]) -> None:
    result = twixt("mine", "endgames", *games, "--first", 3, "--out", "mined.jsonl")
    assert 2 == result.exit_code
    said = "--first 3: the files have 3 blocks, counted from 0; give a smaller number"
    assert said in result.stderr
    assert not Path("mined.jsonl").exists()
    result = twixt("mine", "endgames", *games, "--first", 2, "--out", "mined.jsonl")
    assert (0, [4]) == (result.exit_code, written())


def test_a_file_with_two_games_is_told_of(games: list[str]) -> None:
    Path(games[1]).write_text(2 * GAMES["b/game.sgf"])
    result = twixt("mine", "endgames", games[1], "--out", "mined.jsonl")
    assert (0, f"b/game.sgf:1:45: {MORE}\n") == (result.exit_code, result.stderr)
    assert "kept of 3 positions" in result.stdout


def test_lines_that_name_one_task_are_both_kept(games: list[str]) -> None:
    """As an earlier version wrote them for games of one name."""
    old = [{"puzzle": "game", "kept": [], "rejected": {"short": n}, "task": "a"} for n in (1, 2)]
    last = {**old[0], "rejected": {"short": 9}, "task": "b"}
    Path("mined.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in [*old, last]))
    mine("endgames", games[1], games[2])
    mine("endgames", games[2], games[1])
    assert [1, 2, 9, 4, 3] == written()


CLUB = ROOT / "puzzles" / "club"


def done(
    plans: Iterator[object], *, jobs: int, on_end: Callable[[int, Block], None]
) -> Iterator[None]:
    """Stand in for a search that rejects one position of each block."""
    assert 1 == jobs
    for at, _ in enumerate(plans):
        on_end(at, Block((), {Reason.SHORT: 1}, 0))
        yield


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make three puzzles of one name; return their reports, a line each."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solver.cli.mine_puzzles.run_plans", done)
    lines = [line.decode() + "\n" for line in read_lines(CLUB / "reports.jsonl.gz")[:3]]
    for line in lines:
        name = Path(json.loads(line)["file"]).name
        text = (CLUB / name).read_text()
        Path(name).write_text(re.sub(r"GN\[[^]]*\]", "GN[Club]", text))
    return lines


def test_twins_of_puzzles_of_one_name_are_blocks_of_their_own(reports: list[str]) -> None:
    file = Path("reports.jsonl")
    file.write_text("".join(reports[1:]))
    mine("twins", "reports.jsonl")
    file.write_text("".join(reports))
    assert "kept of 3 positions" in mine("twins", "reports.jsonl")
    assert [1, 1, 1] == written()


def test_reports_without_a_fitting_try_have_no_twins(reports: list[str]) -> None:
    report = json.loads(reports[0])
    for move in report["moves"]:
        move["replies"] = None
    Path("reports.jsonl").write_text(json.dumps(report) + "\n")
    result = twixt("mine", "twins", "reports.jsonl", "--out", "mined.jsonl")
    assert 2 == result.exit_code
    assert "no try is refuted by exactly one reply; name other reports" in result.stderr
    assert not Path("mined.jsonl").exists()


def test_twins_are_those_of_the_puzzle_in_its_own_folder(reports: list[str]) -> None:
    name = Path(json.loads(reports[0])["file"]).name
    Path("sub").mkdir()
    Path(name).rename(Path("sub") / name)
    Path(name).write_text("(;GM[21]SZ[5])")
    puzzle, report = read_file(Path("sub") / name).puzzle, json.loads(reports[0])
    assert puzzle is not None
    report["file"], options = f"old/sub/{name}", {"audit": astuple(Limits(**report["limits"]))}
    report["task"] = task_of(report["file"], puzzle, options, report["version"])
    Path("reports.jsonl").write_text(json.dumps(report) + "\n")
    mine("twins", "reports.jsonl")
    assert [1] == written()


def test_a_file_with_two_puzzles_is_told_of(reports: list[str]) -> None:
    name = Path(json.loads(reports[0])["file"]).name
    Path(name).write_text(2 * Path(name).read_text())
    Path("reports.jsonl").write_text(reports[0])
    result = twixt("mine", "twins", "reports.jsonl", "--out", "mined.jsonl")
    assert 0 == result.exit_code
    assert result.stderr.startswith(f"{name}:")
    assert result.stderr.endswith(f"{MORE}\n")
    assert [1] == written()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            ("mine", "twins"),
            "twins are not made of stdin: name a file that lies beside its puzzles",
        ),
        (("gather",), "stdin is not read: name a file of `twixt mine --out`"),
    ],
)
def test_what_stdin_cannot_give_is_refused(
    command: tuple[str, ...], said: str, reports: list[str]
) -> None:
    result = twixt(*command, "-", "--out", "out", text="".join(reports))
    assert 2 == result.exit_code
    assert said in result.stderr
    assert not Path("out").exists()


def test_a_report_that_cannot_be_used_leaves_the_others(reports: list[str]) -> None:
    first, *_ = (Path(json.loads(line)["file"]).name for line in reports)
    Path(first).unlink()
    Path("reports.jsonl").write_text(reports[0] + "no report\n" + "".join(reports[1:]))
    result = twixt("mine", "twins", "reports.jsonl", "--out", "mined.jsonl")
    assert 2 == result.exit_code
    assert "kept of 2 positions" in result.stdout
    assert f"{first}: the file cannot be read: No such file" in result.stderr
    assert "reports.jsonl:2: no report of a puzzle" in result.stderr
    assert 2 == len(result.stderr.splitlines())


def test_a_file_without_a_report_leaves_the_others(reports: list[str]) -> None:
    Path("reports.jsonl").write_text(reports[0])
    Path("empty.jsonl").touch()
    result = twixt("mine", "twins", "empty.jsonl", "reports.jsonl", "--out", "mined.jsonl")
    said = "no report of a puzzle (name a file of `twixt audit --out` that lies beside its puzzles)"
    assert (2, f"empty.jsonl: {said}\n") == (result.exit_code, result.stderr)
    assert "kept of 1 position\n" in result.stdout
    result = twixt("mine", "twins", "empty.jsonl", "--out", "none.jsonl")
    assert (2, "") == (result.exit_code, result.stdout)
    assert not Path("none.jsonl").exists()


def test_a_file_of_reports_that_cannot_be_read_is_told_with_the_reason(reports: list[str]) -> None:
    Path("reports.jsonl").write_text(reports[0])
    Path("damaged.gz").write_text("no gzip")
    files = ("missing.jsonl", ".", "damaged.gz", "reports.jsonl")
    result = twixt("mine", "twins", *files, "--out", "mined.jsonl")
    assert (2, True) == (result.exit_code, "kept of 1 position\n" in result.stdout)
    assert [
        "missing.jsonl: the file cannot be read: No such file or directory (check the path)",
        ".: the file cannot be read: Is a directory (check the path)",
        "damaged.gz: gzip cannot unpack the file (write it anew)",
    ] == result.stderr.splitlines()


def test_a_report_on_a_puzzle_that_was_edited_leaves_the_others(reports: list[str]) -> None:
    name = Path(json.loads(reports[0])["file"]).name
    text = Path(name).read_text()
    peg = re.search(r";B(\[[^]]*\])", text)
    assert peg is not None
    Path(name).write_text(text.replace(peg.group(), ""))
    Path("reports.jsonl").write_text("".join(reports))
    result = twixt("mine", "twins", "reports.jsonl", "--out", "mined.jsonl")
    assert 2 == result.exit_code
    assert "kept of 2 positions" in result.stdout
    said = "its report is about another position, goal or key (audit it again)"
    assert f"{name}: {said}\n" == result.stderr


def test_reports_that_are_read_are_not_written_to(reports: list[str]) -> None:
    Path("reports.jsonl").write_text("".join(reports))
    result = twixt("mine", "twins", "reports.jsonl", "--out", "./reports.jsonl", "--resume")
    assert 2 == result.exit_code
    assert "./reports.jsonl: this file is read as well (name another" in result.stderr
    assert "".join(reports) == Path("reports.jsonl").read_text()


@pytest.mark.parametrize(
    ("fault", "said"),
    [(Fault.HUNG, "the solver hung: no word (please report"), (Fault.MEMORY, "no word\n")],
)
def test_a_lost_block_is_told_with_the_way_to_mine_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault, said: str
) -> None:
    def losing(
        plans: Iterable[object], *, jobs: int, on_end: Callable[[int, Failure], None]
    ) -> Iterator[object]:
        assert 1 == jobs
        for at, _ in enumerate(plans):
            on_end(at, Failure(fault, "no word"))
        yield from ()

    out = tmp_path / "mined.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr("solver.cli.mine_puzzles.run_plans", losing)
        result = twixt("mine", "board-8x8", "--blocks", 2, "--out", out)
    assert 70 == result.exit_code
    assert 2 == result.stderr.count(said)
    hint = "the same command with --resume mines what is missing"
    assert result.stderr.endswith(f"{out}: 2 blocks lost ({hint})\n")
    assert 0 == twixt("mine", "board-8x8", "--blocks", 2, "--out", out, "--resume").exit_code
    assert 2 == len(out.read_text().splitlines())


def test_a_block_with_a_large_number_takes_no_more_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object, **__: object) -> Iterator[object]:
        yield from ()

    monkeypatch.setattr("solver.cli.mine_puzzles.run_plans", none)
    asked = ("mine", "board-8x8", "--first", 1_000_000, "--blocks", 1)
    tracemalloc.start()
    try:
        assert 0 == twixt(*asked, "--out", tmp_path / "mined.jsonl").exit_code
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
