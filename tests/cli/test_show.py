"""`twixt show`."""

import json
from pathlib import Path

import pytest

from tests.cli.samples import BROKEN, GAME, KEYED, PROVEN, twixt


def shown(*arguments: object, text: str) -> dict[str, object]:
    result = twixt("show", "-", "--json", *arguments, text=text)
    assert 0 == result.exit_code, result.output
    values = json.loads(result.stdout)
    assert isinstance(values, dict)
    return values


def test_json_is_the_position_and_nothing_else() -> None:
    result = twixt("show", "-", "--json", text=KEYED)
    assert "" == result.stderr
    assert (
        '{"width": 5, "height": 5, "window": null, "ruleset": "STD", "to_move": "white", '
        '"white": ["B1", "C3"], "black": ["D2"], "white_links": ["B1-C3"], "black_links": []}\n'
        == result.stdout
    )


def test_holes_and_links_are_sorted_as_texts() -> None:
    game = "(;FF[4]GM[21]SZ[24]RU[STD];W[b9];B[x2];W[b10];B[x3];W[d10];B[x4];W[d11])"
    values = shown(text=game)
    assert ["B10", "B9", "D10", "D11"] == values["white"]
    assert ["B10-D11", "B9-D10"] == values["white_links"]


def test_json_keeps_stdout_clean_of_warnings() -> None:
    result = twixt("show", "-", "--json", text="(;GM[21]SZ[5]RU[STD]PZ[]PL[W])")
    assert "warning: the puzzle has no IP" in result.stderr
    assert 5 == json.loads(result.stdout)["width"]


@pytest.mark.parametrize(
    ("at", "white", "to_move"),
    [
        ((), ["B1", "C3"], "white"),
        (("--at", "start"), ["B1", "C3"], "white"),
        (("--at", "0"), ["B1", "C3"], "white"),
        (("--at", "1"), ["B1", "B5", "C3"], "black"),
        (("--at", "END"), ["B1", "B5", "C3"], "black"),
    ],
)
def test_a_puzzle_starts_at_its_ip_node(
    at: tuple[str, ...], white: list[str], to_move: str
) -> None:
    values = shown(*at, text=KEYED)
    assert white == values["white"]
    assert to_move == values["to_move"]


@pytest.mark.parametrize(
    ("at", "white", "black"),
    [
        ((), ["F6", "G8"], ["N10"]),
        (("--at", "end"), ["F6", "G8"], ["N10"]),
        (("--at", "start"), [], []),
        (("--at", "1"), ["F6"], []),
    ],
)
def test_a_game_starts_before_its_first_move_and_is_shown_at_its_end(
    at: tuple[str, ...], white: list[str], black: list[str]
) -> None:
    values = shown(*at, text=GAME)
    assert white == values["white"]
    assert black == values["black"]


def test_a_puzzle_is_shown_with_its_goal() -> None:
    result = twixt("show", "-", text=KEYED)
    assert 0 == result.exit_code
    assert result.stdout.startswith("TwixT 5x5 STD, white to move and win\n")
    assert "White links: B1-C3\n" in result.stdout
    assert "Join the rows, by A. N. Author\nSource: a book\n" in result.stdout
    assert "Goal: white, to move, wins by joining row 1 to row 5\n" in result.stdout


def test_the_published_key_is_not_given_away() -> None:
    assert "b5" not in twixt("show", "-", text=KEYED).stdout.lower().replace("5x5", "")


def test_a_later_diagram_makes_no_claim_for_the_wrong_side() -> None:
    text = twixt("show", "-", "--at", "end", text=KEYED).stdout
    assert text.startswith("TwixT 5x5 STD, black to move\n")
    assert "Goal:" not in text
    assert "Result: white wins (connected)\n" in text


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("", "black, to move, wins by joining column B to column D"),
        ("B+", "black, to move, wins by joining column B to column D"),
        ("W+", "white, with black to move, wins by joining row 2 to row 4"),
        ("0", "black, to move, keeps white from joining row 2 to row 4"),
    ],
)
def test_the_goal_names_who_is_to_join_what(goal: str, sentence: str) -> None:
    text = f"(;GM[21]SZ[6]RU[STD]PZ[{goal}]PL[B]VW[b2:d4]IP[])"
    assert f"Goal: {sentence}\n" in twixt("show", "-", text=text).stdout


