"""Browsers keep scripts, styles and pictures until they change."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.webapp.browser import ROOT
from webapp.core import static_files

SCRIPT = "js/board/board.js"
NOW = (ROOT / "webapp/static" / SCRIPT).read_bytes()


def test_a_page_names_files_that_browsers_keep(client: FlaskClient) -> None:
    styles = re.findall(r'href="([^"]*\.css)"', client.get("/puzzles").text)
    assert styles
    for style in styles:
        assert style.startswith(f"{static_files.address()}/css/")
        with client.get(style) as answer:
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert "Set-Cookie" not in answer.headers
            assert "Vary" not in answer.headers


@pytest.mark.parametrize("version", ["", "0123456789ab/"])
def test_other_addresses_give_what_is_there_now_for_once(client: FlaskClient, version: str) -> None:
    with client.get(f"/static/{version}{SCRIPT}") as answer:
        assert answer.data == NOW
        assert answer.headers["Cache-Control"] == "no-cache"


def test_no_browser_keeps_what_an_update_has_changed_already(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "_LOADED", (ROOT / "webapp/static" / SCRIPT).stat().st_mtime)
    address = f"{static_files.address()}/{SCRIPT}"
    with client.get(address) as answer:
        tag = answer.headers["ETag"]
        assert "immutable" in answer.headers["Cache-Control"]
    with client.get(address, headers={"If-None-Match": tag}) as answer:
        assert answer.status_code == 304
        assert "immutable" in answer.headers["Cache-Control"]
    monkeypatch.setattr(static_files, "_LOADED", static_files._LOADED - 1)
    with client.get(address) as answer:
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["js/no.js", "0123456789ab/js/board/board.js", "../settings.py"])
def test_no_browser_keeps_that_a_file_is_missing(client: FlaskClient, name: str) -> None:
    answer = client.get(f"{static_files.address()}/{name}")
    assert answer.status_code == 404
    assert "max-age" not in answer.headers.get("Cache-Control", "")


def test_the_address_changes_with_every_name_and_content(tmp_path: Path) -> None:
    addresses = list[str]()
    for name, content in (("a.js", "x"), ("a.js", "y"), ("css/b.css", ""), ("css/c.css", "")):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, encoding="utf-8")
        static_files.address.cache_clear()
        addresses.append(static_files.address(tmp_path))
    assert len({*addresses}) == len(addresses)
    static_files.address.cache_clear()
    assert static_files.address(tmp_path) == addresses[-1]
