"""How the commands of the site refuse: a sentence, and the exit code of all commands for it."""

import click

__all__ = ["CommandError"]


class CommandError(click.ClickException):
    """Bad input, or output that cannot be written; the message says what is wrong."""

    exit_code = 2
