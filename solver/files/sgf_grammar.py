"""SGF's grammar: text to tree and back. Knows nothing of TwixT.

`sgfmill` splits the text into tokens; since it gives no places, they are found again by
walking along the text. Property names lose their lower-case letters (`AddBlack` is `AB`).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sgfmill import sgf_grammar

from solver.files.record import MAX_NODES, MAX_PLIES, Node
from solver.files.source import Source

__all__ = ["Token", "begins_tree", "parse_tree", "serialise", "tokens"]

_START = re.compile(r"\([ \t\n\r\f\v]*;")
_SPACE = re.compile(r"[ \t\n\r\f\v]*")
_NAME = re.compile(r"[A-Za-z]{1,64}")
_LINE_WIDTH = 90


class Token(NamedTuple):
    """A delimiter (`;`, `(`, `)`), a property name or a value."""

    kind: str
    """`D`, `I` or `V`, as `sgfmill` names them."""
    text: str
    """As in the file, a value without its brackets."""
    offset: int


def begins_tree(text: str) -> re.Match[str] | None:
    """Return where a game tree begins, None when there is none."""
    return _START.search(text)


def tokens(source: Source, start: int = 0) -> list[Token]:
    """Split the first game tree from `start` on into tokens; note where the text breaks off."""
    text = source.text[start:]
    pairs, _ = sgf_grammar.tokenise(text.encode())
    begin = _START.search(text)
    found: list[Token] = []
    place = begin.start() if begin else 0
    depth = 0
    for kind, raw in pairs:
        place = _after_space(text, place)
        if kind == "V":
            value = raw.decode()
            found.append(Token(kind, value, start + place))
            place += len(value) + 2
        else:
            name = _NAME.match(text, place)
            word = name[0] if kind == "I" and name else text[place]
            depth += (word == "(") - (word == ")")
            found.append(Token(kind, word, start + place))
            place += len(word)
    if depth:
        _explain_break(source, start + _after_space(text, place), depth)
    return found


def _after_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def _explain_break(source: Source, place: int, depth: int) -> None:
    rest = source.text[place:]
    if rest.startswith("["):
        source.error("this value is never closed", place, "write ] at its end")
    elif rest:
        hint = "text belongs into brackets, as in C[text]"
        source.error(f"{rest.split()[0][:20]!r} is no part of SGF", place, hint)
    else:
        closing = ")" * min(depth, 10)
        source.error(
            "the file ends inside the game tree", max(0, place - 1), f"write {closing} at its end"
        )


def parse_tree(source: Source) -> Node | None:
    """Return the root of the file's first game tree; what is wrong is noted in `source`.

    A property given twice in a node has the values of both.
    """
    found = tokens(source)
    if not found:
        source.error("no game tree", hint="an SGF file begins with (;")
        return None
    _check_end(source, found[-1])
    if sum(token.text == ";" for token in found if token.kind == "D") > MAX_NODES:
        source.error(f"the tree has more than {MAX_NODES} nodes", hint="split the file")
        return None
    return _build(source, found)


def _check_end(source: Source, last: Token) -> None:
    another = _START.search(source.text, last.offset + 1)
    if another and last.text == ")" and not source.failed:
        source.warn(
            "only the first game of the file is read", another.start(), "one puzzle or game a file"
        )


def _build(source: Source, found: list[Token]) -> Node | None:
    top = Node()
    current, depth = top, 0
    branches: list[tuple[Node, int]] = []
    name, last = "", ""
    for index, (kind, text, place) in enumerate(found):
        follower = found[index + 1].kind if index + 1 < len(found) else ""
        match kind, text:
            case "D", "(":
                branches.append((current, depth))
            case "D", ")":
                current, depth = branches.pop()
                if last == "(":
                    source.error("an empty variation", place, "write ( and ) round nodes")
            case "D", _:
                current, depth = current.add({}), depth + 1
                if last == ")":
                    hint = "the main line must stand in brackets, too"
                    source.error("a node after a variation", place, hint)
                if depth > MAX_PLIES:
                    source.error(f"a line of more than {MAX_PLIES} nodes", place)
                    return None
            case "I", _:
                name = "".join(letter for letter in text if letter.isupper())
                if last != ";":
                    source.error(f"property {text} stands outside a node", place, "write ; first")
                elif follower in ("D", "I"):
                    hint = f"write {text}[], or put text into brackets as in C[text]"
                    source.error(f"{text!r} is a property without a value", place, hint)
                elif not name and follower:
                    hint = f"write {text.upper()} in capitals"
                    source.error(f"property {text!r} is in small letters", place, hint)
                elif current.has(name):
                    source.warn(f"property {name} stands twice in a node", place)
                current.offsets.setdefault(name, place)
            case _:
                if found[index - 1].kind == "D":
                    hint = "a value belongs to a property, as in C[text]"
                    source.error(f"value [{text[:20]}] has no property", place, hint)
                current.properties.setdefault(name, []).append(text)
        last = text if kind == "D" else last
    return top.children[0] if top.children else None


# -- writing ----------------------------------------------------------------------------


def serialise(root: Node) -> str:
    """Return a tree as SGF text, ending with a newline."""
    lines, line = [], ""
    for piece in _pieces(root):
        if line and (piece == "(" or len(line) + len(piece) > _LINE_WIDTH):
            lines.append(line)
            line = ""
        line += piece
    return "\n".join([*lines, line]) + "\n"


def _pieces(root: Node) -> Iterator[str]:
    """Yield what must not be broken over lines: brackets and whole properties."""
    stack: list[Node | str] = [")", root]
    yield "("
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield node
            continue
        mark = ";"
        for name, values in node.properties.items():
            yield mark + name + "".join(f"[{value}]" for value in values)
            mark = ""
        if mark:
            yield mark
        if len(node.children) == 1:
            stack.append(node.children[0])
            continue
        for child in reversed(node.children):
            stack += [")", child, "("]
