"""A new password for somebody who forgot his: `twixt password NAME`, for who runs the site."""

from pathlib import Path

import click
from sqlalchemy import make_url, select
from sqlalchemy.exc import SQLAlchemyError

from webapp.accounts.passwords import AccountError
from webapp.accounts.sessions import change_password, name_key
from webapp.core.command_error import CommandError
from webapp.core.database import Database
from webapp.core.settings import SettingError, settings
from webapp.models import Account

__all__ = ["password"]


@click.command()
@click.argument("name")
def password(name: str) -> None:
    """Set a new password for the account NAME; the command asks for it.

    All browsers are signed out of the account. The password is the only proof of identity: make
    sure that you know who is asking for a new one.

    Exit codes: 0 changed, 2 no such account, a password that is refused, or no database.
    """
    try:
        address = settings()["TWIXT_DATABASE"]
        file = make_url(address).database
        if address.startswith("sqlite:") and not (file and Path(file).is_file()):
            raise SettingError(
                f"{file} is not there: run this in the site's folder, or set TWIXT_DATABASE"
            )
        database = Database(address)
        try:
            _replace(database, name)
        finally:
            database.engine.dispose()
    except (AccountError, SettingError) as error:
        raise CommandError(str(error)) from None
    except SQLAlchemyError as error:
        why = str(error.__cause__ or error)
        raise CommandError(f"the database cannot be used: {why}") from None


def _replace(database: Database, name: str) -> None:
    with database.sessions() as session:
        account = session.scalar(select(Account).filter_by(name_key=name_key(name)))
        if account is None:
            raise CommandError(f"there is no account named {name}")
        # Nobody waits for who types.
        session.commit()
        new = click.prompt("New password", hide_input=True, confirmation_prompt=True)
        change_password(session, account, new)
        click.echo(f"{account.name} has a new password and is signed out everywhere.")
