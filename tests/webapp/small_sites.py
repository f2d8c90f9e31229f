"""Small sites behind the ASGI application, and requests to them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

from flask import Flask, request

from tests.waiting import DEADLINE
from webapp.asgi import Site
from webapp.core.errors import BUSY, UNREAD

__all__ = [
    "ELSEWHERE",
    "HERE",
    "Part",
    "ask",
    "ask_all",
    "asking",
    "run",
    "scope",
    "site_of",
    "small_app",
    "with_question",
]

Answer = TypeVar("Answer")
Part = dict[str, Any] | Awaitable[Any]
"""A message that comes to the site, or what is waited for before it."""

HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"
"""Two addresses of visitors."""


def scope(
    path: str, *headers: tuple[bytes, bytes], method: str = "GET", client: str = HERE
) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"a=%C3%A4&b=\xff",
        "http_version": "1.1",
        "headers": [(b"host", b"twixt.test"), *headers],
        "client": (client, 1234),
        "server": ("127.0.0.1", 8000),
        "scheme": "http",
    }


def run(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a coroutine in a thread of its own: the browser of other tests has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def ask(site: Site, asked: dict[str, Any], parts: Iterable[Part] = ()) -> tuple[int, bytes]:
    """Return the status and the content of an answer; what `parts` awaits comes between."""
    status, _, content = await ask_all(site, asked, parts)
    return status, content


async def ask_all(
    site: Site, asked: dict[str, Any], parts: Iterable[Part] = ()
) -> tuple[int, dict[str, str], bytes]:
    """Return the same with the headers of the answer."""
    waiting = iter([*parts] or [{"type": "http.request", "body": b""}])
    sent = list[dict[str, Any]]()

    async def receive() -> Any:
        part = next(waiting)
        return part if isinstance(part, dict) else await part

    async def send(message: Any) -> None:
        sent.append(message)

    await site(asked, receive, send)
    start, body = sent
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], headers, body["body"]


_sites = list[Site]()


def site_of(app: Flask) -> Site:
    """Serve an app that both processes inherit."""
    _sites.append(Site(lambda: app))
    return _sites[-1]


@contextmanager
def small_app() -> Iterator[Flask]:
    """Give an app that tells what it was sent; end what `site_of` began."""
    app = Flask("small")

    @app.get("/page")
    def page() -> str:
        return f"{request.remote_addr} {request.args['a']} {request.headers.get('X-Forwarded-For')}"

    @app.before_request
    def refuse_unread() -> tuple[str, int] | None:
        status = request.environ.get(UNREAD)
        return status and ("not read", status)

    @app.post("/echo")
    def echo() -> bytes:
        return request.get_data()

    try:
        yield app
    finally:
        while _sites:
            _sites.pop()._questions.end()


def asking(view: Callable[..., object]) -> Callable[..., Any]:
    """Mark a view as a question to the solver."""
    view.__dict__["asks_solver"] = True
    return view


def with_question(app: Flask) -> tuple[Event, Callable[[], int]]:
    """Add a question that waits for an event; return it, and what counts those that are busy."""
    done, busy = get_context("fork").Event(), list[str]()

    def question() -> str | tuple[str, int]:
        if BUSY in request.environ:
            busy.append(request.path)
            return "busy", 503
        done.wait(DEADLINE)
        return "answered"

    app.add_url_rule("/question", view_func=asking(question), methods=["GET", "POST"])
    return done, lambda: len(busy)
