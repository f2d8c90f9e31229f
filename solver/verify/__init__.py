"""Checks proofs: reads certificates, and checks strategies node by node, in two ways.

Stands alone: may import `errors`, `game`, `puzzle` and `proof`. The search finds nothing with it,
and may ask for the verdict of `check_strategy` and `check_with_privilege` only.
"""

from solver.verify.certificate import (
    MAX_CERTIFICATE,
    check_certificate,
    read_certificate,
    read_puzzle_text,
    unpack_strategy,
)
from solver.verify.privilege import check_with_privilege, check_with_privilege_by_sat
from solver.verify.privilege_certificate import (
    check_privilege_certificate,
    is_privilege_certificate,
    read_privilege_certificate,
)
from solver.verify.rule_checker import check_strategy
from solver.verify.sat_checker import check_by_sat

__all__ = [
    "MAX_CERTIFICATE",
    "check_by_sat",
    "check_certificate",
    "check_privilege_certificate",
    "check_strategy",
    "check_with_privilege",
    "check_with_privilege_by_sat",
    "is_privilege_certificate",
    "read_certificate",
    "read_privilege_certificate",
    "read_puzzle_text",
    "unpack_strategy",
]
