"""The site as gunicorn serves it: on an event loop before, in threads behind.

The loop reads each request whole before a thread takes it, and hands over each answer whole. So
connections that stall, and readers that are slow, hold a socket and nothing else. Questions to the
solver are answered in a process beside this one: pages wait neither for them nor for the lock of an
interpreter that they hold. When too many wait, the next ones are told at once that the solver is
busy.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from flask import Flask
from werkzeug.exceptions import HTTPException

from webapp import create_app
from webapp.core.database import THREADS
from webapp.core.errors import BUSY
from webapp.questions import Answer, QuestionProcess, answered

__all__ = ["Site", "application"]

_MOST_BODY = 4 << 20
"""Bytes of a request's body that are read; the site's own limits are below."""
_BODY_SECONDS = 20.0
"""For the whole body of a request to arrive."""
_ANSWER_SECONDS = 60.0
"""For a reader to take the whole answer."""
_QUESTIONS = 20
"""Questions that may be asked at the same time; most of them wait."""

_FIRST_PAGES = ("/", "/puzzles", "/daily")
"""Made before anybody asks, with the puzzle of the day."""

_ASCII = "".join(map(chr, range(128)))
"""What a query may hold as it is; other bytes are written as `%FF`."""

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]


class Site:
    """An ASGI application that runs a Flask one: its pages in threads, its questions beside."""

    def __init__(self, make: Callable[[], Flask]) -> None:
        """Make the site, here and in the process for questions."""
        # First: what the site opens here, files say, is not for another process.
        self._questions = QuestionProcess(make)
        self._app = make()
        _warm_up(self._app)
        self._pages = ThreadPoolExecutor(THREADS, "page")
        self._busy = dict[bool, Answer]()
        """What a script is told when too many wait, and what a program that uses the API is."""

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
            self._questions.end()
            return
        if scope["type"] != "http":
            return
        body = await _body(receive)
        if isinstance(body, HTTPStatus):
            status, headers, content = _refusal(body)
        else:
            status, headers, content = await self._answer(_environ(scope, body))
        async with asyncio.timeout(_ANSWER_SECONDS):
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": content})

    async def _answer(self, environ: dict[str, Any]) -> Answer:
        """Run the site in a thread of the fitting kind."""
        loop = asyncio.get_running_loop()
        if not self._is_question(environ):
            return await loop.run_in_executor(self._pages, answered, self._app, environ)
        if self._questions.asked >= _QUESTIONS:
            return await self._refuse(environ)
        try:
            return await asyncio.wrap_future(self._questions.ask(environ))
        except EOFError:
            return await self._refuse(environ)

    async def _refuse(self, environ: dict[str, Any]) -> Answer:
        """Say that the solver is busy. Scripts, which may be many, get an answer that is kept: no
        page waits for it to be made."""
        is_api = environ["PATH_INFO"].startswith("/api/")
        is_script = environ.get("CONTENT_TYPE", "").startswith("application/json")
        if is_script and is_api in self._busy:
            return self._busy[is_api]
        environ[BUSY] = True
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._pages, answered, self._app, environ)
        status, headers, content = answer
        if is_script and status == HTTPStatus.SERVICE_UNAVAILABLE:
            kept = [pair for pair in headers if pair[0] not in (b"set-cookie", b"x-request-id")]
            self._busy[is_api] = status, kept, content
        return answer

    def _is_question(self, environ: dict[str, Any]) -> bool:
        """Tell whether a request is one to the solver."""
        try:
            endpoint, _ = self._app.url_map.bind_to_environ(environ).match()
        except HTTPException:
            return False
        return getattr(self._app.view_functions.get(endpoint), "asks_solver", False)


def _warm_up(app: Flask) -> None:
    """Ask for the first pages: what is compiled and looked up for them would be waited for."""

    def places(path: str) -> list[str]:
        """Ask for a page; return where it leads to."""
        scope = {"method": "GET", "path": path, "query_string": b"", "http_version": "1.1"}
        _, headers, _ = answered(app, _environ(scope | {"headers": []}, b""))
        return [value.decode() for name, value in headers if name == b"location"]

    for path in _FIRST_PAGES:
        for place in places(path):
            places(place)


async def _live(receive: _Receive, send: _Send) -> None:
    """Tell gunicorn that nothing has to be done at the beginning and at the end."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _body(receive: _Receive) -> bytes | HTTPStatus:
    """Return a request's whole body, or why it is not waited for."""
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return HTTPStatus.REQUEST_TIMEOUT
                body += message.get("body", b"")
                if len(body) > _MOST_BODY:
                    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        return HTTPStatus.REQUEST_TIMEOUT


def _refusal(status: HTTPStatus) -> Answer:
    content = f"{status.phrase}\n".encode()
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    return status.value, [*headers, (b"content-length", b"%d" % len(content))], content


def _environ(scope: _Message, body: bytes) -> dict[str, Any]:
    """Return a request as WSGI passes it on.

    A header whose name has an underscore is left out: WSGI could not tell it from the one with a
    hyphen, which a proxy may vouch for.
    """
    host, port = (scope.get("server") or ("localhost", 80))[:2]
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": quote(scope["query_string"], safe=_ASCII),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        if b"_" in name or key in ("CONTENT_LENGTH", "TRANSFER_ENCODING"):
            continue
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        joined = "; " if key == "HTTP_COOKIE" else ","
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{joined}{text}" if key in environ else text
    return environ


def application() -> Site:
    """Return the site for gunicorn, which is told to serve `webapp.asgi:application()`."""
    return Site(create_app)
