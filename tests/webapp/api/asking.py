"""What tests of the API share: keys, and answers held against the description."""

from typing import Any

from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from werkzeug.test import TestResponse

from tests.webapp.people import make_key, sign_up
from webapp.api.request_checks import description

__all__ = ["Headers", "check", "faults", "new_key", "problem"]

Headers = dict[str, str]


def new_key(client: FlaskClient, name: str) -> Headers:
    """Create an account and a key of its own; return the header that carries it."""
    sign_up(client, name)
    token = make_key(client)
    assert token.startswith("twixt_")
    return {"Authorization": f"Bearer {token}"}


def check(found: object, schema: dict[str, Any]) -> None:
    """Check JSON against a schema of the description."""
    Draft202012Validator({**schema, "components": description()["components"]}).validate(found)


def problem(response: TestResponse, status: int) -> str:
    """Check that an answer is a problem, and return what it says."""
    assert response.status_code == status, response.text
    assert response.mimetype == "application/problem+json"
    assert response.headers.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)
    documented = description()["components"]["responses"]["problem"]["content"]
    check(response.get_json(), documented["application/problem+json"]["schema"])
    return str(response.get_json()["detail"])


def faults(response: TestResponse) -> list[str]:
    """Return the names of what a problem complains about."""
    return [each["name"] for each in response.get_json().get("errors", [])]
