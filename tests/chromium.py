"""Find a browser for the tests, or install one: `python -m tests.chromium`.

Taken in this order: Chromium without windows, Chromium or Chrome on the PATH; Playwright's own, if
it is there already; Debian's by apt-get, when root; Playwright's own, downloaded. Never none: the
last failure is loud. Where Debian has Chromium without windows, root gets it in any case: it is the
same browser and takes a third of the processor's time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

__all__ = ["find", "install", "install_shell"]

_SHELL = "chromium-headless-shell"
_NAMES = (_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """Return the path of a browser that starts, or None."""
    for name in _NAMES:
        path = shutil.which(name)
        # Starting it tells a browser from a stub that only advertises a package.
        if path and _succeeds(path, "--version", quiet=True):
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> str | None:
    """Install a browser, trying each way this machine allows; return its path, or None."""
    root = os.geteuid() == 0
    if root and shutil.which("apt-get"):
        if _succeeds("apt-get", "update") and not _installed(_SHELL):
            _installed("chromium")
        if path := find():
            return path
    _succeeds(
        sys.executable,
        "-m",
        "playwright",
        "install",
        *(["--with-deps"] if root else []),
        "chromium",
    )
    return find()


def install_shell() -> None:
    """Install Chromium without windows where Debian has it, root asks and it is not there yet.

    No package is removed for it. Where it fails, the browser that is there will do.
    """
    if os.geteuid() != 0 or shutil.which(_SHELL) or not shutil.which("apt-cache"):
        return
    known = _succeeds("apt-cache", "show", _SHELL, quiet=True)
    if known and not _installed(_SHELL) and _succeeds("apt-get", "update"):
        _installed(_SHELL)


def _installed(package: str) -> bool:
    options = ["--yes", "--no-install-recommends", "--no-remove"]
    return _succeeds("apt-get", "install", *options, package)


def _succeeds(*command: str, quiet: bool = False) -> bool:
    output = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, stdout=output, stderr=output, check=False).returncode == 0


if __name__ == "__main__":
    install_shell()
    browser = find() or install()
    if browser is None:
        sys.exit(
            "No browser for the tests: none on the PATH, and none could be installed. "
            "Install Chromium or Chrome and try again."
        )
    print(f"Browser for the tests: {browser}")
