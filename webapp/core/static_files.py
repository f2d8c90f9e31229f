"""Scripts, styles and pictures: under an address that changes with them, so browsers keep them.

A page that is opened again asks for nothing but itself. The address tells a version, and a module
that imports another one by its relative path asks for the same version.
"""

import hashlib
import re
import time
from functools import cache
from pathlib import Path

from flask import Flask, Response, current_app, request

__all__ = ["ENDPOINTS", "address", "install"]

ENDPOINTS = ("static", "static_of_another_version")
"""Of Flask's own view, and of the one for all other addresses."""

_FOLDER = Path(__file__).parents[1] / "static"
_YEAR = 31_536_000
"""Seconds."""
_LOADED = time.time()
"""Before any file was read."""
_VERSION = re.compile(r"^[0-9a-f]{12}/")


@cache
def address(folder: Path = _FOLDER) -> str:
    """Return the path under which the site serves a folder: `/static/` and a hash of it all."""
    found = hashlib.sha256()
    for path in sorted(filter(Path.is_file, folder.rglob("*"))):
        name, content = path.relative_to(folder).as_posix(), path.read_bytes()
        found.update(f"{name} {len(content)} ".encode() + content)
    return f"/static/{found.hexdigest()[:12]}"


def install(app: Flask) -> None:
    """Let browsers keep what an app serves under its static address.

    Pages from before an update name another version. They get what is there now, to be used once.
    So does who asks while an update has changed a file and this process still has the old version.
    """
    app.add_url_rule("/static/<path:filename>", ENDPOINTS[1], _now)
    app.after_request(_keep)


def _now(filename: str) -> Response:
    return current_app.send_static_file(_VERSION.sub("", filename))


def _keep(response: Response) -> Response:
    served = request.endpoint == ENDPOINTS[0] and response.status_code in (200, 206, 304)
    if served and request.view_args:
        file = _FOLDER / request.view_args["filename"]
        if file.stat().st_mtime <= _LOADED:
            response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
    return response
