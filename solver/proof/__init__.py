"""Records of what is proved: claims, verdicts, strategies, certificates, and lines of play.

Nothing here searches or checks.
"""

from solver.proof.certificate import (
    FORMAT,
    Certificate,
    pack_strategy,
    write_certificate,
)
from solver.proof.claim import (
    DEFAULT_MEMORY,
    LEAST_SECONDS,
    MOST_MEMORY,
    MOST_NODES,
    Aim,
    Claim,
    Limit,
    Limits,
    Verdict,
    check_no_privilege,
    claim_of,
    claim_with_privilege,
)
from solver.proof.lines import (
    by_resistance,
    line_after,
    longest_resistance,
    main_line,
    strategy_move,
)
from solver.proof.privilege import PrivilegeStrategy
from solver.proof.privilege_certificate import (
    PRIVILEGE_FORMAT,
    PrivilegeCertificate,
    write_privilege_certificate,
)
from solver.proof.strategy import End, Ends, NodeKind, Strategy, StrategyNode

__all__ = [
    "DEFAULT_MEMORY",
    "FORMAT",
    "LEAST_SECONDS",
    "MOST_MEMORY",
    "MOST_NODES",
    "PRIVILEGE_FORMAT",
    "Aim",
    "Certificate",
    "Claim",
    "End",
    "Ends",
    "Limit",
    "Limits",
    "NodeKind",
    "PrivilegeCertificate",
    "PrivilegeStrategy",
    "Strategy",
    "StrategyNode",
    "Verdict",
    "by_resistance",
    "check_no_privilege",
    "claim_of",
    "claim_with_privilege",
    "line_after",
    "longest_resistance",
    "main_line",
    "pack_strategy",
    "strategy_move",
    "write_certificate",
    "write_privilege_certificate",
]
