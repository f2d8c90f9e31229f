"""The catalog: collections and puzzles, lists with filters, the puzzle of the day."""
