"""Shipped certificates, sound and damaged, for checkers by others.

`python -m tests.verify.damaged_certificates DIR COUNT` writes that many damaged ones to a folder,
with `verdicts.json`: whether `twixt certify` accepts each.
"""

import gzip
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from shutil import copy
from typing import Any

from solver.audits import stored_proofs
from solver.errors import CertificateError, PuzzleFileError
from solver.files import exact_sgf, read_lines, read_text, reports_in
from solver.store import Store
from solver.verify import check_certificate, read_certificate

__all__ = ["certifies", "damaged", "shipped"]

_PUZZLES = Path(__file__).parents[2] / "puzzles"

_KIND, _DEPTH, _ZONE, _PEGS, _LINKS, _HOLE, _MADE, _CHILDREN, _ENDS, _APART = range(10)
_KINDS = ("leaf", "move", "reply", "split")


@cache
def shipped(collection: str, most: int = 1000) -> tuple[tuple[str, bytes], ...]:
    """Return names and texts of certificates behind the shipped reports of a collection."""
    return tuple(one for _, one in zip(range(most), _shipped(collection), strict=False))


def _shipped(collection: str) -> Iterator[tuple[str, bytes]]:
    folder = _PUZZLES / collection
    reports = reports_in(folder)
    assert reports is not None
    with (
        tempfile.TemporaryDirectory() as place,
        Store(copy(folder / "proofs.sqlite", place)) as store,
    ):
        for line in read_lines(reports):
            report = json.loads(line)
            file = folder / Path(report["file"]).name
            puzzle = read_text(file.read_text(encoding="utf-8")).puzzle
            assert puzzle is not None
            for word, proof in stored_proofs(puzzle, report, store).items():
                if (sgf := exact_sgf(proof.about(puzzle))) is not None:
                    data = gzip.decompress(proof.certificate(puzzle, sgf))
                    yield ".".join(filter(None, (file.stem, word))), data


def certifies(data: bytes) -> bool:
    """Tell whether `twixt certify` accepts the text of a certificate."""
    try:
        certificate = read_certificate(gzip.compress(data, compresslevel=1, mtime=0))
        puzzle = read_text(certificate.puzzle_text).puzzle
        if puzzle is None:
            return False
        check_certificate(puzzle, certificate)
    except (PuzzleFileError, CertificateError):
        return False
    return True


def damaged(number: int, text: bytes) -> bytes:
    """Return a certificate with one or two things changed; a number gives the same ones again."""
    rng = random.Random(number)
    values = json.loads(text)
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2))):
        _damage_node(rng, values["nodes"])
    if rng.random() < 0.15:
        _damage_fields(rng, values)
    return json.dumps(values, ensure_ascii=False).encode()


def _damage_fields(rng: random.Random, values: dict[str, Any]) -> None:
    holes = sorted({hole for node in values["nodes"] for hole in _words(node[_ZONE])} | {"d4"})
    kind = rng.randrange(8)
    if kind == 0:
        values["verdict"] = {"proven": "disproven"}.get(values["verdict"], "proven")
    elif kind == 1:
        values["but"] = _changed(rng, values["but"], holes)
    elif kind == 2:
        values["closed"] = _changed(rng, values.get("closed", ""), holes)
    elif kind == 3:
        values["first"] = rng.choice(holes)
    elif kind == 4:
        part = rng.choice((values["claim"], values["proves"]))
        part["prover"] = {"white": "black"}.get(part["prover"], "white")
    elif kind == 5:
        values["version"] = rng.choice((1, 2, 3, 4))
    elif kind == 6:
        values.pop(rng.choice(sorted(values)))
    else:
        values["puzzle"] = _other_puzzle(rng, values["puzzle"], holes)


