"""Progress: attempts, ratings, profiles."""
