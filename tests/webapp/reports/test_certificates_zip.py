"""The proofs behind a report can be taken away, and the command finds nothing wrong with them."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from solver.audits import Proof, Soundness
from solver.cli import main
from solver.files import puzzle_to_sgf
from solver.game import Board, Hole, Move, Side
from solver.proof import Limits, claim_of
from solver.puzzle import Puzzle
from solver.search import solve
from tests.webapp.conftest import SMALL, setup
from webapp import create_app
from webapp.jobs import Auditor
from webapp.reports import certificates_zip
from webapp.reports.certificates_zip import archive

pytestmark = pytest.mark.native

LOST = Puzzle("Lost", setup(Board(6, 6), "C3", "B4 D3 B2 E5", Side.WHITE))
"""Black can keep White from connecting."""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "verdicts.sqlite"


@pytest.fixture
def site(config: dict[str, object], store: Path) -> Iterator[Flask]:
    """The site with the solver and its store."""
    app = create_app(config | {"SOLVER_JUDGE": None, "TWIXT_STORE": str(store)})
    yield app
    app.extensions["store"].close()
    app.extensions["database"].engine.dispose()


@pytest.fixture
def visitor(site: Flask) -> FlaskClient:
    return site.test_client()


def check(site: Flask, client: FlaskClient, store: Path, sgf: str) -> str:
    """Have a text audited; return the address of its job."""
    job = client.post("/jobs", data={"sgf": sgf, "seconds": "60"}).headers["Location"]
    Auditor(site.extensions["database"], store, 256).perform(job.rpartition("/")[2])
    return job


def unpack(data: bytes, folder: Path) -> set[str]:
    """Unpack an archive; return the names of its certificates without what they share."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        packed.extractall(folder)
    names = {path.name for path in folder.rglob("*.cert.gz")}
    return {name.partition(".")[2] for name in names}


def certify(folder: Path, *options: str) -> str:
    """Let the command check a folder; return what it says when all is well."""
    done = CliRunner().invoke(main, ["certify", *options, str(folder)])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_what_a_job_proved_is_certified(
    site: Flask, visitor: FlaskClient, store: Path, tmp_path: Path
) -> None:
    job = check(site, visitor, store, puzzle_to_sgf(SMALL))
    record = visitor.get(f"{job}/report.json").get_json()
    wins = [move["hole"] for move in record["moves"] if move["kind"] in ("cook", "delay", "wins")]
    assert wins, "so that there is more than the claim to prove"
    assert f'href="{job}/certificates.zip"' in visitor.get(job).text
    response = visitor.get(f"{job}/certificates.zip")
    assert response.mimetype == "application/zip"
    found = unpack(response.data, tmp_path / "it")
    assert {"cert.gz", "unique.cert.gz"} < found
    assert {name.partition("-")[2] for name in found} - {""} == {f"{w}.cert.gz" for w in wins}
    for options in ([], ["--sat"]):
        said = certify(tmp_path / "it", *options)
        assert said.count("ok ") == len(found)
    assert "white connects, proven" in said
    (about,) = (tmp_path / "it").rglob("README.txt")
    assert all(name in about.read_text() for name in found)
    assert visitor.get(f"{job}/certificates.zip").data == response.data


def test_what_cannot_be_done_is_certified_too(
    site: Flask, visitor: FlaskClient, store: Path, tmp_path: Path
) -> None:
    job = check(site, visitor, store, puzzle_to_sgf(LOST))
    assert visitor.get(f"{job}/report.json").get_json()["verdict"] == Soundness.NO_SOLUTION.value
    found = unpack(visitor.get(f"{job}/certificates.zip").data, tmp_path / "it")
    assert found == {"cert.gz"}
    assert "white connects, disproven" in certify(tmp_path / "it")


def test_a_puzzle_and_the_api_hand_out_the_same_proofs(
    site: Flask, visitor: FlaskClient, store: Path
) -> None:
    before = visitor.get("/puzzles").text.partition(">Small<")[0]
    small = before.rpartition('href="')[2].partition('"')[0]
    public_id = small.rpartition("/")[2]
    for address in (f"{small}/certificates.zip", f"/api/v1/puzzles/{public_id}/certificates"):
        assert visitor.get(address).status_code == 404
    job = check(site, visitor, store, visitor.get(f"{small}.sgf").text)
    assert f'href="{small}/certificates.zip"' in visitor.get(f"{small}/report").text
    found = visitor.get(f"{small}/certificates.zip").data
    assert found == visitor.get(f"/api/v1/puzzles/{public_id}/certificates").data
    name = job.rpartition("/")[2]
    assert (
        visitor.get(f"{job}/certificates.zip").data
        == visitor.get(f"/api/v1/jobs/{name}/certificates").data
    )


def test_a_report_without_its_proofs_says_so(
    site: Flask, visitor: FlaskClient, tmp_path: Path
) -> None:
    job = check(site, visitor, tmp_path / "elsewhere.sqlite", puzzle_to_sgf(SMALL))
    page = visitor.get(job).text
    assert "certificates.zip" not in page
    assert "The proofs are not stored here." in page
    assert visitor.get(f"{job}/certificates.zip").status_code == 404
    problem = visitor.get(f"/api/v1/jobs/{job.rpartition('/')[2]}/certificates")
    assert problem.get_json()["detail"] == "No proof behind this report is kept here."


def test_checking_again_finds_lost_proofs(
    site: Flask, visitor: FlaskClient, store: Path, tmp_path: Path
) -> None:
    lost = check(site, visitor, tmp_path / "elsewhere.sqlite", puzzle_to_sgf(SMALL))
    again = check(site, visitor, store, puzzle_to_sgf(SMALL))
    assert again != lost
    for job in (lost, again):
        assert visitor.get(f"{job}/certificates.zip").status_code == 200
    # Both have their proofs by now, and may be of the same second.
    assert check(site, visitor, store, puzzle_to_sgf(SMALL)) in (lost, again)


def test_a_job_that_has_not_ended_proves_nothing(visitor: FlaskClient) -> None:
    job = visitor.post("/jobs", data={"sgf": puzzle_to_sgf(SMALL)}).headers["Location"]
    assert visitor.get(f"{job}/certificates.zip").status_code == 404
    assert visitor.get("/jobs/nothing/certificates.zip").status_code == 404


def test_an_archive_has_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    solution = solve(SMALL.position, claim_of(SMALL), Limits(seconds=60, memory=64))
    assert solution.strategy is not None
    proof = Proof(solution.verdict, solution.strategy)
    of_a_key = replace(proof, after=Move(Hole(1, 4)))
    whole = archive("it", SMALL, {"": proof, "wins-b1": proof, "fails-b5": of_a_key})
    assert whole is not None
    assert unpack(whole, tmp_path / "all") == {"cert.gz", "wins-b1.cert.gz"}
    (first,) = (tmp_path / "all").rglob("it.cert.gz")
    monkeypatch.setattr(certificates_zip, "MOST_BYTES", first.stat().st_size)
    less = archive("it", SMALL, {"": proof, "wins-b1": proof})
    assert less is not None
    assert unpack(less, tmp_path / "less") == {"cert.gz"}
    assert archive("it", SMALL, {}) is None
