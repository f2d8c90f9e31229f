"""The course: what its sentences say is proved, board by board."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from solver.files import read_collection, read_file, read_lines, reports_in
from solver.game import (
    Move,
    Position,
    Side,
    crossing_links,
    hole_text,
    link_text,
    parse_hole,
    parse_link,
    parse_move,
    slots_at,
)
from solver.proof import Aim, Claim, Limits, Verdict, claim_of, claim_with_privilege
from solver.puzzle import Puzzle
from solver.search import PrivilegeSearch, has_chain, solve, winning_turns
from tests.webapp.browser import ROOT
from webapp.catalog.course import CHAPTERS, Board, steps

pytestmark = pytest.mark.native

BOARDS = [board for chapter in CHAPTERS for board in chapter.boards]
LIMITS = Limits(nodes=2_000_000, memory=256)
_NAME = re.compile("[A-Z][0-9]")


def puzzle_of(name: str) -> Puzzle:
    found = read_file(ROOT / "puzzles" / f"{name}.sgf").puzzle
    assert found is not None
    return found


def report_of(name: str) -> dict[str, object]:
    path = ROOT / "puzzles" / f"{name}.sgf"
    reports = reports_in(path.parent)
    assert reports is not None
    for line in read_lines(reports):
        record: dict[str, object] = json.loads(line)
        if record["file"] == str(path.relative_to(ROOT)):
            return record
    raise AssertionError(f"no report on {name}")


# -- kinds of claims: each is about a position and the side that moves in it ---------------------


def plain(position: Position, text: str) -> Position:
    move = parse_move(position, text.lower())
    assert isinstance(move, Move)
    return position.play(move)


def passed(position: Position) -> Position:
    return replace(position, to_move=position.to_move.other)


@dataclass(frozen=True)
class Said:
    """Something that is said of a position."""

    names: str
    """The holes that it is about."""
    holds: Callable[[Position], bool]


def links(hole: str, to: str) -> Said:
    """A peg there is linked with these pegs, and with no others."""

    def holds(position: Position) -> bool:
        me = position.to_move
        made = plain(position, hole).links(me) - position.links(me)
        here = parse_hole(hole)
        ends = {link.left if link.right == here else link.right for link in made}
        return ends == {parse_hole(name) for name in to.split()}

    return Said(f"{hole} {to}", holds)


def linked(link: str) -> Said:
    """A link stands."""
    return Said(link, lambda now: link in map(link_text, now.white_links | now.black_links))


def closed(names: str) -> Said:
    """The side to move may not put a peg there."""
    holes = {parse_hole(name) for name in names.split()}
    return Said(names, lambda now: not holes & set(now.open_holes(now.to_move)))


def wins(move: str) -> Said:
    """A move joins the goal lines."""
    return Said(move, lambda now: plain(now, move).connected(now.to_move))


def then(line: str, said: Said) -> Said:
    """After a line something holds; `-` is a pass."""

    def holds(position: Position) -> bool:
        for text in line.split():
            position = passed(position) if text == "-" else plain(position, text)
        return said.holds(position)

    return Said(f"{line} {said.names}", holds)


def blocked(link: str) -> Said:
    """A link stands that crosses this one."""
    crossing = set(crossing_links(parse_link(link)))
    return Said(link, lambda now: bool(crossing & (now.white_links | now.black_links)))


def between(holes: str, one: str, two: str) -> Said:
    """These are all holes of any board that are a knight's move from two others."""
    near = [{other for _, other in slots_at(parse_hole(name))} for name in (one, two)]
    found = {hole_text(hole) for hole in near[0] & near[1] if hole.col >= 0 and hole.row >= 0}
    return Said(f"{holes} {one} {two}", lambda _: found == set(holes.split()))


def _one_peg_wins(position: Position) -> bool:
    holes = position.open_holes(position.to_move)
    return any(plain(position, hole_text(hole)).connected(position.to_move) for hole in holes)


