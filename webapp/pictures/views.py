"""Pictures and files of puzzles: SVG, PNG, SGF, archives of collections.

An address with the version of what it shows (`v`) never changes, so that browsers and proxies
may keep its answer for good.
"""

import base64
import gzip
import hashlib
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import yaml
from flask import Blueprint, Response, abort, request
from sqlalchemy.orm import selectinload

from solver import __version__
from solver.files import COLLECTION_FILE
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.catalog.visibility import collection_at, puzzle_at, puzzles_of, revision_at
from webapp.core import static_files
from webapp.core.limiter import rate_limit
from webapp.core.sized_cache import kept
from webapp.core.uncached import uncached
from webapp.core.validated import FOR_GOOD, validated
from webapp.models import PuzzleRow
from webapp.pictures import Orientation, Theme, board_svg, colours, style
from webapp.pictures.png import png, shared_png

__all__ = ["blueprint", "version"]

blueprint = Blueprint("pictures", __name__)

WIDTHS = range(64, 2049)
"""Pixels that a picture can be wide."""
_MEMORY = 16 << 20
"""Bytes of pictures of each kind that a process keeps."""


@blueprint.app_template_global()
def version(content_hash: str) -> str:
    """Return what changes whenever a picture of a puzzle's text may look different."""
    return f"{content_hash[:12]}-{_drawn_by()}"


@cache
def _drawn_by() -> str:
    """Return what changes with the code and the style sheets that draw."""
    found = hashlib.sha256(static_files.address().encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


@blueprint.get("/p/<public_id>/board.svg")
def svg(public_id: str) -> Response:
    """Show a puzzle's board. `view`, `theme`, `dark=1` and `small=1` say how."""
    return _svg(_present(public_id))


@blueprint.get("/p/<public_id>/r/<int(max=1000000000):number>/board.svg")
def revision_svg(public_id: str, number: int) -> Response:
    """Show the board of a text that the puzzle has or had."""
    return _svg(_once(public_id, number))


@blueprint.get("/p/<public_id>/board.png")
@rate_limit("draw a PNG")
def pixels(public_id: str) -> Response:
    """Show a puzzle's board as pixels, `width` of them wide unless it is too high for that."""
    width = request.args.get("width", "640")
    if not (width.isascii() and width.isdigit() and len(width) < 5 and int(width) in WIDTHS):
        abort(400, f"width must be a number from {WIDTHS[0]} to {WIDTHS[-1]}.")
    text, look = _present(public_id), _look()
    return _answer(text, _png(text.sgf, look, int(width)), "image/png")


@blueprint.get("/p/<public_id>/shared.png")
@rate_limit("draw a PNG")
def shared(public_id: str) -> Response:
    """Show what other sites put beside a link to a puzzle."""
    text = _present(public_id)
    return _answer(text, _shared(text.sgf), "image/png")


@blueprint.get("/p/<public_id>.sgf")
def sgf(public_id: str) -> Response:
    """Hand out a puzzle with its answer."""
    return _sgf(_present(public_id))


@blueprint.get("/p/<public_id>/r/<int(max=1000000000):number>.sgf")
def revision_sgf(public_id: str, number: int) -> Response:
    """Hand out a text that the puzzle has or had."""
    return _sgf(_once(public_id, number))


@blueprint.get("/collections/<slug>.zip")
@rate_limit("download a collection")
def archive(slug: str) -> Response:
    """Hand out a collection as the folder that the site and `twixt` load."""
    collection = collection_at(slug)
    rows = puzzles_of(collection, selectinload(PuzzleRow.tags))
    about = {
        "title": collection.title,
        "author": collection.author,
        "source": collection.source,
        "licence": collection.licence,
        **({"description": collection.description} if collection.description else {}),
        "puzzles": [
            {"file": f"{row.slug}.sgf"}
            | ({"tags": [tag.name for tag in row.tags]} if row.tags else {})
            for row in rows
        ],
    }

    def pack() -> bytes:
        return _archive(slug, about, rows)

    told = [__version__, slug, about, [row.content_hash for row in rows]]
    public = all(row.published is not None for row in rows)
    response = validated(told, pack, "application/zip", public=public)
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}.zip"'
    return response


