"""The tests of queue and limits on Redis: `python -m tests.redis [PYTEST'S ARGUMENTS]`.

Runs a server of its own, the program that Debian's package `redis-server` brings, which keeps
everything in memory.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.debian import provided
from tests.waiting import DEADLINE, until

__all__ = ["main", "server"]

_TESTS = [
    "jobs/test_audit_requests",
    "jobs/test_jobs",
    "core/test_rate_limits",
    "api/test_api",
    "core/test_attacks",
    "core/test_health",
]
_AWAY = "tests/webapp/redis_away.py"


def _program() -> Path | None:
    found = shutil.which("redis-server")
    return Path(found) if found else None


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def server() -> Iterator[str]:
    """Run a server; yield its address, to which the number of a database is added."""
    program = provided(_program, "redis-server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="twixt-redis-") as folder:
        options = ["--bind", "127.0.0.1", "--port", str(port), "--dir", folder, "--save", ""]
        running = subprocess.Popen(
            [program, *options, "--databases", "10000"], stdout=subprocess.DEVNULL
        )
        try:
            assert until(lambda: _listens(port))
            yield f"redis://127.0.0.1:{port}"
        finally:
            running.terminate()
            running.wait(DEADLINE)


def main(arguments: Sequence[str]) -> int:
    """Run the tests; return pytest's exit code."""
    with server() as address:
        os.environ["TWIXT_TEST_REDIS"] = address
        # Tests leave connections that are open to the collector.
        quiet = ["-W", "ignore::ResourceWarning"]
        quiet += ["-W", "ignore::pytest.PytestUnraisableExceptionWarning"]
        concerned = [f"tests/webapp/{name}.py" for name in _TESTS]
        return int(pytest.main([*quiet, *(arguments or [*concerned, _AWAY])]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
