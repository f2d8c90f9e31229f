"""README tells the truth: its commands exist, and what exists is told."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.test_structure import ALLOWED

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TWIXT = Path(sys.executable).parent / "twixt"

TARGETS = set(re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split())
CODE = re.findall(r"`([^`]+)`|^ {4}(.+)$", README, re.MULTILINE)
COMMANDS = [(span or line).split("#")[0].strip() for span, line in CODE]
EXAMPLES = [command for command in COMMANDS if re.match(r"twixt \w+ (\S*/|classics)", command)]


def test_the_first_screen_shows_both_commands() -> None:
    first_screen = README.splitlines()[:30]
    assert {"    make serve", "    make test"} <= set(first_screen)


def test_make_targets_and_readme_agree() -> None:
    told = {target for command in COMMANDS for target in re.findall(r"\bmake ([a-z-]+)$", command)}
    assert told == TARGETS


def test_every_variable_of_make_in_readme_is_read_by_the_makefile() -> None:
    for command in COMMANDS:
        for variable in re.findall(r"\b([A-Z]+)=\S+ make", command):
            assert f"{variable} ?=" in MAKEFILE


def test_readme_gives_a_reason_for_each_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = README.partition("## Dependencies")[2]
    assert {re.split(r"[<>=]", text)[0] for text in project["dependencies"]} == set(
        re.findall(r"^\| ([a-z0-9-]+) \| \w", table, re.MULTILINE)
    ) - {"package"}


def test_the_map_lists_the_rooms_in_dependency_order() -> None:
    rooms = re.findall(r"^\| `solver/(\w+)` ", README, re.MULTILINE)
    assert [*ALLOWED] == [room for room in rooms if room != "native"]


def test_every_subcommand_of_twixt_is_in_readme() -> None:
    done = subprocess.run([TWIXT, "--help"], capture_output=True, text=True, check=True)
    subcommands = re.findall(r"^  (\w+)", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert subcommands
    shown = {command.split()[1] for command in COMMANDS if re.match(r"twixt [a-z]+ \S", command)}
    assert set(subcommands) == shown


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_readme_runs(example: str, tmp_path: Path) -> None:
    for folder in ("docs", "puzzles"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    # A search may end undecided on a slow machine; it may not fail.
    done = subprocess.run(
        [TWIXT, *example.split()[1:]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 3), done.stderr