CLAIMS = {
    "lessons/lesson1": [links("D3", "C1 E5"), then("-", wins("D2"))],
    "course/border-rows": [closed("A2 A3 A4 E2 E3 E4"), then("-", wins("E3"))],
    "lessons/lesson2": [
        between("B4 E5", "D3", "C6"),
        links("E5", "C6"),
        linked("C4-E3"),
        then("E5", blocked("D3-E5")),
    ],
    "course/black-to-move": [links("C3", "A4 E4"), wins("C3")],
    "course/two-links": [
        between("A3 D2", "B1", "C4"),
        closed("A3"),
    ],
    "course/own-links": [
        links("D4", "B5"),
        blocked("C6-D4"),
        links("C3", "B1 B5"),
        linked("B5-D6"),
    ],
    "course/past-a-peg": [links("C3", "D1"), then("C3 -", wins("B5")), then("C3 -", wins("D5"))],
    "lessons/lesson4": [then("-", Said("", _one_peg_wins))],
    "course/wall": [
        links("D3", "E1"),
        then("D3", blocked("C3-E2")),
        then("D3 -", links("C5", "D3 E6")),
    ],
    "course/race": [links("C4", "B6")],
    "course/top-decides": [
        links("D6", "B5"),
        links("C3", "B5"),
        then("C3 -", links("B1", "C3")),
        then("C3 -", links("D1", "C3")),
    ],
    "lessons/lesson5": [
        then("D3 -", links("C1", "D3")),
        then("D3 -", links("E1", "D3")),
        then("D3 -", links("D7", "E5")),
        then("D3 -", links("F7", "E5")),
    ],
    "lessons/lesson3": [then("E2 -", wins("C6")), then("E2 -", wins("E6"))],
    "course/setup-4-0": [then("C5 -", wins("B3")), then("C5 -", wins("D3"))],
    "course/setup-3-1": [
        links("D4", "C6"),
        then("D4 -", wins("B3")),
        then("D4 -", wins("E2")),
    ],
    "course/setup-3-3": [
        links("E4", "F6"),
        then("E4 -", wins("C3")),
        then("E4 -", wins("D2")),
    ],
    "course/setup-2-0": [
        then("D5 -", links("B4", "D3 D5")),
        then("D5 -", links("F4", "D3 D5")),
    ],
    "course/setup-1-1": [
        links("C4", "D6"),
        then("C4 -", links("B2", "C4 D3")),
        then("C4 -", links("E5", "C4 D3")),
    ],
    "course/patience": [links("B6", "D5 D7"), links("F6", "D5 D7")],
    "course/edge-wall": [
        links("C2", "B4"),
        then("C2", blocked("B3-D2")),
        then("C2", blocked("B2-D3")),
    ],
    "course/link-removal": [linked("B3-D4"), links("C4", "D6"), wins("[-c3'][c4]")],
    "course/draw": [then("C4", Said("", lambda now: not has_chain(now, Side.BLACK)))],
}
"""What a board's sentences say, besides the verdicts below."""

LOSES = {
    "lessons/lesson2": "E5",
    "course/own-links": "D4",
    "course/patience": "B6 F6",
    "course/step-back": "D3",
    "course/link-removal": "C4",
    "course/far-block": "C3 C4",
    "course/one-reply": "E4",
}
"""Plain first moves of which the sentences say, or hint, that they fail."""

GOES_ON = {
    "course/ladder-down": "E3 D6 F5 E5 G7",
    "course/ladder-up": "F6 D2 G4",
    "course/one-reply": "E5",
}
"""Lines, the key first, after which the solver is still on the winning way."""

PASS_LOSES = ["course/race"]
"""Boards on which a lost move lets the opponent join his sides."""


def verdict(position: Position, claim: Claim) -> Verdict:
    if position.connected(claim.prover):
        return Verdict.PROVEN
    return solve(position, claim, LIMITS).verdict


@pytest.mark.parametrize("name", CLAIMS)
def test_what_a_board_s_sentences_say_is_so(name: str) -> None:
    position = puzzle_of(name).position
    assert [] == [number for number, said in enumerate(CLAIMS[name]) if not said.holds(position)]


@pytest.mark.parametrize("name", LOSES)
def test_moves_that_are_said_to_fail_are_disproven(name: str) -> None:
    puzzle = puzzle_of(name)
    for hole in LOSES[name].split():
        after = puzzle.position.play(Move(parse_hole(hole)))
        assert verdict(after, claim_of(puzzle)) is Verdict.DISPROVEN, hole


@pytest.mark.parametrize("name", GOES_ON)
def test_a_line_that_is_shown_stays_won(name: str) -> None:
    puzzle = puzzle_of(name)
    position = puzzle.position
    for text in GOES_ON[name].split():
        position = plain(position, text)
        assert verdict(position, claim_of(puzzle)) is Verdict.PROVEN, text


