"""Programs that Debian's packages bring."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

__all__ = ["provided"]


def provided(find: Callable[[], Path | None], package: str) -> Path:
    """Return what `find` finds once a package is there; install it where that is possible."""
    found = find()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        install = ["apt-get", "install", "--yes", "--no-install-recommends", package]
        subprocess.run(["apt-get", "update"], check=False)
        subprocess.run(install, check=False)
        found = find()
    if found is None:
        raise SystemExit(f"A program is missing: apt-get install {package}")
    return found
