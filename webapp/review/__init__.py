"""The review of a game: read, stepped through, and proved position by position from its end."""

from webapp.review.games import Game, game_values, read_game
from webapp.review.ply_words import sentence

__all__ = ["Game", "game_values", "read_game", "sentence"]
