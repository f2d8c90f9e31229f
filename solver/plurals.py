"""Words that several rooms use to speak to people."""

__all__ = ["counted"]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 peg`, `1,200 pegs`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
