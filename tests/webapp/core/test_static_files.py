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


@pytest.mark.parametrize("name", ["js/no.js", "0123456789ab/js/board/board.js", "../settings.py"])
def test_no_browser_keeps_that_a_file_is_missing(client: FlaskClient, name: str) -> None:
    answer = client.get(f"{static_files.address()}/{name}")
    assert answer.status_code == 404
    assert "max-age" not in answer.headers.get("Cache-Control", "")


def read_anew(folder: Path) -> str:
    """Return the address that another process finds for a folder."""
    static_files.files.cache_clear()
    static_files.address.cache_clear()
    return static_files.address(folder)


def test_the_address_changes_with_every_name_and_content(tmp_path: Path) -> None:
    addresses = list[str]()
    for name, content in (("a.js", "x"), ("a.js", "y"), ("css/b.css", ""), ("css/c.css", "")):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(content, encoding="utf-8")
        addresses.append(read_anew(tmp_path))
    assert len({*addresses}) == len(addresses)
    assert read_anew(tmp_path) == addresses[-1]


def test_an_update_changes_no_file_of_a_process_that_runs(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("old", encoding="utf-8")
    address = read_anew(tmp_path)
    (tmp_path / "a.js").write_text("new", encoding="utf-8")
    assert static_files.files(tmp_path) == {"a.js": b"old"}
    assert static_files.address(tmp_path) == address != read_anew(tmp_path)


def test_all_files_of_the_folder_are_served(client: FlaskClient) -> None:
    folder = ROOT / "webapp/static"
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {*static_files.files()}
    for name in there:
        assert client.get(f"{static_files.address()}/{name}").data == (folder / name).read_bytes()
