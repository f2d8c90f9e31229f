"""The pages of the documentation, and the examples in them.

Fenced blocks of these kinds are examples:

- `console`: a session in a terminal. A line after `$ ` is a command, continued after `> `; the
  lines below it are its output, standard error included, where `...` stands for any text. Without
  such lines the output may be anything. The exit code is 0 unless the next command is `echo $?`,
  which shows it.
- `console slow`: the same for commands that take more than a few seconds.
- `python`: a session in Python.
- `sh`: commands that only a person can run, such as those that install or serve something.

The examples of a page run in the order of the page, in one folder.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = ["PAGES", "ROOT", "Block", "Command", "blocks", "commands", "name"]

ROOT = Path(__file__).parents[2]

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]

_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=fence)$", re.M | re.S)

_COMMAND = re.compile(r"^\$ (?P<text>.*(?:\n> .*)*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block."""

    kind: str
    """The first word after the fence."""
    slow: bool
    text: str
    line: int
    """Where its text begins, from 1."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command in a console."""

    text: str
    output: str | None
    """What it prints; None where the page does not show it."""
    code: int = 0
    """Its exit code."""


def name(page: Path) -> str:
    """Return a page's path as a person writes it."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    for found in _FENCE.finditer(text):
        words = found["info"].split()
        line = text.count("\n", 0, found.start("text")) + 1
        yield Block(words[0] if words else "", words[1:] == ["slow"], found["text"], line)


def commands(block: Block) -> list[Command]:
    """Return the commands of a console block, each with the `echo $?` after it."""
    found = list[Command]()
    for part in _COMMAND.finditer(block.text):
        text, output = part["text"].replace("\n> ", "\n"), part["output"]
        if text == "echo $?":
            found[-1] = replace(found[-1], code=int(output))
        else:
            found.append(Command(text, output or None))
    return found
