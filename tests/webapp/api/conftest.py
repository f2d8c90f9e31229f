"""A key, and a puzzle by its id."""

import pytest
from flask import Flask

from tests.webapp.api.asking import Headers, new_key


@pytest.fixture
def key(app: Flask) -> Headers:
    """The header of a new account's key."""
    return new_key(app.test_client(), "Program")


@pytest.fixture
def small_id(small: str) -> str:
    """The id of the puzzle `SMALL`."""
    return small.rpartition("/")[2]
