"""The sentences of the site. What happened, and what can be done next."""

from datetime import UTC, datetime

from solver.answers import Judgement, Outcome, Turn, TurnJudgement, move_words
from solver.game import AnyMove, Move, Position, Ruleset, Side, goal_words
from solver.proof import Aim, Claim, Limit, Limits, Verdict
from solver.puzzle import Goal, Puzzle, goal_note
from solver.search import has_chain

__all__ = [
    "as_published",
    "as_sentence",
    "date",
    "goal",
    "goal_note",
    "joined",
    "move_name",
    "one_line",
    "position_verdict",
    "privilege",
    "rating",
    "refuted",
    "rules",
    "settled",
    "standing",
    "verdict",
]


_TURNS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Signs that set the direction of the text behind them (Unicode Standard Annex 9), to leave out."""


def date(seconds: int) -> str:
    """Return the day of a time, UTC: `2026-11-20`."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def goal(puzzle: Puzzle, claim: Claim) -> str:
    """Return what the puzzle asks for, with its goal lines."""
    mover, board = puzzle.position.to_move, puzzle.position
    if claim.prover is not mover:
        return f"{_name(mover)} to move; show that {_name(claim.prover)} can {_aim(board, claim)}."
    if puzzle.goal is Goal.DRAW:
        return f"{_name(mover)} to move and draw: {_aim(board, claim)}."
    return f"{_name(mover)} to move and {_aim(board, claim)}."


def rules(ruleset: Ruleset) -> str:
    """Return what a set of rules means for links."""
    match ruleset:
        case Ruleset.STD:
            return "STD: links never cross; own links may be removed"
        case Ruleset.THREE_M:
            return "3M: as STD; own pegs may be removed too"
        case Ruleset.PP:
            return "PP: own links may cross and stay for good"


def privilege(holders: frozenset[Side]) -> str:
    """Return who may move twice in a row, once in the game."""
    if holders == frozenset(Side):
        return "White and Black each hold the Privilege: each may once move twice in a row."
    (side,) = holders
    return f"{_name(side)} holds the Privilege: he may once move twice in a row."


def standing(position: Position, claim: Claim) -> str | None:
    """Return why nothing is left to play for, None while there is something."""
    if over := settled(position, claim):
        return over
    if position.to_move is not claim.prover:
        return "The side not to move has the goal, so there is no first move to find."
    return None


def settled(position: Position, claim: Claim) -> str | None:
    """Return how the board itself decides a claim, None while it does not."""
    if over := joined(position):
        return over
    if position.result is not None:
        return "Both sides have passed: the game is drawn."
    if position.certain_draw:
        return "Neither side has a path left: the game is a draw."
    if claim.aim is Aim.BLOCK and not has_chain(position, claim.prover.other):
        return f"{_name(claim.prover.other)} has no path left."
    return None


def joined(position: Position) -> str | None:
    """Return that a side has joined its goal lines; None while none has."""
    for side in Side:
        if position.connected(side):
            return f"{_name(side)} has joined {_lines(position, side)} already."
    return None


def position_verdict(position: Position, claim: Claim, verdict: Verdict, limits: Limits) -> str:
    """Return what is proved about a position, whoever is to move."""
    me, other = _name(claim.prover), _name(claim.prover.other)
    chaser = claim.chaser
    joins = f"{_name(chaser)} joins {_lines(position, chaser)} against any defence"
    keeps = f"{_name(chaser.other)} keeps {_name(chaser)} from joining"
    match verdict, claim.aim:
        case Verdict.PROVEN, Aim.CONNECT:
            return f"Won for {me}: {joins}."
        case Verdict.PROVEN, Aim.BLOCK:
            return f"{me} can draw at least: {keeps}."
        case Verdict.DISPROVEN, Aim.CONNECT:
            return f"No win for {me}: {keeps}."
        case Verdict.DISPROVEN, Aim.BLOCK:
            return f"Lost for {me}: {joins}."
        case _:
            within = _within(Limit.SECONDS, limits)
            return f"Not decided {within}: nothing is proved for {me} or {other}."


