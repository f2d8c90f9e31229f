"""Paths that are left to a side, by the checker in the browser, against a walk along every path."""

from random import Random

import pytest
from playwright.sync_api import Page

from solver.game import Hole, Link
from tests.oracles.chains import TWO_LOOPS, random_network, some_path_fits
from tests.webapp.browser import visit

pytestmark = pytest.mark.web

PATHS = """async (networks) => {
  const { byCuts, bySteps, reached } = await import("/static/js/proof/blocked.js");
  const { slotBetween } = await import("/static/js/proof/geometry.js");
  return networks.map((joins) => {
    const at = new Map([[0, []], [1, []]]);
    const edges = joins.map(([one, other, slot], edge) => {
      for (const end of [one, other]) at.set(end, [...at.get(end) ?? [], edge]);
      return { slot: slot && slotBetween(...slot), ends: [one, other] };
    });
    const graph = { edges, at };
    return [reached(graph, () => true).has(1), bySteps(graph), byCuts(graph)];
  });
}"""


def number(place: Hole | int) -> int:
    """Return the number by which the checker knows a hole or goal line."""
    return place if isinstance(place, int) else (place.row + 8) * 1024 + place.col + 8


def join(one: Hole | int, other: Hole | int, link: Link | None) -> list[object]:
    return [number(one), number(other), link and [number(link.left), number(link.right)]]


def test_steps_and_cuts_find_exactly_the_paths_that_cross_none_of_their_links(
    page: Page, site: str
) -> None:
    networks = [TWO_LOOPS, *(random_network(Random(seed)) for seed in range(250))]
    visit(page, f"{site}/")
    told = page.evaluate(
        PATHS,
        [
            [
                *(join(link.left, link.right, link) for link in sorted(inner)),
                *(join(line, hole, out) for line in (0, 1) for hole, out in ends[line]),
            ]
            for _, inner, *ends in networks
        ],
    )
    crossing_only = 0
    for at, ((joined, by_steps, by_cuts), (_, inner, *ends)) in enumerate(
        zip(told, networks, strict=True)
    ):
        expected = some_path_fits(inner, *ends)
        assert (expected, expected) == (by_steps, by_cuts), at
        crossing_only += joined and not expected
    assert crossing_only > 3
