"""Requests to the HTTP API made from its own description: `python -m tests.fuzz.api SECONDS`.

Schemathesis makes requests that the description allows and others that it does not. Each answer
must have a status, a type and a content that the description names. Prints how many requests each
operation got.
"""

import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis
import schemathesis
from flask import Flask
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
)

from tests.webapp.conftest import ScriptedJudge, make_shelf
from tests.webapp.people import make_key, sign_up
from webapp import create_app
from webapp.prepare import prepare

__all__ = ["main"]

_UNFIT = [
    positive_data_acceptance,  # the description cannot tell which texts are puzzles and moves
    negative_data_rejection,  # a fault may not be in what is sent: an empty list, another key
]


def _site(place: Path) -> Flask:
    url = f"sqlite:///{place / 'site.sqlite'}"
    prepare(make_shelf(place), url)
    judge = ScriptedJudge()
    judge.reply = None
    return create_app(
        {
            "SECRET_KEY": "test",
            "TWIXT_DATABASE": url,
            "TWIXT_QUEUE": str(place / "jobs.sqlite"),
            "SOLVER_JUDGE": judge,
            "WTF_CSRF_ENABLED": False,
            "RATELIMIT_ENABLED": False,
            "RATELIMIT_STORAGE_URI": f"sqlite:///{place / 'limits.sqlite'}",
        }
    )


def _key(app: Flask) -> str:
    client = app.test_client()
    sign_up(client)
    return make_key(client)


def main(arguments: list[str]) -> int:
    """Ask until so many seconds are over; return 1 if an answer was not as described."""
    end, asked, faults = time.monotonic() + float(arguments[0]), Counter[str](), 0
    with tempfile.TemporaryDirectory(prefix="twixt-api-") as folder:
        app = _site(Path(folder))
        headers = {"Authorization": f"Bearer {_key(app)}"}
        schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
        found = list(schema.get_all_operations())
        operations = [each.ok() for each in found if isinstance(each, Ok)]
        assert len(operations) == len(found) > 0, "an operation is not described rightly"
        while time.monotonic() < end and not faults:
            for operation in operations:
                for mode in GenerationMode:
                    try:
                        _ask(operation, mode, headers, asked)
                    except* Exception as group:
                        faults += len(group.exceptions)
                        print(f"{operation.label}, {mode.value}:")
                        print(*group.exceptions, sep="\n")
        app.extensions["database"].engine.dispose()
    print(f"{asked.total():,} requests to {len(asked)} operations, {faults} of them with a fault:")
    for label, count in asked.most_common():
        print(f"  {count:>7,} {label}")
    return int(bool(faults))


def _ask(
    operation: Any, mode: GenerationMode, headers: dict[str, str], asked: Counter[str]
) -> None:
    """Send some requests to an operation and check the answers."""

    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    @hypothesis.settings(
        max_examples=20,
        deadline=None,
        derandomize=False,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    def ask(case: Any) -> None:
        asked[operation.label] += 1
        case.call_and_validate(headers=headers, excluded_checks=_UNFIT)

    # Whatever is sent, some operations allow it.
    with suppress(Unsatisfiable):
        ask()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
