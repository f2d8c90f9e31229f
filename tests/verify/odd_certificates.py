"""Certificates to try the reader with: sound ones, damaged as bytes, as text or in what they say.

`python -m tests.verify.odd_certificates FIRST COUNT` tries certificates by their numbers and prints
what the reader or the checker did not survive; each number gives the same certificate again.
"""

import gzip
import json
import random
import resource
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any

from solver.errors import CertificateError, PuzzleFileError
from solver.files import read_text
from solver.proof import Limits, Verdict, claim_of, write_certificate
from solver.search import solve
from solver.verify import check_certificate, read_certificate, unpack_strategy

__all__ = ["odd_certificate", "survives"]

_PUZZLES = (
    "TwixT 5x5 STD, white to move and win\n   A  B  C  D  E\n"
    "1     .  .  .\n2  .  .  .  .  .\n3  B  .  .  .  .\n4  .  .  B  .  B\n5     .  .  .\n",
    "TwixT 6x5 STD, white to move and win\n   A  B  C  D  E  F\n"
    "1     .  .  .  .\n2  .  .  W  .  .  .\n3  .  .  .  .  .  .\n4  .  .  .  .  .  .\n"
    "5     .  W  .  .\n",
)

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 1.5, 1e308, 10**30, 1 << 62, "", "a", "A1", "a1 b3", "A1-B3",
    "zz702", "-", "A0", "connect", "block", "white", "black", "proven", "disproven", "leaf", "move",
    "replies", "\x00", "\ud800", "é", " " * 300, "A1 " * 30_000, [], [[]], [0], [None], {}, {"": 0},
    {"aim": "connect", "prover": "white"}, [["leaf"]] * 3,
)  # fmt: skip

_HOLES = ("", *(f"{column}{row}" for column in "abcdef" for row in range(1, 6)))
_LINKS = ("", "a1-b3", "b3-d4", "a3-c4", "c4-e3", "c1-d3", "c5-d3", "d3-e5", "a1-a2", "zz702-a1")

_SHARDS = (
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"null", b"true", b"NaN", b"Infinity", b"-", b"1e999",
    b"9" * 5000, b"\\u0000", b"\\ud800", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xc3", b"&a [*a]",
    b"!!python/object:os.system ", b"---\n", b"- ", b"?", b"[" * 3000, b'{"a":' * 3000, b'"format"',
)  # fmt: skip


@cache
def _sound() -> tuple[bytes, ...]:
    """Return sound certificates, as JSON."""
    found = list[bytes]()
    for text in _PUZZLES:
        puzzle = read_text(text).puzzle
        assert puzzle is not None
        solution = solve(puzzle.position, claim_of(puzzle), Limits(nodes=100_000))
        assert solution.strategy is not None
        claim, strategy = claim_of(puzzle), solution.strategy
        first = strategy.root.hole if solution.verdict is Verdict.PROVEN else None
        packed = write_certificate(text, claim, solution.verdict, strategy, first=first)
        found.append(gzip.decompress(packed))
    return tuple(found)


def odd_certificate(rng: random.Random) -> bytes:
    """Return a certificate, or what was one."""
    (make,) = rng.choices(tuple(_KINDS), tuple(_KINDS.values()))
    return make(rng)


def survives(data: bytes) -> bool:
    """Read a certificate, and check one that can be read: it holds, or the reason why not is told.

    One that holds is true: a fresh search must not prove the opposite. A strategy of a verdict
    store is packed alike: its reader is tried with the same bytes. Returns whether it could be
    read.
    """
    with suppress(PuzzleFileError):
        unpack_strategy(data)
    try:
        certificate = read_certificate(data)
        puzzle = read_text(certificate.puzzle_text).puzzle
    except PuzzleFileError as error:
        _told(error)
        return False
    if puzzle is None:
        return True
    try:
        check_certificate(puzzle, certificate)
    except CertificateError as error:
        _told(error)
    else:
        if not certificate.but:
            found = solve(puzzle.position, claim_of(puzzle), Limits(nodes=20_000)).verdict
            _require(found in (certificate.verdict, Verdict.UNDECIDED), "it proves what is false")
    return True


