"""What tests about accounts share."""

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

NAME, PASSWORD = "Newcomer", "four unrelated words"


def send(client: FlaskClient, address: str, **fields: str) -> TestResponse:
    """Send a form."""
    return client.post(address, data=fields)


def sign_up(client: FlaskClient, name: str = NAME, password: str = PASSWORD) -> TestResponse:
    """Create an account as the form does."""
    return send(client, "/sign-up", name=name, password=password)


def sign_in(client: FlaskClient, name: str = NAME, password: str = PASSWORD) -> TestResponse:
    """Sign in as the form does."""
    return send(client, "/sign-in", name=name, password=password)


def make_key(client: FlaskClient) -> str:
    """Create a key to the API as the form does; return it."""
    text = client.post("/account/keys", data={"label": "tests"}, follow_redirects=True).text
    return text.partition('<code class="key">')[2].partition("<")[0]
