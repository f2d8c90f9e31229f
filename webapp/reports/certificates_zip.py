"""The proofs behind a report, as an archive of certificates that `twixt certify` checks."""

import io
import zipfile
from collections.abc import Mapping

from solver.audits import Proof
from solver.files import exact_sgf
from solver.game import hole_text
from solver.proof import claim_of
from solver.puzzle import Puzzle

__all__ = ["MOST_BYTES", "archive"]

MOST_BYTES = 32 << 20
"""Size of the certificates in an archive; those that come too late for it are left out."""

_ABOUT = """\
Each file proves something about the puzzle whose text it holds. `twixt certify {name}` checks
them: it rebuilds the puzzle, goes through every step by the rules and searches nothing. Nothing
else in a file is believed, so that nobody has to trust where it came from.

"""


def archive(name: str, puzzle: Puzzle, proofs: Mapping[str, Proof]) -> bytes | None:
    """Return certificates in a folder `name` of a ZIP archive; None when there are none.

    `proofs` is as `Audit.proofs`; those about the position after a key are left out. The same
    arguments give the same bytes.
    """
    packed = io.BytesIO()
    told, left = list[str](), MOST_BYTES
    with zipfile.ZipFile(packed, "w") as written:
        for word, proof in proofs.items():
            if proof.after is not None:
                continue  # the page shows, and compares, the position before the key
            if (sgf := exact_sgf(proof.about(puzzle))) is None:
                continue
            data = proof.certificate(puzzle, sgf)
            if len(data) > left:
                continue
            left -= len(data)
            file = ".".join(filter(None, (name, word, "cert.gz")))
            # An entry without a date has always the same one.
            written.writestr(zipfile.ZipInfo(f"{name}/{file}"), data)
            told.append(f"{file}: {_said(claim_of(proof.about(puzzle)).text, word, proof)}\n")
        about = _ABOUT.format(name=name) + "".join(told)
        written.writestr(zipfile.ZipInfo(f"{name}/README.txt"), about)
    return packed.getvalue() if told else None


def _said(claim: str, word: str, proof: Proof) -> str:
    """Return what a certificate proves, in words."""
    if word in ("unique", "no-cook"):
        but = ", ".join(hole_text(hole) for hole in sorted(proof.but))
        said = f"{claim} by no first move{f' but {but}' if but else ''}"
    elif proof.first is not None and word:
        said = f"{claim} beginning with {hole_text(proof.first)}"
    else:
        said = f"{claim}: {proof.verdict.value}"
    without = " or ".join(hole_text(hole) for hole in sorted(proof.closed))
    return f"{said}, without {without}" if without else said
