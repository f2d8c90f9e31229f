"""People who use the site in any order, and a model of what each must find there.

`python -m tests.fuzz.site_model SECONDS` goes on with other orders until the time is over, and
prints how many steps of each kind were made. What is not as in the model ends it, with the shortest
story that shows it.
"""

import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import hypothesis
from flask.testing import FlaskClient
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from solver.answers import Outcome
from tests.webapp.conftest import SMALL, ScriptedJudge, make_shelf
from tests.webapp.people import sign_in, sign_up
from tests.webapp.reports.records import finish, record
from webapp import create_app
from webapp.editor.drawing import drawing_of
from webapp.prepare import prepare

__all__ = ["SiteModel", "steps"]

NAMES = ("Anna", "Berta", "Clara")
PASSWORDS = ("four unrelated words", "some more unrelated words")
DRAWING = drawing_of(SMALL).as_json()

steps = Counter[str]()
"""How often each kind of step was made."""


@dataclass(eq=False)
class Person:
    """A browser of its own, and what its account has."""

    client: FlaskClient
    name: str
    password: str
    signed_in: bool = True
    gone: bool = False


@dataclass(eq=False)
class Draft:
    """A puzzle that somebody drew."""

    public_id: str
    owner: Person | None
    text: int
    published: bool = False
    gone: bool = False
    played: set["Person"] = field(default_factory=set)


@cache
def _filled() -> Path:
    """A database with two puzzles, to be copied: it takes long to make."""
    place = Path(tempfile.mkdtemp(prefix="twixt-model-"))
    prepare(make_shelf(place), f"sqlite:///{place / 'site.sqlite'}")
    return place / "site.sqlite"


