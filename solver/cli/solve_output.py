"""How `twixt solve` prints: records, as a table or JSON lines, and their summary."""

from collections import Counter
from collections.abc import Sequence

import click

from solver import __version__
from solver.batch import JsonRecord, Solved
from solver.plurals import counted
from solver.proof import Verdict, claim_of
from solver.puzzle import Puzzle
from solver.search import Value

__all__ = ["Table", "first_moves", "record_of", "refuted", "summary"]

_COLOURS = {Verdict.PROVEN: "green", Verdict.DISPROVEN: "red", Verdict.UNDECIDED: "yellow"}

_MOVES_SHOWN = 30


class Table:
    """Lines of a table that is printed as its puzzles are solved, within 80 columns if it can."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._width = max(map(len, ("puzzle", *titles)))

    @property
    def heading(self) -> str:
        """The first line."""
        return self._line("puzzle", "claim", "verdict", "seconds", "key")

    def line(self, record: JsonRecord) -> str:
        """Return a puzzle's line; it says so when no published key is among the proved ones."""
        verdict = Verdict(record["verdict"])
        value = record["value"] if record["value"] != Value.UNKNOWN.value else None
        shown = " ".join(
            [verdict.value, *(f"({word})" for word in (record["limit"], value) if word)]
        )
        colour = _COLOURS[verdict]
        if record["error"]:
            shown, colour = f"error ({record['limit']})", "red"
        keys = " ".join(record["keys"])
        if record["published"] is False:
            keys += " (not as published)"
        seconds = f"{record['seconds']:.2f}"
        return self._line(record["puzzle"], record["claim"], shown, seconds, keys or "-", colour)

    def _line(
        self,
        title: str,
        claim: str,
        verdict: str,
        seconds: str,
        key: str,
        colour: str | None = None,
    ) -> str:
        verdict = click.style(f"{verdict:<21}", fg=colour) if colour else f"{verdict:<21}"
        return f"{title:<{self._width}}  {claim:<14}  {verdict}  {seconds:>7}  {key}"


def record_of(puzzle: Puzzle, solved: Solved) -> JsonRecord:
    """Return a puzzle's result as JSON has it, without what names the puzzle."""
    moves = solved.first_moves
    first_moves = {} if moves is None else {"winning": moves.winning, "undecided": moves.undecided}
    return {
        "ruleset": puzzle.position.ruleset.value,
        "claim": solved.claim.text,
        "verdict": solved.verdict.value,
        "keys": solved.keys,
        "published": solved.published,
        "line": solved.line,
        "pegs": solved.pegs,
        "nodes": solved.nodes,
        "seconds": round(solved.seconds, 3),
        "limit": solved.limit,
        "error": solved.error,
        "value": solved.value,
        "version": __version__,
        **first_moves,
    }


def refuted(record: JsonRecord, puzzle: Puzzle) -> int:
    """Return how many first moves of a puzzle are refuted; 0 if they were not asked about."""
    if "winning" not in record:
        return 0
    return _first_moves(puzzle) - len(record["winning"]) - len(record["undecided"])


def _first_moves(puzzle: Puzzle) -> int:
    return sum(1 for _ in puzzle.position.open_holes(claim_of(puzzle).prover))


def first_moves(record: JsonRecord, puzzle: Puzzle) -> str | None:
    """Return what is known of all first moves of a puzzle, if that was asked."""
    if "winning" not in record:
        return None
    proven, undecided = record["winning"], record["undecided"]
    number = refuted(record, puzzle)
    if number and not undecided and len(proven) <= _MOVES_SHOWN:
        return f"{record['puzzle']}: every first move but {', '.join(proven)} is refuted"
    moves = _first_moves(puzzle)
    said = f"{record['puzzle']}: {number} of {moves} first moves are refuted"
    for word, some in (("proven", proven), ("undecided", undecided)):
        if len(some) > _MOVES_SHOWN:
            said += f"; {len(some)} {word}"
        elif some:
            said += f"; {word}: {', '.join(some)}"
    return said


def summary(records: Sequence[JsonRecord], skipped: int = 0) -> str:
    """Return the totals, with puzzles that were skipped, and below how the published keys fared."""
    count = Counter(record["verdict"] for record in records if not record["error"])
    verdicts = ", ".join(f"{count[verdict.value]} {verdict.value}" for verdict in Verdict)
    for limit, number in Counter(r["limit"] for r in records if r["error"]).items():
        verdicts += f", {number} {limit}"
    if skipped:
        verdicts += f", {skipped} skipped"
    judged = [record["published"] for record in records if record["published"] is not None]
    keys = f"\nThe key found is a published one in {sum(judged)} of {len(judged)}"
    seconds = sum(record["seconds"] for record in records)
    puzzles = counted(len(records) + skipped, "puzzle")
    return f"{puzzles}: {verdicts}; {seconds:.1f} s of search{keys if judged else ''}"
