"""The soundness report of a puzzle: its key, cooks and delays, every other first move refuted.

May import `work`, `difficulty` and everything below them.
"""

from solver.audit.as_json import as_json, move_as_json
from solver.audit.improve import Change, Improvement, improve
from solver.audit.page import audit_page
from solver.audit.plan import audit
from solver.audit.record import (
    Audit,
    Dual,
    FirstMove,
    Key,
    Kind,
    Proof,
    Replies,
    Soundness,
    Standing,
)
from solver.audit.report import failed
from solver.audit.stored import MOST_WINS, stored_proofs
from solver.audit.text import audit_text

__all__ = [
    "MOST_WINS",
    "Audit",
    "Change",
    "Dual",
    "FirstMove",
    "Improvement",
    "Key",
    "Kind",
    "Proof",
    "Replies",
    "Soundness",
    "Standing",
    "as_json",
    "audit",
    "audit_page",
    "audit_text",
    "failed",
    "improve",
    "move_as_json",
    "stored_proofs",
]
