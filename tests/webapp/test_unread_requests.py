"""A request that is not read to its end is answered as all others are, and known to the log."""

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask

from tests.webapp.small_sites import Part, ask_all, run, scope, site_of, small_app
from webapp import asgi, create_app
from webapp.core import metrics
from webapp.core.logs import JsonFormatter

CUT: dict[int, tuple[str, float, list[Part]]] = {
    408: ("_BODY_SECONDS", 0.01, [{"type": "http.request", "body": b"w", "more_body": True}]),
    413: ("_MOST_BODY", 10, [{"type": "http.request", "body": bytes(11)}]),
    429: ("_BYTES_OF_ONE", 10, [{"type": "http.request", "body": bytes(11)}]),
}
"""How a request ends with each status: a limit, what it is set to, and what is sent."""


@pytest.fixture
def guarded(config: dict[str, object]) -> Iterator[Flask]:
    """The site with its limits and its protection against forgery."""
    on = {"RATELIMIT_ENABLED": True, "WTF_CSRF_ENABLED": True}
    with small_app():
        app = create_app(config | on)
        yield app
        app.extensions["database"].engine.dispose()


def send_unread(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    path: str,
    *headers: tuple[bytes, bytes],
) -> tuple[dict[str, str], str]:
    """Send a request that is refused before it was read; return headers and content."""
    limit, value, parts = CUT[status]
    site = site_of(app)
    monkeypatch.setattr(asgi, limit, value)
    site._holdings._most = asgi._BYTES_OF_ONE
    asked = scope(path, *headers, method="POST")
    stalled = [asyncio.sleep(60)] if status == HTTPStatus.REQUEST_TIMEOUT else []
    found, told, content = run(ask_all(site, asked, [*parts, *stalled]))
    assert status == found
    return told, content.decode()


@pytest.mark.parametrize("status", CUT)
def test_a_request_that_is_not_read_is_a_line_and_a_figure_and_has_the_guarding_headers(
    guarded: Flask,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    status: int,
) -> None:
    counted = metrics._REQUESTS.labels("POST", "account.enter", status)
    before = counted._value.get()
    caplog.set_level(logging.INFO, "webapp")
    caplog.handler.setFormatter(JsonFormatter())
    headers, text = send_unread(guarded, monkeypatch, status, "/sign-in")
    lines: list[dict[str, Any]] = [json.loads(line) for line in caplog.text.splitlines()]
    (line,) = [each for each in lines if each.get("path") == "/sign-in"]
    assert ("POST", status) == (line["method"], line["status"])
    assert line["request"] == headers["x-request-id"]
    assert before + 1 == counted._value.get()
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "nosniff" == headers["x-content-type-options"]
    assert "close" == headers["connection"], "the rest of the body is no request"
    assert re.search("<h1>(Too slow|Too large|Too many requests)</h1>", text)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (408, "The request did not arrive in time. Try again."),
        (413, "The request is too large for this site. This address takes 64 KiB at most."),
        (429, "Too much of what you send, and of answers that you have not read, is on its way."),
    ],
)
def test_a_program_is_told_so_in_the_form_of_the_api(
    guarded: Flask, monkeypatch: pytest.MonkeyPatch, status: int, said: str
) -> None:
    headers, text = send_unread(guarded, monkeypatch, status, "/api/v1/judge")
    assert "application/problem+json" == headers["content-type"]
    assert (status, said) == (json.loads(text)["status"], json.loads(text)["detail"])
    assert (status == 429) == ("retry-after" in headers)


def test_a_script_is_told_so_in_json(guarded: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = (b"content-type", b"application/json")
    _, text = send_unread(guarded, monkeypatch, 413, "/draw/file", kind)
    assert "This address takes 1,024 KiB at most." in json.loads(text)["message"]


def test_requests_that_are_not_read_count_for_the_budget_of_their_address(
    guarded: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded.config["CPU_SECONDS"] = 0
    headers, text = send_unread(guarded, monkeypatch, 429, "/api/v1/judge")
    assert "processor time" in json.loads(text)["detail"]
    assert 1 <= int(headers["retry-after"]) <= 60
