"""The course: boards that teach the game, in chapters, each with what is said beside it.

The boards are shipped puzzles, most of them of the collections `lessons` and `course`. A chapter
ends with three puzzles of other collections. What the sentences claim is proved by the tests of
this module.
"""

from dataclasses import dataclass
from functools import cache

from webapp.catalog.shipped_collections import public_id

__all__ = ["CHAPTERS", "Board", "Chapter", "Step", "steps"]


@dataclass(frozen=True, slots=True)
class Board:
    """A board that teaches something."""

    name: str
    """Collection and file: `lessons/lesson1`."""
    heading: str
    text: str
    """Two sentences."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Boards on one subject, and puzzles to try it out."""

    title: str
    about: str
    boards: tuple[Board, ...]
    puzzles: tuple[str, ...]
    """Collection and file of three puzzles on the subject."""


@dataclass(frozen=True, slots=True)
class Step:
    """A board of the course, or a puzzle at the end of a chapter."""

    public_id: str
    chapter: int
    """From 1."""
    number: int
    """In its chapter, from 1, the puzzles after the boards."""
    board: Board | None
    """What is taught; None for a puzzle."""

    @property
    def is_shared(self) -> bool:
        """Whether its puzzle is one of another collection, too, where it is a puzzle by itself."""
        return self.board is None or not self.board.name.startswith(("lessons/", "course/"))


