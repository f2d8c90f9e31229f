"""The review of a game: read, stepped through, and proved position by position from its end."""

from webapp.review.games import Game, read_game

__all__ = ["Game", "read_game"]
