"""Checks proofs: reads certificates, and checks strategies node by node, in two ways.

Stands alone: may import `errors`, `game`, `puzzle` and `proof`. The search finds nothing with it,
and may ask for the verdict of `check_strategy` only.
"""

from solver.verify.certificate import (
    MAX_CERTIFICATE,
    check_certificate,
    read_certificate,
    unpack_strategy,
)
from solver.verify.rule_checker import check_strategy
from solver.verify.sat_checker import check_by_sat

__all__ = [
    "MAX_CERTIFICATE",
    "check_by_sat",
    "check_certificate",
    "check_strategy",
    "read_certificate",
    "unpack_strategy",
]
