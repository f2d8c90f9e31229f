"""The site as gunicorn serves it: on an event loop before, in threads behind.

The loop reads each request whole before a thread takes it, and hands over each answer whole. So
connections that stall, and readers that are slow, hold a socket and nothing else. Questions to the
solver are answered in a process beside this one: pages wait neither for them nor for the lock of an
interpreter that they hold. When too many wait, the next ones are told at once that the solver is
busy. Of threads, questions and memory each address has a share, and waits when it asks for more.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from itertools import count
from typing import Any
from urllib.parse import quote

from flask import Flask
from werkzeug.exceptions import HTTPException

from webapp import create_app
from webapp.core.database import THREADS
from webapp.core.errors import BUSY, UNREAD
from webapp.core.metrics import REFUSED
from webapp.core.visitor_address import address_in
from webapp.questions import Answer, QuestionProcess, answered
from webapp.shares import Hold, Holdings, Turns

__all__ = ["Site", "application"]

_MOST_BODY = 4 << 20
"""Bytes of a request's body that are read; the site's own limits are below."""
_BODY_SECONDS = 20.0
"""For the whole body of a request to arrive."""
_ANSWER_SECONDS = 60.0
"""For a reader to take the whole answer."""
_QUESTIONS = 20
"""Questions that may be asked at the same time; most of them wait."""

# What an address has of that at the same time:
_QUESTIONS_OF_ONE = 8
_QUESTIONS_AT_A_TIME = 2
"""The others of its questions wait for these."""
_PAGES_AT_A_TIME = 8
_DEAR_AT_A_TIME = 2
"""Pages that may take a processor for long: they share the lock of an interpreter with others."""
_BYTES_OF_ONE = 48 << 20
"""Of bodies that it is sending and of answers that it has not read yet."""

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
        self._asking, self._looking = Turns(_QUESTIONS_AT_A_TIME), Turns(_PAGES_AT_A_TIME)
        self._working = Turns(_DEAR_AT_A_TIME)
        self._holdings = Holdings(_BYTES_OF_ONE)
        self._numbers = count()
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
        environ = _environ(scope)
        whose = self._whose(environ)
        with self._holdings.of(whose) as hold:
            body = await _body(receive, hold)
            if isinstance(body, HTTPStatus):
                status, headers, content = await self._hang_up(environ, whose, body)
            else:
                status, headers, content = await self._answer(environ | _sent(body), whose)
            hold(len(content))
            async with asyncio.timeout(_ANSWER_SECONDS):
                await send({"type": "http.response.start", "status": status, "headers": headers})
                await send({"type": "http.response.body", "body": content})

    def _whose(self, environ: dict[str, Any]) -> str:
        """Return the address whose share a request takes; each has its own where nothing is
        limited."""
        if not self._app.config.get("RATELIMIT_ENABLED", True):
            return str(next(self._numbers))
        return address_in(environ, self._app.config.get("TWIXT_PROXIES", 0))

    async def _answer(self, environ: dict[str, Any], whose: str) -> Answer:
        """Run the site in a thread of the fitting kind."""
        view = self._view(environ)
        if not getattr(view, "asks_solver", False):
            turns = self._working if getattr(view, "is_dear", False) else self._looking
            return await self._page(environ, whose, turns)
        if self._asking.total >= _QUESTIONS or self._asking.of(whose) >= _QUESTIONS_OF_ONE:
            return await self._refuse(environ, whose)
        try:
            return await self._asking.take(
                whose, lambda: asyncio.wrap_future(self._questions.ask(environ))
            )
        except EOFError:
            return await self._refuse(environ, whose)

    async def _page(self, environ: dict[str, Any], whose: str, turns: Turns) -> Answer:
        """Run the site in a thread for pages when it is an address's turn."""
        loop = asyncio.get_running_loop()
        return await turns.take(
            whose, lambda: loop.run_in_executor(self._pages, answered, self._app, environ)
        )

    async def _hang_up(self, environ: dict[str, Any], whose: str, why: HTTPStatus) -> Answer:
        """Say why a request is not read to its end, and end the connection."""
        environ = environ | {UNREAD: why}
        status, headers, content = await self._page(environ, whose, self._looking)
        return status, [*headers, (b"connection", b"close")], content

    async def _refuse(self, environ: dict[str, Any], whose: str) -> Answer:
        """Say that the solver is busy. Scripts, which may be many, get an answer that is kept: no
        page waits for it to be made."""
        REFUSED.inc()
        is_api = environ["PATH_INFO"].startswith("/api/")
        is_script = environ.get("CONTENT_TYPE", "").startswith("application/json")
        if is_script and is_api in self._busy:
            return self._busy[is_api]
        answer = await self._page(environ | {BUSY: True}, whose, self._looking)
        status, headers, content = answer
        if is_script and status == HTTPStatus.SERVICE_UNAVAILABLE:
            kept = [pair for pair in headers if pair[0] not in (b"set-cookie", b"x-request-id")]
            self._busy[is_api] = status, kept, content
        return answer

    def _view(self, environ: dict[str, Any]) -> object:
        """Return the view that answers a request, None where there is none."""
        try:
            endpoint, _ = self._app.url_map.bind_to_environ(environ).match()
        except HTTPException:
            return None
        return self._app.view_functions.get(endpoint)


def _warm_up(app: Flask) -> None:
    """Ask for the first pages: what is compiled and looked up for them would be waited for."""

    def places(path: str) -> list[str]:
        """Ask for a page; return where it leads to."""
        scope = {"method": "GET", "path": path, "query_string": b"", "http_version": "1.1"}
        _, headers, _ = answered(app, _environ(scope | {"headers": []}))
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


async def _body(receive: _Receive, hold: Hold) -> bytes | HTTPStatus:
    """Return a request's whole body, or why it is not waited for."""
    body = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return HTTPStatus.REQUEST_TIMEOUT
                part = message.get("body", b"")
                if not hold(len(part)):
                    return HTTPStatus.TOO_MANY_REQUESTS
                body += part
                if len(body) > _MOST_BODY:
                    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        return HTTPStatus.REQUEST_TIMEOUT


def _sent(body: bytes) -> dict[str, Any]:
    """Return a body as WSGI passes it on."""
    return {"CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}


def _environ(scope: _Message) -> dict[str, Any]:
    """Return a request without a body as WSGI passes it on.

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
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
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
    return environ | _sent(b"")


def application() -> Site:
    """Return the site for gunicorn, which is told to serve `webapp.asgi:application()`."""
    return Site(create_app)
