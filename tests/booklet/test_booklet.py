"""A booklet: all puzzles with their diagrams, the solutions at the back and nowhere else."""

import json
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import Destination

from solver.booklet import BookletPuzzle, Chapter, Paper, booklet, chapter_about
from solver.files import listed_file, read_collection, read_file, read_reports
from solver.game import Board, Position, Side, parse_hole, parse_move
from solver.puzzle import Goal, Puzzle
from solver.told_report import for_people

PUZZLES = Path(__file__).parents[2] / "puzzles"


def shipped(name: str) -> Chapter:
    """Return a collection that comes with the project."""
    path = PUZZLES / name / "collection.yaml"
    about: Any = read_collection(path)
    reports = read_reports(path.parent)
    found = list[BookletPuzzle]()
    for entry in about["puzzles"]:
        file = listed_file(path, entry["file"])
        puzzle = read_file(file).puzzle
        assert puzzle
        found.append(BookletPuzzle(puzzle.name, puzzle, reports.get(file.name)))
    return chapter_about(name, about, tuple(found))


def plain(title: str, *, goal: Goal = Goal.WIN, size: int = 6, author: str = "") -> BookletPuzzle:
    """Return a puzzle without a report, its key B1."""
    position = Position(Board(size, size)).put(Side.WHITE, parse_hole("C3"))
    key = parse_move(position, "b1")
    return BookletPuzzle(title, Puzzle(title, position, goal, (key,), author))  # type: ignore[arg-type]  # a plain move


