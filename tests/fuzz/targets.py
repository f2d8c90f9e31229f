"""What the fuzzers feed with bytes, and the small corpus that they begin with."""

import gzip
from collections.abc import Callable
from pathlib import Path

from tests.files.odd_files import OPTIONS
from tests.files.odd_files import survives as file_survives
from tests.verify.odd_certificates import survives as certificate_survives

__all__ = ["CORPUS", "TARGETS"]

CORPUS = Path(__file__).parent / "corpus"
"""A folder for each target, a file for each input."""

_GZIP = b"\x1f\x8b"


def _readers(data: bytes) -> None:
    """Read a file of any format, write it in each, and read that."""
    file_survives(data, [OPTIONS[len(data) % len(OPTIONS)]])


def _certificates(data: bytes) -> None:
    """Read and check a certificate; its text is packed here, for its packing hides what it says."""
    packed = data if data.startswith(_GZIP) else gzip.compress(data, compresslevel=1, mtime=0)
    certificate_survives(packed)


TARGETS: dict[str, Callable[[bytes], None]] = {"readers": _readers, "certificates": _certificates}
