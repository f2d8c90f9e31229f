"""Pictures and files of puzzles: what is in them, and who may keep them how long."""

import io
import re
import struct
import tracemalloc
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
import yaml
from flask.testing import FlaskClient
from sqlalchemy import update

from solver.files import puzzle_to_sgf, read_text
from solver.game import Board, Position
from solver.puzzle import Puzzle
from tests.webapp.conftest import SMALL
from tests.webapp.people import sign_up
from tests.webapp.queries import queries
from tests.webapp.rows import collection_row, puzzle_row
from webapp import create_app
from webapp.catalog.puzzle_texts import puzzle_from, revise
from webapp.core.database import Database
from webapp.core.rate_limits import RATE_LIMITS
from webapp.models import Account, Collection, PuzzleRow, Tag
from webapp.pictures import Orientation, Theme, views
from webapp.pictures.png import png
from webapp.prepare import prepare


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_a_board_is_a_picture_of_its_pegs(client: FlaskClient, small: str) -> None:
    answer = client.get(f"{small}/board.svg")
    assert answer.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(answer.data)
    assert {"C3", "B4"} == {
        found.get("data-hole")
        for found in root.iter("{http://www.w3.org/2000/svg}use")
        if "peg" in (found.get("class") or "")
    }
    assert "Small" in answer.text


def test_a_board_can_be_seen_otherwise(client: FlaskClient, small: str) -> None:
    looks = ("", "?view=transposed", "?theme=blue-orange", "?dark=1", "?small=1")
    drawn = {client.get(f"{small}/board.svg{look}").text for look in looks}
    assert len(drawn) == len(looks)
    for wrong in ("?view=askew", "?theme=pink"):
        assert client.get(f"{small}/board.svg{wrong}").status_code == 400


def test_a_picture_may_style_itself_and_do_nothing_else(client: FlaskClient, small: str) -> None:
    policy = client.get(f"{small}/board.svg").headers["Content-Security-Policy"]
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-[\w+/=]+'", policy)


def test_a_drawing_is_packed_for_who_takes_it(client: FlaskClient, small: str) -> None:
    plain = client.get(f"{small}/board.svg")
    packed = client.get(f"{small}/board.svg", headers={"Accept-Encoding": "br, gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) * 3 < len(plain.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert packed.headers["ETag"] != plain.headers["ETag"]


@pytest.mark.parametrize("width", [64, 640, 2048])
def test_pixels_are_as_wide_as_asked(client: FlaskClient, small: str, width: int) -> None:
    answer = client.get(f"{small}/board.png?width={width}")
    assert answer.mimetype == "image/png"
    assert width == size(answer.data)[0]


@pytest.mark.parametrize("width", ["63", "2049", "00006440", "-640", "x", "1e3", "9" * 500, ""])
def test_other_widths_are_refused(client: FlaskClient, small: str, width: str) -> None:
    assert client.get(f"{small}/board.png?width={width}").status_code == 400


@pytest.mark.parametrize(("wide", "high"), [(1, 4), (4, 1), (1, 1)])
def test_pixels_are_bounded_on_high_boards_too(wide: int, high: int) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"/>'
    width, height = size(png(svg, 2048, "#000"))
    assert width * height <= 2048 * 2048 * 1.01
    assert (width < 2048) is (high > wide)
    assert (64, 64 * high // wide) == size(png(svg, 64, "#000"))


def test_other_sites_get_a_picture_of_the_shape_that_they_show(
    client: FlaskClient, small: str
) -> None:
    assert (1200, 630) == size(client.get(f"{small}/shared.png").data)


def test_labels_need_no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" font-size="30">'
        '<text x="50" y="50">{}</text></svg>'
    )
    drawn = list[str]()
    render = resvg_py.svg_to_bytes

    def without_fonts(svg_string: str, width: int) -> bytes:
        drawn.append(svg_string)
        return render(svg_string=svg_string, width=width, skip_system_fonts=True)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_fonts)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    pictures = {png(svg.format(letter), 100, "#000") for letter in letters}
    # 0 is drawn as O.
    assert len(letters) - 1 == len(pictures)
    assert png(svg.format(""), 100, "#000") not in pictures
    assert "<text" not in "".join(drawn)


# -- keeping --------------------------------------------------------------------------------


def test_an_address_with_a_version_is_kept_for_good(client: FlaskClient, small: str) -> None:
    found = re.search(rf'src="({small}/board\.svg\?[^"]*v=[^"]*)"', client.get("/puzzles").text)
    assert found
    address = found[1].replace("&amp;", "&")
    kept = client.get(address).headers
    assert kept["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Cookie" not in kept["Vary"], "who signs in keeps it, too"
    stale = client.get(re.sub(r"v=\w+", "v=000000000000", address)).headers["Cache-Control"]
    assert stale == "public, no-cache"


def test_what_did_not_change_is_not_sent_again(client: FlaskClient, small: str) -> None:
    for address in (f"{small}/board.svg", f"{small}/board.png", f"{small}.sgf"):
        tag = client.get(address).headers["ETag"]
        again = client.get(address, headers={"If-None-Match": tag})
        assert (304, b"") == (again.status_code, again.data)


def test_a_changed_text_has_another_picture(
    shelf: Path, url: str, client: FlaskClient, small: str
) -> None:
    before = client.get(f"{small}/board.svg").headers["ETag"]
    file = shelf / "tests" / "small.sgf"
    file.write_text(file.read_text().replace("c3", "d3"), encoding="utf-8")
    prepare(shelf, url)
    assert before != client.get(f"{small}/board.svg").headers["ETag"]
    old = client.get(f"{small}/r/1/board.svg")
    assert before == old.headers["ETag"]


# -- files ----------------------------------------------------------------------------------


def test_a_puzzle_is_handed_out_as_it_was_put_in(
    client: FlaskClient, shelf: Path, small: str
) -> None:
    answer = client.get(f"{small}.sgf")
    assert answer.data == (shelf / "tests" / "small.sgf").read_bytes()
    assert read_text(answer.text).puzzle == SMALL
    name = small.rpartition("/")[2]
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}.sgf"'


def test_an_archive_can_be_loaded_as_a_collection(
    client: FlaskClient, tmp_path: Path, url: str
) -> None:
    database = Database(url)
    with database.sessions.begin() as session:
        session.execute(update(Collection).filter_by(slug="tests").values(description="Told: ä."))
    database.engine.dispose()
    packed = client.get("/collections/tests.zip").data
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path / "again")
    other = f"sqlite:///{tmp_path / 'again.sqlite'}"
    assert prepare(tmp_path / "again", other) == 2
    shelves = []
    for each in (url, other):
        database = Database(each)
        with database.sessions() as session:
            shelves.append(
                [
                    (
                        *(row.title, row.content_hash, row.public_id),
                        *(row.collection.source, row.collection.description),
                    )
                    for row in session.query(PuzzleRow).order_by(PuzzleRow.place)
                ]
            )
        database.engine.dispose()
    assert shelves[0] == shelves[1]
    assert shelves[0][0][-1] == "Told: ä."


