"""Answers that browsers keep, and ask about before they show them again."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from flask import Response, request

__all__ = ["validated"]


def validated(told: Any, make: Callable[[], bytes], kind: str) -> Response:
    """Return an answer of a media type that is made, and sent, only for who has another one.

    `told` is all that the answer rests on, as JSON can hold it. Answers that tell the same may
    differ in their bytes.
    """
    tag = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
    response = Response(mimetype=kind)
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    if response.status_code == 200:
        response.data = make()
    return response
