"""Moves as SGF text: `d5`, `[-g'8][g8]`, `swap-pieces`.

A long move is read in order: links off (`-g'8`), links on (`\\c2'` falls to the right,
`/c2'` rises), the peg with its automatic links. A removal after the peg takes off an
automatic link that the player declined to make.
"""

import re
from collections.abc import Iterable, Set

from solver.errors import NotationError
from solver.game.geometry import Hole, Link, Side
from solver.game.move import AnyMove, Move, Ruleset, Special
from solver.game.notation import centre_links, centre_text, hole_text, link_text, parse_hole
from solver.game.position import Position
from solver.game.rules import Standing, automatic_links

__all__ = ["line_texts", "move_text", "move_values", "parse_move", "parse_move_values"]

_VALUES = re.compile(r"\[([^\[\]]*)\]")


def move_values(position: Standing, move: AnyMove) -> list[str]:
    """Return the SGF values of a move of the side to move, in reading order.

    The position decides which automatic links a move without them has to decline.
    A pass is the empty value. Raises NotationError for a move that removes pegs (3M): there
    is no notation for it.
    """
    if isinstance(move, Special):
        return [move.value]
    if move.lift:
        raise NotationError("there is no notation for a move that removes pegs")
    if move.peg is None:
        added, declined = move.on, frozenset[Link]()
    else:
        me = position.to_move
        at_peg = frozenset(link for link in move.on if move.peg in link)
        added = move.on - at_peg
        declined = frozenset[Link]()
        if not move.auto:
            declined = automatic_links(position, me, move.peg, move.off, added) - at_peg
        # A link to the new peg that is not automatic was blocked by nothing but a link
        # that is declined as well, which cannot be: links that share an end never cross.
    values = ["-" + centre_text(link) for link in sorted(move.off)]
    values += [("\\" if link.falls else "/") + centre_text(link) for link in sorted(added)]
    values.append("" if move.peg is None else hole_text(move.peg).lower())
    values += ["-" + centre_text(link) for link in sorted(declined)]
    return values


def move_text(position: Standing, move: AnyMove) -> str:
    """Return a move as one line: its value, or its values in brackets for a long move."""
    values = move_values(position, move)
    return values[0] if len(values) == 1 else "".join(f"[{value}]" for value in values)


def parse_move(position: Standing, text: str) -> AnyMove:
    """Read what `move_text` writes, in either case.

    Raises NotationError when the text is no move.
    """
    text = text.strip()
    values = _VALUES.findall(text) if text.startswith("[") else [text]
    if text.startswith("[") and "".join(f"[{value}]" for value in values) != text:
        raise NotationError(f"{text!r} is not a move; write it like [-g'8][g8]")
    return parse_move_values(position, values)


def parse_move_values(position: Standing, values: list[str]) -> AnyMove:
    """Read the SGF values of a move of the side to move.

    The position tells which of two crossing links a removal means. Raises NotationError
    when a value is no hole, link or special move; legality is `Position.play`'s business.
    """
    words = [value.strip().lower() for value in values]
    if len(words) == 1:
        for special in Special:
            if words[0] == special.value:
                return special
    me = position.to_move
    peg: Hole | None = None
    off, on, declined = set[Link](), set[Link](), set[Link]()
    for word in words:
        if word.startswith("-"):
            if peg is None:
                off.add(_present(position, me, word[1:], off))
            else:
                declined.add(_ending_at(peg, word[1:]))
        elif word[:1] in ("\\", "/"):
            falling, rising = centre_links(word.lstrip("\\/"))
            on.add(rising if word[0] == "/" else falling)
        elif word:
            if peg is not None:
                raise NotationError(f"{word!r}: a move has one peg, this one has two")
            peg = parse_hole(word)
    if peg is None or not (declined or any(peg in link for link in on)):
        return Move(peg, frozenset(off), frozenset(on))
    automatic = automatic_links(position, me, peg, off, on)
    if declined & automatic - on:
        return Move(peg, frozenset(off), frozenset(on) | automatic - declined, auto=False)
    if position.ruleset is not Ruleset.PP:
        # Made anyway; those that were declined could not be made. On paper none may be named.
        on -= automatic
    return Move(peg, frozenset(off), frozenset(on))


def _present(position: Standing, side: Side, centre: str, gone: Set[Link]) -> Link:
    """Return the own link at a centre; the falling one if there is none, for `play` to refuse."""
    pair = centre_links(centre)
    for link in pair:
        if link in position.links(side) and link not in gone:
            return link
    return pair[0]


def _ending_at(peg: Hole, centre: str) -> Link:
    for link in centre_links(centre):
        if peg in link:
            return link
    raise NotationError(
        f"-{centre}: only links of the new peg {hole_text(peg)} are taken off after it, not "
        f"{' or '.join(link_text(link) for link in centre_links(centre))}"
    )


def line_texts(position: Position, line: Iterable[AnyMove]) -> tuple[str, ...]:
    """Return the moves of a line that begins in a position, each as `move_text` gives it."""
    texts = list[str]()
    for move in line:
        texts.append(move_text(position, move))
        position = position.play(move)
    return tuple(texts)
