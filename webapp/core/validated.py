"""Answers that are sent again only to whoever has another one."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from flask import Response, request

from webapp.core.uncached import uncached

__all__ = ["FOR_GOOD", "validated"]

FOR_GOOD = "public, max-age=31536000, immutable"
"""How everybody may keep an answer whose address changes with it."""


def validated(
    told: Any,
    make: Callable[[], bytes],
    kind: str,
    *,
    public: bool = True,
    cache: str = "private, no-cache",
) -> Response:
    """Return an answer of a media type that is made, and sent, only for who has another one.

    `told` is all that the answer rests on, as JSON can hold it. Answers that tell the same may
    differ in their bytes. `cache` tells browsers how to keep it: unless told otherwise they do, and
    ask about it before they show it again. What is not `public` is kept nowhere.
    """
    if not public:
        return uncached(Response(make(), mimetype=kind))
    tag = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
    response = Response(mimetype=kind)
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = cache
    response.make_conditional(request)
    if response.status_code == 200:
        response.data = make()
    return response
