"""Requests are read whole before a thread takes them, and questions to the solver wait apart."""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

import pytest
from flask import Flask, request

from tests.waiting import DEADLINE
from webapp import asgi
from webapp.asgi import Site
from webapp.core.database import THREADS
from webapp.core.errors import BUSY
from webapp.core.visitor_address import address_in

Answer = TypeVar("Answer")
Messages = list[dict[str, Any]]
Part = dict[str, Any] | Awaitable[Any]


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
    waiting = iter([*parts] or [{"type": "http.request", "body": b""}])
    sent: Messages = []

    async def receive() -> Any:
        part = next(waiting)
        return part if isinstance(part, dict) else await part

    async def send(message: Any) -> None:
        sent.append(message)

    await site(asked, receive, send)
    start, body = sent
    return start["status"], body["body"]


_sites = list[Site]()


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """End what the sites of a test began."""
    yield
    while _sites:
        _sites.pop()._questions.end()


def site_of(app: Flask) -> Site:
    """Serve an app that both processes inherit."""
    _sites.append(Site(lambda: app))
    return _sites[-1]


@pytest.fixture
def app() -> Flask:
    app = Flask(__name__)

    @app.get("/page")
    def page() -> str:
        return f"{request.remote_addr} {request.args['a']} {request.headers.get('X-Forwarded-For')}"

    @app.post("/echo")
    def echo() -> bytes:
        return request.get_data()

    return app


def test_a_request_reaches_the_site_as_it_was_sent(app: Flask) -> None:
    status, content = run(ask(site_of(app), scope("/page")))
    assert (200, "192.0.2.1 ä None") == (status, content.decode())


def test_the_first_visitor_comes_to_pages_that_were_made_before(app: Flask) -> None:
    made = list[str]()

    @app.get("/<path>")
    def first(path: str) -> tuple[str, int, dict[str, str]]:
        made.append(path)
        return ("", 302, {"Location": "/puzzle"}) if path == "daily" else ("", 200, {})

    site_of(app)
    assert made == ["puzzles", "daily", "puzzle"]


def test_a_header_that_apes_a_proxys_is_left_out(app: Flask) -> None:
    asked = scope("/page", (b"x_forwarded_for", b"6.6.6.6"))
    assert run(ask(site_of(app), asked))[1].endswith(b" None")


def test_a_body_comes_whole_however_it_is_cut(app: Flask) -> None:
    parts: list[Part] = [
        {"type": "http.request", "body": b"white ", "more_body": True},
        {"type": "http.request", "body": b"to move"},
    ]
    assert (200, b"white to move") == run(ask(site_of(app), scope("/echo", method="POST"), parts))


def test_a_body_that_never_ends_holds_no_thread(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "_BODY_SECONDS", 0.01)
    parts: list[Part] = [
        {"type": "http.request", "body": b"w", "more_body": True},
        asyncio.sleep(60),
    ]
    site = site_of(app)
    status, _ = run(ask(site, scope("/echo", method="POST"), parts))
    assert status == HTTPStatus.REQUEST_TIMEOUT
    assert not site._pages._threads


def test_a_body_too_large_is_not_read_to_its_end(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "_MOST_BODY", 10)
    endless: list[Part] = [{"type": "http.request", "body": b"12345", "more_body": True}] * 3
    status, _ = run(ask(site_of(app), scope("/echo", method="POST"), endless))
    assert status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


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


def test_pages_do_not_wait_for_questions_and_what_cannot_wait_is_told_so(app: Flask) -> None:
    done, busy = with_question(app)
    site = site_of(app)
    places = asgi._QUESTIONS

    async def crowd() -> tuple[bytes, list[tuple[int, bytes]]]:
        asked = [
            asyncio.create_task(ask(site, scope("/question", client=f"192.0.2.{number}")))
            for number in range(places + 5)
        ]
        async with asyncio.timeout(DEADLINE):
            while busy() < 5:
                await asyncio.sleep(0.01)
            _, page = await ask(site, scope("/page"))
            done.set()
            return page, await asyncio.gather(*asked)

    page, answers = run(crowd())
    assert page.startswith(b"192.0.2.1")
    contents = [content for _, content in answers]
    assert (places, 5) == (contents.count(b"answered"), contents.count(b"busy"))


