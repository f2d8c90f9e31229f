"""Long questions to the solver: asked on the site, answered by the job worker.

A job is an audit of a text within so many seconds. The table of jobs is the truth; the queue only
wakes the worker (`python -m webapp.worker`).
"""

from webapp.jobs.audit_requests import (
    LONGEST,
    CapError,
    ask_for_audit,
    seconds_of,
    stop_audit,
)
from webapp.jobs.auditor import Auditor
from webapp.jobs.job_table import forget, take_up
from webapp.jobs.queue import Queue

__all__ = [
    "LONGEST",
    "Auditor",
    "CapError",
    "Queue",
    "ask_for_audit",
    "forget",
    "seconds_of",
    "stop_audit",
    "take_up",
]
