"""Words that several rooms use to speak to people."""

from collections.abc import Iterable, Sequence

__all__ = ["counted", "listed", "some"]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 peg`, `1,200 pegs`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names: Iterable[str], most: int | None = None) -> str:
    """Return names as a list in a sentence: `A, B and C`; if there are too many, as `some` does."""
    names = list(names)
    if most is not None and len(names) > most:
        return some(names, most)
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def some(names: Sequence[str], most: int) -> str:
    """Return names with commas, and how many there are beyond the first: `A, B and 5 more`."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
