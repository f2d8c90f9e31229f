"""Accounts: signing up, in and out, API keys, and the data kept of a person."""