CHAPTERS = (
    Chapter(
        "Pegs, links and border rows",
        "What a move is, and where a peg may stand.",
        (
            Board(
                "lessons/lesson1",
                "Pegs and links",
                "Find the hole that is a knight's move from both C1 and E5: a peg there is linked "
                "with both. Careful: Black also needs just one peg.",
            ),
            Board(
                "course/border-rows",
                "Border rows",
                "White may not use Black's columns A and E, and the corners have no holes. Finish "
                "your chain in row 5, for with one more peg at E3 Black wins.",
            ),
            Board(
                "lessons/lesson2",
                "Links never cross",
                "A peg at B4 or at E5 is a knight's move from both D3 and C6. At one of them it "
                "gets only one link, because Black's pegs E3 and C4 are linked.",
            ),
            Board(
                "course/black-to-move",
                "Black to move",
                "Now you are Black and join column A with column E. A4 and E4 are already in "
                "place: find the hole that is a knight's move from both.",
            ),
            Board(
                "course/two-links",
                "Two links at once",
                "Two holes are a knight's move from both B1 and C4. One of them is in Black's "
                "border row, so find the other one.",
            ),
            Board(
                "course/own-links",
                "Own links in the way",
                "Your own links are in the way, just as Black's are: a peg at D4 gets no link with "
                "C6, because B5 and D6 are linked. Find the peg that joins B1 with that chain.",
            ),
        ),
        ("novice/n0009", "novice/n0036", "novice/n0017"),
    ),
    Chapter(
        "Walls and races",
        "A link is also a wall. A move that goes forward and blocks wins the race.",
        (
            Board(
                "course/past-a-peg",
                "Past a peg",
                "Black's only peg stands in your way. Find the peg that is linked with D1 and has "
                "two ways to row 5.",
            ),
            Board(
                "lessons/lesson4",
                "In his way",
                "Black needs only one more peg to join left with right. Block him with a peg that "
                "also helps you.",
            ),
            Board(
                "course/wall",
                "A link is a wall",
                "Find the peg that is linked with E1: Black's peg E2 cannot be linked with C3 "
                "across that link. From there a peg at C5 would lead on to E6.",
            ),
            Board(
                "course/race",
                "The race",
                "Each side has one peg, and if you lose a move, Black wins the race. Find the peg "
                "that goes forward from B6 and stands in Black's way.",
            ),
            Board(
                "course/top-decides",
                "Where it is decided",
                "One peg at D6 would join B5 with row 6, so it is decided at the top. Find the "
                "peg that is linked with B5 and has two ways to row 1.",
            ),
            Board(
                "lessons/lesson5",
                "All together",
                "You have one peg, Black has three, and only one first move wins. Look for a peg "
                "that stops Black and has two ways to the top and two to the bottom.",
            ),
        ),
        ("novice/n0023", "novice/n0010", "novice/n0012"),
    ),
    Chapter(
        "Setups",
        "Two pegs that can be joined in two ways are as good as linked, unless one move stops "
        "both. There are five such pairs.",
        (
            Board(
                "lessons/lesson3",
                "Two ways at once",
                "Now you need two pegs, and Black moves in between. Find the peg that leaves you "
                "two ways to go on: Black cannot block both.",
            ),
            Board(
                "course/setup-4-0",
                "The setup 4-0",
                "Pegs four holes apart in a line can be joined on either side of it. Put the peg "
                "that B3 or D3 will join with C1.",
            ),
            Board(
                "course/setup-3-1",
                "The setup 3-1",
                "The next pair is three holes apart one way and one the other. Find the peg that "
                "is linked with C6 and can be joined with C1 at B3 or at E2.",
            ),
            Board(
                "course/setup-3-3",
                "The setup 3-3",
                "Pegs three holes apart both ways are a pair, too. Find the peg that is linked "
                "with F6 and can be joined with B1 at C3 or at D2.",
            ),
            Board(
                "course/setup-2-0",
                "The setup 2-0",
                "Pegs two holes apart in a line can be joined by a peg two holes to either side. "
                "Find the peg that B4 or F4 will join with D3.",
            ),
            Board(
                "course/setup-1-1",
                "The setup 1-1",
                "The last pair are diagonal neighbours. Find the peg that is linked with D6 and "
                "can be joined with D3 at B2 or at E5.",
            ),
            Board(
                "course/patience",
                "Leave a setup alone",
                "B6 and F6 would each join D5 with D7, so wait there until Black takes one of "
                "them. Use your move at the top.",
            ),
        ),
        ("novice/n0032", "novice/n0034", "novice/n0033"),
    ),
    Chapter(
        "Blocks, edges and ladders",
        "A block works from a distance. Near the edge and along the thin guide lines a race can "
        "be counted.",
        (
            Board(
                "course/step-back",
                "A step back",
                "Keep Black from joining his columns. A peg at D3, next to D4, is passed: find the "
                "hole a little farther away from which it is not.",
            ),
            Board(
                "course/far-block",
                "Far enough away",
                "At C3 or C4 your peg is too near to stop C2. Take the hole that forms the setup "
                "4-0 with C1.",
            ),
            Board(
                "course/edge-wall",
                "A wall to the edge",
                "Black wants to go left to column A. Find the peg that is linked with B4, so that "
                "D2 cannot be linked with B3 nor D3 with B2.",
            ),
            Board(
                "course/along-the-edge",
                "Along the edge",
                "C2 and D2 stand between your peg and row 1. Beside the edge, in column B, there "
                "is a way around them.",
            ),
            Board(
                "course/ladder-down",
                "A ladder down",
                "In a ladder the colours run side by side along a guide line. Begin it at the hole "
                "from which D6 is answered by F5, and then E5 by G7.",
            ),
            Board(
                "course/ladder-up",
                "A ladder up",
                "The guide line from H2 leads through G4 towards your peg E8. Run up along it: "
                "if Black answers D2, you go on to G4.",
            ),
        ),
        ("novice/n0011", "novice/n0029", "novice/n0021"),
    ),
    Chapter(
        "Link removal, draws and proofs",
        "The rest of the rules, and what this site means by a proof.",
        (
            Board(
                "course/link-removal",
                "Taking off a link",
                "Before you put a peg you may take off links of your own: click the link from B3 "
                "to D4. Then choose the hole that joins B2 with D6, and choose Commit.",
            ),
            Board(
                "course/draw",
                "A draw",
                "When neither side can win any more, the game is a draw. Cut Black's last path.",
            ),
            Board(
                "course/draw-in-time",
                "A draw in time",
                "You have no peg yet and cannot win any more. But one hole keeps Black from "
                "joining his columns.",
            ),
            Board(
                "course/one-reply",
                "One reply is enough",
                "A move that loses to a single reply loses: after E4 only F4 beats you. Try E4, "
                "step through the refutation, then find the move that no reply beats.",
            ),
            Board(
                "course/two-keys",
                "Two moves that win",
                "Exactly two first moves win here, and the site accepts either, for it judges the "
                "position. Find one, take it back, and find the other.",
            ),
            Board(
                "privilege/3",
                "The Privilege",
                "In Double TwixT a side may move twice in a row, once in the game: press "
                "“Privilege!”, then choose two holes. No single move wins here, but one pair "
                "does.",
            ),
            Board(
                "course/proof",
                "What a proof says",
                "“Solved” means proved: after the right move you win against every reply. Solve "
                "it, then choose “What the win needs”: Black's pegs elsewhere change nothing.",
            ),
        ),
        ("club/c0360", "exercises/server-help-b", "randolph-hensel/p27"),
    ),
)


@cache
def steps() -> tuple[Step, ...]:
    """Return the whole course in its order."""
    found = list[Step]()
    for chapter, each in enumerate(CHAPTERS, start=1):
        boards = [(board.name, board) for board in each.boards]
        puzzles = [(name, None) for name in each.puzzles]
        for number, (name, board) in enumerate([*boards, *puzzles], start=1):
            found.append(Step(public_id(*name.split("/")), chapter, number, board))
    return tuple(found)
