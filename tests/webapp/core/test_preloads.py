"""The head of a page links to all that its scripts import, and to nothing else."""

import re
from posixpath import dirname, join, normpath

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.browser import ROOT
from tests.webapp.databases import fill_with_shipped
from tests.webapp.jobs.test_views import check
from tests.webapp.people import sign_up
from tests.webapp.reports.records import finish, record
from webapp.catalog.shipped_collections import public_id
from webapp.core.database import Database

SCRIPT = re.compile(r'<script type="module" src="/static/[0-9a-f]{12}/([^"]*)"></script>')
LINK = re.compile(r'<link rel="modulepreload" href="/static/[0-9a-f]{12}/([^"]*)">')
WRITTEN = re.compile(r'<script type="module" src="{{ url_for\(\'static\', filename=\'([^\']*)')


@pytest.fixture
def prepared(url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Address of a database with the shipped puzzles."""
    fill_with_shipped(url, tmp_path_factory)
    return url


def imported(modules: set[str]) -> set[str]:
    """Return what modules import, directly or not: an import ends with its line."""
    found, before = modules, set[str]()
    while found != before:
        before = found
        for module in before:
            for line in (ROOT / "webapp/static" / module).read_text(encoding="utf-8").splitlines():
                if line.startswith(("import ", "} from ")) and line.endswith('.js";'):
                    found = found | {normpath(join(dirname(module), line.split('"')[1]))}
    return found - modules


def pages(app: Flask, client: FlaskClient, *more: str) -> dict[str, str]:
    """Return the texts of all pages whose addresses are fixed, and of more."""
    fixed = (rule for rule in app.url_map.iter_rules() if not rule.arguments)
    asked = [rule.rule for rule in fixed if rule.methods and "GET" in rule.methods]
    texts = dict[str, str]()
    for each in (*asked, *more):
        with client.get(each, follow_redirects=True) as answer:  # which may be a file
            if answer.mimetype == "text/html":
                texts[each] = answer.get_data(as_text=True)
    return texts


def test_every_page_links_to_all_that_its_scripts_import_and_to_nothing_else(
    app: Flask, client: FlaskClient, database: Database
) -> None:
    puzzle = public_id("randolph-hensel", "p17")
    goes_on, ended = check(client), check(client, title="Another")
    finish(database, ended, record())
    more = (
        *(f"/p/{puzzle}", f"/p/{puzzle}/report", f"/embed/{puzzle}", "/collections/novice"),
        *(f"/analysis?puzzle={puzzle}", f"/redo?p={puzzle}", "/nowhere", goes_on, ended),
    )
    visitor = pages(app, client, *more)
    sign_up(client)
    seen = set[str]()
    for told in (visitor, pages(app, client, *more)):
        for address, text in told.items():
            scripts, links = set(SCRIPT.findall(text)), LINK.findall(text)
            assert (address, sorted(imported(scripts))) == (address, sorted(links))
            seen |= scripts
    templates = (ROOT / "webapp" / "templates").rglob("*.html")
    written = (WRITTEN.findall(each.read_text(encoding="utf-8")) for each in templates)
    assert set().union(*written) == seen, "no script without a page here"


def test_the_links_of_a_site_below_another_address_lead_there(client: FlaskClient) -> None:
    text = client.get("/puzzles", environ_overrides={"SCRIPT_NAME": "/twixt"}).text
    module = "/static/[0-9a-f]{12}/js/catalog/way_back.js"
    assert re.search(f'<link rel="modulepreload" href="/twixt{module}">', text)
