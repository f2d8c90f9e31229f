"""Files to try the readers with: broken ones, and sound ones that ask for the unusual.

`python -m tests.files.odd_files FIRST COUNT` tries files by their numbers and prints what a
reader did not survive; each number gives the same file again.
"""

import random
import resource
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from solver.errors import PuzzleFileError
from solver.files import Format, Record, board_diagram, puzzle_to_sgf, read_text, write_text
from solver.game import (
    Board,
    Box,
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Side,
    Special,
    hole_text,
    move_values,
)
from solver.puzzle import Goal, Puzzle, rectangle
from tests.files.test_diagram import EXAMPLE
from tests.files.test_formats import EDITED, GOLEM, T1
from tests.files.test_sgf_variations import SOLUTION

__all__ = ["PIECES", "SEEDS", "odd_file", "survives"]

SEEDS = [path.read_bytes() for path in sorted((Path(__file__).parent / "bad").iterdir())] + [
    text.encode() for text in (EXAMPLE, EDITED, GOLEM, T1, f"(;GM[21]{SOLUTION})")
]

_WORDS = (
    "( ) ; [ ] \\ \\] : | # + - / ' * , . W B b r AW AB AE VW PL IP PZ SZ RU HA CA TE "
    "[d4] [e6] [a1:l12] [-c4'] [\\c4'] [zz702] [zz999] [swap] [swap-pieces] [resign] [draw] [] "
    "(;FF[4]GM[21] 24:20 [3] d4 e6-d4/c2+ 1. 2. swap pass TwixT 5x5 STD, white to move A B C D "
    "links: W. é \ufeff \x00 9999999999 [702] [703:2] (; (;GM[21]PZ[] ;W[] VW[a1:zz702] "
    "window A1:E9 and win none I C"
)
_BLANKS = " \n\t\r\f\x1c\x85\xa0\u2003\u2028"
PIECES = (*_WORDS.split(" "), *_BLANKS)

_Options = tuple[tuple[int, int] | None, Ruleset | None]

_SMALL = ((3, 3), (3, 9), (4, 5), (5, 5), (6, 4), (7, 7), (9, 5))
_SIZES = (*(5 * _SMALL), (12, 12), (12, 12), (24, 24), (60, 30))


OPTIONS = ((None, None), ((12, 12), Ruleset.STD), ((5, 3), Ruleset.PP))
"""Board size and rules for files that give none."""


def survives(data: bytes, options: Sequence[_Options] = OPTIONS) -> None:
    """Read with and without options, write in every format, and read what was written."""
    for size, rules in options:
        try:
            record = read_text(data, size=size, rules=rules)
        except PuzzleFileError as error:
            if not (str(error) and any(finding.fatal for finding in error.findings)):
                raise AssertionError("an error without a reason") from error
            if "fault of the reader" in str(error):
                raise
            continue
        assert not any(finding.fatal for finding in record.findings)
        assert len(record.moves) + 1 == len(record.line)
        for form in Format:
            _comes_back(record, form)


def _comes_back(record: Record, form: Format) -> None:
    """Write a record and read it: nothing is lost but what the findings tell of."""
    try:
        written = write_text(record, form)
    except PuzzleFileError:
        return
    board = record.start.board
    again = read_text(written.text, size=(board.width, board.height), rules=record.start.ruleset)
    goal = record.puzzle.goal if record.puzzle else None
    match form:
        case Format.SGF:
            assert record.line == again.line
            assert written.text == write_text(again, form).text
            assert written.findings or goal is (again.puzzle.goal if again.puzzle else None)
        case Format.DIAGRAM:
            shown = record.start if record.puzzle else record.line[-1]
            assert _standing(shown) == _standing(again.start)
            assert goal is (again.puzzle.goal if again.puzzle else None)
            assert written.text == write_text(again, form).text
        case Format.MOVES | Format.PBM:
            assert record.line == again.line
        case _ if Special.SWAP_SIDES not in record.moves:
            # With that the later moves are mirrored, and the rules may be others.
            one, two = record.line[-1], again.line[-1]
            assert (one.white, one.black) == (two.white, two.black)


def _standing(position: Position) -> tuple[object, ...]:
    board = position.board
    sides = [(position.pegs(side), position.links(side)) for side in Side]
    # A window may list corners of the board, which are no holes.
    return board.box, board.playable_holes(), position.ruleset, position.to_move, sides


# -- files ------------------------------------------------------------------------------


