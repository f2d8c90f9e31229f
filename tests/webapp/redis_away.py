"""A Redis that is away stops nobody. `python -m tests.redis` runs this, where there is a client."""

import pytest
from flask.testing import FlaskClient

from tests.webapp.conftest import puzzle_address
from tests.webapp.people import sign_in
from webapp import create_app
from webapp.core.limiter import limiter
from webapp.core.settings import SettingError, settings

AWAY = settings({"TWIXT_QUEUE": "redis://127.0.0.1:1", "TWIXT_LIMITS": "redis://127.0.0.1:1"})


@pytest.fixture
def client(config: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    # All sites of a process share a limiter: it must not stay so for the next test.
    monkeypatch.setattr(limiter, "_storage_dead", False)
    away = {name: AWAY[name] for name in ("TWIXT_QUEUE", "RATELIMIT_STORAGE_URI")}
    return create_app(config | away | {"RATELIMIT_ENABLED": True}).test_client()


def test_the_site_serves_and_says_what_is_amiss(client: FlaskClient) -> None:
    assert client.get(puzzle_address(client, "Small")).status_code == 200
    response = client.get("/readyz")
    assert response.status_code == 200
    assert "no queue" in response.get_json()["status"]
    assert "no counters" in response.get_json()["status"]


def test_each_process_limits_for_itself(client: FlaskClient) -> None:
    assert [sign_in(client).status_code for _ in range(11)] == [422] * 10 + [429]


def test_a_check_that_is_asked_for_waits(client: FlaskClient) -> None:
    puzzle = puzzle_address(client, "Small").split("/")[2]
    asked = client.post("/jobs", data={"puzzle": puzzle, "seconds": "20"})
    assert asked.status_code == 303
    page = client.get(asked.location).text
    assert "Waiting: checks cannot start at the moment." in page
    assert client.get(f"{asked.location}/state").get_json()["said"] in page


@pytest.mark.parametrize("name", ["TWIXT_QUEUE", "RATELIMIT_STORAGE_URI"])
def test_an_address_that_cannot_be_is_refused(config: dict[str, object], name: str) -> None:
    wrong = {name: "redis://127.0.0.1:many", "RATELIMIT_ENABLED": True}
    with pytest.raises(SettingError, match="cannot be used"):
        create_app(config | wrong)
