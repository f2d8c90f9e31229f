"""The command `twixt`: show, convert and solve files, check certificates.

Top room of the solver. Results go to stdout, messages to stderr. The native core is loaded only by
the commands that need it.
"""

try:
    from solver.cli.group import main
except KeyboardInterrupt:
    # Ctrl-C while the modules load: no guard stands yet.
    raise SystemExit(130) from None

__all__ = ["main"]
