"""How often one may ask: the table of all rate limits. `core.limiter` counts and refuses."""

__all__ = [
    "ASKS_SOLVER",
    "AUDITS_AN_HOUR",
    "CALM_TRIES",
    "CPU_SECONDS",
    "DEAR",
    "FREE_TRIES",
    "OPEN_AUDITS",
    "PACE",
    "PACE_UNDER_ATTACK",
    "RATE_LIMITS",
    "TRIES_WINDOW",
]

RATE_LIMITS = {
    # An address, or an account where the API is asked with a key, may do so often:
    "sign up": "5 per minute; 20 per day",
    "change password": "10 per hour",
    "make API key": "10 per hour",
    "delete account": "10 per hour",
    "save account data": "10 per minute",
    # A browser hands over up to 1,000 puzzles in each, so that one may ask for five and more.
    "hand over progress": "100 per hour",
    "ask the solver": "60 per minute",
    "ask for an audit": "30 per minute",
    "name setups": "300 per minute",
    "download certificates": "10 per minute",
    "download a collection": "30 per minute",
    "draw a PNG": "60 per minute",
    "print a booklet": "10 per minute",
    "change a drawing": "1200 per minute",
    "read a file": "60 per minute",
    "save a draft": "60 per minute",
    "read the API": "300 per minute",
}
"""Limits by the name of what is limited, as Flask-Limiter writes them."""

ASKS_SOLVER = frozenset({"ask the solver", "download certificates", "print a booklet"})
"""What may take seconds, most of it in the solver, and so is done in a process of its own."""

DEAR = ASKS_SOLVER | {
    "ask for an audit",
    "download a collection",
    "name setups",
    "draw a PNG",
    "change a drawing",
    "read a file",
    "save a draft",
    "save account data",
}
"""What may take a processor for long; all else counts as pages."""

CPU_SECONDS = 45
"""Seconds of a processor that an address may use in a minute for what is dear, and as many for
pages; an account the same."""

OPEN_AUDITS, AUDITS_AN_HOUR = 2, 20
"""Audits that an account, or an address, may have open, and ask for in an hour."""

# Wrong tries at the password of an account, as `accounts.sign_in_pace` counts them. One address
# can make up to 3,500 guesses a day at an account (100 in an hour, then one a minute), each further
# address 1,500 more, and a browser that signed in to it before 9,000.
TRIES_WINDOW = 3600
"""Seconds for which tries are counted."""
FREE_TRIES = 10
"""Tries from one place without a wait."""
PACE = 10
"""Seconds between the next ones."""
CALM_TRIES = 100
"""Tries at an account from all addresses. Beyond, it is under attack: each address has one try
without a wait. Browsers that signed in to it before are let alone."""
PACE_UNDER_ATTACK = 60
"""Seconds between tries of such an address."""