def test_a_crowd_of_scripts_is_refused_without_the_site(app: Flask) -> None:
    done, busy = with_question(app)
    site = site_of(app)
    posted = scope("/question", (b"content-type", b"application/json"), method="POST")

    async def crowd() -> list[tuple[int, bytes]]:
        asked = [
            asyncio.create_task(ask(site, scope("/question", client=f"192.0.2.{number}")))
            for number in range(asgi._QUESTIONS)
        ]
        async with asyncio.timeout(DEADLINE):
            while site._questions.asked < len(asked):
                await asyncio.sleep(0.01)
            refused = [await ask(site, posted) for _ in range(20)]
        done.set()
        await asyncio.gather(*asked)
        return refused

    assert {(503, b"busy")} == set(run(crowd()))
    assert busy() == 1


def test_who_asks_much_at_once_leaves_room_for_the_questions_of_others(app: Flask) -> None:
    done, busy = with_question(app)
    site = site_of(app)

    async def crowd() -> list[tuple[int, bytes]]:
        asked = [asyncio.create_task(ask(site, scope("/question"))) for _ in range(30)]
        async with asyncio.timeout(DEADLINE):
            while busy() < 30 - asgi._QUESTIONS_OF_ONE:
                await asyncio.sleep(0.01)
            assert asgi._QUESTIONS_AT_A_TIME == site._questions.asked
            other = asyncio.create_task(ask(site, scope("/question", client=ELSEWHERE)))
            while site._questions.asked <= asgi._QUESTIONS_AT_A_TIME:
                await asyncio.sleep(0.01)
            done.set()
            return await asyncio.gather(*asked, other)

    *mine, other = run(crowd())
    assert (200, b"answered") == other
    assert asgi._QUESTIONS_OF_ONE == mine.count((200, b"answered"))
    assert asgi._QUESTIONS_OF_ONE < asgi._QUESTIONS


def test_where_nothing_is_limited_an_address_may_have_all_places(app: Flask) -> None:
    app.config["RATELIMIT_ENABLED"] = False
    done, _ = with_question(app)
    site = site_of(app)

    async def crowd() -> list[tuple[int, bytes]]:
        asked = [asyncio.create_task(ask(site, scope("/question"))) for _ in range(asgi._QUESTIONS)]
        async with asyncio.timeout(DEADLINE):
            while site._questions.asked < asgi._QUESTIONS:
                await asyncio.sleep(0.01)
        done.set()
        return await asyncio.gather(*asked)

    assert [(200, b"answered")] * asgi._QUESTIONS == run(crowd())


def test_who_asks_for_many_pages_at_once_leaves_threads_for_others(app: Flask) -> None:
    done = threading.Event()

    @app.get("/heavy")
    def heavy() -> str:
        done.wait(DEADLINE)
        return "heavy"

    site = site_of(app)

    async def crowd() -> bytes:
        asked = [asyncio.create_task(ask(site, scope("/heavy"))) for _ in range(2 * THREADS)]
        gone = [asyncio.create_task(ask(site, scope("/heavy"))) for _ in range(2 * THREADS)]
        await asyncio.sleep(0.1)
        for task in gone:
            task.cancel()
        try:
            async with asyncio.timeout(10):
                _, page = await ask(site, scope("/page", client=ELSEWHERE))
        finally:
            done.set()
        assert {(200, b"heavy")} == {*await asyncio.gather(*asked)}
        return page

    assert run(crowd()).startswith(ELSEWHERE.encode())