@pytest.mark.parametrize("name", PASS_LOSES)
def test_a_lost_move_loses_the_race(name: str) -> None:
    waiting = passed(puzzle_of(name).position)
    joins = Claim(Aim.CONNECT, waiting.to_move)
    assert verdict(waiting, joins) is Verdict.PROVEN


def test_ladders_run_along_guide_lines() -> None:
    for corner, run in (("G7", "F5 E3"), ("H2", "G4 F6 E8")):
        here = parse_hole(corner)
        for name in run.split():
            there = parse_hole(name)
            assert abs(there.row - here.row) == 2
            assert abs(there.col - here.col) == 1
            here = there


def test_without_a_peg_it_is_too_late_to_win() -> None:
    position = puzzle_of("course/draw-in-time").position
    assert not position.white
    assert verdict(position, Claim(Aim.CONNECT, Side.WHITE)) is Verdict.DISPROVEN


def test_one_reply_beats_the_tempting_move() -> None:
    moves = report_of("course/one-reply")["moves"]
    assert isinstance(moves, list)
    (found,) = [move for move in moves if move["hole"] == "e4"]
    assert (found["replies"]["refuting"], found["replies"]["undecided"]) == (1, 0)
    assert found["line"][1] == "f4"


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_a_board_has_one_proved_key_and_two_sentences(board: Board) -> None:
    if (puzzle := puzzle_of(board.name)).privilege:
        search = PrivilegeSearch(claim_with_privilege(puzzle))
        found = winning_turns(search, puzzle.position, puzzle.privilege)
        assert found.moves == (), "no single move wins"
        assert found.key is not None
        assert len(found.key) == 2, "one pair of moves does"
        assert 2 == len(re.findall(r"[.?!](?= |$)", board.text)), board.text
        return
    report = report_of(board.name)
    assert report["verdict"] == "sound"
    keys = 2 if board.name == "course/two-keys" else 1
    assert len(puzzle_of(board.name).keys) == keys
    assert 2 == len(re.findall(r"[.?!](?= |$)", board.text)), board.text


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_every_hole_that_is_named_is_a_peg_or_a_proved_one(board: Board) -> None:
    position = puzzle_of(board.name).position
    pegs = {hole_text(hole) for hole in position.white | position.black}
    said = [each.names for each in CLAIMS.get(board.name, [])]
    said += [LOSES.get(board.name, ""), GOES_ON.get(board.name, "")]
    # Proved by tests of their own:
    said += {"course/ladder-up": ["H2"], "course/one-reply": ["F4"]}.get(board.name, [])
    proved = set(_NAME.findall(" ".join(said)))
    assert set() == set(_NAME.findall(board.text)) - pegs - proved


def test_the_course_has_five_chapters_each_with_three_puzzles_on_its_subject() -> None:
    assert len(CHAPTERS) == 5
    assert len(BOARDS) >= 25
    shipped = {f"course/{path.stem}" for path in (ROOT / "puzzles/course").glob("*.sgf")}
    shipped |= {f"lessons/{path.stem}" for path in (ROOT / "puzzles/lessons").glob("*.sgf")}
    others = {"privilege/3"}
    assert shipped | others == {board.name for board in BOARDS}, "each board has its place"
    subjects = {3: "setup", 4: "block"}
    for number, chapter in enumerate(CHAPTERS, start=1):
        assert len(chapter.puzzles) == 3
        for name in chapter.puzzles:
            assert report_of(name)["verdict"] == "sound"
            tags = tags_of(name)
            assert any(tag.startswith(subjects.get(number, "")) for tag in tags or [""]), name
            if number == 5:
                assert any("[" in key["move"] for key in keys_of(name)), "a link is taken off"


def keys_of(name: str) -> list[dict[str, str]]:
    found = report_of(name)["keys"]
    assert isinstance(found, list)
    return found


def tags_of(name: str) -> list[str]:
    folder, file = name.split("/")
    about = read_collection(ROOT / "puzzles" / folder / "collection.yaml")
    assert isinstance(about, dict)
    (entry,) = [each for each in about["puzzles"] if each["file"] == f"{file}.sgf"]
    found: list[str] = entry.get("tags", [])
    return found


def test_its_steps_are_all_different() -> None:
    assert len({step.public_id for step in steps()}) == len(steps()) == len(BOARDS) + 15