def test_a_game_is_shown_with_its_result() -> None:
    assert "Ply 4 of 4\nResult: white wins (resigned)\n" in twixt("show", "-", text=GAME).stdout


def test_size_and_rules_help_a_format_that_has_none() -> None:
    moves = "1.b2 2.c3 3.d3"
    assert (6, 5, "PP") == tuple(
        shown("--size", "6x5", "--rules", "pp", text=moves)[name]
        for name in ("width", "height", "ruleset")
    )
    lacking = twixt("show", "-", text=moves)
    assert 2 == lacking.exit_code
    assert "--size 24x24 --rules STD" in lacking.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--at", "99"), "the main line ends at ply 4; give 0 to 4"),
        (("--at", "-1"), "'-1' is no place in the game; write start, end or a ply number"),
        (("--at", "middle"), "'middle' is no place in the game"),
        (("--size", "2x2"), "'2x2' is no board size"),
        (("--size", "24-25"), "'24-25' is no board size; the handicap leaves 3 columns"),
        (("--size", "9" * 5000 + "-1"), "is no board size"),
        (("--rules", "chess"), "'chess' is not one of"),
    ],
)
def test_a_wrong_option_is_told_with_what_is_right(options: tuple[str, ...], words: str) -> None:
    result = twixt("show", "-", *options, text=GAME)
    assert 2 == result.exit_code
    assert words in result.stderr
    assert "" == result.stdout


def test_a_broken_file_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(BROKEN)
    result = twixt("show", file, "--json")
    assert 2 == result.exit_code
    assert "" == result.stdout
    assert result.stderr.startswith(f"{file}:2:9: ply 3: white f6: F6 is taken by a white peg")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = twixt("show", tmp_path / "nothing.sgf")
    assert 2 == result.exit_code
    assert "nothing.sgf: the file cannot be read: No such file" in result.stderr


def test_stdin_has_a_name_in_messages() -> None:
    assert "<stdin>:2:9: " in twixt("show", "-", text=BROKEN).stderr


def test_a_diagram_shown_can_be_shown_again() -> None:
    once = twixt("show", "-", text=PROVEN).stdout.partition("\n\n")[0]
    assert once == twixt("show", "-", text=once).stdout.partition("\n\n")[0]


def test_a_bare_diagram_is_called_a_position() -> None:
    diagram = PROVEN.replace(", white to move and win", ", black to move")
    assert twixt("show", "-", text=diagram).stdout.endswith("\n\nA position with black to move\n")


def test_a_game_before_a_puzzle_and_a_handicap_are_shown_as_played() -> None:
    text = "(;FF[4]GM[21]SZ[12]RU[STD]PZ[]PL[W];W[g6];B[swap-sides];B[c8];W[f10];B[d4];IP[])"
    assert "\nMoves so far: 1.g6 2.swap 3.c8 4.f10 5.d4\n" in twixt("show", "-", text=text).stdout
    result = twixt("show", "-", "--size", "24-6", "--rules", "STD", text="1.f6 2.g8")
    assert "\nBoard: 24 x 18, handicap of 6 rows for White, no swap\n" in result.stdout
    assert "\nMoves so far: 1.f6 2.g8\nPly 2 of 2\n" in result.stdout


def test_there_is_no_swap_with_the_servers_handicap() -> None:
    for size in ("24+1", "24-10"):
        result = twixt("show", "-", "--size", size, "--rules", "STD", text="1.f6 2.swap")
        assert 2 == result.exit_code
        assert "there is no swap on a handicap board" in result.stderr
