"""Bytes of a stranger to plain values, within bounds that are looked at first."""

import json
import zlib

__all__ = ["MAX_CERTIFICATE", "MAX_NODES", "BadFileError", "unpacked"]

MAX_CERTIFICATE = 64 << 20
"""Largest certificate read: bytes, packed or unpacked."""

MAX_NODES = 250_000
"""Most nodes of a strategy."""

_MAX_PARTS = 16 * MAX_NODES
"""Most commas and opening brackets: a node has a dozen, and one for each child but the first."""
_MAX_OBJECTS = 8
"""JSON objects; a certificate has three: itself and two claims."""


class BadFileError(Exception):
    """A file that is no certificate; the message says why."""


def unpacked(data: bytes) -> object:
    """Return the JSON value that gzip has packed.

    Raises BadFileError when there is none, or when it is too large or built of too many parts.
    """
    text = _text(data)
    if text.count(b",") + text.count(b"[") > _MAX_PARTS:
        raise BadFileError(f"the certificate has more parts than {MAX_NODES} nodes need")
    objects = 0

    def record(pairs: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal objects
        objects += 1
        values = dict(pairs)
        if len(values) < len(pairs):
            raise BadFileError("the certificate names a field twice")
        if objects > _MAX_OBJECTS:
            raise BadFileError("the certificate holds too many objects")
        return values

    try:
        value: object = json.loads(text.decode(), object_pairs_hook=record)
    except (ValueError, RecursionError):
        raise BadFileError("this is no certificate: no JSON in UTF-8 is packed in it") from None
    return value


def _text(data: bytes) -> bytes:
    if len(data) > MAX_CERTIFICATE:
        raise BadFileError("the certificate is larger than 64 MiB")
    stream = zlib.decompressobj(wbits=31)
    try:
        text = stream.decompress(data, MAX_CERTIFICATE + 1)
    except zlib.error:
        raise BadFileError("this is no certificate: gzip cannot unpack it") from None
    if len(text) > MAX_CERTIFICATE:
        raise BadFileError("the certificate unpacks to more than 64 MiB")
    if not stream.eof:
        raise BadFileError("the certificate ends too early")
    if stream.unused_data:
        raise BadFileError("more follows after the certificate's end")
    return text
