"""Fuzzing that is guided by coverage: `python -m tests.fuzz.guided TARGET SECONDS`.

TARGET is `readers` or `certificates`. Inputs that reach something new are kept in the folder
`build/fuzz/TARGET` and used by the next run. One that is not survived is written beside that
folder, and ends the run.
"""

import gc
import sys
from pathlib import Path
from types import FunctionType

import atheris

from tests.fuzz.targets import CORPUS, TARGETS

_WATCHED = ("solver.files", "solver.game", "solver.puzzle", "solver.proof", "solver.verify")
"""Packages that report which branches an input takes."""
_LONGEST = 4096
"""Bytes of an input."""
_SLOWEST = 60
"""Seconds for an input, on a busy machine too."""
_MEMORY = 3072
"""MiB."""


def main(arguments: list[str]) -> None:
    """Fuzz a target; ends the process, with exit code 0 if nothing was found."""
    target, seconds = arguments
    # Not by Atheris' own hook: it passes over modules that an editable install finds.
    for function in [each for each in gc.get_objects() if isinstance(each, FunctionType)]:
        if (function.__module__ or "").startswith(_WATCHED):
            atheris.instrument_func(function)
    found = Path("build", "fuzz", target)
    found.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={int(seconds)}",
        f"-max_len={_LONGEST}",
        f"-timeout={_SLOWEST}",
        f"-rss_limit_mb={_MEMORY}",
        f"-artifact_prefix={found.parent}/{target}-",
        "-print_final_stats=1",
    ]
    atheris.Setup([target, str(found), str(CORPUS / target), *options], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
