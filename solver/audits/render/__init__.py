"""An audit for readers: one JSON object, text for a terminal, a page of HTML."""

from solver.audits.render.html_page import audit_page
from solver.audits.render.json_object import as_json, move_as_json
from solver.audits.render.terminal_text import audit_text, facts

__all__ = ["as_json", "audit_page", "audit_text", "facts", "move_as_json"]
