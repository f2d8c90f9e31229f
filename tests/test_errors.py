"""The exceptions of the solver."""

import re
from collections.abc import Iterator

from solver import errors
from solver.errors import TwixtError


def told(tree: str) -> Iterator[tuple[str, str]]:
    """Yield each exception of the tree in a docstring, with the one that it is drawn under."""
    above = list[str]()
    for branches, name in re.findall(r"^    ([ │├└─]*)(\w+Error)\b", tree, re.MULTILINE):
        depth = len(branches) // 4
        above[depth:] = [name]
        if depth:
            yield name, above[depth - 1]


def below(root: type[TwixtError]) -> Iterator[tuple[str, str]]:
    """Yield each exception of the module below one, with the one that it is derived from."""
    for each in root.__subclasses__():
        if each.__module__ == errors.__name__:
            yield each.__name__, root.__name__
            yield from below(each)


def test_the_tree_of_exceptions_has_all_of_them() -> None:
    assert sorted(below(TwixtError)) == sorted(told(errors.__doc__ or ""))
