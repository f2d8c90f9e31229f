"""Guessing passwords is slow, and keeps nobody out who knows his."""

import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits.storage import MemoryStorage

from tests.webapp.people import NAME, PASSWORD, send, sign_in, sign_up
from webapp import create_app
from webapp.accounts import sign_in_pace
from webapp.core.rate_limits import CALM_TRIES, FREE_TRIES, PACE, PACE_UNDER_ATTACK


class Clock:
    """A time that passes when a test says so."""

    def __init__(self) -> None:
        self.passed = 0.0


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, start = Clock(), time.time()
    monkeypatch.setattr("webapp.core.rate_counters.time.time", lambda: start + clock.passed)
    return clock


@pytest.fixture
def site(config: dict[str, object]) -> Flask:
    """A site that counts, with an account whose owner's browser is elsewhere."""
    app = create_app(config | {"RATELIMIT_ENABLED": True})
    sign_up(app.test_client())
    return app


def guess(
    site: Flask, address: str, times: int = 1, name: str = NAME, password: str = "a wrong guess"
) -> list[int]:
    """Return the statuses of tries from an address, each by a browser that keeps no cookie."""
    fields = {"name": name, "password": password}
    from_there = {"REMOTE_ADDR": address}
    return [
        site.test_client().post("/sign-in", data=fields, environ_base=from_there).status_code
        for _ in range(times)
    ]


def test_too_many_wrong_tries_slow_the_next_ones_down_and_lock_nobody_out(
    site: Flask, clock: Clock
) -> None:
    client = site.test_client()
    assert guess(site, "127.0.0.1", FREE_TRIES) == [422] * FREE_TRIES
    refused = sign_in(client)
    assert refused.status_code == 429, "a right one would tell that it is right"
    seconds = int(refused.headers["Retry-After"])
    assert 0 < seconds <= PACE
    assert f"You can try again in {seconds} second" in refused.text
    clock.passed += PACE
    assert sign_in(client).status_code == 302
    assert client.get("/account").status_code == 200


def test_waiting_tries_do_not_make_the_wait_longer(site: Flask, clock: Clock) -> None:
    guess(site, "192.0.2.1", FREE_TRIES)
    for second in range(PACE):
        clock.passed = second
        assert guess(site, "192.0.2.1") == [429]
    clock.passed = PACE
    assert guess(site, "192.0.2.1", 2) == [422, 429], "one for each span of time"


def test_right_passwords_are_never_counted(site: Flask) -> None:
    for _ in range(3):
        assert guess(site, "192.0.2.1", FREE_TRIES - 1) == [422] * (FREE_TRIES - 1)
        assert guess(site, "192.0.2.1", 2, password=PASSWORD) == [302] * 2


def test_a_strangers_guesses_hinder_nobody_else(site: Flask) -> None:
    sign_up(site.test_client(), "Neighbour")
    guess(site, "192.0.2.1", FREE_TRIES + 5)
    assert guess(site, "192.0.2.1", name="Neighbour", password=PASSWORD) == [302]
    assert guess(site, "192.0.2.2", password=PASSWORD) == [302], "the owner, elsewhere"


def test_the_owner_may_use_the_address_that_a_stranger_guesses_from(
    site: Flask,
) -> None:
    owner = site.test_client()
    sign_in(owner)
    send(owner, "/sign-out")
    assert guess(site, "127.0.0.1", FREE_TRIES + 5)[-1] == 429
    assert sign_in(owner, password="a slip").status_code == 422
    assert sign_in(owner).status_code == 302


def test_a_browser_that_knows_one_account_has_no_further_tries_at_another(
    site: Flask,
) -> None:
    thief = site.test_client()
    sign_up(thief, "Thief")
    send(thief, "/sign-out")
    guess(site, "127.0.0.1", FREE_TRIES)
    assert sign_in(thief, password="a wrong guess").status_code == 429


def test_guessing_from_many_addresses_is_slow_and_lets_the_owner_in(
    site: Flask, clock: Clock
) -> None:
    owner = site.test_client()
    sign_in(owner)
    send(owner, "/sign-out")
    for number in range(CALM_TRIES // FREE_TRIES):
        assert 429 not in guess(site, f"192.0.2.{number + 1}", FREE_TRIES)
    assert guess(site, "198.51.100.1", 3) == [422, 429, 429]
    clock.passed += PACE
    assert guess(site, "198.51.100.1") == [429]
    clock.passed += PACE_UNDER_ATTACK - PACE
    assert guess(site, "198.51.100.1", 2) == [422, 429]
    assert [sign_in(owner, password="a slip").status_code for _ in range(3)] == [422] * 3
    assert sign_in(owner).status_code == 302
    assert guess(site, "203.0.113.1", password=PASSWORD) == [302], "the owner, on a journey"


def test_slips_of_the_owner_are_no_attack(clock: Clock) -> None:
    counters = MemoryStorage()
    for _ in range(CALM_TRIES):
        clock.passed += PACE
        assert not sign_in_pace._wait(counters, "account", "home", known=True)
    away = [sign_in_pace._wait(counters, "account", "away", known=False) for _ in range(2)]
    assert away == [0, 0]


@pytest.mark.parametrize(("places", "bound"), [(1, 3_500), (2, 3_500 + 1_500)])
def test_guesses_of_a_day_are_as_few_as_is_said(
    places: int, bound: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    counters = MemoryStorage()
    start = time.time()
    monkeypatch.setattr("limits.storage.memory.time.time", lambda: start + clock.passed)
    admitted = 0
    for second in range(0, 24 * 3600, 5):
        clock.passed = second
        for place in range(places):
            while not sign_in_pace._wait(counters, "account", f"{place}", known=False):
                admitted += 1
    assert bound * 0.9 <= admitted <= bound


def test_two_spellings_of_a_name_are_one(site: Flask) -> None:
    assert guess(site, "192.0.2.1", FREE_TRIES, NAME.upper())[-1] == 422
    assert guess(site, "192.0.2.1", 1, f" {NAME.lower()} ") == [429]


def test_a_name_that_nobody_has_is_paced_as_well(site: Flask) -> None:
    assert guess(site, "192.0.2.1", FREE_TRIES + 1, "Nobody") == [422] * FREE_TRIES + [429]


def test_a_deleted_account_leaves_no_name_in_the_cookie(client: FlaskClient) -> None:
    sign_up(client)
    send(client, "/account/delete", password=PASSWORD)
    with client.session_transaction() as session:
        assert "before" not in session
