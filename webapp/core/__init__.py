"""What all of the site rests on: settings, database, security, limits, errors, logs, health."""