def _other_puzzle(rng: random.Random, text: str, holes: list[str]) -> str:
    """Change the side to move, the rules or the goal, or put a peg elsewhere."""
    swaps = [("PL[W]", "PL[B]"), ("PL[B]", "PL[W]"), ("RU[STD]", "RU[PP]"), ("RU[STD]", "RU[3M]")]
    swaps += [("PZ[]", "PZ[0]"), ("PZ[]", "PZ[W+]"), ("PZ[]", "PZ[B+]"), ("IP[]", "PI[]")]
    hole = rng.choice(holes)
    swaps += [("IP[]", f";{side}[{hole}];IP[]") for side in "WB"] * 2
    old, new = rng.choice(swaps)
    return text.replace(old, new, 1)


def _damage_node(rng: random.Random, nodes: list[Any]) -> None:
    number = len(nodes) - 1 if rng.random() < 0.15 else rng.randrange(len(nodes))
    node = nodes[number] = deepcopy(nodes[number])
    holes = sorted({hole for other in nodes[-3:] for hole in _words(other[_ZONE])} | {"d4"})
    links = sorted({link for other in nodes for link in _words(other[_LINKS])} | {"d4-e6"})
    place = rng.randrange(14)
    if place in (_ZONE, _PEGS):
        node[place] = _changed(rng, node[place], holes)
    elif place in (_LINKS, _MADE):
        node[place] = _changed(rng, node[place], links)
    elif place == _APART:
        some = sorted({link for other in nodes for link in _words(other[_APART])} | set(links[:3]))
        node[place] = _changed(rng, node[place], some)
    elif place == _HOLE:
        node[place] = rng.choice([*_words(node[_ZONE]), "", "d4"])
    elif place == _DEPTH:
        node[place] = max(-1, node[place] + rng.choice((-1, -1, 1)))
    elif place == _KIND:
        node[place] = rng.choice(_KINDS)
    elif place == _ENDS:
        node[place] = rng.choice((None, [0, 1], [1, 0], [0, rng.choice(holes)], [0, ""]))
    elif place == _CHILDREN:
        node[place] = [*node[place], rng.randrange(len(nodes))]
    elif place == 10 and node[_CHILDREN]:
        node[_CHILDREN].remove(rng.choice(node[_CHILDREN]))
    elif place == 11:
        other = rng.randrange(len(nodes))
        nodes[number], nodes[other] = nodes[other], nodes[number]
    elif place == 12:
        _everywhere(rng, nodes, (_ZONE,), holes)
    else:
        _everywhere(rng, nodes, rng.choice(((_LINKS, _MADE), (_LINKS,), (_APART,))), links)


def _everywhere(
    rng: random.Random, nodes: list[Any], places: tuple[int, ...], words: list[str]
) -> None:
    """Take one hole or link out of every node."""
    gone = rng.choice(words)
    for number, node in enumerate(nodes):
        node = nodes[number] = list(node)
        for place in places:
            node[place] = " ".join(word for word in _words(node[place]) if word != gone)


def _changed(rng: random.Random, text: str, others: list[str]) -> str:
    words = _words(text)
    if words and rng.random() < 0.7:
        words.remove(rng.choice(words))
    if not words or rng.random() < 0.4:
        words.append(rng.choice(others))
    return " ".join(sorted(set(words)))


def _words(text: str) -> list[str]:
    return text.split(" ") if text else []


def _main(place: Path, count: int) -> None:
    place.mkdir(parents=True, exist_ok=True)
    collections = sorted(path.parent.name for path in _PUZZLES.glob("*/proofs.sqlite"))
    sound = [text for name in collections for _, text in shipped(name)]
    verdicts = dict[str, bool]()
    rng = random.Random(count)
    while len(verdicts) < count:
        number = len(verdicts)
        data = damaged(number, rng.choice(sound))
        name = f"{number}.cert.gz"
        (place / name).write_bytes(gzip.compress(data, mtime=0))
        verdicts[name] = certifies(data)
    (place / "verdicts.json").write_text(json.dumps(verdicts), encoding="utf-8")
    print(f"{count} certificates, {sum(verdicts.values())} of them accepted")


if __name__ == "__main__":
    _main(Path(sys.argv[1]), int(sys.argv[2]))
