"""The site in processes of its own, as `make serve` runs it."""

import os
import re
import subprocess
import sys
from pathlib import Path

__all__ = ["ROOT", "start_site"]

ROOT = Path(__file__).parents[2]


def start_site(place: Path, puzzles: Path, **settings: str) -> tuple["subprocess.Popen[str]", str]:
    """Start a site in a folder; return its supervisor and the address that it says.

    It believes who says by `X-Forwarded-For` that he comes from elsewhere, unless `settings`, as
    of the environment, say otherwise.
    """
    environ = {name: value for name, value in os.environ.items() if name[:6] != "TWIXT_"}
    # It takes a free port itself: one that was looked for may be gone again.
    environ |= {"HOST": "127.0.0.1", "PORT": "0", "PYTHONPATH": str(ROOT), "TWIXT_PROXIES": "1"}
    environ |= settings
    prepare = [sys.executable, "-m", "webapp.prepare", str(puzzles)]
    subprocess.run(prepare, cwd=place, env=environ, check=True, capture_output=True)
    serve = [sys.executable, "-P", str(ROOT / "webapp" / "serve.py")]
    site = subprocess.Popen(serve, cwd=place, env=environ, stdout=subprocess.PIPE, text=True)
    assert site.stdout is not None
    said = site.stdout.readline()
    found = re.search(r"TwixT puzzles at (http://127\.0\.0\.1:\d+) ", said)
    assert found, f"the site said {said!r}"
    return site, found[1]
