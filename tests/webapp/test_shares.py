"""What one address may have of the site at the same time."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.waiting import DEADLINE
from tests.webapp.small_sites import (
    ELSEWHERE,
    HERE,
    Part,
    ask,
    run,
    scope,
    site_of,
    small_app,
    with_question,
)
from webapp import asgi
from webapp.core.database import THREADS
from webapp.core.visitor_address import address_in


@pytest.fixture
def app() -> Iterator[Flask]:
    with small_app() as app:
        yield app


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
            async with asyncio.timeout(DEADLINE / 2):
                _, page = await ask(site, scope("/page", client=ELSEWHERE))
        finally:
            done.set()
        assert {(200, b"heavy")} == {*await asyncio.gather(*asked)}
        return page

    assert run(crowd()).startswith(ELSEWHERE.encode())


def test_who_asks_for_dear_pages_has_a_few_made_at_a_time(app: Flask) -> None:
    done, begun = threading.Event(), list[str]()

    def dear() -> str:
        begun.append("dear")
        done.wait(DEADLINE)
        return "dear"

    dear.__dict__["is_dear"] = True
    app.add_url_rule("/dear", view_func=dear)
    site = site_of(app)

    async def crowd() -> bytes:
        asked = [asyncio.create_task(ask(site, scope("/dear"))) for _ in range(3 * THREADS)]
        try:
            async with asyncio.timeout(DEADLINE / 2):
                while len(begun) < asgi._DEAR_AT_A_TIME:
                    await asyncio.sleep(0.01)
                # Other pages of his have turns of their own.
                _, page = await ask(site, scope("/page"))
            assert asgi._DEAR_AT_A_TIME == len(begun)
        finally:
            done.set()
        assert {(200, b"dear")} == {*await asyncio.gather(*asked)}
        return page

    assert run(crowd()).startswith(HERE.encode())


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
