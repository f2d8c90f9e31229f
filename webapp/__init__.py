"""The site: browse the puzzles and play them against the solver.

Talks to `solver` through its public names only.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["create_app"]


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """Return the site; `config` overrides what the environment says.

    The database must have been made by `python -m webapp.prepare`. Raises SettingError when
    there is no secret to sign cookies with, or in production one that can be guessed.
    """
    # Not before: gunicorn's first process loads this package, and the processes that it starts
    # after an update have all that is loaded there, as it was.
    from webapp.site import make_site

    return make_site(config)
