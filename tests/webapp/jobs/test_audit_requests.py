"""Asking for an audit: the same question is one job, and everybody has his share of them."""

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from solver import __version__
from solver.errors import PuzzleFileError
from tests.webapp.jobs.asking import SGF, ask, record, text
from tests.webapp.people import PASSWORD
from webapp.accounts.sessions import sign_up
from webapp.core.database import Database
from webapp.jobs import CapError, Queue, ask_for_audit, stop_audit
from webapp.jobs.job_table import begin, end
from webapp.models import Job, JobState


def test_a_new_job_waits_and_the_queue_is_told(session: Session, queue: Queue) -> None:
    job = ask_for_audit(session, queue, SGF, 20, address="here")
    assert job.state is JobState.QUEUED
    assert not queue.empty


def test_the_same_question_is_the_same_job(session: Session, queue: Queue) -> None:
    assert ask(session, queue) == ask(session, queue)
    assert ask(session, queue) != ask(session, queue, seconds=60.0)


def test_who_cancels_takes_nothing_from_others_with_the_same_question(
    session: Session, queue: Queue
) -> None:
    account = sign_up(session, "Somebody", PASSWORD).id
    askers = [(None, "here"), (None, "there"), (account, "here")]
    jobs = [
        ask_for_audit(session, queue, SGF, 20, account=asker, address=address)
        for asker, address in askers
    ]
    assert len({job.id for job in jobs}) == 3
    stop_audit(session, jobs[0])
    assert [job.state for job in jobs[1:]] == [JobState.QUEUED] * 2


def test_the_same_question_at_the_same_moment_is_the_same_job(
    session: Session, queue: Queue, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = list[str]()

    def ask_meanwhile(*_: object) -> None:
        if not jobs:
            with database.sessions() as another:
                jobs.append("")
                jobs[0] = ask(another, queue)

    monkeypatch.setattr("webapp.jobs.audit_requests._answered", ask_meanwhile)
    assert ask(session, queue) == jobs[0]


def test_what_was_answered_is_everybodys(
    session: Session, queue: Queue, database: Database
) -> None:
    run = begin(database, ask(session, queue))
    assert run is not None
    end(database, run, record("sound") | {"version": __version__})
    assert ask_for_audit(session, queue, SGF, 20, address="there").id == run.job


def test_what_another_version_answered_is_asked_anew(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ask(session, queue)
    run = begin(database, job)
    assert run is not None
    end(database, run, record("sound") | {"version": "0.0.1"})
    assert ask(session, queue) != job


def test_a_question_whose_search_crashed_is_asked_anew(
    session: Session, queue: Queue, database: Database
) -> None:
    job = ask(session, queue)
    run = begin(database, job)
    assert run is not None
    crashed = {"version": __version__, "limit": "crashed", "error": "killed by SIGKILL"}
    end(database, run, record("undecided") | crashed)
    assert ask(session, queue) != job


def test_a_question_that_was_cancelled_is_asked_anew(session: Session, queue: Queue) -> None:
    first = ask(session, queue)
    job = session.get(Job, first)
    assert job is not None
    stop_audit(session, job)
    assert ask(session, queue) != first


def test_a_job_that_has_ended_stays_as_it_is(
    session: Session, queue: Queue, database: Database
) -> None:
    run = begin(database, ask(session, queue))
    assert run is not None
    end(database, run, record("sound"))
    job = session.get_one(Job, run.job, populate_existing=True)
    stop_audit(session, job)
    assert (JobState.DONE, False) == (job.state, job.cancel)


def test_a_text_without_a_puzzle_is_no_job(session: Session, queue: Queue) -> None:
    with pytest.raises(PuzzleFileError):
        ask(session, queue, "(;FF[4]GM[21]SZ[6])")
    assert session.scalars(select(Job)).all() == []


def test_an_area_that_the_solver_does_not_take_is_no_job(session: Session, queue: Queue) -> None:
    with pytest.raises(ValueError, match=r"^The area to solve has 2304 holes, more than the 1536"):
        ask(session, queue, "(;FF[4]GM[21]SZ[48]RU[STD]PL[W]PZ[]IP[])")
    assert session.scalars(select(Job)).all() == []
    ask(session, queue, "(;FF[4]GM[21]SZ[48]RU[STD]PL[W]PZ[]VW[a1:l12]IP[])")


@pytest.mark.parametrize("seconds", [0.0, -1.0, 601.0, float("nan"), float("inf")])
def test_seconds_have_a_limit(session: Session, queue: Queue, seconds: float) -> None:
    with pytest.raises(ValueError, match="1 to 600 seconds"):
        ask(session, queue, seconds=seconds)


def test_an_address_may_have_two_open_jobs(session: Session, queue: Queue) -> None:
    jobs = [ask(session, queue, text(number)) for number in range(2)]
    with pytest.raises(CapError, match="still running"):
        ask(session, queue, text(2))
    ask_for_audit(session, queue, text(2), 20, address="elsewhere")
    first = session.get(Job, jobs[0])
    assert first is not None
    stop_audit(session, first)
    ask(session, queue, text(3))


def test_an_account_may_have_no_more_from_several_addresses(session: Session, queue: Queue) -> None:
    account = sign_up(session, "Somebody", PASSWORD).id
    for number, address in enumerate(("here", "there")):
        ask_for_audit(session, queue, text(number), 20, account=account, address=address)
    with pytest.raises(CapError, match="still running"):
        ask_for_audit(session, queue, text(2), 20, account=account, address="elsewhere")


def test_accounts_and_visitors_at_one_address_have_a_share_each(
    session: Session, queue: Queue
) -> None:
    accounts = [sign_up(session, name, PASSWORD).id for name in ("Somebody", "Another")]
    asked = set[str]()
    for account in (*accounts, None):
        for number in range(2):
            job = ask_for_audit(session, queue, text(number), 20, account=account, address="here")
            asked.add(job.id)
        with pytest.raises(CapError, match="still running"):
            ask_for_audit(session, queue, text(2), 20, account=account, address="here")
    assert len(asked) == 6, "nobody shares a check with an account"


def test_an_address_may_ask_twenty_times_an_hour(session: Session, queue: Queue) -> None:
    for number in range(20):
        job = session.get(Job, ask(session, queue, text(number)))
        assert job is not None
        stop_audit(session, job)
    with pytest.raises(CapError, match="in the last hour"):
        ask(session, queue, text(20))
    session.execute(update(Job).values(created=Job.created - 3601))
    session.commit()
    ask(session, queue, text(20))
