"""Reviews a game: walked from its end, each position proven for one side or left open."""

from solver.review.game_review import Effect, GamePuzzle, Ply, Review
from solver.review.review_json import ply_values, review_values
from solver.review.review_words import move_name, note, summary, worth
from solver.review.walk import EACH, review, review_ply, reviewed_positions

__all__ = [
    "EACH",
    "Effect",
    "GamePuzzle",
    "Ply",
    "Review",
    "move_name",
    "note",
    "ply_values",
    "review",
    "review_ply",
    "review_values",
    "reviewed_positions",
    "summary",
    "worth",
]