def test_what_one_address_sends_and_does_not_read_is_bounded_together(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "_BYTES_OF_ONE", 10)
    app.add_url_rule("/large", view_func=lambda: bytes(11))
    site = site_of(app)

    async def status(client: str) -> int:
        body: list[Part] = [{"type": "http.request", "body": b"1234567"}]
        return (await ask(site, scope("/echo", method="POST", client=client), body))[0]

    async def crowd() -> list[int]:
        sent, read = asyncio.Event(), asyncio.Event()
        found = list[int]()

        async def receive() -> Any:
            if sent.is_set():
                await asyncio.sleep(60)
            sent.set()
            return {"type": "http.request", "body": b"1234567", "more_body": True}

        async def send(_message: Any) -> None:
            read.set()
            await asyncio.sleep(60)

        slow = asyncio.create_task(site(scope("/echo", method="POST"), receive, send))
        await asyncio.wait_for(sent.wait(), DEADLINE)
        await asyncio.sleep(0)
        found += [await status(HERE), await status(ELSEWHERE)]
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        found.append(await status(HERE))

        async def nothing() -> Any:
            return {"type": "http.request", "body": b""}

        slow = asyncio.create_task(site(scope("/large"), nothing, send))
        await asyncio.wait_for(read.wait(), DEADLINE)
        found += [await status(HERE), await status(ELSEWHERE)]
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        return [*found, await status(HERE)]

    assert [429, 200, 200, 429, 200, 200] == run(crowd())


def test_a_visitor_behind_proxies_is_known_by_their_word() -> None:
    told = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "6.6.6.6, 192.0.2.1"}
    assert ["127.0.0.1", "192.0.2.1", "6.6.6.6", "127.0.0.1"] == [
        address_in(told, proxies) for proxies in range(4)
    ]
    assert "2001:db8::/64" == address_in({"REMOTE_ADDR": "2001:db8::1"}, 1)
    assert "" == address_in({}, 0)


def test_a_question_is_answered_in_a_process_that_yields_to_pages(app: Flask) -> None:
    def question() -> str:
        return f"{os.getpid()} {os.nice(0)} {request.get_data(as_text=True)}"

    app.add_url_rule("/question", view_func=asking(question), methods=["POST"])
    parts: list[Part] = [{"type": "http.request", "body": b"white to move"}]
    status, content = run(ask(site_of(app), scope("/question", method="POST"), parts))
    number, nice, asked = content.decode().split(maxsplit=2)
    assert (200, "white to move") == (status, asked)
    assert int(number) != os.getpid()
    assert int(nice) > os.nice(0)


def test_a_question_that_fails_is_answered(app: Flask) -> None:
    def question() -> str:
        raise SystemError

    app.add_url_rule("/question", view_func=asking(question))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    assert HTTPStatus.INTERNAL_SERVER_ERROR == run(ask(site_of(app), scope("/question")))[0]


def test_who_gives_a_question_up_leaves_its_place_taken_until_it_is_answered(app: Flask) -> None:
    done, _ = with_question(app)
    site = site_of(app)

    async def leave() -> int:
        asked = asyncio.create_task(ask(site, scope("/question")))
        async with asyncio.timeout(DEADLINE):
            while not site._questions.asked:
                await asyncio.sleep(0.01)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            left = site._questions.asked
            done.set()
            while site._questions.asked:
                await asyncio.sleep(0.01)
            assert (200, b"answered") == await ask(site, scope("/question"))
        return left

    assert 1 == run(leave())


def test_the_end_of_its_process_is_told_to_who_asked_and_ends_the_site(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_question(app)
    ended = list[tuple[int, int]]()
    kill = os.kill
    monkeypatch.setattr(os, "kill", lambda *told: ended.append(told))
    site = site_of(app)

    async def crash() -> tuple[int, bytes]:
        asked = asyncio.create_task(ask(site, scope("/question")))
        async with asyncio.timeout(DEADLINE):
            while not site._questions.asked:
                await asyncio.sleep(0.01)
            kill(site._questions._process.pid or 0, signal.SIGKILL)
            answer = await asked
            while not ended:
                await asyncio.sleep(0.01)
        return answer

    assert (503, b"busy") == run(crash())
    assert [(os.getpid(), signal.SIGTERM)] == ended


def test_a_site_starts_and_ends(app: Flask) -> None:
    sent: Messages = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def live() -> None:
        coming = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])

        async def receive() -> Any:
            return next(coming)

        await site_of(app)({"type": "lifespan"}, receive, send)

    run(live())
    ends = ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert ends == [message["type"] for message in sent]
