"""An audit's record as a page of its own: one file without scripts."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from solver.audits.render.terminal_text import facts
from solver.game import Box, Hole, Position, Side, hole_text
from solver.puzzle import Puzzle
from solver.told_report import for_people, kind_name

__all__ = ["audit_page"]

_STEP = 36
"""Between neighbouring holes, in units of the picture."""

_MARKS = {
    "key": ("K", "key"),
    "cook": ("C", "cook: works without the key"),
    "delay": ("D", "delay: works, but needs the key"),
    "wins": ("W", "works; cook or delay is open"),
    "win": ("W", "works"),
    "try": ("T", "try; the number counts the replies that refute it, + at least"),
    "idle": ("-", "refuted by the answer to a pass"),
    "no-cook": ("N", "no cook: refuted, or else a delay"),
    "undecided": ("?", "undecided"),
}

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #1c1c1c; background: #fff; }
svg { width: 100%; max-width: 44rem; height: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
.hole circle { stroke: #555; }
.hole text { font-size: 13px; text-anchor: middle; dominant-baseline: central; fill: #000; }
.key circle { fill: #7fd18b; } .cook circle { fill: #ff9a8f; } .delay circle { fill: #ffd27f; }
.wins circle { fill: #ffb5d0; } .try circle { fill: #9cc4f5; } .idle circle { fill: #eee; }
.win circle { fill: #c8ecb0; } .no-cook circle { fill: #e3d5f2; }
.undecided circle { fill: #fff; stroke-dasharray: 2 2; }
.white { fill: #fff; stroke: #000; stroke-width: 2; } .black { fill: #000; stroke: #000; }
.links-white { stroke: #777; stroke-width: 3; } .links-black { stroke: #000; stroke-width: 3; }
.goal-white { stroke: #bbb; stroke-width: 4; } .goal-black { stroke: #000; stroke-width: 4; }
.label { font-size: 13px; text-anchor: middle; dominant-baseline: central; fill: #444; }
"""


def audit_page(record: Mapping[str, Any], puzzle: Puzzle) -> str:
    """Return a record that `as_json` made, with the puzzle's title, as HTML.

    The board shows what every first move is, by a letter and a colour.
    """
    record = for_people(record)
    title = escape(f"{record['puzzle']}: {record['verdict']}")
    rows = "\n".join(
        f"<tr><th>{escape(name)}</th><td>{escape(said)}</td></tr>" for name, said in facts(record)
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{title}</h1>
<p>{escape(record["reason"])}.</p>
{_board(record, puzzle.position)}
<ul>
{_legend(record)}
</ul>
<table>
{rows}
</table>
<h2>First moves</h2>
<table>
<tr><th>hole</th><th>kind</th><th>line</th><th>replies that refute it</th></tr>
{_moves(record)}
</table>
</body>
</html>
"""


def _legend(record: Mapping[str, Any]) -> str:
    used = {move["kind"] for move in record["moves"]}
    return "\n".join(
        f"<li>{mark} = {escape(meaning)}</li>"
        for kind, (mark, meaning) in _MARKS.items()
        if kind in used
    )


def _moves(record: Mapping[str, Any]) -> str:
    return "\n".join(
        f"<tr><td>{escape(move['hole'])}</td><td>{escape(kind_name(record, move['kind']))}</td>"
        f"<td>{escape(' '.join(move['line']))}</td><td>{escape(_replies(move))}</td></tr>"
        for move in record["moves"]
    )


def _replies(move: Mapping[str, Any]) -> str:
    """Return how many replies refute a try: `3`, `3+` for at least so many."""
    replies = move["replies"]
    return f"{replies['refuting']}{'+' if replies['undecided'] else ''}" if replies else ""


# -- the board ----------------------------------------------------------------------------


def _board(record: Mapping[str, Any], position: Position) -> str:
    """Return the board, or its window with what stands near it, as SVG."""
    box = _shown(position)
    width = (box.right - box.left + 3) * _STEP
    height = (box.bottom - box.top + 3) * _STEP
    parts = [
        f'<svg viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(str(record["puzzle"]))}, what each first move is">'
    ]
    parts += [*_labels(box), *_goals(position, box), *_links(position, box)]
    parts += _holes(record, position, box)
    for side in Side:
        for hole in sorted(position.pegs(side)):
            if hole in box:
                x, y = _at(box, hole)
                parts.append(
                    f'<circle class="{side.value}" cx="{x}" cy="{y}" r="11">'
                    f"<title>{hole_text(hole)}, {side.value} peg</title></circle>"
                )
    return "\n".join([*parts, "</svg>"])


def _shown(position: Position) -> Box:
    box = position.board.box
    near = Box(box.left - 2, box.top - 2, box.right + 2, box.bottom + 2)
    pegs = [hole for side in Side for hole in position.pegs(side) if hole in near]
    return Box.around([*box.corners, *pegs])


def _at(box: Box, hole: Hole) -> tuple[int, int]:
    return (hole.col - box.left + 1) * _STEP + 18, (hole.row - box.top + 1) * _STEP + 18


def _labels(box: Box) -> Iterator[str]:
    for col in range(box.left, box.right + 1):
        x, _ = _at(box, Hole(col, box.top))
        yield f'<text class="label" x="{x}" y="18">{hole_text(Hole(col, 0))[:-1]}</text>'
    for row in range(box.top, box.bottom + 1):
        _, y = _at(box, Hole(box.left, row))
        yield f'<text class="label" x="18" y="{y}">{row + 1}</text>'


def _goals(position: Position, box: Box) -> Iterator[str]:
    board = position.board
    if board.diagonal is not None:
        # Its borders do not run along the picture's sides: each of their holes has a ring.
        for side in Side:
            for hole in (hole for end in (0, 1) for hole in board.line_holes(side, end)):
                x, y = _at(box, hole)
                yield f'<circle class="goal-{side.value}" cx="{x}" cy="{y}" r="16" fill="none"/>'
        return
    goal = board.box
    left, top = _at(box, Hole(goal.left, goal.top))
    right, bottom = _at(box, Hole(goal.right, goal.bottom))
    half = _STEP // 2
    for y in (top - half, bottom + half):
        yield _segment("goal-white", left - half, y, right + half, y)
    for x in (left - half, right + half):
        yield _segment("goal-black", x, top - half, x, bottom + half)


def _links(position: Position, box: Box) -> Iterator[str]:
    for side in Side:
        for link in sorted(position.links(side)):
            if link.left in box and link.right in box:
                yield _segment(f"links-{side.value}", *_at(box, link.left), *_at(box, link.right))


def _segment(name: str, x1: int, y1: int, x2: int, y2: int) -> str:
    return f'<line class="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _holes(record: Mapping[str, Any], position: Position, box: Box) -> Iterator[str]:
    moves = {move["hole"]: move for move in record["moves"]}
    for hole in position.board.playable_holes():
        if position.peg_at(hole) is not None:
            continue
        x, y = _at(box, hole)
        move = moves.get(hole_text(hole).lower())
        if move is None:
            yield f'<circle cx="{x}" cy="{y}" r="3" fill="#999"/>'
            continue
        mark, meaning = _MARKS[move["kind"]]
        said = f"{hole_text(hole)}, {meaning}"
        if move["line"]:
            said += f": {' '.join(move['line'])}"
        yield (
            f'<g class="hole {move["kind"]}"><title>{escape(said)}</title>'
            f'<circle cx="{x}" cy="{y}" r="13"/>'
            f'<text x="{x}" y="{y}">{_replies(move) or mark}</text></g>'
        )
