"""`twixt certify`: the arguments. The work is done in `certificate_files`."""

import click

from solver.cli.common import PATH, GivenPath, not_stdout

__all__ = ["certify"]


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option("--sat", is_flag=True, help="Check every step with a SAT solver instead.")
@click.option(
    "--store",
    type=GivenPath(dir_okay=False),
    callback=not_stdout,
    metavar="FILE",
    help="Keep what is proved in this verdict store.",
)
@click.pass_context
def certify(ctx: click.Context, paths: tuple[str, ...], sat: bool, store: str | None) -> None:
    """Check certificates: the proofs that `twixt solve --certificates` writes.

    PATH is a certificate, a folder, or - for stdin. A folder stands for all .cert.gz files in it
    and below it. The puzzle is read from the SGF text in the certificate, and every step of the
    proof is checked by the rules, without a search. Each file gets one line: ok and the statement
    that is proved, or FAILED and the fault.

    \b
    Exit codes, the first that applies:
       1  a certificate is not a proof
       2  a file cannot be read, or there is none
       0  all certificates are proofs
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.certificate_files import certify_all

    ctx.exit(certify_all(paths, sat=sat, store=store))
