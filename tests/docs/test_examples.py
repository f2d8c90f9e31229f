"""Every example of the documentation does what its page says."""

import doctest
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, Block, blocks, commands, name
from tests.docs.terminal import Curl, shell

CONSOLES = [page for page in PAGES if "```console" in page.read_text(encoding="utf-8")]
PYTHON = [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")]
SLOW = [page for page in CONSOLES if "```console slow" in page.read_text(encoding="utf-8")]

Run = Callable[[str], tuple[str, int]]
"""Runs a command; returns what it prints and its exit code."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that a reader may be in: the project's files, and nothing else yet."""
    for part in ("docs", "puzzles"):
        (tmp_path / part).symlink_to(ROOT / part)
    return tmp_path


@pytest.fixture
def curl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Curl]:
    """What asks the site."""
    curl = Curl(tmp_path_factory)
    yield curl
    curl.close()


def play(parts: Sequence[Block], run: Run) -> None:
    """Run the commands of blocks in their order; each must do what its block shows."""
    for block in parts:
        for command in commands(block):
            printed, code = run(command.text)
            assert code == command.code, f"line {block.line}: $ {command.text}\n{printed}"
            if command.output is not None:
                fault = difference(command.output, printed)
                assert not fault, f"line {block.line}: $ {command.text}\n{fault}"


def difference(shown: str, printed: str) -> str:
    """Return what is different, `...` taken for any text; nothing where all is as shown."""
    rules, checker = doctest.ELLIPSIS, doctest.OutputChecker()
    printed = re.sub(r"[ \t]+$", "", printed, flags=re.MULTILINE).removesuffix("\n") + "\n"
    if checker.check_output(shown, printed, rules):
        return ""
    return checker.output_difference(doctest.Example("", shown), printed, rules)


def consoles(page: Path, *, slow: bool) -> list[Block]:
    """Return the consoles of a page that take long, or those that do not."""
    found = blocks(page.read_text(encoding="utf-8"))
    return [each for each in found if each.kind == "console" and each.slow is slow]


@pytest.mark.native
@pytest.mark.parametrize("page", CONSOLES, ids=name)
def test_the_commands_of_a_page_do_what_it_shows(page: Path, folder: Path, curl: Curl) -> None:
    play(
        consoles(page, slow=False),
        lambda text: curl(text, folder) if text.startswith("curl ") else shell(folder, text),
    )


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("page", SLOW, ids=name)
def test_the_long_commands_of_a_page_do_what_it_shows(page: Path, folder: Path) -> None:
    play(consoles(page, slow=True), lambda text: shell(folder, text))


@pytest.mark.native
@pytest.mark.parametrize("page", PYTHON, ids=name)
def test_the_python_of_a_page_does_what_it_shows(page: Path, folder: Path) -> None:
    sessions = [each for each in blocks(page.read_text(encoding="utf-8")) if each.kind == "python"]
    assert any(">>> " in each.text for each in sessions)
    (folder / "session.txt").write_text("\n".join(each.text for each in sessions))
    # In a process of its own, as a reader has it: nothing of the solver is loaded there.
    said, code = shell(folder, "python3 -m doctest -o ELLIPSIS session.txt")
    assert code == 0, said


# -- the examples are judged as they should be --------------------------------------------


def test_a_console_is_read_as_a_terminal_shows_it() -> None:
    text = "```console slow\n$ one \\\n>  --more\nfirst\n\nlast\n$ echo $?\n3\n$ two\n```\n"
    (block,) = blocks(f"Words\n{text}")
    assert (block.kind, block.slow, block.line) == ("console", True, 3)
    one, two = commands(block)
    assert (one.text, one.output, one.code) == ("one \\\n --more", "first\n\nlast\n", 3)
    assert (two.text, two.output, two.code) == ("two", None, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("```console\n$ false\n```", "false"),
        ("```console\n$ true\n$ echo $?\n1\n```", "true"),
        ("```console\n$ echo one\ntwo\n```", "two"),
        ("```console\n$ echo one; echo two\none\n```", "two"),
    ],
)
def test_an_example_that_does_something_else_is_caught(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises(AssertionError, match=words):
        play(list(blocks(f"{text}\n")), lambda command: shell(tmp_path, command))


def test_three_dots_stand_for_any_text(tmp_path: Path) -> None:
    text = "```console\n$ echo took 1.5 s; echo done\ntook ... s\ndone\n```\n"
    play(list(blocks(text)), lambda command: shell(tmp_path, command))
