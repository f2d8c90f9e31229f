"""Questions to the jobs, and an answer, that their tests share."""

from dataclasses import replace

from sqlalchemy.orm import Session

from solver.files import puzzle_to_sgf
from tests.webapp.conftest import SMALL
from webapp.jobs import Queue, ask_for_audit

__all__ = ["CONSUMER", "SGF", "ask", "record", "text"]

SGF = puzzle_to_sgf(SMALL)

CONSUMER = """
import os, signal, sys, time
from webapp.jobs import Queue
def perform(job):
    print(job, flush=True)
    # Huey starts its threads first, and then says how to take signals.
    while signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGTERM)
Queue(sys.argv[1], perform).consume(1)
"""
"""A program that performs one job of the queue at the place it is given, prints it and ends."""


def text(number: int) -> str:
    """Return the text of another puzzle for each number."""
    return puzzle_to_sgf(replace(SMALL, name=f"Puzzle {number}"))


def ask(session: Session, queue: Queue, sgf: str = SGF, seconds: float = 20.0) -> str:
    return ask_for_audit(session, queue, sgf, seconds, address="here").id


def record(verdict: str) -> dict[str, object]:
    return {"verdict": verdict, "decided": 1, "first_moves": 1, "pegs": 3, "difficulty": 40}
