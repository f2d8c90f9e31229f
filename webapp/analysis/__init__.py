"""Analysis of any position: both sides are played, and each hole shows what the solver proved."""
