"""The site in processes of its own, as `make serve` runs it."""

import os
import re
import subprocess
import sys
from pathlib import Path

__all__ = ["ROOT", "prepare_site", "start_site"]

ROOT = Path(__file__).parents[2]


def prepare_site(place: Path, puzzles: Path, **settings: str) -> None:
    """Make the folder `var` of a site in a folder, with some puzzles, as `make serve` does."""
    command = [sys.executable, "-m", "webapp.prepare", str(puzzles)]
    subprocess.run(command, cwd=place, env=_environ(settings), check=True, capture_output=True)


def start_site(
    place: Path, puzzles: Path | None = None, /, **settings: str
) -> tuple["subprocess.Popen[str]", str]:
    """Start a site in a folder; return its supervisor and the address that it says.

    It is prepared with some puzzles first; without them the folder has its `var` already. It
    believes who says by `X-Forwarded-For` that he comes from elsewhere, unless `settings`, as of
    the environment, say otherwise.
    """
    if puzzles is not None:
        prepare_site(place, puzzles, **settings)
    environ = _environ(settings)
    serve = [sys.executable, "-P", str(ROOT / "webapp" / "serve.py")]
    site = subprocess.Popen(serve, cwd=place, env=environ, stdout=subprocess.PIPE, text=True)
    assert site.stdout is not None
    said = site.stdout.readline()
    found = re.search(r"TwixT puzzles at (http://127\.0\.0\.1:\d+) ", said)
    assert found, f"the site said {said!r}"
    return site, found[1]


def _environ(settings: dict[str, str]) -> dict[str, str]:
    environ = {name: value for name, value in os.environ.items() if name[:6] != "TWIXT_"}
    # It takes a free port itself: one that was looked for may be gone again.
    environ |= {"HOST": "127.0.0.1", "PORT": "0", "PYTHONPATH": str(ROOT), "TWIXT_PROXIES": "1"}
    return environ | settings
