"""The training of the prior: examples from searches, and the network that learns from them.

Not part of an installation's work: `numpy` and `torch` come with the extra `learn`.
"""

from solver.learn.examples import PLANES, Example, examples, mirror

__all__ = ["PLANES", "Example", "examples", "mirror"]
