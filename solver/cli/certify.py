"""`twixt certify`: the arguments. The work is done in `certifying`."""

import click

__all__ = ["certify"]


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--sat", is_flag=True, help="Ask a SAT solver about every step instead.")
@click.pass_context
def certify(ctx: click.Context, paths: tuple[str, ...], sat: bool) -> None:
    """Check certificates, the proofs that `twixt solve --certificates` writes.

    PATH is a certificate or a folder: its .cert.gz files and those below it, by name. The puzzle
    is rebuilt from the SGF text inside, and every step of the proof is checked by the rules;
    nothing is searched. One line a file: ok or FAILED, and what is proved or what is wrong.

    \b
    Exit codes, the first that applies:
       1  a certificate proves nothing
       2  a file that cannot be read, or no file
       0  all are ok
    """
    # Loads the native core, which the other commands must work without.
    from solver.cli.certificate_files import certify_all

    ctx.exit(certify_all(paths, sat=sat))
