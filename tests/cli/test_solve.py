"""`twixt solve`: order, records and exit codes."""

import json
import re
from pathlib import Path

import pytest

import solver
from solver.cli.batch_options import BatchOptions
from solver.cli.solve_puzzles import solve_all
from solver.work import Answer, Failure, Unit, perform
from tests.cli.samples import (
    BROKEN,
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

FIELDS = [
    "puzzle",
    "file",
    "ruleset",
    "claim",
    "verdict",
    "keys",
    "published",
    "line",
    "pegs",
    "nodes",
    "seconds",
    "limit",
    "error",
    "value",
    "version",
    "task",
]


def lines(stdout: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in stdout.splitlines()]


def files(folder: Path, **texts: str) -> list[Path]:
    """Write files, `name_suffix` for `name.suffix`, and return their paths."""
    paths = []
    for name, text in texts.items():
        path = folder / name.replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        paths.append(path)
    return paths


def test_json_is_one_object_a_puzzle_in_input_order(tmp_path: Path) -> None:
    paths = files(tmp_path, z_sgf=KEYED, m_sgf=UNDECIDED, a_diagram=PROVEN, k_diagram=DISPROVEN)
    result = twixt("solve", *paths, *FEW_NODES, "--jobs", 2, "--json")
    found = lines(result.stdout)
    assert [FIELDS] * 4 == [list(line) for line in found]
    assert [str(path) for path in paths] == [line["file"] for line in found]
    assert ["Join the rows", "m", "a", "k"] == [line["puzzle"] for line in found]
    assert ["proven", "undecided", "proven", "disproven"] == [line["verdict"] for line in found]
    assert {solver.__version__} == {line["version"] for line in found}


def test_json_of_a_proof() -> None:
    ((line),) = lines(twixt("solve", "-", "--json", text=KEYED).stdout)
    assert isinstance(line["nodes"], int)
    assert isinstance(line["seconds"], float)
    assert re.fullmatch("[0-9a-f]{32}", str(line["task"]))
    del line["nodes"], line["seconds"], line["task"]
    assert {
        "puzzle": "Join the rows",
        "file": "-",
        "ruleset": "STD",
        "claim": "white connects",
        "verdict": "proven",
        "keys": ["b5"],
        "published": True,
        "line": ["b5"],
        "pegs": 1,
        "limit": None,
        "error": None,
        "value": None,
        "version": solver.__version__,
    } == line


def test_json_of_an_undecided_claim_names_the_limit() -> None:
    ((line),) = lines(twixt("solve", "-", "--json", *FEW_NODES, text=UNDECIDED).stdout)
    assert ("undecided", "nodes") == (line["verdict"], line["limit"])
    assert ([], [], None) == (line["keys"], line["line"], line["pegs"])


def test_seconds_limit_each_puzzle() -> None:
    ((line),) = lines(twixt("solve", "-", "--json", "--seconds", "0.05", text=UNDECIDED).stdout)
    assert ("undecided", "seconds") == (line["verdict"], line["limit"])


def test_the_same_puzzle_gives_the_same_answer_again(tmp_path: Path) -> None:
    paths = files(tmp_path, a_sgf=UNDECIDED, b_sgf=UNDECIDED)
    one, other = lines(twixt("solve", *paths, "--nodes", 30_000, "--json", "--jobs", 2).stdout)
    for line in (one, other):
        del line["seconds"], line["file"], line["puzzle"], line["task"]
    assert one == other


def test_the_table_has_a_line_a_puzzle(tmp_path: Path) -> None:
    paths = files(tmp_path, z_sgf=KEYED, m_sgf=UNDECIDED, a_diagram=DISPROVEN)
    result = twixt("solve", *paths, *FEW_NODES)
    heading, *rows = [re.split(r" {2,}", line) for line in result.stdout.splitlines()]
    assert ["puzzle", "claim", "verdict", "seconds", "key"] == heading
    for row in rows:
        assert re.fullmatch(r"\d+\.\d\d", row.pop(3))
    assert ["Join the rows", "white connects", "proven", "b5"] == rows[0]
    assert ["m", "white connects", "undecided (nodes)", "-"] == rows[1]
    assert ["a", "white connects", "disproven", "-"] == rows[2]
    blank, totals, keys = result.stderr.splitlines()
    assert blank == ""
    assert totals.startswith("3 puzzles: 1 proven, 1 disproven, 1 undecided; ")
    assert keys == "The key found is a published one in 1 of 1"


def test_a_published_key_that_is_not_proved_is_told() -> None:
    solution = "(;W[c5]TE[1])"
    text = KEYED[: KEYED.index("(;W[b5]")] + solution + ")"
    result = twixt("solve", "-", text=text)
    assert "b5 (not as published)" in result.stdout
    assert "The key found is a published one in 0 of 1" in result.stderr


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ({"a_diagram": PROVEN}, 0),
        ({"a_diagram": PROVEN, "b_sgf": UNDECIDED}, 3),
        ({"a_diagram": DISPROVEN, "b_sgf": UNDECIDED}, 1),
        ({"a_diagram": DISPROVEN, "b_sgf": UNDECIDED, "c_sgf": BROKEN}, 2),
        ({"a_diagram": PROVEN, "c_sgf": GAME}, 2),
    ],
)
def test_exit_code(texts: dict[str, str], code: int, tmp_path: Path) -> None:
    result = twixt("solve", *files(tmp_path, **texts), *FEW_NODES, "--jobs", 2)
    assert code == result.exit_code


