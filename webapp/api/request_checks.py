"""What all views of the API share: their blueprint, their limits, and what a request may hold.

A request is held against the description: names that it does not know are refused, so that a slip
of the pen is not passed over.
"""

import json
import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import yaml
from flask import Blueprint, abort, request
from sqlalchemy import Select, select
from sqlalchemy.orm import selectinload
from werkzeug.exceptions import BadRequest

from solver.errors import NotationError, PuzzleFileError, PuzzleRuleError
from solver.files import Record, parse_size
from solver.game import Ruleset
from solver.plurals import counted
from webapp.accounts.api_keys import bearer, required_bearer
from webapp.catalog.puzzle_texts import read_with
from webapp.catalog.visibility import visible_to
from webapp.core.database import session
from webapp.core.errors import FaultsError
from webapp.core.limiter import rate_limit
from webapp.core.security import NulError, csrf
from webapp.core.sentences import as_sentence
from webapp.core.visitor_address import address_key
from webapp.models import PuzzleRow

__all__ = [
    "asking",
    "blueprint",
    "description",
    "given_text",
    "json_body",
    "key_name",
    "one_of",
    "puzzle_row",
    "reading",
    "record_of",
    "text",
    "unreadable",
    "visible_puzzles",
]

blueprint = Blueprint("api", __name__)
# It reads no cookies, so that there is nothing to forge: see `webapp.accounts.api_keys.bearer`.
csrf.exempt(blueprint)

_E = TypeVar("_E", bound=Enum)

_LONGEST_SGF = 60_000
"""Characters."""
_LONGEST_NAME = 20
"""Characters of a size or of a name of rules or of a value."""

_OPTION = re.compile(r"--(\w+)(?: (\w+))?")
"""An option of the command line, with its value."""

_FILE = Path(__file__).with_name("openapi.yaml")
_SCHEMAS = Path(__file__).parents[2] / "solver" / "schemas"


def key_name() -> str:
    """Return for whom a request counts: the account whose key it carries, else its address."""
    account = bearer()
    return f"account {account.id}" if account else address_key()


reading = rate_limit("read the API", key_func=key_name)
asking = rate_limit("ask the solver", key_func=key_name)


@lru_cache
def description() -> dict[str, Any]:
    """Return the OpenAPI description, with the schemas of what `twixt` prints."""
    found: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    for name in ("judge", "audit", "review"):
        schema_text = (_SCHEMAS / f"{name}.json").read_text(encoding="utf-8")
        # Its definitions become schemas of the description.
        schema = json.loads(schema_text.replace("#/$defs/", f"#/components/schemas/{name}_"))
        del schema["$schema"]
        parts = {f"{name}_{part}": told for part, told in schema.pop("$defs").items()}
        found["components"]["schemas"] |= {name: schema} | parts
    return found


def json_body() -> dict[str, Any]:
    """Return the object that a request holds; status 400 or 415 for anything else."""
    try:
        found: Any = request.get_json()
    except NulError:
        raise
    except (BadRequest, RecursionError):  # the latter of brackets without end
        abort(400, f"The body is not JSON{_place_of_fault(request.get_data())}.")
    return found if isinstance(found, dict) else abort(400, "Send a JSON object.")


def _place_of_fault(body: bytes) -> str:
    """Return where a text stops being JSON, in words; nothing where that is not known."""
    try:
        json.loads(body)
    except json.JSONDecodeError as error:
        return f": see line {error.lineno}, column {error.colno}"
    except (ValueError, RecursionError):
        pass
    return ""


def text(body: dict[str, Any], name: str, longest: int) -> str:
    """Return the text that a field holds. Raises FaultsError."""
    found = body.get(name)
    if not isinstance(found, str) or len(found) > longest:
        raise FaultsError(400, [(name, f"{name} must be a text of up to {longest} characters.")])
    return found


