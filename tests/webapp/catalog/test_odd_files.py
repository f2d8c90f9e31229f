"""Files beside puzzles that are no text at all, or bombs, get a message."""

from pathlib import Path

import pytest

from solver.errors import PuzzleFileError
from webapp.prepare import prepare


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("collection.yaml", b"title: \x80\xff", "collection.yaml: the file cannot be read"),
        ("collection.yaml", b"\x00\x01\x02", "collection.yaml"),
        (
            "collection.yaml",
            b"[" * 50_000,
            "collection.yaml: the file cannot be read: lists within lists, too deep",
        ),
        ("collection.yaml", b"title: 2026-99-99", "collection.yaml"),
        ("reports.jsonl", b"\x80\xff", "line 1 is no report"),
        ("reports.jsonl", b"[" * 50_000, "line 1 is no report"),
    ],
)
def test_a_file_beside_puzzles_that_is_no_text_gets_a_message(
    shelf: Path, url: str, name: str, content: bytes, words: str
) -> None:
    (shelf / "tests" / name).write_bytes(content)
    with pytest.raises(PuzzleFileError, match=words):
        prepare(shelf, url)
