"""The walls of the house: imports point one way, files stay small, the solver knows no web."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]

ALLOWED = {
    room: set(below.split())
    for room, below in {
        "errors": "",
        "plurals": "",
        "told_report": "plurals",
        "game": "errors",
        "oracle": "game",
        "puzzle": "errors game",
        "files": "errors plurals game puzzle",
        "arena": "errors game",
        "proof": "errors game puzzle",
        "tasks": "errors game puzzle proof",
        "verify": "errors game puzzle proof",
        "search": "errors game arena proof verify _core",
        "store": "errors game arena proof verify search",
        "work": "errors game proof search store",
        "answers": "errors plurals game puzzle arena proof verify search store work",
        "difficulty": "",
        "review": "errors plurals game arena proof search store work answers",
        "audits": "errors plurals told_report game puzzle proof verify search store work "
        "difficulty",
        "export": "errors game files proof tasks",
        "booklet": "plurals told_report game puzzle files",
        "batch": "errors game puzzle proof search store work",
        "mine": "errors game puzzle files proof work audits tasks",
        "learn": "game arena proof search mine",
        "api": "errors game puzzle files proof verify search store work answers audits",
        "bench": "errors game oracle puzzle files arena proof verify search",
        "cli": "errors plurals told_report game puzzle files arena proof tasks verify search store "
        "work answers difficulty review audits export booklet batch mine bench",
    }.items()
}
"""Rooms of `solver`, lowest first, with the rooms that each may import from."""

WEB_PACKAGES = {
    *("alembic", "argon2", "flask", "flask_limiter", "flask_login", "flask_wtf", "gunicorn"),
    *("jinja2", "sqlalchemy", "webapp", "werkzeug", "wtforms"),
}

LONGEST_FILE = 400
"""In lines."""


class Import(NamedTuple):
    line: int
    module: str
    """Dotted and absolute; `solver.X` for both `import solver.X` and `from solver import X`."""
    name: str
    """The name taken from the module; empty for `import module`."""


def imports_of(source: str, package: str) -> Iterator[Import]:
    """Yield every import of a module that lies in `package` (dotted), wherever it stands."""
    yield from imports_in(ast.parse(source), package)


def imports_in(tree: ast.Module, package: str) -> Iterator[Import]:
    """Yield every import in a module's tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, "")
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                base = package.split(".")[: len(package.split(".")) - node.level + 1]
                module = ".".join([*base, module] if module else base)
            for alias in node.names:
                if module == "solver" and alias.name not in package_names("solver"):
                    yield Import(node.lineno, f"solver.{alias.name}", "")
                else:
                    yield Import(node.lineno, module, alias.name)


def package_names(module: str) -> set[str]:
    """Return the names in the `__all__` of a module of this repository, read without running it."""
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if file.exists():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets
            ):
                return set(ast.literal_eval(node.value))
    return set()


def upward_imports(source: str, package: str, room: str) -> list[str]:
    """List what a module of `solver` imports from a room that is not below its own."""
    allowed = ALLOWED[room] | {room}
    return [
        f"line {found.line}: {room} may not import {found.module}"
        for found in imports_of(source, package)
        if found.module.startswith("solver.") and found.module.split(".")[1] not in allowed
    ]


def web_imports(source: str, package: str) -> list[str]:
    """List the web packages that a module imports."""
    return [
        f"line {found.line}: {found.module}"
        for found in imports_of(source, package)
        if found.module.split(".")[0] in WEB_PACKAGES
    ]


def private_imports(source: str, package: str) -> list[str]:
    """List what a module takes from `solver` by any way but a public name of one of its modules."""
    return [
        f"line {found.line}: {found.name or 'the module'} of {found.module} is not public"
        for found in imports_of(source, package)
        if found.module.split(".")[0] == "solver" and found.name not in package_names(found.module)
    ]


def taken_from_the_verifier(source: str, package: str) -> list[str]:
    """List what a module takes from the verifier, each as `module.name`."""
    return [
        f"{found.module}.{found.name}".removesuffix(".")
        for found in imports_of(source, package)
        if found.module == "solver.verify" or found.module.startswith("solver.verify.")
    ]


def outside_packages(source: str, package: str) -> set[str]:
    """Return the packages that a module imports from neither here nor Python's own library."""
    tops = {found.module.split(".")[0] for found in imports_of(source, package)}
    return tops - {"solver"} - sys.stdlib_module_names


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def dotted_package(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).parent.parts)


def room_of(path: Path) -> str:
    return path.relative_to(ROOT / "solver").parts[0].removesuffix(".py")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_walls_below_are_looked_for_in_both_packages() -> None:
    assert modules("solver")
    assert modules("webapp")