def one_of(body: dict[str, Any], name: str, kind: type[_E]) -> _E | None:
    """Return the member that a field names, None where it is left out. Raises FaultsError."""
    if body.get(name) is None:
        return None
    try:
        return kind(text(body, name, _LONGEST_NAME))
    except ValueError:
        fault = f"{name} can be {', '.join(each.value for each in kind)}."
        raise FaultsError(400, [(name, fault)]) from None


def given_text(body: dict[str, Any]) -> tuple[str, tuple[int, int] | None, Ruleset | None]:
    """Return the text `sgf` of a body, and the `size` and the `rules` that stand in for what it
    does not say. Raises FaultsError."""
    sgf = text(body, "sgf", _LONGEST_SGF)
    try:
        size = parse_size(text(body, "size", _LONGEST_NAME)) if "size" in body else None
    except NotationError as error:
        raise FaultsError(400, [("size", str(error))]) from None
    return sgf, size, one_of(body, "rules", Ruleset)


def record_of(body: dict[str, Any]) -> Record:
    """Return what the text of a body holds; see `given_text`. Raises FaultsError."""
    try:
        return read_with(*given_text(body))
    except PuzzleFileError as error:
        raise unreadable(error) from None


def unreadable(error: PuzzleFileError | PuzzleRuleError) -> FaultsError:
    """Return the answer to a text in which there is no puzzle, or one that cannot be solved."""
    if isinstance(error, PuzzleRuleError):
        return FaultsError(422, [("sgf", as_sentence(str(error)))])
    said = (as_sentence(_with_fields(finding.text())) for finding in error.findings)
    return FaultsError(422, (("sgf", each) for each in said))


def _with_fields(told: str) -> str:
    """Return what is told with fields of a request for options of the command line."""

    def field(option: re.Match[str]) -> str:
        return f'"{option[1]}"' + (f': "{option[2]}"' if option[2] else "")

    return _OPTION.sub(field, told).replace('" "', '" and "')


def visible_puzzles() -> Select[PuzzleRow]:
    """Return the query for the puzzles that whoever asks may see."""
    query = select(PuzzleRow).where(visible_to(bearer()))
    return query.options(selectinload(PuzzleRow.collection))


def puzzle_row(public_id: str) -> PuzzleRow:
    """Return a puzzle that whoever asks may see; status 404 for any other one."""
    found = session().scalar(visible_puzzles().where(PuzzleRow.public_id == public_id))
    return found or abort(404, "There is no such puzzle.")


@blueprint.before_request
def _refuse_unknown() -> None:
    """Refuse names that the description does not know. Raises FaultsError."""
    path = re.sub(r"<[^>]*>", "{id}", request.url_rule.rule if request.url_rule else "")
    told = description()["paths"].get(path, {}).get(request.method.lower().replace("head", "get"))
    if told is None:
        return  # the views say so, or are no operations
    if {} not in told.get("security", [{}]):
        required_bearer()
    faults = [*_query_faults(told)]
    if content := told.get("requestBody"):
        known = content["content"]["application/json"]["schema"]["properties"]
        faults += (
            (name[:40], f"{name[:40]!r} is not known here: the fields are {', '.join(known)}.")
            for name in json_body()
            if name not in known
        )
    if faults:
        raise FaultsError(400, faults)


def _query_faults(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the names and lengths in a query, by an operation's description."""
    listed = [each for each in told.get("parameters", []) if each.get("in") == "query"]
    known = {each["name"]: each["schema"] for each in listed}
    names = [each["name"] for each in listed if not each.get("deprecated")]
    there = f"query parameters can be {', '.join(names)}" if names else "a query is not taken"
    for name, values in request.args.lists():
        if name not in known:
            yield name[:40], f"{name[:40]!r} is not known here: {there}."
            continue
        schema = known[name]
        most = schema.get("maxItems", 1)
        longest = schema.get("items", schema).get("maxLength", 100)
        if len(values) > most:
            given = f"{name} is given {len(values)} times"
            yield name, f"{given}: give it {counted(most, 'time')} at most."
        if not all(1 <= len(value.strip()) <= longest for value in values):
            yield name, f"{name} must have 1 to {longest} characters, or be left out."
