"""Reviews a game: walked from its end, each position proven for one side or left open.

May import `work` and everything below it.
"""

from solver.review.game_review import Effect, GamePuzzle, Ply, Review
from solver.review.review_json import review_values
from solver.review.review_words import move_name, note, summary, worth
from solver.review.walk import EACH, TOTAL, review

__all__ = [
    "EACH",
    "TOTAL",
    "Effect",
    "GamePuzzle",
    "Ply",
    "Review",
    "move_name",
    "note",
    "review",
    "review_values",
    "summary",
    "worth",
]
