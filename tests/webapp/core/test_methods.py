"""What may be asked with which method: to look at a page changes nothing."""

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.people import sign_up


def test_head_tells_of_every_address_what_get_tells(app: Flask, small: str) -> None:
    known = {"public_id": small.rpartition("/")[2], "slug": "tests", "filename": "icon.svg"}
    visitor, player = app.test_client(), app.test_client()
    sign_up(player)
    tried = 0
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        address = re.sub(r"<(?:[^>]*:)?(\w+)>", lambda found: known.get(found[1], "1"), rule.rule)
        for client in (visitor, player):
            assert status(client, "GET", address) == status(client, "HEAD", address), address
            tried += 1
    assert tried >= 120


def test_what_takes_a_form_is_not_reached_by_a_request_for_a_page(app: Flask) -> None:
    """Such a request needs no token, and HEAD is one, too."""
    both = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if {"GET", "POST"} <= (rule.methods or set())
    }
    assert both == {"analysis.show"}, "it keeps nothing"


def status(client: FlaskClient, method: str, address: str) -> int:
    with client.open(address, method=method) as response:
        return response.status_code
