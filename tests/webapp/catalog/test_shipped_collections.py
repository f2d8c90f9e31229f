"""Shipped collections reach the database once, change with their files, and each fails whole."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import astuple, replace
from pathlib import Path

import pytest
import yaml
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from solver.audits import Soundness
from solver.errors import PuzzleFileError
from solver.game import Ruleset, Side
from solver.proof import Limits
from solver.puzzle import Goal, Puzzle
from solver.tasks import task_of
from tests.webapp.conftest import QUARTER, SMALL
from tests.webapp.databases import add_row
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.core.database import THREADS, Database
from webapp.models import Account, Base, Collection, PuzzleRow, Report, Revision, Tag
from webapp.prepare import prepare


def rows(url: str) -> list[PuzzleRow]:
    with Database(url).sessions() as session:
        return list(session.scalars(select(PuzzleRow).order_by(PuzzleRow.place)))


def test_an_empty_place_gets_the_tables_of_the_models(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    with Database(url).engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert [] == compare_metadata(context, Base.metadata)


def test_readers_of_the_embedded_database_go_on_while_one_writes(url: str) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("another database")
    database = Database(url)
    database.migrate()
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_tables_of_old_keep_their_rows(shelf: Path, url: str) -> None:
    database = Database(url)
    database.migrate("0001")
    address = "5b0eb0aa1c"
    with database.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO collection VALUES (7, 'tests', '', '', '', '', 0)")
        connection.exec_driver_sql(
            "INSERT INTO puzzle VALUES "
            f"(9, '{address}', 7, 'small', 1, '', 'WIN', 'BLACK', '(;)', 'same')"
        )
    assert prepare(shelf, url) == 2
    small = rows(url)[0]
    assert (small.id, small.public_id, small.title) == (9, address, "Small")
    assert (small.ruleset, small.columns, small.revision) == (Ruleset.STD, 6, 1)


def test_ratings_of_old_are_as_old_as_their_last_attempts(url: str) -> None:
    database = Database(url)
    database.migrate("0003")
    with database.engine.begin() as connection:
        add_row(connection, "collection")
        for puzzle in (1, 2):
            add_row(connection, "account", id=puzzle, name_key=str(puzzle))
            kinds = {"goal": "WIN", "side": "WHITE", "ruleset": "STD"}
            add_row(
                connection, "puzzle", id=puzzle, public_id=str(puzzle), slug=str(puzzle), **kinds
            )
        for first, revision, ended, after in (
            (True, 1, 50, 1500.0),
            (False, 2, 70, 1500.0),
            (False, 1, 90, None),
        ):
            tried = {"first": first, "revision": revision, "ended": ended, "rating_after": after}
            add_row(connection, "attempt", id=ended, **tried)
    database.migrate()
    with database.sessions() as session:
        assert session.scalars(select(Account.rated).order_by(Account.id)).all() == [70, None]
        assert session.scalars(select(PuzzleRow.rated).order_by(PuzzleRow.id)).all() == [50, None]


def test_a_collection_is_kept_with_its_source(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    with Database(url).sessions() as session:
        collection = session.scalars(select(Collection)).one()
        assert collection.title == "Test puzzles"
        assert collection.licence == "None needed"
        assert collection.description == "Two <small> ones."
        assert [row.slug for row in collection.puzzles] == ["small", "quarter"]


def test_a_puzzle_is_kept_as_its_file_says(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    small, quarter = rows(url)
    assert (small.title, small.goal, small.side) == ("Small", Goal.WIN, Side.WHITE)
    assert (quarter.title, quarter.goal, quarter.side) == ("Quarter <b>", Goal.DRAW, Side.BLACK)
    assert puzzle_from(small.sgf) == SMALL
    assert puzzle_from(quarter.sgf) == QUARTER


def test_loading_again_changes_nothing(shelf: Path, url: str) -> None:
    assert prepare(shelf, url) == 2
    before = [(row.id, row.public_id) for row in rows(url)]
    assert prepare(shelf, url) == 0
    assert before == [(row.id, row.public_id) for row in rows(url)]


def test_a_file_that_is_listed_twice_is_one_puzzle(shelf: Path, url: str) -> None:
    about = shelf / "tests" / "collection.yaml"
    last = "- file: quarter.sgf\n"
    text = about.read_text().replace(last, f"{last}- file: small.sgf\n")
    about.write_text(text, encoding="utf-8")
    assert 2 == prepare(shelf, url)
    assert ["small", "quarter"] == [row.slug for row in rows(url)]


def test_a_changed_file_keeps_its_address(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    before = rows(url)[0]
    file = shelf / "tests" / "small.sgf"
    file.write_text(file.read_text().replace("Small", "Renamed"), encoding="utf-8")
    assert prepare(shelf, url) == 1
    after = rows(url)[0]
    assert after.title == "Renamed"
    assert after.public_id == before.public_id
    assert after.content_hash != before.content_hash
    with Database(url).sessions() as session:
        kept = session.scalars(select(Revision).filter_by(puzzle_id=after.id)).all()
    assert [(revision.number, revision.content_hash) for revision in kept] == [
        (1, before.content_hash),
        (2, after.content_hash),
    ]


def test_a_new_database_gives_the_same_addresses(shelf: Path, url: str, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    prepare(shelf, url)
    prepare(shelf, other)
    assert [row.public_id for row in rows(url)] == [row.public_id for row in rows(other)]


def test_a_puzzle_off_the_list_leaves_the_site(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    about = shelf / "tests" / "collection.yaml"
    about.write_text(about.read_text().replace("- file: quarter.sgf\n", ""), encoding="utf-8")
    assert prepare(shelf, url) == 1
    assert [row.slug for row in rows(url)] == ["small"]


def test_broken_files_are_all_named_and_nothing_changes(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    (shelf / "tests" / "small.sgf").write_text("(;GM[21]", encoding="utf-8")
    (shelf / "tests" / "quarter.sgf").write_text("(;GM[21]FF[4])", encoding="utf-8")
    with pytest.raises(PuzzleFileError) as caught:
        prepare(shelf, url)
    assert "small.sgf" in str(caught.value)
    assert "quarter.sgf" in str(caught.value)
    assert [row.title for row in rows(url)] == ["Small", "Quarter <b>"]


def test_a_file_that_is_not_utf8_is_named(shelf: Path, url: str) -> None:
    (shelf / "tests" / "small.sgf").write_bytes(b"(;GM[21]GN[\xe9])")
    with pytest.raises(PuzzleFileError, match=r"small\.sgf: not UTF-8"):
        prepare(shelf, url)


def test_the_largest_collection_comes_first(shelf: Path, url: str) -> None:
    (shelf / "a").mkdir()
    (shelf / "a" / "collection.yaml").write_text("puzzles: []", encoding="utf-8")
    prepare(shelf, url)
    with Database(url).sessions() as session:
        found = session.scalars(select(Collection).order_by(Collection.place))
        assert [collection.slug for collection in found] == ["tests", "a"]


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("title: [", "collection.yaml"),
        ("just words", "name: value"),
        ("title: A", "no list of puzzles"),
        ("puzzles: [a.sgf]", "- file: p01.sgf"),
        ("puzzles: [{file: a.sgf}]", "no such file: a.sgf"),
        ("puzzles: [{file: ../a.sgf}]", "'../a.sgf' lies outside the collection's folder"),
        ("puzzles: [{file: /etc/passwd}]", "lies outside the collection's folder"),
        ("puzzles: [{file: a/b.sgf}]", "'a/b.sgf' is no file of the collection's own folder"),
        ("puzzles: [{file: a.sgf}, {file: a.txt}]", "called 'a': a.sgf and a.txt"),
        ("[" * 20_000, "cannot be read"),
    ],
)
def test_a_collection_that_cannot_be_read_says_why(
    shelf: Path, url: str, about: str, words: str
) -> None:
    (shelf / "tests" / "collection.yaml").write_text(about, encoding="utf-8")
    with pytest.raises(PuzzleFileError, match=re.escape(words)):
        prepare(shelf, url)


def test_a_puzzle_too_large_to_draw_is_not_taken(shelf: Path, url: str) -> None:
    large = "(;GM[21]SZ[702]PZ[]PL[W]VW[a1:bb60];IP[])"
    (shelf / "tests" / "small.sgf").write_text(large, encoding="utf-8")
    with pytest.raises(PuzzleFileError, match=r"small\.sgf: 54 x 60 holes are too many to draw"):
        prepare(shelf, url)


# -- tags and reports -----------------------------------------------------------------------


def tagged(shelf: Path, tags: object) -> None:
    file = shelf / "tests" / "collection.yaml"
    about = yaml.safe_load(file.read_text())
    about["puzzles"][0]["tags"] = tags
    file.write_text(yaml.safe_dump(about), encoding="utf-8")


def test_tags_are_those_of_the_collection_s_list(shelf: Path, url: str) -> None:
    for tags in (["ladder", "block", "block"], ["ladder"], [], ["ladder"], None):
        tagged(shelf, tags)
        prepare(shelf, url)
        with Database(url).sessions() as session:
            found = list(session.scalars(select(Tag.name).order_by(Tag.name)))
        assert sorted(set(tags or [])) == found


@pytest.mark.parametrize("tags", ["ladder", [1], [""], {"a": 1}])
def test_tags_that_are_none_are_refused(shelf: Path, url: str, tags: object) -> None:
    tagged(shelf, tags)
    with pytest.raises(PuzzleFileError, match=r"tags of small\.sgf"):
        prepare(shelf, url)


def report_on(puzzle: Puzzle, **changes: object) -> dict[str, object]:
    """Return what a list reads of a line of `twixt audit --json`."""
    limits, version = Limits(nodes=1000, memory=16), str(changes.get("version", "9.9"))
    return {
        "file": "somewhere/small.sgf",
        "verdict": "sound",
        "pegs": 2,
        "difficulty": 40,
        "limits": {"nodes": 1000, "seconds": None, "memory": 16},
        "version": version,
        "task": task_of("somewhere/small.sgf", puzzle, {"audit": astuple(limits)}, version),
    } | changes


def report_rows(url: str) -> int:
    with Database(url).sessions() as session:
        return len(session.scalars(select(Report.id)).all())


def test_reports_beside_a_collection_are_loaded_once(shelf: Path, url: str) -> None:
    lines = [report_on(SMALL), report_on(SMALL, verdict="undecided", pegs=None, difficulty=None)]
    text = "\n".join(json.dumps(line) for line in lines)
    (shelf / "tests" / "reports.jsonl").write_text(text, encoding="utf-8")
    for _ in range(2):
        prepare(shelf, url)
        small, quarter = rows(url)
        assert (small.soundness, small.pegs, small.difficulty) == (Soundness.SOUND, 2, 40)
        assert quarter.soundness is None
        assert report_rows(url) == 2


def test_a_report_on_another_puzzle_than_the_file_is_left_out(shelf: Path, url: str) -> None:
    other = replace(SMALL, goal=Goal.DRAW)
    lines = [report_on(other), report_on(SMALL, task="0" * 32), report_on(SMALL, file="x.sgf")]
    text = "\n".join(json.dumps(line) for line in lines)
    (shelf / "tests" / "reports.jsonl").write_text(text, encoding="utf-8")
    prepare(shelf, url)
    assert rows(url)[0].soundness is None
    assert report_rows(url) == 0


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"file": "small.sgf"}'])
def test_a_line_that_is_no_report_is_named(shelf: Path, url: str, line: str) -> None:
    good = json.dumps(report_on(SMALL))
    (shelf / "tests" / "reports.jsonl").write_text(f"{good}\n{line}\n", encoding="utf-8")
    with pytest.raises(PuzzleFileError, match=r"reports\.jsonl.*line 2 is no report"):
        prepare(shelf, url)


def test_all_threads_of_a_process_can_use_the_database_together(shelf: Path, url: str) -> None:
    prepare(shelf, url)
    database = Database(url)
    held = [database.engine.connect() for _ in range(THREADS)]
    assert len({id(connection.connection.dbapi_connection) for connection in held}) == THREADS
    for connection in held:
        connection.close()
    database.engine.dispose()


def test_a_puzzle_with_a_privilege_is_refused_rather_than_judged_without_it() -> None:
    with pytest.raises(PuzzleFileError, match=r"one\.sgf: a side holds the Privilege"):
        puzzle_from("(;FF[4]GM[21]SZ[6]PZ[]PL[W]PV[B];W[c3];IP[])", "one.sgf")


def test_each_collection_is_kept_by_itself_and_the_next_call_goes_on(shelf: Path, url: str) -> None:
    shutil.copytree(shelf / "tests", shelf / "less")
    about = shelf / "less" / "collection.yaml"
    about.write_text(about.read_text().replace("- file: quarter.sgf\n", ""), encoding="utf-8")
    sgf = (shelf / "less" / "small.sgf").read_text()
    (shelf / "less" / "small.sgf").write_text("(;GM[21]", encoding="utf-8")
    with pytest.raises(PuzzleFileError, match="less"):
        prepare(shelf, url)
    assert ["small", "quarter"] == [row.slug for row in rows(url)]
    (shelf / "less" / "small.sgf").write_text(sgf, encoding="utf-8")
    assert 1 == prepare(shelf, url)


def test_files_are_read_before_the_first_write(
    shelf: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who reads while he may write keeps visitors from writing."""
    if not url.startswith("sqlite:"):
        pytest.skip("it locks rows, not the whole database")
    prepare(shelf, url)
    with Database(url).engine.begin() as connection:
        connection.exec_driver_sql("UPDATE puzzle SET content_hash = 'other', title = ''")
    other = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=0, isolation_level=None)

    def read(sgf: str, where: str = "", *, privilege: bool = False) -> Puzzle:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
        return puzzle_from(sgf, where, privilege=privilege)

    monkeypatch.setattr("webapp.catalog.shipped_collections.puzzle_from", read)
    with closing(other):
        assert 2 == prepare(shelf, url)
