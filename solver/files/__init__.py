"""Puzzle and game files: SGF `GM[21]`, Little Golem, T1, move lists, diagrams.

A reader collects every finding and raises `PuzzleFileError` with all of them when one is an error;
warnings come with the record.
"""

from solver.files.as_played import game_name, handicap, moves_before
from solver.files.collection import (
    COLLECTION_FILE,
    PROOFS_FILE,
    REPORT_FILES,
    check_names,
    listed_entries,
    listed_file,
    read_collection,
    read_lines,
    read_listing,
    read_reports,
    reported_file,
    reports_in,
    tags_of,
    terms_of,
)
from solver.files.diagram import parse_size, read_diagram
from solver.files.diagram_write import board_diagram
from solver.files.formats import exact_sgf, read_file, read_text, write_text
from solver.files.puzzle_file import parse_puzzle, puzzle_text, read_puzzle, write_puzzle
from solver.files.record import Format, Node, Record, Written
from solver.files.server_syntax import parse_server_size
from solver.files.sgf_grammar import is_one_tree
from solver.files.sgf_write import puzzle_to_sgf
from solver.files.shipped import SHIPPED

__all__ = [
    "COLLECTION_FILE",
    "PROOFS_FILE",
    "REPORT_FILES",
    "SHIPPED",
    "Format",
    "Node",
    "Record",
    "Written",
    "board_diagram",
    "check_names",
    "exact_sgf",
    "game_name",
    "handicap",
    "is_one_tree",
    "listed_entries",
    "listed_file",
    "moves_before",
    "parse_puzzle",
    "parse_server_size",
    "parse_size",
    "puzzle_text",
    "puzzle_to_sgf",
    "read_collection",
    "read_diagram",
    "read_file",
    "read_lines",
    "read_listing",
    "read_puzzle",
    "read_reports",
    "read_text",
    "reported_file",
    "reports_in",
    "tags_of",
    "terms_of",
    "write_puzzle",
    "write_text",
]
