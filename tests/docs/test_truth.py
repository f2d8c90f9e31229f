"""The documentation tells the truth: what it names exists, and what exists is named."""

import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

import solver
from tests.docs.pages import PAGES, ROOT, blocks, name
from tests.test_structure import ALLOWED

TWIXT = Path(sys.executable).parent / "twixt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split())

KINDS = {"console", "json", "python", "sh", "text", "yaml", "{toctree}"}

BY_HAND = {"make", "export", "kill", "python3", "dask", ".venv/bin/pip", ".venv/bin/python"}
BY_HAND |= {".venv/bin/gunicorn"}
"""Programs that only a person runs: they install something, or do not end."""
BY_HAND_ONLY = {"backup", "restore", "password", "solve puzzles --cluster"}
"""Commands of `twixt` that need a running site or other machines."""


def page(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_readme_is_short_and_its_first_screen_shows_both_commands() -> None:
    lines = page("README.md").splitlines()
    assert len(lines) <= 150
    assert {"    make serve", "    make test"} <= set(lines[:30])


def test_make_targets_and_contributing_agree() -> None:
    assert TARGETS == set(re.findall(r"^\| `make ([a-z-]+)` ", page("CONTRIBUTING.md"), re.M))


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_what_a_page_tells_make_to_do_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert TARGETS >= set(re.findall(r"(?:^ *|`)(?:[A-Z]+=\S+ )*make ([a-z-]+)(?:$|`)", text, re.M))
    for variable in re.findall(r"\b([A-Z]+)=\S+ make", text):
        assert f"{variable} ?=" in MAKEFILE


def test_readme_gives_a_reason_for_each_dependency() -> None:
    table = page("README.md").partition("## Dependencies")[2]
    told = set(re.findall(r"^\| ([a-z0-9-]+) \| \w", table, re.MULTILINE)) - {"package"}
    assert {re.split(r"[<>=]", text)[0] for text in PROJECT["dependencies"]} == told
    for extra in PROJECT["optional-dependencies"]:
        assert f"`{extra}`" in table


def test_the_map_lists_the_rooms_in_dependency_order() -> None:
    rooms = re.findall(r"^\| `solver/(\w+)` ", page("docs/architecture.md"), re.MULTILINE)
    assert [*ALLOWED] == [room for room in rooms if room != "native"]


def test_the_map_lists_the_folders_of_the_site() -> None:
    told = set(re.findall(r"`webapp/(\w+)`", page("docs/architecture.md")))
    folders = (each for each in (ROOT / "webapp").iterdir() if each.is_dir())
    assert {each.name for each in folders if not each.name.startswith("_")} == told


def test_what_is_said_of_boards_names_a_page_of_the_site_for_each() -> None:
    table = page("docs/boards.md").partition("| what players know |")[2].partition("\n\n")[0]
    pages = [row.rpartition(" | ")[2] for row in table.splitlines()[2:]]
    assert [] == [
        said for said in pages if not re.search(r"`/|\*|the puzzle's page|the same", said)
    ]
    for collection in re.findall(r"`/collections/([\w-]+)`", table):
        assert (ROOT / "puzzles" / collection / "collection.yaml").exists()


def test_every_subcommand_of_twixt_has_its_part_of_the_reference() -> None:
    done = subprocess.run([TWIXT, "--help"], capture_output=True, text=True, check=True)
    subcommands = re.findall(r"^  (\w+)", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert subcommands
    headings = "\n".join(re.findall(r"^## (.*)$", page("docs/commands.md"), re.MULTILINE))
    assert set(subcommands) == set(re.findall(r"`(\w+)`", headings)) - {"twixt"}


def test_every_setting_that_the_site_reads_is_told() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "webapp").rglob("*.py"))
    told = set(re.findall(r"^\| `(TWIXT_[A-Z_]+)` ", page("docs/operations.md"), re.MULTILINE))
    assert set(re.findall(r'"(TWIXT_[A-Z_]+)"', code)) - {"TWIXT_PRODUCTION"} == told


@pytest.mark.parametrize("path", ["docs/tutorial-player.md", "docs/tutorial-author.md"])
def test_what_a_tutorial_says_to_press_is_on_the_site(path: str) -> None:
    site = "".join(
        each.read_text(encoding="utf-8") for each in (ROOT / "webapp/templates").rglob("*.html")
    )
    labels = set(re.findall(r"\*\*(.+?)\*\*", page(path)))
    assert labels
    assert {label for label in labels if label not in site} == set()


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_a_link_between_files_leads_to_one(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_example_is_of_a_known_kind(path: Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8")):
        assert block.kind in KINDS, f"line {block.line}"


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_only_what_no_test_can_run_is_left_to_people(path: Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.kind == "sh":
            for line in block.text.splitlines():
                words = re.sub(r"^([A-Z_]+=\S+ )+", "", line)
                program, _, rest = words.partition(" ")
                by_hand = program == "twixt" and rest.startswith(tuple(BY_HAND_ONLY))
                assert program in BY_HAND or by_hand, line


def test_the_fields_that_the_page_on_python_names_are_there() -> None:
    text = page("docs/python-api.md").replace("\n", " ")
    for thing in (solver.Puzzle, solver.Solution):
        said = text.partition(f"A `{thing.__name__}` holds ")[2].partition(". ")[0]
        named = set(re.findall("`([a-z]+)`", said))
        assert len(named) >= 3
        assert set() == named - {field.name for field in fields(thing)}