@pytest.mark.parametrize("path", modules("solver"), ids=name)
def test_imports_of_the_solver_point_down(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if path == ROOT / "solver" / "__init__.py":
        # The face names what it offers for type checkers only, and loads it when it is used.
        body = [node for node in ast.parse(source).body if not isinstance(node, ast.If)]
        taken = imports_in(ast.Module(body, []), "solver")
        assert [] == [found.module for found in taken if found.module.startswith("solver")]
    else:
        assert room_of(path) in ALLOWED, "a new room: add it to ALLOWED and to the map"
        assert [] == upward_imports(source, dotted_package(path), room_of(path))


@pytest.mark.parametrize("path", modules("solver/verify"), ids=name)
def test_the_verifier_rests_on_the_rules_and_a_sat_solver_alone(path: Path) -> None:
    source, package = path.read_text(encoding="utf-8"), dotted_package(path)
    assert {"errors", "game", "puzzle", "proof"} == ALLOWED["verify"]
    assert [] == upward_imports(source, package, "verify")
    assert outside_packages(source, package) <= {"pysat"}


@pytest.mark.parametrize("path", modules("solver/search"), ids=name)
def test_the_search_takes_only_a_verdict_from_the_verifier(path: Path) -> None:
    taken = taken_from_the_verifier(path.read_text(encoding="utf-8"), dotted_package(path))
    verdicts = {"solver.verify.check_strategy", "solver.verify.check_with_privilege"}
    assert verdicts.issuperset(taken)


@pytest.mark.parametrize("path", modules("solver"), ids=name)
def test_the_solver_imports_no_web_package(path: Path) -> None:
    assert [] == web_imports(path.read_text(encoding="utf-8"), dotted_package(path))


@pytest.mark.parametrize("path", modules("webapp"), ids=name)
def test_the_site_takes_only_public_names_of_the_solver(path: Path) -> None:
    assert [] == private_imports(path.read_text(encoding="utf-8"), dotted_package(path))


@pytest.mark.parametrize(
    "path",
    [
        path
        for package in ("solver", "webapp")
        for suffix in ("py", "cpp", "hpp", "js", "css", "html")
        for path in sorted((ROOT / package).rglob(f"*.{suffix}"))
    ],
    ids=name,
)
def test_a_file_stays_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


def test_scripts_reach_the_browser_s_storage_in_one_guarded_place() -> None:
    scripts = ROOT / "webapp" / "static" / "js"
    found = {
        path.relative_to(scripts).as_posix()
        for path in scripts.rglob("*.js")
        if re.search("localStorage|sessionStorage", path.read_text(encoding="utf-8"))
    }
    # The theme is set before any module runs.
    assert {"core/stored.js", "core/theme.js"} == found


@pytest.mark.parametrize(
    "source",
    [
        "from solver.proof.claim import Claim",
        "from solver.proof import claim",
        "from solver import proof",
        "import solver.proof.claim",
        "from ..proof import claim",
        "from .. import proof",
        "def later():\n    import solver.proof",
    ],
)
def test_an_upward_import_is_caught_in_every_spelling(source: str) -> None:
    assert len(upward_imports(source, "solver.game", "game")) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from solver.errors import TwixtError",
        "from solver.game.geometry import Hole",
        "from .geometry import Hole",
        "from solver import __version__",
        "import math",
    ],
)
def test_a_downward_import_is_allowed(source: str) -> None:
    assert [] == upward_imports(source, "solver.game", "game")


@pytest.mark.parametrize(
    "source",
    [
        "from solver.verify.paths import Paths",
        "from solver.verify import paths",
        "from solver import verify",
        "import solver.verify.paths",
        "from ..verify.paths import Paths",
        "def later():\n    from ..verify import paths",
    ],
)
def test_what_is_taken_from_the_verifier_is_seen_in_every_spelling(source: str) -> None:
    taken = taken_from_the_verifier(source, "solver.search")
    assert len(taken) == 1
    assert taken != ["solver.verify.check_strategy"]


def test_a_package_from_outside_is_seen() -> None:
    source = "import sys, pysat.solvers\nfrom numpy import array\nfrom solver import game"
    assert {"pysat", "numpy"} == outside_packages(source, "solver.verify")


@pytest.mark.parametrize(("room", "other"), [("files", "arena"), ("arena", "files")])
def test_files_and_arena_are_neighbours_that_do_not_meet(room: str, other: str) -> None:
    assert len(upward_imports(f"import solver.{other}", f"solver.{room}", room)) == 1


@pytest.mark.parametrize(
    "source",
    ["import flask", "from sqlalchemy.orm import Session", "from webapp import create_app"],
)
def test_a_web_package_is_caught(source: str) -> None:
    assert len(web_imports(source, "solver")) == 1


@pytest.mark.parametrize(
    "source",
    [
        "import solver.errors",
        "from solver import errors",
        "from solver.errors import Iterable",
        "from solver.nowhere import TwixtError",
    ],
)
def test_a_private_name_of_the_solver_is_caught(source: str) -> None:
    assert len(private_imports(source, "webapp")) == 1


def test_a_public_name_of_the_solver_is_allowed() -> None:
    assert [] == private_imports("from solver.errors import TwixtError", "webapp")
