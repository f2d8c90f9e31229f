"""The network address that a request comes from: what limits count for, and what logs keep."""

import hashlib
import hmac
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address

from flask import current_app, request
from werkzeug.http import parse_list_header

__all__ = ["address", "address_in", "address_key"]


def address() -> str:
    """Return the network address that a request counts for.

    Of the new kind it is the network of 64 bits, since a visitor has the whole of one.
    """
    return _network(request.remote_addr or "")


def address_in(environ: Mapping[str, str], proxies: int) -> str:
    """Return what `address` does, of a request that the site has not seen yet.

    So many proxies stand before the site, each of which names who asked it.
    """
    told = parse_list_header(environ.get("HTTP_X_FORWARDED_FOR", ""))
    named = told[-proxies] if 0 < proxies <= len(told) else ""
    return _network(named or environ.get("REMOTE_ADDR", ""))


def _network(text: str) -> str:
    try:
        found = ip_address(text)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Network((found, 64), strict=False))
    return str(found)


def address_key() -> str:
    """Return what stands for the network address of a request: it tells two apart, not where."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(key, address().encode(), hashlib.sha256).hexdigest()[:32]
