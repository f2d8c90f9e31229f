"""The site's tests on PostgreSQL: `python -m tests.postgres [PYTEST'S ARGUMENTS]`.

Makes a cluster of its own from the programs that Debian's package `postgresql` brings, reached by a
socket in a temporary folder, and removes it afterwards. As root it runs as the user `postgres`,
because a server refuses to be root.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.debian import provided
from tests.waiting import DEADLINE, until

__all__ = ["cluster", "main"]

_PROGRAMS = "/usr/lib/postgresql"
_USER = "postgres"


def _programs() -> Path | None:
    found = sorted(Path(_PROGRAMS).glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@contextmanager
def cluster() -> Iterator[str]:
    """Run a server; yield the address of a database on it."""
    where, user = provided(_programs, "postgresql"), _USER if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="twixt-pg-", dir="/tmp") as folder:
        if user:
            shutil.chown(folder, user)
        data = f"{folder}/data"
        make: list[str | Path] = [where / "initdb", "-D", data, "-U", "twixt", "--auth=trust"]
        make += ["--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run(make, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL)
        # What a crash of the machine would lose is no loss here.
        options = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=500"]
        server = subprocess.Popen(
            [where / "postgres", "-D", data, "-k", folder, *options],
            user=user,
            cwd="/",
            stderr=subprocess.DEVNULL,
        )
        try:
            ready: list[str | Path] = [where / "pg_isready", "-q", "-h", folder]
            assert until(lambda: subprocess.run(ready, check=False).returncode == 0)
            yield f"postgresql+psycopg://twixt@/postgres?host={folder}"
        finally:
            server.terminate()
            server.wait(DEADLINE)


def main(arguments: Sequence[str]) -> int:
    """Run the tests; return pytest's exit code."""
    with cluster() as address:
        os.environ["TWIXT_TEST_DATABASE"] = address
        # Tests leave closing connections to the collector, which psycopg calls to account.
        quiet = ["-W", "ignore::ResourceWarning"]
        quiet += ["-W", "ignore::pytest.PytestUnraisableExceptionWarning"]
        return int(pytest.main([*quiet, *(arguments or ["tests/webapp"])]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
