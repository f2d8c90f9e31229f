"""The wheel in an empty environment, outside the checkout: `python -m tests.wheel WHEEL`.

Makes an environment with Python alone, installs the wheel with what it depends on, and uses both
commands as somebody who has nothing else: `twixt solve` and `twixt serve`.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from http.cookiejar import CookieJar
from pathlib import Path

from tests.waiting import DEADLINE

__all__ = ["main"]

_ADDRESS = re.compile(r"TwixT puzzles at (\S+)")
_FEWEST = 900
"""Puzzles that the wheel brings along."""
_LESSON = "lessons/lesson1.sgf"
_KEY, _OTHER = "d3", "d2"


def main(arguments: list[str]) -> int:
    """Install and try a wheel; return 0, or raise where something is missing."""
    wheel = Path(arguments[0]).absolute()
    with tempfile.TemporaryDirectory(prefix="twixt-wheel-") as folder:
        place = _Place(Path(folder))
        venv.create(place.folder / "env", with_pip=True)
        place.run("pip", "--quiet", "--disable-pip-version-check", "install", str(wheel))
        _solve(place)
        _serve(place)
    print(f"{wheel.name}, {wheel.stat().st_size:,} bytes: twixt solve and twixt serve work")
    return 0


class _Place:
    """A folder with an environment `env`, in which nothing of the checkout is to be found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        kept = ("PATH", "HOME", "LANG", "PIP_INDEX_URL", "PIP_FIND_LINKS")
        self._environ = {name: os.environ[name] for name in kept if name in os.environ}

    def start(self, program: str, *arguments: str) -> "subprocess.Popen[str]":
        """Start a program of the environment."""
        command = [str(self.folder / "env" / "bin" / program), *arguments]
        return subprocess.Popen(
            command, cwd=self.folder, env=self._environ, stdout=subprocess.PIPE, text=True
        )

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the environment; return what it printed."""
        with self.start(program, *arguments) as process:
            said, _ = process.communicate()
        assert process.returncode == 0, f"{program} ended with {process.returncode}: {said}"
        return said


def _solve(place: _Place) -> None:
    """Prove the key of a shipped lesson, and check the certificate."""
    shipped = place.run("python", "-c", "from solver.files import SHIPPED; print(SHIPPED)").strip()
    assert shipped.startswith(str(place.folder)), shipped
    said = place.run("twixt", "solve", f"{shipped}/{_LESSON}", "--json", "--certificates", "proofs")
    record = json.loads(said)
    assert (record["verdict"], record["keys"]) == ("proven", [_KEY]), said
    place.run("twixt", "certify", "proofs")


def _serve(place: _Place) -> None:
    """Start the site, look at its pages, and play a lesson."""
    site = place.start("twixt", "serve", "--port", "0")
    assert site.stdout is not None
    try:
        found = next(filter(None, map(_ADDRESS.search, site.stdout)), None)
        assert found, "the site ended without a word"
        visitor = _Visitor(found[1])
        ready = json.loads(visitor.page("/readyz"))
        assert ready["status"] == "ok", ready
        assert ready["puzzles"] > _FEWEST, ready
        for path in ("/", "/puzzles", "/learn", "/daily", "/database/twixt-puzzles.zip"):
            assert visitor.page(path), path
        assert visitor.answer("Lesson 1", _KEY) == "met"
        assert visitor.answer("Lesson 1", _OTHER) == "lost"
    finally:
        site.terminate()
        site.wait(DEADLINE)


class _Visitor:
    """A visitor with cookies."""

    def __init__(self, address: str) -> None:
        self._address = address
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self._opener = urllib.request.build_opener(jar)

    def page(self, path: str) -> bytes:
        with self._opener.open(self._address + path, timeout=DEADLINE) as answer:
            data: bytes = answer.read()
        return data

    def answer(self, title: str, move: str) -> str:
        """Play the first move of a lesson; return what becomes of it."""
        listed = json.loads(self.page("/api/v1/puzzles?collection=lessons"))["puzzles"]
        (path,) = [each["url"] for each in listed if each["title"].startswith(title)]
        found = re.search(rb'name="csrf-token" content="([^"]+)"', self.page(path))
        assert found, "the page has no token"
        request = urllib.request.Request(
            f"{self._address}{path}/moves",
            json.dumps({"line": [], "move": move}).encode(),
            {"Content-Type": "application/json", "X-CSRFToken": found[1].decode()},
        )
        with self._opener.open(request, timeout=DEADLINE) as answer:
            outcome: str = json.load(answer)["outcome"]
        return outcome


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