def _told(error: Exception) -> None:
    _require(bool(str(error)), "an error without a reason")


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise AssertionError(fault)


# -- what is tried ------------------------------------------------------------------------


def _packed(text: bytes) -> bytes:
    return gzip.compress(text, compresslevel=1, mtime=0)


def _damaged(rng: random.Random, data: bytes) -> bytes:
    """Cut, double or replace a few pieces."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((0, 1, 1, 2, 5, 40)))
        piece = rng.choice((b"", rng.randbytes(1), rng.choice(_SHARDS), data[at:end] * 2))
        data = data[:at] + piece + data[end:]
    return data


def _bytes(rng: random.Random) -> bytes:
    """Return bytes of any kind, packed or not."""
    data = rng.randbytes(rng.choice((0, 1, 10, 200)))
    return rng.choice((data, b"\x1f\x8b\x08\x00" + data, _packed(data)))


def _damaged_file(rng: random.Random) -> bytes:
    return _damaged(rng, _packed(rng.choice(_sound())))


def _damaged_text(rng: random.Random) -> bytes:
    return _packed(_damaged(rng, rng.choice(_sound())))


def _pieces(rng: random.Random) -> bytes:
    """Return JSON, YAML and neither."""
    return _packed(b"".join(rng.choices(_SHARDS, k=rng.randint(1, 12))))


def _other_values(rng: random.Random) -> bytes:
    """Return a certificate that says something else in a few places."""
    values = json.loads(rng.choice(_sound()))
    for _ in range(rng.randint(1, 3)):
        nodes = values.get("nodes")
        _change(rng, nodes if isinstance(nodes, list) and rng.random() < 0.8 else values)
    strategy = [values.get("proves"), values.get("nodes")]
    told = strategy if rng.random() < 0.2 else values
    return _packed(json.dumps(told).encode())


def _change(rng: random.Random, values: Any) -> None:
    """Change one value, somewhere inside of a list or an object."""
    places = list(values) if isinstance(values, dict) else [*range(len(values))]
    if not places:
        return
    place = rng.choice(places)
    inner = values[place]
    if isinstance(inner, (dict, list)) and inner and rng.random() < 0.8:
        _change(rng, inner)
        return
    kind = rng.random()
    if kind < 0.15:
        values[place] = deepcopy(rng.choice(_VALUES))
    elif kind < 0.7 and isinstance(inner, str):
        words, link = inner.split(" "), "-" in inner
        words[rng.randrange(len(words))] = rng.choice(_LINKS if link else _HOLES)
        values[place] = " ".join(words)
    elif kind < 0.8:
        values[place] = deepcopy(values[rng.choice(places)])
    elif kind < 0.9 or isinstance(values, dict):
        del values[place]
    else:
        values.insert(place, deepcopy(rng.choice(_VALUES)))


_KINDS: dict[Callable[[random.Random], bytes], float] = {
    _bytes: 5,
    _damaged_file: 10,
    _damaged_text: 30,
    _pieces: 10,
    _other_values: 45,
}
"""How often each is made."""


def _main(first: int, count: int) -> int:
    lost, read, slowest = 0, 0, (0.0, first)
    for number in range(first, first + count):
        data = odd_certificate(random.Random(number))
        begin = time.process_time()
        try:
            read += survives(data)
        except Exception as error:
            lost += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__} in {place.name}:{place.lineno}: {str(error)[:200]}"
            print(f"{number}: {told}: {data[:100]!r}")
        slowest = max(slowest, (time.process_time() - begin, number))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{count} certificates from {first}: {read} can be read, {lost} not survived, "
        f"{time.process_time():.0f} CPU seconds, the slowest {slowest[0]:.2f} s "
        f"(number {slowest[1]}), at most {memory} MiB"
    )
    return lost


if __name__ == "__main__":
    sys.exit(bool(_main(*map(int, sys.argv[1:3]))))
