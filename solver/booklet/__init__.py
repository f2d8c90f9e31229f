"""Booklets: puzzles to print, several a page, with the solutions at the back."""

from solver.booklet.contents import BookletPuzzle, Chapter, chapter_about
from solver.booklet.pages import Paper, booklet

__all__ = ["BookletPuzzle", "Chapter", "Paper", "booklet", "chapter_about"]