def test_a_bad_file_is_told_with_its_place_and_the_others_are_solved(tmp_path: Path) -> None:
    paths = files(tmp_path, a_diagram=PROVEN, b_sgf=BROKEN, c_sgf=GAME, d_sgf=KEYED)
    result = twixt("solve", *paths, tmp_path / "e.sgf", "--json")
    assert 2 == result.exit_code
    assert ["a", "Join the rows"] == [line["puzzle"] for line in lines(result.stdout)]
    broken, game, absent = result.stderr.splitlines()[:3]
    assert broken.startswith(f"{paths[1]}:2:9: ply 3: white f6: F6 is taken by a white peg")
    assert game.startswith(f"{paths[2]}: this is a game, not a puzzle")
    assert "add PZ[] to its first node" in game
    assert absent.startswith(f"{tmp_path / 'e.sgf'}: the file cannot be read")


def test_a_position_that_is_decided_is_refused_and_the_others_are_solved(tmp_path: Path) -> None:
    over = "(;GM[21]SZ[5]RU[STD]PZ[]PL[B]AW[b1][c3][b5]IP[])"
    paths = files(tmp_path, a_sgf=over, b_diagram=PROVEN)
    result = twixt("solve", *paths, "--json")
    assert 2 == result.exit_code
    assert ["b"] == [line["puzzle"] for line in lines(result.stdout)]
    assert any(
        line.startswith(f"{paths[0]}: ") and "warning" not in line
        for line in result.stderr.splitlines()
    )


def test_a_game_in_a_format_without_puzzles_is_told_how_to_become_one() -> None:
    result = twixt("solve", "-", "--size", "24", "--rules", "STD", text="1.f6 2.n10")
    assert 2 == result.exit_code
    assert "convert it to .sgf, then add PZ[]" in result.stderr


def test_a_diagram_without_its_first_line_is_told_to_have_one() -> None:
    _, *rest = PROVEN.splitlines()
    result = twixt("solve", "-", text="\n".join(rest))
    assert 2 == result.exit_code
    assert "put a line before it, such as `TwixT 12x12 STD, white to move and win`" in result.stderr


def die_on_a_big_board(unit: Unit) -> Answer | Failure:
    """Stand in for a solver with a bug."""
    if unit.questions[0].position.board.width == 12:
        raise RuntimeError("out of cheese")
    return perform(unit)


def test_a_crash_loses_one_puzzle_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("solver.cli.puzzle_batch.perform_bounded", die_on_a_big_board)
    paths = files(tmp_path, a_diagram=PROVEN, b_sgf=UNDECIDED, c_sgf=KEYED)
    code = solve_all(BatchOptions(paths=tuple(map(str, paths)), seconds=20, as_json=True))
    captured = capsys.readouterr()
    assert 70 == code
    found = lines(captured.out)
    assert ["proven", "undecided", "proven"] == [line["verdict"] for line in found]
    assert [None, "crashed", None] == [line["limit"] for line in found]
    assert f"{paths[1]}: the solver crashed: RuntimeError: out of cheese (please report" in (
        captured.err
    )
    assert "Traceback" not in captured.err