def texts(data: bytes) -> list[str]:
    """Return the text of each page, as a reader of PDF files finds it, on one line."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(data)).pages]


def made(entries: Sequence[BookletPuzzle], **about: str) -> list[str]:
    """Return the pages of a booklet of one chapter."""
    return texts(booklet("All", [Chapter("Chapter", tuple(entries), **about)]))


@pytest.mark.parametrize("name", ["lessons", "randolph-hensel", "diagonal", "boards", "exercises"])
def test_every_puzzle_has_its_diagram_in_front_and_its_solution_at_the_back(name: str) -> None:
    chapter = shipped(name)
    pages = texts(booklet(chapter.title, [chapter]))
    back = next(number for number, text in enumerate(pages) if text.startswith("Solutions"))
    front, solutions = " ".join(pages[:back]), " ".join(pages[back:])
    assert f"Solutions from page {back + 1}" in pages[0]
    for number, entry in enumerate(chapter.puzzles, start=1):
        heading = " ".join(f"{number}. {entry.title}".split())
        assert heading in front
        assert entry.report
        told = solutions.partition(heading)[2].partition(f" {number + 1}. {entry.title[:3]}")[0]
        for key in for_people(entry.report)["keys"]:
            if key["verdict"] == "proven":
                assert f"{key['move'].upper()}!" in told
                assert f"{key['move'].upper()}!" not in front
    assert "Try:" not in front
    for word in (chapter.author, chapter.source, chapter.licence):
        assert " ".join(word.split()) in pages[-1]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("title", ["All", "Very long " * 99])
def test_many_authors_do_not_move_the_solutions(title: str, paper: Paper) -> None:
    authors = [f"Author {number} {'of a long name ' * (number % 9)}" for number in range(40)]
    chapters = [Chapter("One", (plain("One"),), author) for author in authors]
    pages = texts(booklet(title, chapters, paper))
    back = next(number for number, text in enumerate(pages) if text.startswith("Solutions"))
    front = " ".join(pages[: back - len(chapters)])
    assert f"Solutions from page {back + 1}" in front
    named = front.count("Author ")
    assert 0 < named < len(authors)
    assert f"and {len(authors) - named} others" in front


def heights(page: PageObject) -> list[float]:
    """Return how far above the foot of a page each of its texts stands, in their order."""
    found = list[float]()

    def note(text: str, _: object, matrix: Sequence[float], *_more: object) -> None:
        if text.strip():
            found.append(matrix[5])

    page.extract_text(visitor_text=note)
    return found


@pytest.mark.parametrize("words", [1, 20, 24, 26, 28, 30, 60])
@pytest.mark.parametrize("author", ["", "Ann", "One name\n" * 24])
def test_a_long_title_is_not_written_over(words: int, author: str) -> None:
    chapter = Chapter("One", (plain("One"),), author)
    data = booklet("A title that is long " * words, [chapter])
    pages = texts(data)
    back = next(number for number, text in enumerate(pages) if text.startswith("Solutions"))
    front = PdfReader(BytesIO(data)).pages[: back - 1]
    assert f"Solutions from page {back + 1} White's pegs are rings" in pages[len(front) - 1]
    for page in front:
        lines = heights(page)
        assert sorted(lines, reverse=True) == lines


def test_all_authors_are_named_where_there_is_room() -> None:
    chapters = [Chapter("One", (plain("One"),), f"Author {number}") for number in range(12)]
    (front, *_) = texts(booklet("All", chapters))
    assert 12 == front.count("Author ")
    assert "others" not in front


def test_a_solution_has_the_main_line_and_tries_with_their_refutations() -> None:
    entry = next(each for each in shipped("randolph-hensel").puzzles if "puzzle 15" in each.title)
    found = " ".join(made([entry]))
    assert "1. E5! E2 2. G4 G2 3. H2 D10 4. F11 A2 5. F1" in found
    assert "Try: 1. F3? D6! 2. C5" in found
    assert found.count("Try:") == 5
    assert "31 other tries fail." in found
    assert "Sound: the key is proven, 120 other first moves are refuted." in found


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (Goal.WIN, "White to move and win"),
        (Goal.DRAW, "White to move and draw"),
        (Goal.BLACK_WINS, "White to move, Black wins"),
    ],
)
def test_a_diagram_tells_side_and_goal(goal: Goal, said: str) -> None:
    assert said in made([plain("One", goal=goal)])[1]


def test_who_holds_the_privilege_is_told() -> None:
    found = shipped("privilege")
    pages = texts(booklet(found.title, [found]))
    assert "may move twice in a row, once in the game" in pages[0]
    for entry, said in zip(found.puzzles, pages[1].split(" to move and win")[1:], strict=True):
        held = " and ".join(
            side.value.capitalize() for side in Side if side in entry.puzzle.privilege
        )
        assert said.startswith(f", Privilege: {held} ")
    assert "`twixt privilege` finds the winning turns" in pages[2]
    assert "Privilege" not in " ".join(made([plain("One")]))


def test_what_was_not_checked_is_not_called_proven() -> None:
    pages = made([plain("One")])
    assert "B1. Given by the author, not checked." in pages[2]


@pytest.mark.parametrize(
    ("size", "number", "pages"), [(6, 6, 1), (6, 7, 2), (24, 4, 1), (24, 5, 2), (40, 2, 2)]
)
def test_a_page_has_fewer_diagrams_of_larger_boards(size: int, number: int, pages: int) -> None:
    found = made([plain(f"Puzzle {each}", size=size) for each in range(number)])
    assert 1 + pages + 1 + 1 == len(found)


def test_chapters_begin_on_new_pages_and_numbers_run_on() -> None:
    chapters = [Chapter(name, (plain(f"{name} puzzle"),)) for name in ("One", "Two")]
    pages = texts(booklet("Both", chapters))
    assert "1. One puzzle" in pages[1]
    assert "2. Two puzzle" in pages[2]
    outline = PdfReader(BytesIO(booklet("Both", chapters))).outline
    titles = [each.title for each in outline if isinstance(each, Destination)]
    assert ["One", "Two", "Solutions", "Sources and licences"] == titles


def test_names_keep_their_letters_and_unknown_ones_are_marked() -> None:
    found = " ".join(made([plain("Žluťoučký kůň, Ωμέγα, Ночь"), plain("囲碁")]))
    assert "1. Žluťoučký kůň, Ωμέγα, Ночь" in found
    assert "2. \N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}" in found


def test_a_title_that_is_too_long_is_cut_above_its_diagram_and_whole_at_the_back() -> None:
    title = " ".join(["very"] * 40) + " long"
    pages = made([plain(title)])
    assert "…" in pages[1]
    assert title not in pages[1]
    assert title in pages[2]


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (595, 842)), (Paper.LETTER, (612, 792))])
def test_pages_are_of_the_paper(paper: Paper, size: tuple[int, int]) -> None:
    for page in PdfReader(BytesIO(booklet("One", [Chapter("One", (plain("One"),))], paper))).pages:
        assert size == (round(page.mediabox.width), round(page.mediabox.height))


def test_a_diagram_is_drawn_with_lines_and_its_letters_are_in_the_file() -> None:
    reader = PdfReader(BytesIO(booklet("One", [Chapter("One", (plain("One"),))])))
    page = reader.pages[1]
    assert not page.images
    fonts = page["/Resources"]["/Font"].values()  # type: ignore[index]  # as PDF files have it
    for font in fonts:
        below = font.get_object()["/DescendantFonts"][0].get_object()
        assert "/FontFile2" in below["/FontDescriptor"]


def test_sources_of_single_puzzles_are_told_unless_the_chapter_tells_them() -> None:
    first = plain("One", author="Ann")
    other = Puzzle("Two", first.puzzle.position, author="Bob", source="A book, page 7")
    same = Puzzle("Three", first.puzzle.position, author="Bob", source="A site, page 8")
    entries = [first, BookletPuzzle("Two", other), BookletPuzzle("Three", same)]
    pages = made(entries, source="A site", licence="MIT", author="Ann")
    assert "Bob: A book, page 7" in pages[-1]
    assert "page 8" not in pages[-1]
    assert "Bob" in pages[1], "an author who is not the chapter's stands beside the task"
    assert "Ann" not in pages[1]


def test_what_has_two_lines_stands_on_one(caplog: pytest.LogCaptureFixture) -> None:
    one = plain("One", author="Anna\nBerta")
    same = Puzzle("Two", one.puzzle.position, author="Carl\n Dora", source="A book,\npage 7")
    chapter = Chapter("A\nchapter", (one, BookletPuzzle("Two", same)), "Carl Dora")
    pages = texts(booklet("All", [chapter]))
    assert pages[1].startswith("A chapter 1. One Anna BertaWhite to move")
    assert "Dora" not in pages[1]
    assert "Carl Dora: A book, page 7" in pages[-1]
    assert "" == caplog.text


def test_a_report_of_an_undecided_puzzle_is_no_solution() -> None:
    report = {
        **json.loads(json.dumps(shipped("lessons").puzzles[0].report)),
        "keys": [
            {"move": "d3", "published": True, "verdict": "undecided", "line": [], "pegs": None}
        ],
        "moves": [],
        "tries": [],
        "verdict": "undecided",
        "reason": "neither the claim nor its opposite was proved; d3 is open",
    }
    entry = BookletPuzzle("One", plain("One").puzzle, report)
    back = made([entry])[2]
    assert "D3, the author's move, is not decided." in back
    assert "D3!" not in back
    assert "D3 is open." in back


@pytest.mark.parametrize(("aim", "does"), [("connects", "Wins"), ("blocks", "Draws")])
def test_what_works_in_place_of_the_key_does_what_is_asked(aim: str, does: str) -> None:
    report = json.loads(json.dumps(shipped("lessons").puzzles[0].report))
    fails = {"move": "b2", "published": True, "verdict": "disproven", "line": [], "pegs": None}
    key = {"move": "d3", "published": False, "verdict": "proven", "line": ["d3", "e5"], "pegs": 2}
    moves = [{"hole": "d3", "kind": "key"}]
    report |= {"claim": f"white {aim}", "keys": [fails, key], "moves": moves, "tries": []}
    back = made([BookletPuzzle("One", plain("One").puzzle, report)])[2]
    assert f"{does} in place of the author's move: 1. D3! E5" in back


def test_without_a_key_of_the_author_nothing_wins_in_its_place() -> None:
    report = json.loads(json.dumps(shipped("lessons").puzzles[0].report))
    key = {"move": "d3", "published": False, "verdict": "proven", "line": ["d3", "e5"], "pegs": 2}
    report |= {"keys": [key], "moves": [{"hole": "d3", "kind": "key"}], "tries": []}
    entry = BookletPuzzle("One", plain("One").puzzle, report)
    back = made([entry])[2]
    assert "1. D3! E5" in back
    assert "in place of" not in back
    report |= {"verdict": "cooked", "reason": "d4 wins without the key"}
    report["moves"].append({"hole": "d4", "kind": "cook"})
    back = made([entry])[2]
    assert "D3!" not in back
    assert "Cooked: 2 first moves win: D3, D4." in back
