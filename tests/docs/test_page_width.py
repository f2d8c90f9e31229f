"""The manual can be read on a telephone."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.web
@pytest.mark.slow
def test_no_page_of_the_manual_is_wider_than_a_telephone(browser: Browser, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "sphinx", "--quiet", DOCS, tmp_path], check=True)
    pages = sorted(tmp_path.glob("*.html"))
    assert len(pages) > 20
    page = browser.new_page(viewport={"width": 360, "height": 800})
    for path in pages:
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path.name
    page.close()
