"""The calendar of daily puzzles in a browser: what is solved, and how many days in a row."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webapp.browser import no_serious_findings, visit

pytestmark = [pytest.mark.web]


@pytest.mark.parametrize("kind", ["page", "phone"])
def test_days_that_this_browser_solved_make_a_streak(
    request: pytest.FixtureRequest, site: str, kind: str
) -> None:
    page: Page = request.getfixturevalue(kind)
    visit(page, site)
    visit(page, f"{site}/daily/archive")
    expect(page.locator("#streak")).to_have_text("A puzzle for each day.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    day = page.locator(".calendar .today a")
    public_id = day.get_attribute("data-puzzle")
    page.evaluate(
        "id => localStorage.setItem('progress', JSON.stringify({ [id]: 'solved' }))", public_id
    )
    visit(page, f"{site}/daily/archive")
    expect(day).to_contain_class("solved")
    tick = "day => getComputedStyle(day, '::after').content"
    assert "✓" in day.evaluate(tick), "a background alone is lost on paper"
    expect(page.locator("#streak")).to_have_text("1 day in a row solved.")
    no_serious_findings(page)


@pytest.mark.parametrize(("cut", "said"), [(" data-earlier", "At least 2 days"), ("", "2 days")])
def test_days_without_a_puzzle_and_the_end_of_the_calendar_break_no_streak(
    page: Page, site: str, cut: str, said: str
) -> None:
    solved = '<li><a class="solved" data-puzzle="a" href="/">a<span class="mark"></span></a></li>'
    days = f"<li><span>1</span></li>{solved}<li><span>3</span></li>{solved}"
    today = '<li class="today"><a data-puzzle="b" href="/">b<span class="mark"></span></a></li>'

    def replaced(route: Route) -> None:
        response = route.fetch()
        before, _, after = response.text().partition('<ol class="calendar"')
        after = f"{days}{today}</ol>{after.partition('</ol>')[2]}"
        route.fulfill(response=response, body=f'{before}<ol class="calendar"{cut}>{after}')

    page.route("**/daily/archive", replaced)
    visit(page, f"{site}/daily/archive")
    expect(page.locator("#streak")).to_have_text(f"{said} in a row solved.")
