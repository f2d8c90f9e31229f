"""An audit's record as text for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver.plurals import counted
from solver.told_report import for_people, kind_name, refuting_text, win_or_draw

__all__ = ["audit_text", "facts"]

_SHOWN = 12
"""Most first moves of a kind that get a line."""


def audit_text(record: Mapping[str, Any]) -> str:
    """Return a record that `as_json` made, with the puzzle's title, as lines of text."""
    record = for_people(record)
    lines = [f"{record['puzzle']}: {record['verdict']}, {record['reason']}"]
    told = list(facts(record))
    width = max(len(name) for name, _ in told)
    lines += [f"  {name:<{width}}  {said}" for name, said in told]
    return "\n".join(lines)


def facts(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a record, as `for_people` has it, says but for the verdict: a name and a sentence
    or list each."""
    yield "claim", f"{record['claim']} ({record['ruleset']})"
    for key in record["keys"]:
        source = "the author's" if key["published"] else "found"
        line = f": {' '.join(key['line'])}" if key["line"] else ""
        yield "key", f"{key['move']}, {source}, {key['verdict']}{line}"
    if record["pegs"] is not None:
        yield "pegs", f"{record['pegs']} at most"
    yield from _first_moves(record)
    if record["set_play"]:
        yield "set play", f"after a pass: {' '.join(record['set_play'])}"
    for dual in record["duals"]:
        yield "later move", _later_move(dual)
    if record["zone"]:
        yield "zone", f"the proof looks at {counted(len(record['zone']), 'hole')}"
    if record["idle_pegs"]:
        yield "idle pegs", f"no proof needs {', '.join(record['idle_pegs'])}"
    if record["difficulty"] is not None:
        yield "difficulty", f"{record['difficulty']} of 100{_foresight(record)}"
    for standing in record["standings"]:
        keys = f" by {' '.join(standing['keys'])}" if standing["keys"] else ""
        yield standing["what"], standing["verdict"] + keys
    yield "effort", _effort(record)
    yield "solver", f"twixt {record['version']}"


def _first_moves(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what the first moves are: a line for each that wins or tempts, one for the rest."""
    if record["first_moves"]:
        yield "first moves", f"{record['decided']} of {record['first_moves']} decided"
    moves = {move["hole"]: move for move in record["moves"]}
    for kind in ("cook", "delay", "wins", "win"):
        some = [move for move in record["moves"] if move["kind"] == kind]
        yield from _some(kind_name(record, kind), some)
    yield from _some("try", [moves[hole] for hole in record["tries"]])
    if idle := sum(move["kind"] == "idle" for move in record["moves"]):
        fail = "fails" if idle == 1 else "fail"
        yield "idle", f"{counted(idle, 'first move')} {fail} even to the reply that beats a pass"
    if no_cooks := [move["hole"] for move in record["moves"] if move["kind"] == "no-cook"]:
        yield "no cooks", f"{', '.join(no_cooks)}: refuted, or else delays"
    if unknown := [move["hole"] for move in record["moves"] if move["kind"] == "undecided"]:
        yield "undecided", ", ".join(unknown)


def _some(kind: str, moves: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the lines of first moves of a kind, the first ones of many."""
    for move in moves[:_SHOWN]:
        yield kind, _line(move)
    if (more := len(moves) - _SHOWN) > 0:
        yield kind, f"{more} more"


def _foresight(record: Mapping[str, Any]) -> str:
    """Return why a puzzle is as hard as it is; nothing for a report that does not tell."""
    measured, does = record.get("foresight"), win_or_draw(record)
    if measured is None:
        return ""
    better, ahead = measured["better"], measured["ahead"]
    if better == 0:
        tries = "tries a winning move first" if does == "win" else "first tries a move that draws"
        return f": a player who counts shortest ways {tries}"
    look = "looks" if better == 1 else "look"
    return (
        f": {counted(better, 'first move')} {look} better than those that {does}, and a player "
        f"must see {counted(ahead, 'peg')} ahead to tell them apart"
    )


def _effort(record: Mapping[str, Any]) -> str:
    limits = record["limits"]
    most = [f"{limits[name]:,} {unit}" for name, unit in _UNITS.items() if limits[name] is not None]
    match record["limit"]:
        case None:
            ended = ""
        case "exhausted":
            ended = ", no search says more"
        case limit if limit in _UNITS:
            ended = f", ended by the limit on {limit}"
        case fault:
            ended = f", a search {fault}"
    used = f"{record['nodes']:,} nodes, {record['seconds']:.1f} s of search{ended}"
    return f"{used}; at most {', '.join(most)}" if most else used


_UNITS = {"nodes": "nodes", "seconds": "s", "memory": "MiB"}


def _later_move(dual: Mapping[str, Any]) -> str:
    # An undecided move may work as well.
    said = f"no other move {'is known to work' if dual['undecided'] else 'works'}"
    if dual["every"]:
        said = "every move works"
    elif dual["others"]:
        works = "works" if len(dual["others"]) == 1 else "work"
        said = f"{', '.join(dual['others'])} also {works}"
    if dual["undecided"]:
        said += f", {dual['undecided']} undecided"
    return f"move {dual['move']}, {dual['played']}: {said}"


def _line(move: Mapping[str, Any]) -> str:
    said = [f"{counted(move['pegs'], 'more peg')} at most"] if move["pegs"] is not None else []
    if move["replies"]:
        said.append(f"refuted by {refuting_text(move['replies'])}")
    return f"{' '.join(move['line'])} ({', '.join(said)})"
