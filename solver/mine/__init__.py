"""The search for good puzzles: candidates, what makes one worth solving, and near-duplicates."""

from solver.mine.candidates import (
    Candidate,
    Source,
    endgame_source,
    game_source,
    random_sources,
    twin_source,
)
from solver.mine.features import Features
from solver.mine.gather import GRADES, gather, line_moves, mined_blocks
from solver.mine.mining import FIRST_STEPS, MAIN, Block, Mined, Reason, Standard, mine_block
from solver.mine.themes import line_themes, puzzle_themes, themes

__all__ = [
    "FIRST_STEPS",
    "GRADES",
    "MAIN",
    "Block",
    "Candidate",
    "Features",
    "Mined",
    "Reason",
    "Source",
    "Standard",
    "endgame_source",
    "game_source",
    "gather",
    "line_moves",
    "line_themes",
    "mine_block",
    "mined_blocks",
    "puzzle_themes",
    "random_sources",
    "themes",
    "twin_source",
]