def test_an_archive_of_many_puzzles_takes_as_many_queries_as_one_of_one(
    client: FlaskClient, database: Database
) -> None:
    found = []
    for slug, count in (("one", 1), ("many", 30)):
        with database.sessions.begin() as session:
            collection = collection_row(slug)
            for number in range(count):
                puzzle_row(collection, str(number), tags="b a")
            session.add(collection)
        with queries(database) as asked:
            packed = client.get(f"/collections/{slug}.zip").data
        found.append(len(asked))
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            about = yaml.safe_load(archive.read(f"{slug}/collection.yaml"))
        assert [["a", "b"]] * count == [puzzle["tags"] for puzzle in about["puzzles"]]
    assert found[0] == found[1]


@pytest.mark.parametrize("changed", ["title", "tag", "text", "order", "name"])
def test_an_archive_is_sent_again_only_when_it_tells_something_else(
    client: FlaskClient, database: Database, changed: str
) -> None:
    first = client.get("/collections/tests.zip")
    assert "private, no-cache" == first.headers["Cache-Control"]
    known = {"If-None-Match": first.headers["ETag"]}
    again = client.get("/collections/tests.zip", headers=known)
    assert (304, b"") == (again.status_code, again.data)
    with database.sessions.begin() as session:
        small, quarter = session.query(PuzzleRow).order_by(PuzzleRow.place)
        match changed:
            case "title":
                small.collection.title = "Another"
            case "tag":
                small.tags.append(Tag(name="new"))
            case "text":
                revise(small, quarter.sgf, puzzle_from(quarter.sgf))
            case "order":
                small.place, quarter.place = 3, 2
            case "name":
                small.slug = "another"
    assert 200 == client.get("/collections/tests.zip", headers=known).status_code


def test_an_archive_with_drafts_is_kept_by_no_browser(
    client: FlaskClient, database: Database
) -> None:
    sign_up(client)
    with database.sessions.begin() as session:
        small = session.query(PuzzleRow).filter_by(slug="small").one()
        small.published, small.collection.owner_id = None, session.query(Account).one().id
    answer = client.get("/collections/tests.zip")
    assert "no-store" == answer.headers["Cache-Control"]
    assert "ETag" not in answer.headers
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert "tests/small.sgf" in archive.namelist()


def test_archives_are_limited_and_count_as_dear(config: dict[str, object]) -> None:
    limits = RATE_LIMITS | {"download a collection": "1 per minute"}
    app = create_app(config | {"RATELIMIT_ENABLED": True, "RATE_LIMITS": limits})
    client = app.test_client()
    assert [200, 429] == [client.get("/collections/tests.zip").status_code for _ in range(2)]
    assert app.view_functions["pictures.archive"].__dict__["is_dear"]


@pytest.mark.slow
def test_drawings_in_memory_are_bounded_in_bytes() -> None:
    large = puzzle_to_sgf(Puzzle("Large", Position(Board(48, 48))))
    look = views._Look(Orientation.AS_IS, Theme.CLASSIC, dark=False, small=False)
    one = len(views._drawing(large, look))
    tracemalloc.start()
    try:
        for number in range(3 * views._MEMORY // one):
            views._packed(large.replace("GN[Large]", f"GN[Large {number}]"), look)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used < 2 * views._MEMORY
