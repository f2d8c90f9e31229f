"""`twixt serve`: prepares the site and becomes the process that runs it."""

import os
import sys
from pathlib import Path

import click

from webapp.prepare import main as prepare

__all__ = ["serve"]


@click.command()
@click.option(
    "--host",
    envvar="HOST",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen at; 0.0.0.0: all addresses of this machine.",
)
@click.option(
    "--port",
    envvar="PORT",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=8000,
    show_default=True,
    help="Port to listen at; 0 is any free one.",
)
@click.pass_context
def serve(ctx: click.Context, host: str, port: int) -> None:
    """Serve the site with the puzzles that come with it, and a job worker. Ctrl-C stops both.

    What the site writes goes to the folder `var` in the working folder. Further settings are
    environment variables; the page on operations lists them.
    """
    if code := prepare([]):
        ctx.exit(code)
    os.environ |= {"HOST": host, "PORT": str(port)}
    script = Path(__file__).with_name("serve.py")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", str(script)])
