"""The network address that a request comes from: what limits count for, and what logs keep."""

import hashlib
import hmac
from ipaddress import IPv6Address, IPv6Network, ip_address

from flask import current_app, request

__all__ = ["address", "address_key"]


def address() -> str:
    """Return the network address that a request counts for.

    Of the new kind it is the network of 64 bits, since a visitor has the whole of one.
    """
    try:
        found = ip_address(request.remote_addr or "")
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
