"""What no request may hold."""

import pytest
from flask.testing import FlaskClient

from tests.webapp.people import PASSWORD


@pytest.mark.parametrize(
    ("status", "address"),
    [
        *((404, address) for address in ("/jobs/%00", "/collections/a%00b", "/embed/%00")),
        *((400, address) for address in ("/puzzles?q=a%00b", "/random?tag=%00", "/?%00=1")),
        *((400, address) for address in ("/draw?edit=%00", "/api/v1/puzzles?q=%00")),
    ],
)
def test_an_address_holds_no_nul(client: FlaskClient, status: int, address: str) -> None:
    """PostgreSQL fails when it is asked for one."""
    assert status == client.get(address).status_code


def test_what_is_sent_holds_no_nul(client: FlaskClient, small: str) -> None:
    for address in ("/sign-in", "/sign-up", "/jobs"):
        answer = client.post(address, data={"name": "a\0b", "password": PASSWORD, "sgf": "(;\0)"})
        assert (400, True) == (answer.status_code, "the character NUL" in answer.text)
    for text in (r'{"line": [], "move": "b1\u0000"}', r'{"line": [], "move": "b1", "\\\u0000": 1}'):
        for body in (text.encode(), text.encode("utf-16")):
            answer = client.post(f"{small}/moves", data=body, content_type="application/json")
            told = answer.get_json()["message"]
            assert (400, True) == (answer.status_code, "the character NUL" in told)
    plain = r'{"line": [], "move": "b1", "note": "\\u0000"}'
    answer = client.post(f"{small}/moves", data=plain, content_type="application/json")
    assert 200 == answer.status_code, "a backslash before a word is no NUL"
