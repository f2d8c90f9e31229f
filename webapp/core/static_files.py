"""Scripts, styles and pictures: under an address that changes with them, so browsers keep them.

A page that is opened again asks for nothing but itself. The address tells a version, and a module
that imports another one by its relative path asks for the same version. They are read once: while
an update changes the files, a process that runs goes on with what it has.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort

from webapp.core.validated import FOR_GOOD, validated

__all__ = ["ENDPOINTS", "address", "files", "install"]

ENDPOINTS = ("static", "static_of_another_version")
"""Of the files under their address, and under all other ones."""

_FOLDER = Path(__file__).parents[1] / "static"
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_VERSION = re.compile(r"^[0-9a-f]{12}/")


@cache
def files(folder: Path = _FOLDER) -> Mapping[str, bytes]:
    """Return what is in a folder, by its path there, as it was when this was first asked for."""
    found = sorted(path for path in folder.rglob("*") if path.suffix in _KINDS)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@cache
def address(folder: Path = _FOLDER) -> str:
    """Return the path under which the site serves a folder: `/static/` and a hash of it all."""
    found = hashlib.sha256()
    for name, content in files(folder).items():
        found.update(f"{name} {len(content)} ".encode() + content)
    return f"/static/{found.hexdigest()[:12]}"


def install(app: Flask) -> None:
    """Serve the files, and let browsers keep what has the address of this version.

    Pages from before an update name another version. They get what is there now, to be used once.
    """
    app.add_url_rule(f"{address()}/<path:filename>", ENDPOINTS[0], _kept)
    app.add_url_rule("/static/<path:filename>", ENDPOINTS[1], _now)


def _kept(filename: str) -> Response:
    return _file(filename, FOR_GOOD)


def _now(filename: str) -> Response:
    return _file(_VERSION.sub("", filename), "no-cache")


def _file(name: str, how: str) -> Response:
    content = files().get(name)
    if content is None:
        abort(404)
    return validated([address(), name], lambda: content, _KINDS[Path(name).suffix], cache=how)
