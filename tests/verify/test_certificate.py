"""Certificates: what is written is read again, and what is tampered with is refused."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver.errors import CertificateError, PuzzleFileError
from solver.files import puzzle_to_sgf, read_file, read_text
from solver.proof import (
    Aim,
    Certificate,
    Claim,
    Limits,
    Verdict,
    claim_of,
    write_certificate,
)
from solver.puzzle import Puzzle
from solver.search import Solution, solve
from solver.verify import certificate, check_certificate, read_certificate

pytestmark = pytest.mark.native

HENSEL = Path(__file__).parents[2] / "puzzles" / "randolph-hensel"
LIMITS = Limits(nodes=100_000)

Values = dict[str, Any]

DISPROVEN = """\
TwixT 5x5 STD, white to move and win
   A  B  C  D  E
1     .  .  .
2  .  .  .  .  .
3  B  .  .  .  .
4  .  .  B  .  B
5     .  .  .
"""
BLOCKED = DISPROVEN.replace("white to move and win", "black to move and draw")
UNBLOCKED = """\
TwixT 5x5 STD, black to move and draw
   A  B  C  D  E
1     W  .  .
2  .  .  .  .  .
3  .  .  W  .  .
4  .  .  .  .  .
5     .  .  .
"""


def hensel(name: str) -> Puzzle:
    puzzle = read_file(HENSEL / f"{name}.sgf").puzzle
    assert puzzle is not None
    return puzzle


def solved(puzzle: Puzzle) -> Solution:
    return solve(puzzle.position, claim_of(puzzle), LIMITS)


def written(puzzle: Puzzle) -> bytes:
    found = solved(puzzle)
    assert found.strategy is not None
    return write_certificate(puzzle_to_sgf(puzzle), found.claim, found.verdict, found.strategy)


def check(data: bytes) -> Certificate:
    """Do all that a stranger does."""
    found = read_certificate(data)
    puzzle = read_text(found.puzzle_text).puzzle
    assert puzzle is not None
    check_certificate(puzzle, found)
    return found


def values_of(data: bytes) -> Values:
    values: Values = json.loads(gzip.decompress(data))
    return values


def zipped(data: bytes) -> bytes:
    # Without the time, which would name the tests below anew in every process.
    return gzip.compress(data, mtime=0)


def packed(values: object) -> bytes:
    return zipped(json.dumps(values).encode())


@pytest.fixture(scope="module")
def p17() -> bytes:
    return written(hensel("p17"))


@pytest.mark.parametrize("name", ["p15", "p17", "p27"])
def test_what_is_written_is_read_again(name: str) -> None:
    puzzle = hensel(name)
    found = solved(puzzle)
    assert found.strategy is not None
    again = check(written(puzzle))
    assert found.strategy == again.strategy
    assert (found.claim, Verdict.PROVEN) == (again.claim, again.verdict)
    assert puzzle == read_text(again.puzzle_text).puzzle


@pytest.mark.parametrize(
    ("text", "aim", "verdict"),
    [
        (DISPROVEN, Aim.CONNECT, Verdict.DISPROVEN),
        (BLOCKED, Aim.BLOCK, Verdict.PROVEN),
        (UNBLOCKED, Aim.BLOCK, Verdict.DISPROVEN),
    ],
)
def test_the_chain_of_either_side_decides_either_claim(
    text: str, aim: Aim, verdict: Verdict
) -> None:
    puzzle = read_text(text).puzzle
    assert puzzle is not None
    found = check(written(puzzle))
    assert (aim, verdict) == (found.claim.aim, found.verdict)
    prover = found.claim.prover
    assert found.strategy.prover is (prover if verdict is Verdict.PROVEN else prover.other)


def test_the_same_proof_gives_the_same_bytes(p17: bytes) -> None:
    assert p17 == written(hensel("p17"))
    assert b"\0\0\0\0" == p17[4:8], "no time of writing"


def test_a_strategy_of_the_wrong_side_is_not_written() -> None:
    found = solved(hensel("p17"))
    assert found.strategy is not None
    for verdict in (Verdict.DISPROVEN, Verdict.UNDECIDED):
        with pytest.raises(ValueError, match="does not show that white connects is"):
            write_certificate("", found.claim, verdict, found.strategy)


def change_move(values: Values) -> None:
    values["nodes"][-1][5] = "b2"


def drop_move(values: Values) -> None:
    values["nodes"][-1][5] = ""


def drop_made_links(values: Values) -> None:
    values["nodes"][-1][6] = ""


def drop_child(values: Values) -> None:
    reply = next(node for node in reversed(values["nodes"]) if node[0] == "reply")
    assert len(reply[7]) > 1
    reply[7].pop()


def drop_root(values: Values) -> None:
    values["nodes"].pop()


def drop_all(values: Values) -> None:
    values["nodes"] = []


def shrink_zone(values: Values) -> None:
    node = next(node for node in values["nodes"] if node[0] == "move" and node[2] != node[5])
    node[2] = node[5]


def lower_depth(values: Values) -> None:
    values["nodes"][-1][1] -= 1


def turn_child(values: Values) -> None:
    values["nodes"][-1][7] = [len(values["nodes"])]


def turn_verdict(values: Values) -> None:
    values["verdict"] = "disproven"


def turn_verdict_and_proof(values: Values) -> None:
    values["verdict"] = "disproven"
    values["proves"] = {"aim": "connect", "prover": "black"}


def turn_proof_to_block(values: Values) -> None:
    # True, as a chain blocks; but then it is no proof of the claim.
    values["proves"]["aim"] = "block"


def turn_prover(values: Values) -> None:
    values["claim"]["prover"] = "black"


def turn_aim(values: Values) -> None:
    values["claim"]["aim"] = "block"


def turn_claim_and_verdict(values: Values) -> None:
    # The opposite of a claim, and of what is known of it: true, but not what the puzzle says.
    values["claim"] = {"aim": "block", "prover": "black"}
    values["verdict"] = "disproven"


def turn_goal(values: Values) -> None:
    assert "PZ[]" in values["puzzle"]
    values["puzzle"] = values["puzzle"].replace("PZ[]", "PZ[B+]")


def turn_goal_and_claim(values: Values) -> None:
    turn_goal(values)
    turn_prover(values)


def turn_turn(values: Values) -> None:
    # PZ[W+] keeps the claim, so only the side to move is wrong. White's key has to go.
    text = values["puzzle"].replace("PZ[]", "PZ[W+]").replace("PL[W]", "PL[B]")
    values["puzzle"] = text.replace(";W[g9]TE[1]", "")


def move_a_needed_peg(values: Values) -> None:
    needed = values["nodes"][-1][3].split()
    text = values["puzzle"]
    first = next(peg for peg in needed if f";W[{peg}]" in text)
    values["puzzle"] = text.replace(f";W[{first}]", ";W[v20]")


@pytest.mark.parametrize(
    ("tamper", "rule"),
    [
        (change_move, r"node \d+ \(MOVE\): .*"),
        (drop_move, r"node \d+ \(MOVE\): the peg goes to no hole"),
        (drop_made_links, r"node \d+ \(MOVE\): the child asks for more"),
        (drop_child, r"node \d+ \(REPLY\): the reply .* is not answered"),
        (drop_root, "root: the wrong side is to move"),
        (drop_all, "at least one node"),
        (shrink_zone, r"node \d+ \(MOVE\)"),
        (lower_depth, r"node \d+ \(MOVE\): the depth"),
        (turn_child, "before its parent"),
        (turn_verdict, "does not show that white connects is disproven"),
        (turn_verdict_and_proof, "do not join the ends"),
        (turn_prover, "the puzzle claims that white connects, not that black connects"),
        (turn_aim, "the puzzle claims that white connects, not that white blocks"),
        (turn_claim_and_verdict, "the puzzle claims that white connects"),
        (turn_goal, "the puzzle claims that black connects"),
        (turn_goal_and_claim, "does not show that black connects is proven"),
        (turn_proof_to_block, "a proof that white blocks does not show"),
        (turn_turn, "root: the wrong side is to move"),
        (move_a_needed_peg, "root: the position does not contain the pattern"),
    ],
)
def test_what_is_tampered_with_is_refused(
    p17: bytes, tamper: Callable[[Values], None], rule: str
) -> None:
    values = values_of(p17)
    check(packed(values))
    tamper(values)
    with pytest.raises(CertificateError, match=rule):
        check(packed(values))


def test_a_certificate_cut_short_anywhere_is_unreadable(p17: bytes) -> None:
    for length in [*range(0, len(p17), 97), len(p17) - 1]:
        with pytest.raises(PuzzleFileError, match=r"ends too early|cannot unpack"):
            read_certificate(p17[:length])


def test_a_damaged_byte_is_noticed(p17: bytes) -> None:
    middle = len(p17) // 2
    with pytest.raises(PuzzleFileError):
        read_certificate(p17[:middle] + bytes([p17[middle] ^ 1]) + p17[middle + 1 :])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"(;GM[21])", "gzip cannot unpack"),
        (zipped(b"{"), "no JSON"),
        (zipped(b"\xff"), "no JSON"),
        (zipped(b"[" * 100_000), "no JSON"),
        (packed([]), "its format is not"),
        (packed({"format": "other"}), "its format is not"),
        (packed({"format": "twixt-certificate", "version": 1}), "version is not 2 or 3"),
        (packed({"format": "twixt-certificate", "version": True}), "version is not 2 or 3"),
        (packed({"format": "twixt-certificate", "version": 2}), "verdict is none of"),
        (packed({}) + b"more", "more follows"),
    ],
)
def test_what_is_no_certificate_is_unreadable(data: bytes, message: str) -> None:
    with pytest.raises(PuzzleFileError, match=message):
        read_certificate(data, "some.cert.gz")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("puzzle", None),
        ("puzzle", 3),
        ("solver", []),
        ("claim", "white"),
        ("claim", {"aim": "win", "prover": "white"}),
        ("claim", {"aim": "connect", "prover": ["white"]}),
        ("verdict", "undecided"),
        ("nodes", {}),
        ("but", None),
        ("but", "4d"),
    ],
)
def test_a_wrong_field_is_named(p17: bytes, key: str, value: object) -> None:
    with pytest.raises(PuzzleFileError, match=rf"{key}|aim|prover|4d"):
        read_certificate(packed({**values_of(p17), key: value}))


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (0, "lief", "kind is none of"),
        (1, -1, "depth is not a number"),
        (1, 250_001, "depth is not a number"),
        (1, 1 << 63, "depth is not a number"),
        (1, True, "depth is not a number"),
        (2, "4d", "4d"),
        (2, ["d4"], "zone"),
        (4, "d4-d5", "d4-d5"),
        (5, "9" * 10_000, "999"),
        (5, None, "hole"),
        (7, [-1], "child is not a number"),
        (7, ["0"], "child is not a number"),
        (7, 0, "children"),
        (8, [0], "ends are not two"),
        (8, [0, 1, "d4"], "ends are not two"),
        (8, [0, 2], "end"),
        (9, "d4-d5", "d4-d5"),
    ],
)
def test_a_wrong_value_of_a_node_is_named(
    p17: bytes, place: int, value: object, words: str
) -> None:
    values = values_of(p17)
    node = ["leaf", 0, "", "", "", "", "", [], None, ""]
    values["nodes"][3] = node
    read_certificate(packed(values))
    node[place] = value
    with pytest.raises(PuzzleFileError, match=rf"^node 3: .*({words})") as caught:
        read_certificate(packed(values))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("node", [7, [], ["leaf", 0, "", "", "", "", "", []]])
def test_what_is_no_node_is_named(p17: bytes, node: object) -> None:
    values = values_of(p17)
    values["nodes"][3] = node
    with pytest.raises(PuzzleFileError, match=r"^node 3: (node is|a node has 10 values)"):
        read_certificate(packed(values))


def test_a_bomb_is_not_unpacked() -> None:
    bomb = gzip.compress(b" " * (certificate.MAX_CERTIFICATE + 1), 9)
    assert len(bomb) < 1 << 20
    with pytest.raises(PuzzleFileError, match="unpacks to more than 64 MiB"):
        read_certificate(bomb)


def test_too_many_nodes_are_refused(p17: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "MAX_NODES", 20)
    with pytest.raises(PuzzleFileError, match="more than 20 nodes"):
        read_certificate(p17)


def test_a_claim_of_another_puzzle_is_refused(p17: bytes) -> None:
    found = read_certificate(p17)
    with pytest.raises(CertificateError):
        check_certificate(hensel("p15"), found)
    assert Claim(Aim.CONNECT, found.strategy.prover) == found.claim
