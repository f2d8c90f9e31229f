"""Recorded games: replayed by the rules, and unchanged by writing and reading."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.errors import PuzzleFileError
from solver.files import Format, Record, board_diagram, read_diagram, read_text, write_text
from solver.files.server_syntax import parse_server_move, server_text
from solver.game import (
    Hole,
    Link,
    Move,
    Position,
    Ruleset,
    Side,
    Special,
    link_text,
    move_text,
    parse_link,
    parse_move,
)

DATA = Path(__file__).parents[1] / "data"
Game = dict[str, Any]


def games(name: str) -> list[Game]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read(text: str, game: Game) -> Record:
    return read_text(text, size=(game["width"], game["height"]), rules=Ruleset.STD)


def replayed(game: Game) -> Record:
    return read(game.get("list") or game["moves"], game)


def names(links: frozenset[Link]) -> list[str]:
    return sorted(link_text(link) for link in links)


def assert_fixed_point(record: Record) -> None:
    """Write, read and write again: the same text, the same positions."""
    text = write_text(record, Format.SGF).text
    again = read_text(text)
    assert () == again.findings
    assert record.line == again.line
    assert text == write_text(again, Format.SGF).text


def test_server_games_end_with_the_links_the_server_printed() -> None:
    found = games("pbem2001.jsonl")
    for game in found:
        end = replayed(game).line[-1]
        links = names(end.white_links), names(end.black_links)
        assert (game["white_links"], game["black_links"]) == links, game["id"]
    assert 110 == len(found)


def test_server_games_end_as_recorded() -> None:
    for game in games("pbem2001.jsonl"):
        record = replayed(game)
        assert Format.PBM is record.format
        result = record.line[-1].result
        if game["winner"] is None or game["ending"] is None:
            continue
        assert result is not None, game["id"]
        assert game["winner"] == (result.winner and result.winner.letter)
        pegs = [move for move in record.moves if not isinstance(move, Special)]
        assert game["plies"] == len(pegs)


def test_database_games_replay() -> None:
    legal = 0
    for game in games("twixdb.jsonl"):
        if "error" in game:
            assert ("twixdb-10083", "ply 27 Q11: W Q11: occupied") == (game["id"], game["error"])
            with pytest.raises(PuzzleFileError, match="ply 27: white Q11: Q11 is taken by a black"):
                replayed(game)
            continue
        end = replayed(game).line[-1]
        assert game["links"] == len(end.white_links | end.black_links), game["id"]
        legal += 1
    assert 341 == legal


def mirrored(position: Position) -> tuple[set[Hole], set[Hole]]:
    """Return both sides' pegs, mirrored and with their colours changed."""
    return (
        {Hole(hole.row, hole.col) for hole in position.black},
        {Hole(hole.row, hole.col) for hole in position.white},
    )


def test_little_golem_and_t1_records_replay() -> None:
    found = games("littlegolem.jsonl")
    for game in found:
        size = game["width"], game["width"]
        record = read_text(game["text"], size=size)
        assert Format.T1 is record.format if "t1" in game["id"] else Format.LITTLE_GOLEM
        rules = record.start.ruleset
        assert (Ruleset.STD if "t1" in game["id"] else Ruleset.PP) is rules
        end = record.line[-1]
        # `moves` takes a swap as one of sides: the same game, mirrored.
        first, rest = game["moves"].split(" ", 1)
        text = f"{first} swap-sides {rest}" if game["swap"] else game["moves"]
        plain = read_text(text, size=size, rules=rules).line[-1]
        pegs = mirrored(plain) if game["swap"] else (plain.white, plain.black)
        assert pegs == (end.white, end.black), game["id"]
        assert len(plain.white_links | plain.black_links) == len(end.white_links | end.black_links)
        assert (game["ending"] == "resign") == (record.moves[-1] is Special.RESIGN)
        assert_fixed_point(record)
    assert 10 == len(found)


