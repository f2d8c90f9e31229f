"""What all tests share: the browser, the measured figures, and Hypothesis that repeats itself."""

import os
from collections.abc import Iterator

import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests import chromium

# The same examples on every machine and every run, however slow the machine.
hypothesis.settings.register_profile("same", derandomize=True, deadline=None, database=None)
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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests measured with `record_property("figure", text)`."""
    reports = [
        report
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        if isinstance(report, pytest.TestReport)
    ]
    figures = [
        f"{report.nodeid}: {value}"
        for report in reports
        for name, value in report.user_properties
        if name == "figure"
    ]
    if figures:
        terminalreporter.section("figures")
        for line in sorted(figures):
            terminalreporter.line(line)