def test_a_crash_is_an_error_in_the_table_and_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("solver.cli.puzzle_batch.perform_bounded", die_on_a_big_board)
    paths = files(tmp_path, a_diagram=PROVEN, b_sgf=UNDECIDED)
    assert 70 == solve_all(BatchOptions(paths=tuple(map(str, paths)), seconds=20))
    captured = capsys.readouterr()
    assert re.split(r" {2,}", captured.out.splitlines()[2])[2] == "error (crashed)"
    assert "undecided" not in captured.out
    assert "2 puzzles: 1 proven, 0 disproven, 0 undecided, 1 crashed; " in captured.err


# -- folders ------------------------------------------------------------------------------


def order(*paths: Path) -> list[str]:
    """Return the names of the files solved, in order."""
    found = lines(twixt("solve", *paths, "--nodes", 10, "--json").stdout)
    return [Path(str(line["file"])).name for line in found]


def test_a_folder_is_solved_with_those_below_it_by_name(tmp_path: Path) -> None:
    files(tmp_path, c_sgf=KEYED, a_diagram=PROVEN, b_t1="no puzzle", b_md="read me")
    files(tmp_path / "b", z_SGF=KEYED)
    files(tmp_path / ".hidden", y_sgf=KEYED)
    assert ["a.diagram", "z.SGF", "c.sgf"] == order(tmp_path)


def test_a_collection_keeps_its_order(tmp_path: Path) -> None:
    files(tmp_path, a_sgf=KEYED, b_sgf=KEYED, c_sgf=KEYED)
    (tmp_path / "collection.yaml").write_text("puzzles:\n  - file: c.sgf\n  - file: a.sgf\n")
    assert ["c.sgf", "a.sgf", "b.sgf"] == order(tmp_path)


def test_a_listed_file_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    files(tmp_path, a_sgf=KEYED)
    (tmp_path / "collection.yaml").write_text("puzzles: [{file: b.sgf}]")
    result = twixt("solve", tmp_path)
    assert 2 == result.exit_code
    assert f"{tmp_path / 'b.sgf'}: the file cannot be read" in result.stderr
    assert "Join the rows" in result.stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("puzzles: [", "cannot be read: "),
        ("- a.sgf", "lists no puzzles"),
        ("puzzles: [a.sgf]", "lists no puzzles"),
        ("puzzles: [{name: a.sgf}]", "lists no puzzles"),
        ("", "lists no puzzles"),
    ],
)
def test_a_broken_collection_is_told_and_its_files_are_solved(
    text: str, words: str, tmp_path: Path
) -> None:
    files(tmp_path, a_sgf=KEYED)
    (tmp_path / "collection.yaml").write_text(text)
    result = twixt("solve", tmp_path)
    assert 2 == result.exit_code
    assert words in result.stderr
    assert "Join the rows" in result.stdout


@pytest.mark.parametrize("name", ["../b.sgf", "{outside}", "link/b.sgf", "sub/../../b.sgf"])
def test_a_collection_lists_no_file_outside_its_folder(name: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    files(tmp_path, b_sgf=KEYED)
    files(inside, a_sgf=KEYED)
    (inside / "sub").mkdir()
    (inside / "link").symlink_to(tmp_path)
    name = name.format(outside=tmp_path / "b.sgf")
    (inside / "collection.yaml").write_text(f"puzzles: [{{file: a.sgf}}, {{file: {name}}}]")
    result = twixt("solve", inside, "--nodes", 10, "--json")
    assert 2 == result.exit_code
    assert f"collection.yaml: {name!r} lies outside the collection's folder" in result.stderr
    assert ["a.sgf"] == [Path(str(line["file"])).name for line in lines(result.stdout)]


def test_a_collection_lists_no_file_of_a_folder_below_its_own(tmp_path: Path) -> None:
    files(tmp_path / "a", p_sgf=KEYED)
    files(tmp_path / "b", p_sgf=KEYED)
    (tmp_path / "collection.yaml").write_text("puzzles: [{file: b/p.sgf}, {file: a/../b/p.sgf}]")
    result = twixt("solve", tmp_path, "--nodes", 10, "--json")
    assert 2 == result.exit_code
    for name in ("b/p.sgf", "a/../b/p.sgf"):
        assert f"{name!r} is no file of the collection's own folder" in result.stderr
    found = [str(line["file"]) for line in lines(result.stdout)]
    assert [str(tmp_path / name) for name in ("a/p.sgf", "b/p.sgf")] == found


def test_a_file_that_is_listed_twice_is_solved_once(tmp_path: Path) -> None:
    files(tmp_path, a_sgf=KEYED, b_sgf=KEYED)
    names = ("b.sgf", "a.sgf", "./b.sgf")
    listed = ", ".join(f"{{file: {name}}}" for name in names)
    (tmp_path / "collection.yaml").write_text(f"puzzles: [{listed}]")
    assert ["b.sgf", "a.sgf"] == order(tmp_path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe\x00\x01", "it is not UTF-8 (save it as UTF-8)"),
        (b"puzzles:\x00", "cannot be read"),
        (b"[" * 20_000, "cannot be read"),
        (b"a: 2001-99-99", "cannot be read"),
        (b"#" * (1 << 20) + b"#", "larger than 1 MiB"),
    ],
    ids=["binary", "nul", "deep", "date", "large"],
)
def test_a_collection_that_is_no_yaml_is_told(data: bytes, words: str, tmp_path: Path) -> None:
    files(tmp_path, a_sgf=KEYED)
    (tmp_path / "collection.yaml").write_bytes(data)
    result = twixt("solve", tmp_path, "--nodes", 10)
    assert 2 == result.exit_code
    assert words in result.stderr
    assert "internal error" not in result.stderr
    assert "Join the rows" in result.stdout


