"""What the solver makes of recorded games: `python -m tests.search.shows [SECONDS] [--back]`.

Every game of the mail server on 24x24 that ended by resignation: is its final position proven for
the winner, with so many seconds for each side's chain? With `--back`, how many plies earlier still?
"""

import json
import sys
from collections import Counter
from pathlib import Path

from solver.files import read_text
from solver.game import Position, Ruleset, Side
from solver.proof import Aim, Claim, Limits, Verdict
from solver.search import solve

GAMES = Path(__file__).parents[1] / "data" / "pbem2001.jsonl"


def proven(position: Position, winner: Side, limits: Limits) -> tuple[bool, int, float]:
    """Return whether the winner is proven to connect, nodes and seconds."""
    if position.connected(winner):
        return True, 0, 0.0
    found = solve(position, Claim(Aim.CONNECT, winner), limits)
    return found.verdict is Verdict.PROVEN, found.nodes, found.seconds


def main(arguments: list[str]) -> None:
    """Print a line for each game, then the sums."""
    limits = Limits(seconds=float(arguments[0]) if arguments else 10.0)
    earlier = Counter[int]()
    games = [json.loads(line) for line in GAMES.read_text(encoding="utf-8").splitlines()]
    games = [game for game in games if game["ending"] == "resign" and game["width"] == 24]
    count = contradicted = 0
    for game in games:
        record = read_text(game["list"], size=(24, 24), rules=Ruleset.STD)
        line = [position for position in record.positions() if position.result is None]
        winner = Side.WHITE if game["winner"] == "W" else Side.BLACK
        done, nodes, seconds = proven(line[-1], winner, limits)
        words = f"{game['id']} {game['plies']} {winner.value} {done} {nodes} {seconds:.2f}"
        if done:
            count += 1
            plies = 0
            while "--back" in arguments and plies + 1 < len(line):
                if not proven(line[-2 - plies], winner, limits)[0]:
                    break
                plies += 1
            earlier[plies] += 1
            words += f" earlier {plies}"
        elif proven(line[-1], winner.other, limits)[0]:
            contradicted += 1
            words += " CONTRADICTED"
        print(words, flush=True)
    print(f"{count} of {len(games)} proven, {contradicted} contradicted; plies earlier:")
    for plies, number in sorted(earlier.items()):
        print(f"{plies} {number}")


if __name__ == "__main__":
    main(sys.argv[1:])
