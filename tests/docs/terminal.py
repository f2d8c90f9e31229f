"""What runs the examples: a shell in a folder, and `curl` that asks the site without a network."""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.databases import fill_with_shipped
from tests.webapp.people import make_key, sign_up
from webapp import create_app
from webapp.jobs import Auditor

__all__ = ["Curl", "shell"]

BIN = Path(sys.executable).parent
SITE = "http://127.0.0.1:8000"


def shell(folder: Path, command: str, stdin: str = "") -> tuple[str, int]:
    """Run a command in a folder; return what it prints, errors included, and its exit code."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith("TWIXT_")}
    environ |= {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environ,
        input=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=900,
    )
    return done.stdout, done.returncode


class Curl:
    """Asks the site with the shipped puzzles, made at the first question.

    `$KEY` is a key to its API, `$JOB` the job of the last answer that had an `id` of one.
    """

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        """Keep what the site writes in a folder of its own."""
        self._factory, self._folder = factory, factory.mktemp("site")
        self._app: Flask | None = None
        self._names = dict[str, str]()

    def __call__(self, line: str, at: Path) -> tuple[str, int]:
        """Run a line that begins with `curl`, its pipe in the folder `at`."""
        client = (self._app or self._made()).test_client()
        line = line.replace("\\\n", " ")
        for name, value in self._names.items():
            line = line.replace(f"${name}", value)
        asked, _, pipe = line.partition(" | ")
        printed, code = self._ask(client, shlex.split(asked)[1:], at)
        return shell(at, pipe, printed) if pipe and not code else (printed, code)

    def close(self) -> None:
        """Close the site's database."""
        if self._app is not None:
            self._app.extensions["store"].close()
            self._app.extensions["database"].engine.dispose()

    def _ask(self, client: FlaskClient, words: list[str], at: Path) -> tuple[str, int]:
        parser = argparse.ArgumentParser(prog="curl", exit_on_error=False)
        parser.add_argument("-s", "--silent", action="store_true")
        parser.add_argument("-o", "--output")
        parser.add_argument("-X", "--request")
        parser.add_argument("-H", "--header", action="append", default=[])
        parser.add_argument("-d", "--data")
        parser.add_argument("address")
        given = parser.parse_args(words)
        assert given.address.startswith(f"{SITE}/"), given.address
        if "/jobs/" in given.address:
            self._work()
        headers = [tuple(header.split(": ", 1)) for header in given.header]
        method = given.request or ("GET" if given.data is None else "POST")
        parts = urlsplit(given.address)
        response = client.open(
            parts.path,
            query_string=parts.query,
            method=method,
            headers=headers,
            data=given.data,
        )
        if response.status_code == 202:
            self._names["JOB"] = response.get_json()["id"]
        if given.output:
            (at / given.output).write_bytes(response.data)
            return "", 0
        return response.text, 0

    def _work(self) -> None:
        """Do what the job worker does."""
        assert self._app is not None
        auditor = Auditor(self._app.extensions["database"], self._folder / "verdicts.sqlite", 256)
        auditor.perform(self._names["JOB"])

    def _made(self) -> Flask:
        database = f"sqlite:///{self._folder / 'twixt.sqlite'}"
        fill_with_shipped(database, self._factory)
        self._app = create_app(
            {
                "SECRET_KEY": "docs",
                "TWIXT_DATABASE": database,
                "TWIXT_STORE": str(self._folder / "verdicts.sqlite"),
                "TWIXT_QUEUE": str(self._folder / "jobs.sqlite"),
                "WTF_CSRF_ENABLED": False,
                "RATELIMIT_STORAGE_URI": f"sqlite:///{self._folder / 'limits.sqlite'}",
            }
        )
        client = self._app.test_client()
        sign_up(client)
        self._names["KEY"] = make_key(client)
        return self._app