class SiteModel(RuleBasedStateMachine):
    """Signs up, draws, saves, publishes, checks, plays and deletes, in any order."""

    people = Bundle("people")
    drafts = Bundle("drafts")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="twixt-model-"))
        shutil.copy(_filled(), self.folder / "site.sqlite")
        self.judge = ScriptedJudge()
        self.app = create_app(
            {
                "SECRET_KEY": "test",
                "TWIXT_DATABASE": f"sqlite:///{self.folder / 'site.sqlite'}",
                "TWIXT_QUEUE": str(self.folder / "jobs.sqlite"),
                "SOLVER_JUDGE": self.judge,
                "WTF_CSRF_ENABLED": False,
                "RATELIMIT_ENABLED": False,
                "RATELIMIT_STORAGE_URI": f"sqlite:///{self.folder / 'limits.sqlite'}",
            }
        )
        self.app.extensions["judge"] = self.judge
        self.visitor = self.app.test_client()
        self.everybody = list[Person]()
        self.drawn = list[Draft]()
        self.checked = set[int]()

    def teardown(self) -> None:
        """Remove the site."""
        self.app.extensions["database"].engine.dispose()
        shutil.rmtree(self.folder)

    @initialize(target=people)
    def begin(self) -> Person:
        """Have somebody from the start."""
        return self._join(NAMES[0], PASSWORDS[0])

    # -- accounts --------------------------------------------------------------------------

    @rule(target=people, name=st.sampled_from(NAMES[1:]), password=st.sampled_from(PASSWORDS))
    @precondition(lambda self: len(self._living()) < len(NAMES))
    def join(self, name: str, password: str) -> Person:
        """Sign up; a name that is taken is refused."""
        for each in self._living():
            if each.name == name:
                assert sign_up(self.app.test_client(), name.upper(), password).status_code == 422
                steps["sign up with a name that is taken"] += 1
                return each
        return self._join(name, password)

    def _join(self, name: str, password: str) -> Person:
        person = Person(self.app.test_client(), name, password)
        assert sign_up(person.client, name, password).status_code == 302
        self.everybody.append(person)
        steps["sign up"] += 1
        return person

    @rule(person=people, password=st.sampled_from(PASSWORDS))
    def enter(self, person: Person, password: str) -> None:
        """Sign in, if the password is right and the account is there."""
        person.client.post("/sign-out")
        status = sign_in(person.client, person.name, password).status_code
        same = [each for each in self._living() if each.name == person.name]
        if any(each.password == password for each in same):
            assert status in (302, 429)
        else:
            assert status in (422, 429)
        # Somebody may have got the name of an account that is gone.
        person.signed_in = status == 302 and same == [person]
        if status == 302 and not person.signed_in:
            person.client.post("/sign-out")
        steps["sign in"] += 1

    @rule(person=people)
    def leave(self, person: Person) -> None:
        """Sign out; it may be done twice."""
        assert person.client.post("/sign-out").status_code == 302
        person.signed_in = False
        steps["sign out"] += 1

    @rule(person=consumes(people), right=st.booleans(), keep=st.booleans())
    def delete_account(self, person: Person, right: bool, keep: bool) -> None:
        """Delete an account, with its published puzzles or without."""
        password = person.password if right else "another one entirely"
        fields = {"password": password, "published": "keep" if keep else "remove"}
        status = person.client.post("/account/delete", data=fields).status_code
        if not person.signed_in:
            assert status in (302, 401)
        elif not right:
            assert status == 422
        else:
            assert status == 200
            person.gone, person.signed_in = True, False
            for draft in self.drawn:
                if draft.owner is person:
                    draft.gone = draft.gone or not (keep and draft.published)
                    draft.owner = None
        steps["delete an account"] += 1

    # -- puzzles ---------------------------------------------------------------------------

    @rule(target=drafts, person=people, text=st.integers(0, 4))
    @precondition(lambda self: any(each.signed_in for each in self.everybody))
    def draw(self, person: Person, text: int) -> Draft:
        """Save a new drawing; a visitor cannot."""
        found = person.client.post("/draw/save", json={"drawing": self._drawing(text)})
        steps["save a drawing"] += 1
        if not person.signed_in:
            assert found.status_code == 401
            person = next(each for each in self.everybody if each.signed_in)
            found = person.client.post("/draw/save", json={"drawing": self._drawing(text)})
        assert found.status_code == 200, found.text
        answer = found.get_json()
        # A new puzzle learns from a check of the same text.
        assert answer["checked"] == (text in self.checked)
        draft = Draft(answer["puzzle"], person, text)
        self.drawn.append(draft)
        return draft

    @rule(person=people, draft=drafts, text=st.integers(0, 4))
    def draw_again(self, person: Person, draft: Draft, text: int) -> None:
        """Save another text of a puzzle: only its owner can, a published one only checked."""
        question = {"drawing": self._drawing(text), "puzzle": draft.public_id}
        found = person.client.post("/draw/save", json=question)
        status, told = found.status_code, found.get_json()
        if not person.signed_in:
            assert status == 401
        elif draft.gone or draft.owner is not person:
            assert (status, told.keys()) == (200, {"deleted"})
        elif draft.published and text != draft.text and text not in self.checked:
            assert status == 422
        else:
            assert (status, told["puzzle"]) == (200, draft.public_id)
            draft.text = text
        steps["save another text"] += 1

    @rule(text=st.integers(0, 4), verdict=st.sampled_from(["sound", "cooked", "undecided"]))
    def check(self, text: int, verdict: str) -> None:
        """Have a text checked, once."""
        if text in self.checked:
            return
        question = {"drawing": self._drawing(text), "seconds": 20}
        found = self.visitor.post("/draw/check", json=question)
        assert found.status_code == 200, found.text
        finish(self.app.extensions["database"], found.get_json()["url"], record(verdict))
        self.checked.add(text)
        steps["check"] += 1

    @rule(person=people, draft=drafts)
    def publish(self, person: Person, draft: Draft) -> None:
        """Publish a puzzle: only its owner can, and only a checked one."""
        sure = {"confirmed": "yes"}  # the texts are of one position
        status = person.client.post(f"/p/{draft.public_id}/publish", data=sure).status_code
        if not person.signed_in:
            assert status in (302, 401)
        elif draft.gone or draft.owner is not person:
            assert status == 404
        elif draft.text not in self.checked:
            assert status == 409
        else:
            assert status == 303
            draft.published = True
        steps["publish"] += 1

    @rule(person=people, draft=drafts, sure=st.booleans())
    def delete_draft(self, person: Person, draft: Draft, sure: bool) -> None:
        """Delete a draft: only its owner can, and not once it is published."""
        fields = {"confirmed": "yes"} if sure else {}
        status = person.client.post(f"/p/{draft.public_id}/delete", data=fields).status_code
        if not person.signed_in:
            assert status in (302, 401)
        elif draft.gone or draft.owner is not person or draft.published:
            assert status == 404
        else:
            assert status == (303 if sure else 200)
            draft.gone = sure
        steps["delete a draft"] += 1

    @rule(person=people, draft=drafts, outcome=st.sampled_from([Outcome.LOSES, Outcome.MET]))
    def play(self, person: Person, draft: Draft, outcome: Outcome) -> None:
        """Play a puzzle that may be seen; it is kept for whoever is signed in."""
        self.judge.outcome = outcome
        self.judge.reply = None if outcome is Outcome.MET else "d4"
        question = {"line": [], "move": "b1"}
        found = person.client.post(f"/p/{draft.public_id}/moves", json=question)
        if self._sees(person, draft):
            assert found.status_code == 200, found.text
            assert found.get_json()["outcome"] == outcome.value
            if person.signed_in:
                draft.played.add(person)
        else:
            assert found.status_code == 404
        steps["play"] += 1

    # -- what must always hold -------------------------------------------------------------

    @invariant()
    def everybody_sees_what_he_may(self) -> None:
        """Published puzzles are everybody's, drafts their owner's, what is gone is nobody's."""
        for draft in self.drawn:
            address = f"/p/{draft.public_id}"
            seen = draft.published and not draft.gone
            assert self.visitor.get(address).status_code == (200 if seen else 404)
            for person in self._living():
                status = person.client.get(address).status_code
                assert status == (200 if self._sees(person, draft) else 404)

    @invariant()
    def accounts_hold_what_is_theirs(self) -> None:
        """What an account hands out is its own puzzles and the attempts at those that are left."""
        for person in self._living():
            found = person.client.get("/account/data")
            if not person.signed_in:
                assert found.status_code in (302, 401)
                continue
            data = found.get_json()
            owned = {
                each.public_id for each in self.drawn if each.owner is person and not each.gone
            }
            shelves = data["collections"]
            assert owned == {puzzle["public_id"] for each in shelves for puzzle in each["puzzles"]}
            left = [draft for draft in self.drawn if not draft.gone]
            played = {draft.public_id for draft in left if person in draft.played}
            assert played == {attempt["puzzle"] for attempt in data["attempts"]}

    def _sees(self, person: Person, draft: Draft) -> bool:
        mine = person.signed_in and draft.owner is person
        return not draft.gone and (draft.published or mine)

    def _living(self) -> list[Person]:
        return [each for each in self.everybody if not each.gone]

    def _drawing(self, text: int) -> dict[str, object]:
        return DRAWING | {"title": f"Puzzle {text}"}


def main(arguments: list[str]) -> int:
    """Try orders of steps until so many seconds are over."""
    end, stories = time.monotonic() + float(arguments[0]), 0
    settings = hypothesis.settings(
        max_examples=20, stateful_step_count=50, deadline=None, derandomize=False, database=None
    )
    while time.monotonic() < end:
        run_state_machine_as_test(SiteModel, settings=settings)
        stories += settings.max_examples
    print(f"{stories} stories of up to 50 steps; {steps.total():,} steps:")
    for kind, count in steps.most_common():
        print(f"  {count:>7,} {kind}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