def test_names_that_would_be_endless_are_never_written_out(tmp_path: Path) -> None:
    """Ten lists, each of ten times the one before: as text it would fill any memory."""
    files(tmp_path, a_sgf=KEYED)
    lists = ["a0: &a0 [x, x]"]
    lists += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 11)]
    text = "\n".join([*lists, "puzzles: [{file: *a10}]"])
    (tmp_path / "collection.yaml").write_text(text)
    result = twixt("solve", tmp_path, "--nodes", 10)
    assert 2 == result.exit_code
    assert "lists no puzzles" in result.stderr


def test_a_folder_without_puzzles_is_bad_input(tmp_path: Path) -> None:
    result = twixt("solve", tmp_path)
    assert 2 == result.exit_code
    assert f"{tmp_path}: no puzzle in this folder (files end in .sgf or .diagram)\n" == (
        result.stderr
    )


def test_a_folder_that_leads_to_itself_is_walked_once(tmp_path: Path) -> None:
    files(tmp_path, a_sgf=KEYED)
    (tmp_path / "again").symlink_to(tmp_path)
    assert ["a.sgf"] == order(tmp_path)


def test_the_shipped_collection_is_read_in_its_order() -> None:
    result = real_twixt("solve", "puzzles/randolph-hensel", "--nodes", 1, "--json", cwd=ROOT)
    files = [Path(str(line["file"])) for line in lines(result.stdout)]
    assert {Path("puzzles/randolph-hensel")} == {file.parent for file in files}
    assert [f"p{number:02}" for number in range(1, 61)] == [
        file.stem for file in files if not file.stem.endswith("-repaired")
    ]
    assert 3 == result.returncode, result.stderr


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        (PROVEN.replace("and win", "and draw"), "win", "proven (win)"),
        ("(;FF[4]GM[21]SZ[5]RU[STD]PZ[0]PL[W]IP[])", "draw", "proven (draw)"),
        (PROVEN, None, None),
    ],
    ids=["better than asked", "a draw", "a win is asked for"],
)
def test_a_draw_asked_for_is_shown_with_what_the_position_is_worth(
    text: str, value: str | None, shown: str | None, tmp_path: Path
) -> None:
    (path,) = files(tmp_path, a_sgf=text) if text[0] == "(" else files(tmp_path, a_diagram=text)
    (line,) = lines(twixt("solve", path, "--json").stdout)
    assert ("proven", value) == (line["verdict"], line["value"])
    assert (shown in twixt("solve", path).stdout) if shown else True


def test_a_value_can_be_asked_for(tmp_path: Path) -> None:
    (path,) = files(tmp_path, a_diagram=DISPROVEN)
    (line,) = lines(twixt("solve", path, "--json", "--value", *FEW_NODES).stdout)
    assert ("disproven", "loss") == (line["verdict"], line["value"])


def test_a_win_of_the_side_not_to_move_has_no_key(tmp_path: Path) -> None:
    (path,) = files(tmp_path, a_sgf=KEYED.replace("PZ[]PL[W]", "PZ[W+]PL[B]").split("(;W")[0] + ")")
    (line,) = lines(twixt("solve", path, "--json").stdout)
    assert ("white connects", []) == (line["claim"], line["keys"])
