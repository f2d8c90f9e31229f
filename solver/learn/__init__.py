"""The training of the prior: examples from searches, and the network that learns from them.

Not part of an installation's work: `numpy` and `torch` come with the extra `learn`. May import
`mine` and everything below it.
"""

from solver.learn.examples import PLANES, Example, examples

__all__ = ["PLANES", "Example", "examples"]
