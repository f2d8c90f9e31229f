"""Who forgot his password gets another one from who runs the site."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from tests.webapp.people import NAME, PASSWORD, sign_in, sign_up
from webapp.accounts.new_password import password

NEW = "quite another one"


@pytest.fixture(autouse=True)
def _database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWIXT_DATABASE", url)


def give(name: str = NAME, new: str = NEW, again: str = NEW) -> Result:
    return CliRunner().invoke(password, [name], input=f"{new}\n{again}\n")


def test_the_new_password_lets_in_and_the_old_one_does_not(client: FlaskClient) -> None:
    sign_up(client)
    done = give(NAME.upper())
    assert done.exit_code == 0, done.output
    assert f"{NAME} has a new password" in done.output
    assert NEW not in done.output
    assert sign_in(client, password=PASSWORD).status_code == 422
    assert sign_in(client, password=NEW).status_code == 302


def test_whoever_was_signed_in_is_not_any_more(client: FlaskClient) -> None:
    sign_up(client)
    assert client.get("/account").status_code == 200
    assert give().exit_code == 0
    assert client.get("/account").status_code == 302


@pytest.mark.parametrize(
    ("name", "new", "words"),
    [("Nobody", NEW, "no account named Nobody"), (NAME, "short", "10 to 200 characters")],
)
def test_what_cannot_be_changes_nothing(
    client: FlaskClient, name: str, new: str, words: str
) -> None:
    sign_up(client)
    done = give(name, new, new)
    assert done.exit_code == 2
    assert words in done.output
    assert client.get("/account").status_code == 200
    assert sign_in(client).status_code == 302


def test_a_site_that_is_not_there_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "twixt.sqlite"
    file.touch()
    monkeypatch.setenv("TWIXT_DATABASE", f"sqlite:///{file}")
    done = give()
    assert done.exit_code == 2
    assert done.output == "Error: the database cannot be used: no such table: account\n"


def test_the_pages_say_whom_to_ask(client: FlaskClient) -> None:
    for address in ("/sign-in", "/sign-up"):
        assert "the person who runs this site" in client.get(address).text


def test_a_file_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "twixt.sqlite"
    monkeypatch.setenv("TWIXT_DATABASE", f"sqlite:///{file}")
    done = give()
    assert done.exit_code == 2
    assert f"{file} is not there: run this in the site's folder" in done.output
    assert not file.exists()
