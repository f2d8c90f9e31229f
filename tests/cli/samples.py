"""Small puzzles and games, and two doors to the command: in this process and in its own."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from solver.cli import main
from tests.waiting import DEADLINE

ROOT = Path(__file__).parents[2]
TWIXT = Path(sys.executable).parent / "twixt"

PROVEN = """\
TwixT 5x5 STD, white to move and win
   A  B  C  D  E
1     W  .  .
2  .  .  .  B  .
3  .  .  W  .  .
4  .  .  .  .  .
5     .  .  .
"""
"""B5 joins the rows."""

DISPROVEN = """\
TwixT 5x5 STD, white to move and win
   A  B  C  D  E
1     .  .  .
2  .  .  .  .  .
3  B  .  .  .  .
4  .  .  B  .  B
5     .  .  .
"""
"""Black bars every way down."""

UNDECIDED = "(;FF[4]GM[21]SZ[12]RU[STD]PZ[]PL[W]IP[])"
"""An empty board: far too much for few nodes."""

FEW_NODES = ("--nodes", "2000")
"""Enough for the other puzzles here."""

KEYED = (
    "(;FF[4]GM[21]SZ[5]RU[STD]GN[Join the rows]AN[A. N. Author]SO[a book]PZ[]PL[W]"
    "AW[b1][c3]AB[d2]IP[](;W[b5]TE[1])(;W[c5]BM[1];B[a3]))"
)

GAME = "(;FF[4]GM[21]SZ[24]RU[STD];W[f6];B[n10];W[g8];B[resign])"

BROKEN = "(;FF[4]GM[21]SZ[24]RU[STD];W[f6]\n;B[n10];W[f6])"
"""Ply 3 takes a hole that is taken: line 2, column 9."""


def twixt(*arguments: object, text: str | bytes | None = None) -> Result:
    """Run the command in this process, with a text for its stdin."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=text)


def real_twixt(
    *arguments: object, cwd: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the installed command."""
    return subprocess.run(
        [TWIXT, *map(str, arguments)],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE,
    )
