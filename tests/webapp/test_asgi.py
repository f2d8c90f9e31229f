"""Requests are read whole before a thread takes them, and questions to the solver wait apart."""

import asyncio
import os
import signal
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask, request
from prometheus_client import REGISTRY

from tests.waiting import DEADLINE
from tests.webapp.small_sites import (
    Part,
    ask,
    asking,
    run,
    scope,
    site_of,
    small_app,
    with_question,
)
from webapp import asgi


@pytest.fixture
def app() -> Iterator[Flask]:
    with small_app() as app:
        yield app


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
    site = site_of(app)
    threads = list[int]()

    async def stall() -> None:
        threads.append(len(site._pages._threads))
        await asyncio.sleep(60)

    parts: list[Part] = [{"type": "http.request", "body": b"w", "more_body": True}, stall()]
    answer = run(ask(site, scope("/echo", method="POST"), parts))
    assert (HTTPStatus.REQUEST_TIMEOUT, b"not read") == answer
    assert threads == [0]


def test_a_body_too_large_is_not_read_to_its_end(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "_MOST_BODY", 10)
    endless: list[Part] = [{"type": "http.request", "body": b"12345", "more_body": True}] * 3
    answer = run(ask(site_of(app), scope("/echo", method="POST"), endless))
    assert (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"not read") == answer


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


def refusals() -> float:
    """Return how many questions the metrics say were refused."""
    return REGISTRY.get_sample_value("twixt_refused_questions_total") or 0


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

    before = refusals()
    assert {(503, b"busy")} == set(run(crowd()))
    assert busy() == 1
    assert refusals() == before + 20


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
    sent = list[dict[str, Any]]()

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
