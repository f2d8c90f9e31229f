"""Passwords: which ones an account may have, how they are hashed, and whether one fits."""

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

__all__ = ["AccountError", "check_password", "fits", "hash_password", "is_outdated"]

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
"""Characters, both; the pages say so too."""

# What OWASP's password storage page asks at least (2024), since every thread may hash at a time.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODYS_HASH = _hasher.hash("the hash of a password that nobody has")


class AccountError(Exception):
    """A name or password cannot be taken; the message says why and what would do."""


def check_password(password: str, name: str) -> None:
    """Raise AccountError for a password that the account with a name may not have."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise AccountError(
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters. "
            "Four unrelated words make a good one."
        )
    if name.casefold() in password.casefold() or len(set(password)) < 5:
        raise AccountError("This password is easy to guess. Choose another one.")


def hash_password(password: str) -> str:
    """Return what is kept of a password: its Argon2 hash, with salt and parameters."""
    return _hasher.hash(password)


def fits(password_hash: str | None, password: str) -> bool:
    """Return whether a hash is that of this password.

    None is the hash of an account that does not exist: it takes as long, and never fits.
    """
    try:
        return len(password) <= LONGEST_PASSWORD and _hasher.verify(
            password_hash or _NOBODYS_HASH, password
        )
    except VerificationError:
        return False


def is_outdated(password_hash: str) -> bool:
    """Return whether a hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(password_hash)
