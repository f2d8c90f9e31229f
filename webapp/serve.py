"""The whole site in one command: `python -P webapp/serve.py` runs gunicorn and a job worker.

Whatever ends the site ends both: TERM and INT are passed on, and a process whose supervisor was
killed is told to end by the kernel, on Linux. A job worker that dies is started again. HUP reloads
the site. It is run as a file because the package it lies in would take a second and 100 MB.
"""

import ctypes
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

__all__ = ["main"]

_CONFIG = str(Path(__file__).with_name("gunicorn.conf.py"))
_WEB = ["-m", "gunicorn", "--config", _CONFIG, "webapp.asgi:application()"]
_JOBS = ["-P", "-m", "webapp.worker"]

_PAUSE = 1.0
"""Seconds between the end of a job worker and the next one's beginning."""
_PATIENCE = 30.0
"""Seconds for both to end when they are told to."""

_PR_SET_PDEATHSIG = 1


def main() -> int:
    """Run until the site ends; return its exit code."""
    if problem := _in_the_way():
        print(problem, file=sys.stderr)
        return 1
    stopping = reloading = False

    def stop(_signal: int, _frame: object) -> None:
        nonlocal stopping
        stopping = True

    def reload(_signal: int, _frame: object) -> None:
        nonlocal reloading
        reloading = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGHUP, reload)
    web, jobs = _start(_WEB), _start(_JOBS)
    ended = 0.0
    while not stopping and web.poll() is None:
        if jobs.poll() is not None:
            ended = ended or time.monotonic()
            if time.monotonic() >= ended + _PAUSE:
                jobs, ended = _start(_JOBS), 0.0
        if reloading:
            reloading = False
            web.send_signal(signal.SIGHUP)
            jobs.terminate()  # and starts again with the new code
        time.sleep(0.1)
    for process in (web, jobs):
        process.terminate()
    deadline = time.monotonic() + _PATIENCE
    for process in (web, jobs):
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
    return web.wait()


def _in_the_way() -> str:
    """Say what keeps the site from listening at its address; nothing if it can."""
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
    name = host.strip("[]")
    family = socket.AF_INET6 if ":" in name else socket.AF_INET
    try:
        socket.create_server((name, int(port)), family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} at {host} is in use: choose another one with --port or PORT."
        return f"The site cannot listen to port {port} at {host}: {error.strerror}."
    except (ValueError, OverflowError):
        return f"PORT is {port!r}: write a number from 0 to 65535."
    return ""


def _start(arguments: list[str]) -> "subprocess.Popen[bytes]":
    supervisor = os.getpid()

    def end_with_it() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != supervisor:
                os._exit(1)

    # A session of its own: Ctrl-C reaches the supervisor alone, which passes it on.
    return subprocess.Popen(
        [sys.executable, *arguments], start_new_session=True, preexec_fn=end_with_it
    )


if __name__ == "__main__":
    sys.exit(main())
