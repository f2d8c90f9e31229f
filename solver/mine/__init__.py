"""The search for good puzzles: candidates, what makes one worth solving, and near-duplicates.

May import `audits` and everything below it.
"""

from solver.mine.candidates import (
    Candidate,
    Source,
    endgame_source,
    game_source,
    random_sources,
    twin_source,
)
from solver.mine.features import Features
from solver.mine.gather import GRADES, gather, mined_puzzles
from solver.mine.mining import Block, Mined, Reason, mine_block
from solver.mine.themes import puzzle_themes, themes

__all__ = [
    "GRADES",
    "Block",
    "Candidate",
    "Features",
    "Mined",
    "Reason",
    "Source",
    "endgame_source",
    "game_source",
    "gather",
    "mine_block",
    "mined_puzzles",
    "puzzle_themes",
    "random_sources",
    "themes",
    "twin_source",
]