def odd_file(rng: random.Random) -> bytes:
    """Return a file of any kind."""
    make = rng.choices(tuple(_KINDS), tuple(_KINDS.values()))[0]
    return make(rng)


def _bytes(rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(200))


def _pieces(rng: random.Random) -> bytes:
    start = rng.choice(("", EXAMPLE, "(;FF[4]GM[21]SZ[12]", "(;GM[21]SZ[5]PZ[]", "(;"))
    end = rng.choice(("", ")", "\n"))
    return (start + "".join(rng.choices(PIECES, k=rng.randrange(25))) + end).encode()


def _mutilated(rng: random.Random) -> bytes:
    make = rng.choice((lambda _: rng.choice(SEEDS), _sgf, _diagram, _puzzle))
    data = make(rng)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(data) + 1)
        put = rng.choice((rng.choice(PIECES).encode(), data[at : at + 9], rng.randbytes(1), b""))
        data = data[:at] + put + data[at + rng.choice((0, len(put), rng.randrange(12))) :]
    return data


def _drawn(rng: random.Random) -> bytes:
    rows = ["   A  B  C"[: rng.randrange(3, 12)]]
    rows += ["".join(rng.choices(" .:WBwb123ABC-_/", k=rng.randrange(14))) for _ in range(6)]
    return "\n".join(rows).encode()


