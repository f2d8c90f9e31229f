"""TwixT puzzles: rules, files, and an exact solver that proves its answers.

Rooms in dependency order: errors, game, puzzle, files and arena, proof, store, work, answers,
audit, batch, bench, cli.
Nothing here knows of the web.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
