"""Little Golem's `.tsgf`: one line, lower-case properties, two letters a hole.

`b` moves first and joins top and bottom, so it is White here; the players' names change sides
with it. Columns and rows beyond 26 go on with capitals. `swap` mirrors the first peg. The
rules are the server's, PP, and no file names them.
"""

from solver.errors import NotationError
from solver.files.diagram import parse_size
from solver.files.game_tree import Game, Loss, carried_moves, draw_offers, start_of
from solver.files.record import DRAW_OFFERED, Format, Node, Record, Written, escaped
from solver.files.sgf_grammar import Token, each_token, tokens
from solver.files.source import Source
from solver.game import AnyMove, Hole, Move, Ruleset, Side, Special

__all__ = ["looks_like_little_golem", "read_little_golem", "write_little_golem"]

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIDES = {"b": Side.WHITE, "r": Side.BLACK}
_WORDS = {
    "swap": Special.SWAP_PIECES,
    "resign": Special.RESIGN,
    "draw": Special.DRAW,
    "forfeit": Special.FORFEIT,
}
_INFO = {"EV": "EV", "PB": "PW", "PW": "PB", "SO": "SO", "DT": "DT"}
"""Header properties and what they become."""


def looks_like_little_golem(text: str) -> bool:
    """Tell whether a game tree has moves in lower-case properties."""
    return any(token.kind == "I" and token.text in _SIDES for token in each_token(text))


def read_little_golem(
    source: Source, size: tuple[int, int] | None, rules: Ruleset | None
) -> Record:
    """Read a game; `size` stands in for a missing `SZ`, `rules` for PP.

    Raises PuzzleFileError with all that is wrong.
    """
    found = tokens(source)
    header = Node()
    moves: list[tuple[Side, Token]] = []
    name = ""
    for token in found:
        if token.kind == "I":
            name = token.text
        elif token.kind == "V" and name in _SIDES:
            moves.append((_SIDES[name], token))
        elif token.kind == "V":
            header.properties.setdefault(name, []).append(token.text)
            header.offsets.setdefault(name, token.offset)
        elif token.text == "(" and token is not found[0]:
            source.warn("variations are not read", token.offset)
            break
    if rules is None:
        source.warn("the rules are taken to be PP, as on Little Golem", hint="else add --rules")
    if header.has("SZ"):
        try:
            size = parse_size(header.text("SZ"))
        except NotationError as error:
            source.error(f"SZ: {error}", header.offsets["SZ"])
    start = start_of(source, size, rules or Ruleset.PP)
    info = {ours: header.text(theirs) for theirs, ours in _INFO.items()}
    game = Game(source, Format.LITTLE_GOLEM, start, {**info, "EV": _event(header)})
    _play(game, moves)
    return game.record()


def _event(header: Node) -> str:
    return "" if header.text("EV") == "null" else header.text("EV")


def _play(game: Game, moves: list[tuple[Side, Token]]) -> None:
    for ply, (side, token) in enumerate(moves, 1):
        word, _, offer = token.text.partition("|")
        try:
            move = _parse(word.strip())
        except NotationError as error:
            game.source.error(f"ply {ply}: {error}", token.offset, "moves are like [dd] or [swap]")
            game.broken = True
            continue
        game.play(move, f"[{word}]", token.offset, side)
        if offer.strip().lower() == "draw" and not game.broken:
            game.last.properties["C"] = [DRAW_OFFERED]


def _parse(word: str) -> AnyMove:
    if word.lower() in _WORDS:
        return _WORDS[word.lower()]
    if len(word) != 2 or word[0] not in _LETTERS or word[1] not in _LETTERS:
        raise NotationError(f"{word[:20]!r} is no move; write two letters, column and row")
    return Move(Hole(_LETTERS.index(word[0]), _LETTERS.index(word[1])))


def write_little_golem(record: Record) -> Written:
    """Return the main line as `.tsgf`.

    Raises PuzzleFileError for what it cannot carry: setup, link edits, boards that are not
    square or larger than 52.
    """
    loss = Loss(
        "a Little Golem file", record.start.board, "names", "event", "source", "draw offers"
    )
    board, rules = record.start.board, record.start.ruleset
    if board.width != board.height or board.width > len(_LETTERS):
        raise loss.refuse(f"a {board.width} x {board.height} board")
    if record.start.to_move is Side.BLACK:
        raise loss.refuse("a game that Black begins")
    moves = carried_moves(record, loss, plain=True)
    if rules is not Ruleset.PP:
        loss.warn(f"the rules {rules.value}", "it is read as PP, where own links may cross")
    tree = record.tree
    header = {"FF": "4", "EV": tree.text("EV"), "PB": tree.text("PW"), "PW": tree.text("PB")}
    header |= {"SZ": str(board.width), "SO": tree.text("SO")}
    text = "(;" + "".join(f"{name}[{escaped(value)}]" for name, value in header.items() if value)
    offers = draw_offers(record)
    for ply, move in enumerate(moves):
        offer = "|draw" if ply in offers else ""
        text += f";{'rb'[ply % 2 == 0]}[{_text(move)}{offer}]"
    return loss.written(text + ")\n")


def _text(move: AnyMove) -> str:
    if isinstance(move, Special):
        return next(word for word, special in _WORDS.items() if special is move)
    assert move.peg is not None, "passes are refused"
    return _LETTERS[move.peg.col] + _LETTERS[move.peg.row]
