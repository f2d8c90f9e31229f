"""How often one may ask: the table of all rate limits. `core.limiter` counts and refuses."""

__all__ = ["ASKS_SOLVER", "AUDITS_AN_HOUR", "CPU_SECONDS", "OPEN_AUDITS", "RATE_LIMITS"]

RATE_LIMITS = {
    # An address, or an account where the API is asked with a key, may do so often:
    "sign in": "10 per minute; 100 per day",
    "sign up": "5 per minute; 20 per day",
    "change password": "10 per hour",
    "make API key": "10 per hour",
    "delete account": "10 per hour",
    "hand over progress": "20 per hour",
    "ask the solver": "60 per minute",
    "ask for an audit": "30 per minute",
    "download certificates": "10 per minute",
    "draw a PNG": "60 per minute",
    "change a drawing": "1200 per minute",
    "read a file": "60 per minute",
    "save a draft": "60 per minute",
    "read the API": "300 per minute",
    # All addresses together:
    "sign in to one account": "100 per hour",
}
"""Limits by the name of what is limited, as Flask-Limiter writes them."""

ASKS_SOLVER = frozenset({"ask the solver", "download certificates"})
"""What may keep the solver busy for seconds, and so has threads of its own."""

CPU_SECONDS = 45
"""Seconds of a processor that an address may use in a minute, whatever it asks."""

OPEN_AUDITS, AUDITS_AN_HOUR = 2, 20
"""Audits that an account, or an address, may have open, and ask for in an hour."""
