"""What report pages and files are made of, whether of a puzzle or of a job."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response, abort

from solver.audits import audit_text
from solver.audits.render.terminal_text import facts
from solver.game import parse_hole
from solver.puzzle import Puzzle
from solver.told_report import for_people
from webapp.catalog.puzzle_texts import puzzle_from
from webapp.models import Report
from webapp.pictures import Mark, page_map
from webapp.play.gated_solver import solver_here
from webapp.reports import report_text
from webapp.reports.certificates_zip import archive
from webapp.reports.lines_shown import best_tries, in_words, key_names

__all__ = [
    "AUDIT_SECONDS",
    "certificates_response",
    "json_response",
    "report_parts",
    "text_response",
]

AUDIT_SECONDS = {20: "20 seconds", 60: "a minute", 300: "five minutes"}
"""How long a check may take, for people to choose from."""

_IN_TABLE = {"cook", "delay", "wins", "win", "draws", "draw"}
_IN_TABLE |= {"try", "tries", "no cooks", "undecided"}
"""Facts that the table of first moves tells."""


def certificates_response(report: Report | None, sgf: str, name: str) -> Response:
    """Return the proofs behind a report on a text in an archive; status 404 when there are none."""
    if report is None:
        abort(404, "There is no report yet.")
    puzzle = puzzle_from(sgf)
    kept = solver_here().proofs(puzzle, json.loads(report.body))
    packed = archive(name, puzzle, kept) or abort(404, "No proof behind this report is kept here.")
    response = Response(packed, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def report_parts(
    record: Mapping[str, Any], puzzle: Puzzle, *, whole: bool, own: bool
) -> dict[str, Any]:
    """Return what the templates need of a record, or of a part of one.

    With `own` the reader is the author of the puzzle.
    """
    if whole:
        record = for_people(record)
    moves = [
        replace(move, line=in_words(puzzle.position, move.line))
        if any(text == "pass" or text.startswith("[") for text in move.line)
        else move
        for move in report_text.first_moves(record)
    ]
    kinds = [kind for kind in report_text.KINDS if any(move.kind == kind for move in moves)]
    marks = {parse_hole(move.hole): Mark(move.mark, move.kind) for move in moves}
    found = {
        "moves": moves,
        "board": page_map(
            puzzle.position, "Board with what each first move is", marks, linked=whole
        ),
        "meanings": report_text.meanings(puzzle.goal),
        "marks": report_text.MARKS,
        "kinds": kinds,
        "numbered": any(move.kind == "try" and move.mark != "T" for move in moves),
    }
    if whole:
        told = [
            (name, report_text.in_capitals(said))
            for name, said in facts(record)
            if name not in _IN_TABLE
        ]
        found |= {
            "record": record,
            "sentence": report_text.sentence(record, key_names(puzzle.position, record), own=own),
            "plain": report_text.plain_words(record),
            "best_tries": list(best_tries(puzzle.position, record)),
            "facts": told,
            "badge": report_text.badge(record["verdict"]),
            "proved": solver_here().has_proofs(puzzle),
        }
    return found


def json_response(report: Report | None) -> Response:
    """Return a report as `twixt audit --json` prints it; status 404 when there is none."""
    if report is None:
        abort(404)
    return Response(report.body + "\n", mimetype="application/json")


def text_response(report: Report | None) -> Response:
    """Return a report as `twixt audit` prints it; status 404 when there is none."""
    if report is None:
        abort(404)
    return Response(audit_text(json.loads(report.body)) + "\n", mimetype="text/plain")