def _archive(slug: str, about: dict[str, Any], rows: Sequence[PuzzleRow]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
        text = yaml.safe_dump(about, allow_unicode=True, sort_keys=False, width=100)
        written.writestr(f"{slug}/{COLLECTION_FILE}", text)
        for row in rows:
            written.writestr(f"{slug}/{row.slug}.sgf", row.sgf)
    return packed.getvalue()


# -- texts ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Text:
    """A text to show or hand out."""

    sgf: str
    content_hash: str
    name: str
    public: bool


def _present(public_id: str) -> _Text:
    row = puzzle_at(public_id)
    return _Text(row.sgf, row.content_hash, public_id, row.published is not None)


def _once(public_id: str, number: int) -> _Text:
    row, found = revision_at(public_id, number)
    name = f"{public_id}-{number}"
    public = row.published is not None and number >= row.first_public
    return _Text(found.sgf, found.content_hash, name, public)


# -- looks ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Look:
    """How a board is drawn."""

    view: Orientation
    theme: Theme
    dark: bool
    small: bool


Choice = TypeVar("Choice", bound=Enum)


def _look() -> _Look:
    return _Look(
        _choice("view", Orientation.UPRIGHT),
        _choice("theme", Theme.CLASSIC),
        request.args.get("dark") == "1",
        request.args.get("small") == "1",
    )


def _choice(name: str, default: Choice) -> Choice:
    known = {choice.value: choice for choice in type(default)}
    text = request.args.get(name) or default.value
    if text not in known:
        abort(400, f"{name} can be {', '.join(known)}.")
    return known[text]


@kept(_MEMORY)
def _drawing(text: str, look: _Look) -> str:
    puzzle = puzzle_from(text, privilege=True)
    return board_svg(
        puzzle.position,
        view=look.view,
        theme=look.theme,
        dark=look.dark,
        labels=not look.small,
        title=puzzle.name or "A TwixT board",
    )


@kept(2 * _MEMORY)
def _packed(text: str, look: _Look) -> bytes:
    """Return a drawing as most browsers take it: a tenth of its size."""
    return gzip.compress(_drawing(text, look).encode(), mtime=0)


@kept(_MEMORY)
def _png(text: str, look: _Look, width: int) -> bytes:
    ink = colours(look.theme, dark=look.dark)["--board-label"]
    return png(_drawing(text, look), width, ink)


@kept(_MEMORY)
def _shared(text: str) -> bytes:
    found = colours(Theme.CLASSIC)
    plain = _Look(Orientation.UPRIGHT, Theme.CLASSIC, dark=False, small=False)
    return shared_png(_drawing(text, plain), found["--board-label"], found["--board-beyond"])


# -- answers --------------------------------------------------------------------------------


def _svg(text: _Text) -> Response:
    look = _look()
    packed = bool(request.accept_encodings["gzip"])
    body = _packed(text.sgf, look) if packed else _drawing(text.sgf, look).encode()
    response = _answer(text, body, "image/svg+xml")
    response.vary.add("Accept-Encoding")
    if packed:
        response.content_encoding = "gzip"
    # Opened by itself it is a document: it brings this very style, and may do nothing else.
    digest = hashlib.sha256(style(look.theme, dark=look.dark).encode()).digest()
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'sha256-{base64.b64encode(digest).decode()}'"
    )
    return response


def _sgf(text: _Text) -> Response:
    response = _answer(text, text.sgf.encode(), "application/x-go-sgf")
    response.headers["Content-Disposition"] = f'attachment; filename="{text.name}.sgf"'
    return response


def _answer(text: _Text, body: bytes, kind: str) -> Response:
    """Return an answer that is asked for again only when it may have changed."""
    response = Response(body, mimetype=kind)
    response.set_etag(hashlib.sha256(body).hexdigest()[:16])
    # Other sites may show what everybody may see.
    response.headers["Cross-Origin-Resource-Policy"] = (
        "cross-origin" if text.public else "same-origin"
    )
    if not text.public:
        return uncached(response)
    lasts = request.args.get("v") == version(text.content_hash)
    response.headers["Cache-Control"] = FOR_GOOD if lasts else "public, no-cache"
    response.make_conditional(request)
    return response
