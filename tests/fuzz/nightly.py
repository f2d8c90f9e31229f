"""All fuzzers one after the other: `python -m tests.fuzz.nightly SECONDS`.

Prints what each of them covered; their whole output is in `build/fuzz`. Ends with exit code 1 when
one of them found something.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

__all__ = ["main"]

_LOGS = Path("build", "fuzz")


def _branches(text: str) -> str:
    """Tell what a run that is guided by coverage printed at its end."""
    runs = re.findall(r"^Done (\d+) runs in (\d+) second", text, re.MULTILINE)
    last = re.findall(r"cov: (\d+) ft: \d+ corp: (\d+)", text)
    if not runs or not last:
        return "ended early"
    (inputs, seconds), (branches, kept) = runs[-1], last[-1]
    return f"{int(inputs):,} inputs in {seconds} s reached {branches} branches, {kept} inputs kept"


def _end(text: str) -> str:
    """Return the table that a run ends with."""
    tables = re.findall(r"^\d[\d,]* (?:stories|requests) .*(?:\n  .*)*", text, re.MULTILINE)
    return tables[-1] if tables else "ended early"


_FUZZERS: dict[str, tuple[list[str], float, Callable[[str], str]]] = {
    "readers of files": (["tests.fuzz.guided", "readers"], 0.3, _branches),
    "reader of certificates": (["tests.fuzz.guided", "certificates"], 0.3, _branches),
    "people on the site": (["tests.fuzz.site_model"], 0.2, _end),
    "HTTP API": (["tests.fuzz.api"], 0.2, _end),
}
"""By name: module and arguments, share of the time, and what sums up its output."""


def main(arguments: list[str]) -> int:
    """Run all for so many seconds together; return the exit code."""
    seconds, failed = float(arguments[0]), list[str]()
    _LOGS.mkdir(parents=True, exist_ok=True)
    for name, (module, share, sum_up) in _FUZZERS.items():
        log = _LOGS / f"{name.replace(' ', '-')}.log"
        command = [sys.executable, "-m", *module, str(round(seconds * share))]
        with log.open("w") as stream:
            code = subprocess.run(command, stdout=stream, stderr=subprocess.STDOUT).returncode
        print(f"{name}: {sum_up(log.read_text(errors='replace'))}", flush=True)
        if code:
            failed.append(name)
            print(f"  Failed: see {log}", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