@pytest.mark.parametrize("name", ["pbem2001.jsonl", "twixdb.jsonl"])
def test_writing_and_reading_sgf_is_a_fixed_point(name: str) -> None:
    for game in games(name):
        if "error" not in game:
            assert_fixed_point(replayed(game))


@pytest.mark.parametrize("form", [Format.PBM, Format.MOVES])
def test_move_lists_are_read_back(form: Format) -> None:
    for game in games("pbem2001.jsonl"):
        record = replayed(game)
        assert record.line == read(write_text(record, form).text, game).line


def test_the_servers_list_is_written_as_the_server_does() -> None:
    """But for chains of links, which may be named from either end."""
    found = [game for game in games("pbem2001.jsonl") if not set("+-") & set(game["list"])]
    assert 106 == len(found)
    for game in found:
        assert game["list"].strip("\n") == write_text(replayed(game), Format.PBM).text.strip("\n")


def test_final_boards_are_read_back_from_their_diagrams() -> None:
    for game in games("pbem2001.jsonl"):
        end = replace(replayed(game).line[-1], ply=0, passed=False, result=None)
        assert end == read_diagram(board_diagram(end)), game["id"]


def test_recorded_link_edits_and_their_sgf_text() -> None:
    found = games("link_edits.jsonl")
    for game in found:
        game |= {"width": 24, "height": 24}
        before = replayed(game).line[-1]
        assert sorted(game["white_links"]) == names(before.white_links)
        assert sorted(game["black_links"]) == names(before.black_links)
        record = read(f"{game['moves']} {game['move']}", game)
        after = record.line[-1]
        me = Side.WHITE if game["to_move"] == "W" else Side.BLACK
        removed = {parse_link(link) for link in game["removed"]}
        added = {parse_link(link) for link in game["added"]}
        assert removed <= before.links(me)
        kept = (before.links(me) - removed) | added
        assert kept <= after.links(me), game["id"]
        move = record.moves[-1]
        assert isinstance(move, Move)
        assert move.peg is not None
        assert all(move.peg in link for link in after.links(me) - kept)
        text = move_text(before, move)
        assert after == before.play(parse_move(before, text)), text
    assert 9 == len(found)


def test_the_big_link_editing_example_of_the_servers_help() -> None:
    before = read_diagram(r"""
TwixT 24x24 STD, black to move
    H  I  J  K  L  M  N  O  P
10  .  .  .  W_ .  .  B_ .  .
               ---_  /  ---_
11  B  .  . _B_ B  W /.  B  B
        _---   ---_ /   /
12  .  B  . _W_ B_ B  B /.  W
        _---   ---_--_ /   /
13  B  W  .  .  .  W_ B  . /.
                     ---_ /
14  .  .  .  .  .  .  .  W  .
White links: I13-K12 K10-M11 K12-M13 M13-O14 O14-P12
Black links: I12-K11 K11-M12 L12-N13 M12-N10 N10-P11 N13-O11
""")
    after = read_diagram(r"""
TwixT 24x24 STD, white to move
    H  I  J  K  L  M  N  O  P
10  .  .  .  W_ .  .  B_ .  .
               ---_     ---_
11  B_ .  .  B _B_ W  .  B _B
      ---_ _---   ---_ _---
12  .  B  B _W_ B_ B  B  .  W
        _---   ---_--_     /
13  B  W  .  .  .  W_ B  . /.
                     ---_ /
14  .  .  .  .  .  .  .  W  .
White links: I13-K12 K10-M11 K12-M13 M13-O14 O14-P12
Black links: H11-J12 J12-L11 L11-N12 L12-N13 N10-P11 N12-P11
""")
    move = "j12-i12/k11/m12/n10,o11/n13+h11/j12/l11/n12/p11"
    played = before.play(parse_server_move(move, Ruleset.STD))
    assert board_diagram(after) == board_diagram(played)
    assert after == replace(played, ply=0)
    edit = parse_server_move(move, Ruleset.STD)
    assert played == before.play(parse_server_move(server_text(before, edit), Ruleset.STD))
    assert played == before.play(parse_move(before, move_text(before, edit)))
