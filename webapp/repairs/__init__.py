"""Changes to a drawing that are proved: repairs of a cooked puzzle, and pegs that can go."""
