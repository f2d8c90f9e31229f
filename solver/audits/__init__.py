"""The soundness report of a puzzle: its key, cooks and delays, every other first move refuted."""

from solver.audits.audit_record import (
    Audit,
    ClaimStanding,
    Dual,
    FirstMove,
    Key,
    Kind,
    Proof,
    Replies,
    Soundness,
    proved_about,
)
from solver.audits.foresight import Foresight, scores
from solver.audits.from_store import stored_proofs
from solver.audits.improve import Change, Improvement, improve
from solver.audits.render.html_page import audit_page
from solver.audits.render.json_object import as_json, move_as_json
from solver.audits.render.terminal_text import audit_text
from solver.audits.report import failed_audit
from solver.audits.schedule import audit
from solver.audits.to_store import add_certificate
from solver.audits.unproved import unproved

__all__ = [
    "Audit",
    "Change",
    "ClaimStanding",
    "Dual",
    "FirstMove",
    "Foresight",
    "Improvement",
    "Key",
    "Kind",
    "Proof",
    "Replies",
    "Soundness",
    "add_certificate",
    "as_json",
    "audit",
    "audit_page",
    "audit_text",
    "failed_audit",
    "improve",
    "move_as_json",
    "proved_about",
    "scores",
    "stored_proofs",
    "unproved",
]
