"""Playing a puzzle: the judge of moves, replies, hints, explanations."""
