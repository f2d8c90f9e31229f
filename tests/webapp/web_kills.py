"""Web processes killed during writes: `python -m tests.webapp.web_kills [TIMES]`.

Visitors sign up all the time while one of the site's processes after the other gets a kill -9.
Nothing may be lost: who was told that his account is made has one; and nothing may be doubled.
"""

import argparse
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy import select

from tests.webapp.load import served, together
from webapp.core.database import Database
from webapp.models import Account

__all__ = ["main"]

VISITORS = 4
BETWEEN, PATIENCE = 4, 30.0
"""Accounts made between two kills, or seconds when there come fewer."""


def sign_up(port: int, name: str) -> bool:
    """Return whether the site said that it made an account."""
    body = urlencode({"name": name, "password": "correct horse battery", "next": "/"})
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/sign-up", body, headers)
        return connection.getresponse().status == 302
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def workers(first: int) -> list[int]:
    """Return the processes that serve."""
    command = ["ps", "-o", "pid=", "--ppid", str(first)]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    return [int(number) for number in re.findall(r"\d+", listed.stdout)]


def main(arguments: Sequence[str]) -> int:
    """Run it; return 0 when nothing was lost or doubled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("times", nargs="?", type=int, default=20)
    times = parser.parse_args(arguments).times
    told, asked = set[str](), set[str]()
    lock, stop = threading.Lock(), threading.Event()

    def visit(visitor: int) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            name = f"Visitor{visitor}-{number}"
            with lock:
                asked.add(name)
            if sign_up(port, name):
                with lock:
                    told.add(name)

    def kill() -> None:
        for turn in range(times):
            before, end = len(told), time.monotonic() + PATIENCE
            while len(told) < before + BETWEEN and time.monotonic() < end:
                time.sleep(0.05)
            alive = workers(first)
            if alive:
                os.kill(alive[turn % len(alive)], signal.SIGKILL)
        time.sleep(1.0)
        stop.set()

    with tempfile.TemporaryDirectory(prefix="twixt-kills-") as folder:
        with served(Path(folder)) as (port, first):
            killer = threading.Thread(target=kill)
            killer.start()
            together(VISITORS, visit)
            killer.join()
        database = Database(f"sqlite:///{folder}/var/twixt.sqlite")
        with database.sessions() as session:
            names = list(session.scalars(select(Account.name)))
            sound = session.connection().exec_driver_sql("PRAGMA integrity_check").scalar()
        database.engine.dispose()
    lost, doubled = told - set(names), len(names) - len(set(names))
    unasked = set(names) - asked
    print(f"{times} kills; {len(told)} accounts told of, {len(names)} there", flush=True)
    print(f"lost {len(lost)}, doubled {doubled}, never asked for {len(unasked)}; file {sound}")
    return 1 if lost or doubled or unasked or sound != "ok" or not told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
