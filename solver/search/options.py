"""The techniques of the search, to be switched off by those who measure or test it."""

from dataclasses import dataclass, fields

from solver.search.core import core

__all__ = ["Options"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to search; the defaults are best. Nothing here decides what counts as a proof.

    The same fields as in the native options.hpp, which tells what each technique is.
    """

    replies_first: bool = True
    killers: bool = True
    one_move_test: bool = True
    patterns: bool = True
    failures: bool = True
    deepening: bool = True
    winners: bool = True
    no_help: bool = True
    dual: bool = True
    mend: bool = True
    split: bool = True
    held_links: bool = True
    block_threats: bool = True
    last_turn: bool = True
    halves: bool = True
    exchange: bool = True
    dual_own: int = 6
    """Least budget, in pegs, at which the dual is asked with the prover to move."""
    dual_foe: int = 5
    """The same with the opponent to move."""
    halves_foe: int = 3
    """The same for halves."""
    split_holes: int = 257
    """Boards of so many holes or more are split first."""

    @classmethod
    def techniques(cls) -> tuple[str, ...]:
        """Return the names of all that can be switched off."""
        return tuple(field.name for field in fields(cls) if field.default is True)

    def native(self) -> core.Options:
        """Return them as the core takes them."""
        options = core.Options()
        for field in fields(self):
            setattr(options, field.name, getattr(self, field.name))
        return options
