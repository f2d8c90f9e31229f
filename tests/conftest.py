"""What all tests share: the browser, their order, and Hypothesis that repeats itself."""

import os
from collections.abc import Iterator

import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests import chromium

# The same examples on every machine and every run, however slow the machine.
hypothesis.settings.register_profile(
    "same",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("same")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser. None at hand is a failure, never a skip."""
    path = chromium.find()
    if path is None:
        pytest.fail("no browser found: `python -m tests.chromium` installs one", pytrace=False)
    # Chromium refuses to run its sandbox as root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=arguments)
        yield running
        running.close()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors, as many tests wait for a browser or another process.
    Four at most, as some start several processes."""
    return min(4, (os.cpu_count() or 1) + 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long ones first, so that all workers end at about the same time."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