def move_name(move: AnyMove | Turn) -> str:
    """Return a move for people: `D5`, `D5, removing F4-H3 and adding F3-H4`; a turn: `E4+F6`."""
    if isinstance(move, Turn):
        return move.words
    if not isinstance(move, Move):
        return move.value
    return move_words(move)


def verdict(
    claim: Claim, move: Move | Turn, judged: Judgement | TurnJudgement, limits: Limits
) -> str:
    """Return what became of a move of the prover."""
    me, other = _name(claim.prover), _name(claim.prover.other)
    name = move_name(move)
    reply = move_name(judged.reply) if judged.reply is not None else ""
    answer = f"{other} answers {reply}, and " if reply else ""
    after = judged.after if isinstance(judged, Judgement) else judged.after.position
    match judged.outcome:
        case Outcome.MET:
            return f"Solved by {name}: {answer}{_end(after, claim)}."
        case Outcome.LOST:
            return f"{name} is refuted: {answer}{_end(after, claim)}."
        case Outcome.WINS:
            return f"{name} is right. {other} answers {reply}. Your move."
        case Outcome.LOSES if claim.aim is Aim.CONNECT:
            return f"{name} is refuted: {other} answers {reply} and keeps {me} from joining."
        case Outcome.LOSES:
            lines = _lines(after, claim.prover.other)
            return f"{name} is refuted: {other} answers {reply} and then joins {lines}."
        case Outcome.UNDECIDED:
            within = _within(judged.limit, limits)
            neither = f"{name} is neither proved nor refuted. This does not count against you."
            return f"Not decided {within}: {neither}"


def refuted(position: Position, claim: Claim) -> str:
    """Return what the line of a refutation comes to, by the position at its end."""
    over = position.result is not None
    if over or not has_chain(position, claim.chaser):
        return f"{_end(position, claim)}."
    return "The rest is proved, too."


def rating(before: float | None, after: float | None) -> str:
    """Return what an attempt made of a rating, to be added to a sentence; nothing without one."""
    if before is None or after is None:
        return ""
    return f" Your rating: {before:.0f} → {after:.0f}."


def as_published(outcome: Outcome, goal: Goal, *, cook: bool, printed: bool) -> str:
    """Return what to add to the verdict on a first move, given what was published."""
    if cook:
        done = "draws" if goal is Goal.DRAW else "wins"
        return f" This {done} too, although the author had another move in mind."
    if printed and outcome is Outcome.UNDECIDED:
        return " It is the author's own move."
    return ""


def as_sentence(text: str) -> str:
    """Return a message of the rules as a sentence."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def one_line(text: str) -> str:
    """Return a text of others as pages may show it among their own words."""
    return " ".join(text.translate(_TURNS).split())


def _within(limit: Limit | None, limits: Limits) -> str:
    if limit is Limit.SECONDS and limits.seconds:
        return f"within {limits.seconds:g} seconds"
    if limit is Limit.EXHAUSTED:
        return "by any of the solver's methods"
    return "within the solver's limits"


def _end(position: Position, claim: Claim) -> str:
    """Return how the play ended on the board."""
    for side in Side:
        if position.connected(side):
            return f"{_name(side)} has joined {_lines(position, side)}"
    chaser = claim.chaser
    if position.result is not None and has_chain(position, chaser):
        return (
            f"both sides have passed, and {_name(chaser)} has not joined {_lines(position, chaser)}"
        )
    return f"{_name(chaser)} has no path left"


def _aim(position: Position, claim: Claim) -> str:
    if claim.aim is Aim.CONNECT:
        return f"join {_lines(position, claim.prover)}"
    other = claim.prover.other
    return f"keep {_name(other)} from joining {_lines(position, other)}"


def _lines(position: Position, side: Side) -> str:
    return goal_words(position, side)


def _name(side: Side) -> str:
    return side.value.capitalize()
