"""Which puzzles count as chosen by the site, and so are rated."""

from flask import Flask

from tests.webapp.rows import collection_row, puzzle_row
from webapp.progress.attempts import serve, served, trained


def test_the_last_ten_puzzles_that_the_site_chose_count(app: Flask) -> None:
    rows = [puzzle_row(collection_row("some"), f"{number}") for number in range(11)]
    with app.test_request_context():
        for row in rows:
            serve(row, training=True)
        assert [False, *[True] * 10] == [served(row) for row in rows]
        assert [False, *[True] * 10] == [trained(row) for row in rows]


def test_a_puzzle_that_is_chosen_again_takes_the_place_of_no_other(app: Flask) -> None:
    early, often = (puzzle_row(collection_row("some"), name) for name in ("early", "often"))
    with app.test_request_context():
        serve(early, training=True)
        for _ in range(10):
            serve(often, training=True)
        assert served(early)
        assert trained(early)
