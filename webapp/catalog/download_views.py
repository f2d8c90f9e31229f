"""All puzzles that come with the site, as one file, and the page about its fields."""

import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, render_template, send_file

from solver.export import FIELDS, FORMAT

__all__ = ["blueprint"]

blueprint = Blueprint("download", __name__)


@blueprint.get("/database")
def show() -> str:
    """Tell what the file holds."""
    path = Path(current_app.config["EXPORT"])
    found = path.stat() if path.is_file() else None
    return render_template(
        "catalog/database.html",
        bytes=found.st_size if found else None,
        checksum=_checksum(path, found.st_mtime_ns) if found else None,
        fields=FIELDS,
        format=FORMAT,
    )


@blueprint.get("/database/twixt-puzzles.zip")
def file() -> Response:
    """Return the file."""
    path = Path(current_app.config["EXPORT"])
    if not path.is_file():
        abort(404)
    return send_file(path, "application/zip", as_attachment=True, conditional=True)


@lru_cache(maxsize=1)
def _checksum(path: Path, _written: int) -> str:
    """Return the SHA-256 of a file as it was written at some time."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
