"""What a command prints, held against its JSON Schema."""

import json
from importlib import resources

from jsonschema_rs import Draft202012Validator, meta

__all__ = ["check_json"]


def check_json(schema: str, text: str) -> list[dict[str, object]]:
    """Return the objects of a text of JSON lines after checking each."""
    rules = json.loads(resources.files("solver").joinpath("schemas", f"{schema}.json").read_text())
    meta.validate(rules)
    found = [json.loads(line) for line in text.splitlines()]
    for each in found:
        Draft202012Validator(rules).validate(each)
    return found
