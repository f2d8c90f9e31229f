"""SGF's grammar: text to tree and back. Knows nothing of TwixT.

Property names lose their lower-case letters (`AddBlack` is `AB`).
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from solver.files.record import MAX_LINE, MAX_NODES, Node
from solver.files.source import Source

__all__ = [
    "Token",
    "begins_tree",
    "each_token",
    "is_one_tree",
    "parse_tree",
    "serialise",
    "tokens",
]

_START = re.compile(r"\(\s*;", re.ASCII)
_TOKEN = re.compile(
    r"\s*(?:\[(?P<V>[^\\\]]*(?:\\.[^\\\]]*)*)\]|(?P<I>[A-Za-z]{1,64})|(?P<D>[;()]))",
    re.ASCII | re.DOTALL,
)
_WORD = re.compile(r"\s*(\S*)", re.ASCII)
"""Blanks of SGF, which knows those of ASCII only, and what stands behind them."""
_MAX_TOKENS = 100_000
_LINE_WIDTH = 90


class Token(NamedTuple):
    """A delimiter (`;`, `(`, `)`), a property name or a value."""

    kind: str
    """`D`, `I` or `V`."""
    text: str
    """As in the file, a value without its brackets."""
    offset: int


def begins_tree(text: str) -> re.Match[str] | None:
    """Return where a game tree begins, None when there is none."""
    return _START.search(text)


def each_token(text: str) -> Iterator[Token]:
    """Yield the tokens of the first game tree, up to its end or to what is no part of SGF."""
    begin = _START.search(text)
    place, depth = begin.start() if begin else len(text), 0
    while match := _TOKEN.match(text, place):
        kind = match.lastgroup or ""
        token = Token(kind, match[kind], match.start(kind) - (kind == "V"))
        yield token
        place = match.end()
        depth += (token.text == "(") - (token.text == ")") if kind == "D" else 0
        if not depth:
            return


def is_one_tree(text: str) -> bool:
    """Tell whether a text is one game tree alone, but for blanks around it."""
    found = list(each_token(text))
    if not found or found[-1].text != ")":
        return False
    begin, end = found[0].offset, found[-1].offset + 1
    return not (text[:begin] + text[end:]).strip()


def tokens(source: Source) -> list[Token]:
    """Split the first game tree into tokens; note where the text breaks off."""
    found = list(islice(each_token(source.text), _MAX_TOKENS))
    if len(found) == _MAX_TOKENS:
        source.error(
            f"the file has more than {_MAX_TOKENS} names, values and brackets",
            found[-1].offset,
            "split the file",
        )
        return []
    depth = sum((token.text == "(") - (token.text == ")") for token in found if token.kind == "D")
    if depth:
        last = found[-1]
        place = last.offset + len(last.text) + 2 * (last.kind == "V")
        _explain_break(source, place, depth)
    return found


def _explain_break(source: Source, place: int, depth: int) -> None:
    match = _WORD.match(source.text, place)
    assert match is not None, "it matches anything"
    place, word = match.start(1), match[1]
    if word.startswith("["):
        source.error("this value is never closed", place, "write ] at its end")
    elif word:
        hint = "text belongs into brackets, as in C[text]"
        source.error(f"{word[:20]!r} is no part of SGF", place, hint)
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
    if source.failed and not found:
        return None
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
                if depth > MAX_LINE:
                    hint = "leave some out, or set pegs up by AW and AB"
                    source.error(f"a line of more than {MAX_LINE} nodes", place, hint)
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
