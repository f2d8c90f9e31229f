# ruff: noqa: N999 - the name is the one that gunicorn's users look for
"""How gunicorn serves the site: `gunicorn -c webapp/gunicorn.conf.py 'webapp:create_app()'`.

`HOST` and `PORT` choose the address. One process, because it is the one that counts how often
a visitor asks; threads, because the solver leaves Python's lock alone while it searches.
"""

import os

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = 1
threads = 32
graceful_timeout = 10
loglevel = "warning"


def when_ready(_server: object) -> None:
    """Say where the site is, once it listens."""
    print(f"TwixT puzzles at http://{bind} (Ctrl-C stops)", flush=True)