def _board(rng: random.Random, *, shapes: bool = False) -> Board:
    width, height = rng.choice(_SIZES)
    board = Board(width, height)
    if rng.random() < 0.5:
        cols, rows = (sorted(rng.randrange(most) for _ in range(2)) for most in (width, height))
        region = rectangle(Box(cols[0], rows[0], cols[1], rows[1]))
        if rng.random() < 0.3:
            region -= set(rng.sample(sorted(region), len(region) // 4))
        board = Board(width, height, None, region)
    if shapes and rng.random() < 0.2:
        everything = set(Board(width, height).playable_holes())
        holes = frozenset(rng.sample(sorted(everything), 3 * len(everything) // 4))
        board = Board(width, height, holes)
    return board


def _position(rng: random.Random, board: Board) -> Position:
    position = Position(board, rng.choice(list(Ruleset)), rng.choice(list(Side)))
    for _ in range(rng.randrange(rng.choice((3, 12, 40)))):
        side = rng.choice(list(Side))
        hole = Hole(rng.randrange(board.width), rng.randrange(board.height))
        if hole in board and not board.foreign(side, hole) and not position.peg_at(hole):
            position = position.put(side, hole)
    side = rng.choice(list(Side))
    if rng.random() < 0.3 and position.links(side):
        links = sorted(position.links(side))
        kept = rng.sample(links, rng.randrange(len(links)))
        position = position.with_side(side, position.pegs(side), kept)
    return position


def _diagram(rng: random.Random) -> bytes:
    position = _position(rng, _board(rng, shapes=True))
    return board_diagram(position, rng.choice([None, *Goal])).encode()


def _puzzle(rng: random.Random) -> bytes:
    position = _position(rng, _board(rng))
    holes = list(position.open_holes(position.to_move))
    keys = tuple(Move(hole) for hole in rng.sample(holes, min(len(holes), 2)))
    text = puzzle_to_sgf(Puzzle("p", position, rng.choice(list(Goal)), keys))
    return text.encode()


def _sgf(rng: random.Random) -> bytes:
    """Return a game or a solution as a tree, mostly of legal moves."""
    width, height = rng.choice(_SIZES)
    rules = rng.choice(list(Ruleset))
    start = Position(Board(width, height), rules)
    text = f"(;GM[21]SZ[{width}:{height}]RU[{rules.value}]" + rng.choice(("", "HA[]", "PZ[]PL[W]"))
    if "PZ" in text:
        text += rng.choice(("", ";IP[]", "VW[b2:c3];IP[]"))
    return (text + _line(rng, start, rng.choice((2, 8, 40)), 4) + ")").encode()


def _line(rng: random.Random, position: Position, plies: int, parts: int) -> str:
    text = ""
    for _ in range(plies):
        if position.result:
            break
        move = _move(rng, position)
        try:
            values = move_values(position, move)
            after = position.play(move)
        except ValueError:
            if rng.random() < 0.98:
                continue
            return text + f";{position.to_move.letter}[{rng.choice(('', 'a1', 'draw'))}]"
        text += f";{position.to_move.letter}" + "".join(f"[{value}]" for value in values)
        position = after
        if parts and rng.random() < 0.1:
            lines = (_line(rng, position, plies // 2, parts - 1) for _ in range(2))
            return text + "".join(f"({line or ';'})" for line in lines)
    return text


def _move(rng: random.Random, position: Position) -> Move | Special:
    if rng.random() < 0.05:
        return rng.choice(list(Special))
    board, me = position.board, position.to_move
    peg = Hole(rng.randrange(board.width), rng.randrange(board.height))
    links = sorted(position.links(me))
    off = frozenset(rng.sample(links, min(len(links), rng.choice((0, 0, 0, 1, 2)))))
    on = frozenset[Link]()
    if rng.random() < 0.2:
        kept = position.with_side(me, position.pegs(me), position.links(me) - off)
        on = frozenset(link for link in kept.automatic_links(me, peg) if rng.random() < 0.5)
    return Move(None if rng.random() < 0.03 else peg, off, on, auto=not on)


def _list(rng: random.Random) -> bytes:
    """Return moves in one of the formats without trees, well written or not."""
    words = []
    for number in range(1, rng.randrange(2, 30)):
        hole = hole_text(Hole(rng.randrange(1, 11), rng.randrange(1, 11)))
        word = rng.choice(
            (hole, hole, hole, hole.lower(), "swap", "resign", "draw", f"{hole}-", "")
        )
        words.append(rng.choice((f"{number}.{word}", word, f"{number:>4} {word}")))
    text = rng.choice((" ", "\n", "\n", "  \n")).join(words)
    if rng.random() < 0.3:
        head, moves = T1.split("\n")[:13], [word.split(".")[-1].strip() for word in words]
        text = "\n".join([*head, *moves])
    if rng.random() < 0.3:
        letters = "bcdefghij"
        moves = [rng.choice(letters) + rng.choice(letters) for _ in words]
        moves[1:2] = [rng.choice((moves[-1], "swap"))]
        nodes = "".join(f";{'br'[ply % 2]}[{move}]" for ply, move in enumerate(moves))
        text = f"(;FF[4]SZ[{rng.choice((12, 24))}]{nodes})"
    return text.encode()


def _large(rng: random.Random) -> bytes:
    """Return a small file about a large board, or a large one of little."""
    one = rng.choice(("(", "(;", ";W[d4]", "a1 ", "[", "1 ", "A ", " ", "\xa0", "W.", "#\n", "-"))
    side = rng.choice((700, 702))
    texts: tuple[Callable[[], str], ...] = (
        lambda: one * rng.choice((10, 1000, 20_000)),
        lambda: f"(;GM[21]SZ[{side}]PZ[]PL[W]AW[b{side}][zy1][d4]AB[a2];IP[])",
        lambda: f"(;GM[21]SZ[{side}:3];W[zx2];B[aa2];W[d4];B[e2])",
        lambda: (
            f"TwixT {side}x3 STD, white to move and win, window B1:C3\n   A  B  C\n1     .  .\n"
        ),
        lambda: "(;GM[21]SZ[24]" + ";C[]" * rng.choice((900, 2990, 3010)) + ")",
        lambda: "(;GM[21]SZ[24]" + "(;C[]" * rng.choice((900, 2990)) + ")" * 3000,
    )
    return rng.choice(texts)().encode()


_KINDS = {
    _bytes: 5,
    _pieces: 20,
    _mutilated: 30,
    _drawn: 5,
    _diagram: 10,
    _puzzle: 10,
    _sgf: 12,
    _list: 8,
    _large: 0.05,
}
"""How often each is made."""


def _main(first: int, count: int) -> int:
    lost, slowest = 0, (0.0, first)
    for number in range(first, first + count):
        data = odd_file(random.Random(number))
        begin = time.process_time()
        try:
            survives(data, [OPTIONS[number % len(OPTIONS)]])
        except Exception as error:
            lost += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__} in {place.name}:{place.lineno}: {str(error)[:200]}"
            print(f"{number}: {told}: {data[:300]!r}")
        slowest = max(slowest, (time.process_time() - begin, number))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{count} files from {first}: {lost} not survived, {time.process_time():.0f} CPU seconds, "
        f"the slowest {slowest[0]:.2f} s (number {slowest[1]}), at most {memory} MiB"
    )
    return lost


if __name__ == "__main__":
    sys.exit(bool(_main(*map(int, sys.argv[1:3]))))
