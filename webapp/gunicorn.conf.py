# ruff: noqa: N999 - the name is the one that gunicorn's users look for
"""How gunicorn serves the site: `gunicorn -c webapp/gunicorn.conf.py 'webapp.asgi:application()'`.

`HOST` and `PORT` choose the address, `WEB_CONCURRENCY` the number of processes. `webapp/asgi.py`
tells what each does with a request. HUP to the first process reloads:
new processes serve with the new code, the old ones finish what they are at. The new ones have all
modules that the first process has loaded, so it loads as few of ours as it can.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

_FIGURES, _OURS = "PROMETHEUS_MULTIPROC_DIR", "twixt-metrics-"
if _FIGURES not in os.environ:  # it is there when this file is read again to reload
    os.environ[_FIGURES] = tempfile.mkdtemp(prefix=_OURS)

_host = os.environ.get("HOST", "127.0.0.1")
if ":" in _host and not _host.startswith("["):
    _host = f"[{_host}]"  # or the last part of the address is taken for the port
bind = f"{_host}:{os.environ.get('PORT', '8000')}"
worker_class = "webapp.gunicorn_worker.Worker"
# `webapp.core.settings` says which numbers may be set.
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
# What a proxy says of a visitor is believed as `TWIXT_PROXIES` says, and by the site alone.
forwarded_allow_ips = ""
# Seconds to finish in. A question may wait ten for the solver, which then thinks for eight.
graceful_timeout = 25
# It would be a file in the home folder. Versions before 25.1 have none and skip this line.
control_socket_disable = True
_level = "INFO" if os.environ.get("TWIXT_ENV") == "production" else "WARNING"
logconfig_dict = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "webapp.core.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"level": _level, "handlers": ["stderr"]},
    "loggers": {"gunicorn.error": {"level": _level, "handlers": [], "propagate": True}},
}


def when_ready(server: Any) -> None:
    """Say where the site is, once it listens: port 0 is any free one."""
    print(f"TwixT puzzles at {server.LISTENERS[0]} (Ctrl-C stops)", flush=True)


def on_exit(_server: object) -> None:
    """Remove the folder in which the figures of all processes came together."""
    folder = Path(os.environ[_FIGURES])
    if folder.name.startswith(_OURS):
        shutil.rmtree(folder, ignore_errors=True)


def child_exit(_server: object, worker: Any) -> None:
    """Forget the gauges of a process that is gone; what it counted stays counted."""
    # Not before the folder is named: it looks for that when it is loaded.
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)
