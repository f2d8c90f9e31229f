"""A position as an SVG drawing. It knows no rules: it draws what stands there.

Most of a drawing is the board itself. Boards alike are drawn once and kept as text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, degrees, sin
from xml.etree.ElementTree import Element, SubElement, tostring

from solver.game import DIRECTIONS, Board, Hole, Link, Position, Ruleset, Side, hole_text, link_text
from webapp.core.sized_cache import kept
from webapp.pictures.diagonal_layout import DiagonalLayout
from webapp.pictures.layout import CELL, Layout, Point
from webapp.pictures.orientation import Orientation
from webapp.pictures.style import Theme, style

__all__ = ["CELL", "Mark", "board_svg", "page_board", "page_map"]

_PEG = 13.0
"""Radius."""
_SHADE: Point = (0.8, 2.4)
"""Where the shadow of a peg or link lies, away from it."""
_WIDEST = 0.85 * CELL
"""Width of the name of a column that has more than one letter."""
_KEPT = 8 << 20
"""Bytes of surfaces, and of grids, that are kept: one of 24 columns and rows takes 130 KiB."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A letter or two in a hole."""

    text: str
    kind: str = ""
    """Its class on the drawing, what a first move is: `key`, `cook`, `try`, `undecided`; `white` or
    `black` for what stands on a peg."""


def board_svg(
    position: Position,
    *,
    view: Orientation = Orientation.UPRIGHT,
    theme: Theme = Theme.CLASSIC,
    dark: bool = False,
    labels: bool = True,
    title: str = "A TwixT board",
) -> str:
    """Return a picture that stands alone: its style is in it, and no program need know ours.

    `title` is what is read out to those who do not see it.
    """
    view = view.on(position.board)
    layout = _layout(position.board, view, labels=labels)
    _, _, width, height = layout.frame()
    about = {
        "xmlns": "http://www.w3.org/2000/svg",
        "role": "img",
        "width": _number(width),
        "height": _number(height),
        "font-size": _number(max(15.0, layout.pad * 0.5)),
    }
    sheet, named = Element("style"), Element("title")
    # What XML cannot hold is left out of a title.
    sheet.text, named.text = style(theme, dark=dark), "".join(filter(str.isprintable, title))
    surface = _surface_of(position, view, labels=labels)
    standing = _standing(position, layout)
    marks = _texts(_layer("marks", layout))
    return _svg(layout, about, _texts(named, sheet), surface, standing, marks)


def page_board(position: Position, label: str, view: Orientation = Orientation.UPRIGHT) -> str:
    """Return the drawing for a page, whose style sheets and script it needs.

    The position's pegs and links stand on it already. The grid of cells, one for each place of
    the window, is what keyboards and screen readers move in; `label` tells what it is.
    """
    view = view.on(position.board)
    layout = _layout(position.board, view)
    counts, grid = _grid(position.board, view)
    about = {
        "data-view": view.value,
        "data-cell-width": _number(CELL),
        "role": "grid",
        "aria-label": label,
    }
    if layout.turn:
        about["data-turn"] = f"{layout.turn:.6f}"
    surface, standing = _surface_of(position, view), _standing(position, layout)
    return _svg(layout, about | counts, surface, standing, _texts(_layer("marks", layout)), grid)


def page_map(
    position: Position, label: str, marks: Mapping[Hole, Mark], *, linked: bool = True
) -> str:
    """Return the drawing for a page with marks in holes.

    They are links to `#move-HOLE` on that page, unless `linked` is false: then a script may change
    them, and finds each by its `data-mark`.
    """
    view = Orientation.UPRIGHT.on(position.board)
    layout = _layout(position.board, view)
    links = list[Element]()
    for hole, mark in marks.items():
        name = hole_text(hole)
        about = {"data-mark": name}
        if linked:
            about |= {"href": f"#move-{name}", "aria-label": f"{name}: {mark.kind}"}
        links.append(Element("a" if linked else "g", about))
        _circle(links[-1], layout.at(hole), _PEG + 1, f"mark mark-{mark.kind}")
        _text(links[-1], layout.at(hole), mark.text, f"mark-text mark-text-{mark.kind}")
        if not linked:
            continue
        # A finger may miss the mark, as long as it meets the cell.
        x, y = layout.at(hole)
        reach = _numbers(x=x - CELL / 2, y=y - CELL / 2, width=CELL, height=CELL)
        SubElement(links[-1], "rect", reach | {"fill": "none", "pointer-events": "all"})
    surface, standing = _surface_of(position, view), _standing(position, layout)
    above = _texts(_layer("marks", layout), *links)
    return _svg(layout, {"role": "group", "aria-label": label}, surface, standing, above)


def _layout(board: Board, view: Orientation, *, labels: bool = True) -> Layout:
    layout = Layout(board, view, labels=labels)
    return DiagonalLayout(board.diagonal, layout) if board.diagonal else layout


# -- what boards alike share --------------------------------------------------------------


def _surface_of(position: Position, view: Orientation, *, labels: bool = True) -> str:
    mover = None if position.result else position.to_move
    crossing = position.ruleset is Ruleset.PP
    return _surface(position.board, view, mover, labels=labels, crossing=crossing)


@kept(_KEPT)
def _surface(
    board: Board, view: Orientation, mover: Side | None, *, labels: bool, crossing: bool
) -> str:
    """Return all that lies under links and pegs, and the shapes that these are made of."""
    layout = _layout(board, view, labels=labels)
    outline = "M" + "L".join(_list(*point) for point in layout.outline()) + "Z"
    root, clip = Element("svg"), _clip(layout)
    defs = SubElement(root, "defs")
    SubElement(SubElement(defs, "clipPath", {"id": clip}), "path", {"d": outline})
    _shapes(defs, layout.turn, crossing=crossing)
    _field(SubElement(root, "g", {"clip-path": f"url(#{clip})"}), layout, outline)
    SubElement(root, "path", {"d": outline, "class": "edge"})
    for owner, bars in layout.goals():
        colour = layout.view.colour(owner).value
        kind = "goal to-move" if mover is owner else "goal"
        bar = SubElement(root, "g", {"class": kind, "data-owner": owner.value})
        for start, end, more in bars:
            _line(bar, start, end, f"goal-{colour}{'-edge' if more else ''}")
    if labels:
        _labels(SubElement(root, "g", {"class": "labels", "aria-hidden": "true"}), layout)
    return _texts(*root)


def _field(surface: Element, layout: Layout, outline: str) -> None:
    """Draw what lies inside the board's edge: border rows, guide lines, holes."""
    SubElement(surface, "path", {"d": outline, "class": "field"})
    for owner, points in layout.border_rows():
        corners = " ".join(_list(*point) for point in points)
        kind = f"border-{layout.view.colour(owner).value}"
        SubElement(surface, "polygon", {"points": corners, "class": kind})
    for start, end in layout.guides():
        _line(surface, start, end, "guide")
    holes = SubElement(surface, "g", {"class": "holes"})
    for hole in layout.around():
        inside = layout.board.in_region(hole)
        drawn = _circle(holes, layout.at(hole), 4.2, "hole" if inside else "hole outside")
        drawn.attrib |= {"data-hole": hole_text(hole), "fill": "url(#pit)"}
    SubElement(surface, "path", {"d": outline, "fill": "url(#sheen)"})
    for x, y, width, height in layout.beyond():
        numbers = _numbers(x=x, y=y, width=width, height=height)
        SubElement(surface, "rect", numbers | {"class": "beyond"})


def _labels(group: Element, layout: Layout) -> None:
    for point, name in layout.labels():
        label = _text(group, point, name)
        if name.isalpha() and len(name) > 1:
            # Wider than the column on a small screen, where letters do not shrink with it.
            label.set("textLength", f"{_WIDEST:g}")
            label.set("lengthAdjust", "spacingAndGlyphs")
    for point, turn in layout.continues():
        continues = _text(group, point, "board continues", "continues")
        if turn:
            continues.set("transform", f"rotate({turn} {_list(*point)})")


@kept(_KEPT)
def _grid(board: Board, view: Orientation) -> tuple[dict[str, str], str]:
    """Return the cells of a page's board, and how the drawing tells their number."""
    layout = _layout(board, view)
    rows, drawn = layout.grid(), list[Element]()
    half = CELL / 2 - 2
    for number, row in enumerate(rows, start=1):
        drawn.append(Element("g", {"role": "row", "aria-rowindex": str(number)}))
        for place, hole in enumerate(row, start=1):
            x, y = layout.at(hole)
            cell = SubElement(
                drawn[-1],
                "rect",
                _numbers(x=x - half, y=y - half, width=2 * half, height=2 * half, rx=8)
                | {
                    "class": "cell",
                    "role": "gridcell",
                    "tabindex": "-1",
                    "aria-colindex": str(place),
                    "aria-label": hole_text(hole),
                    "data-cell": hole_text(hole),
                },
            )
            if layout.turn:
                cell.set("transform", f"rotate({_list(degrees(layout.turn), x, y)})")
            if not board.in_region(hole):
                cell.set("aria-disabled", "true")
    counts = {"aria-rowcount": str(len(rows)), "aria-colcount": str(len(rows[0]))}
    return counts, _texts(*drawn)


def _shapes(defs: Element, turn: float, *, crossing: bool) -> None:
    """Define a peg of each colour, and a link of each colour and direction from its left end.

    Directions have the names they have before the drawing is turned. Where links of a side may
    cross, the lower one gets a gap.
    """
    _circle(SubElement(defs, "g", {"id": "last-peg"}), (0.0, 0.0), _PEG + 4.5, "ring")
    sheen = SubElement(defs, "linearGradient", {"id": "sheen"} | _numbers(x1=0, y1=0, x2=1, y2=1))
    for offset, end in ((0, "light"), (1, "dark")):
        SubElement(sheen, "stop", {"offset": str(offset), "class": f"sheen-{end}"})
    _light(defs, "pit", "hole", 0.5, 0.75)
    for colour in ("white", "black"):
        _light(defs, f"ball-{colour}", f"disc-{colour}", 0.35, 0.3)
        peg = SubElement(defs, "g", {"id": f"peg-{colour}"})
        _circle(peg, _SHADE, _PEG + 1.5, "shade")
        _circle(peg, (0.0, 0.0), _PEG, f"disc-{colour}").set("fill", f"url(#ball-{colour})")
        for right, down in DIRECTIONS:
            link = SubElement(defs, "g", {"id": f"link-{colour}-{_step(right, down)}"})
            x, y = _turned(right * CELL, down * CELL, turn)
            _line(link, _SHADE, (x + _SHADE[0], y + _SHADE[1]), "shade-link")
            kinds = [f"link-{colour}-edge", f"link-{colour}"]
            for kind in ["halo", *kinds] if crossing else kinds:
                _line(link, (0.0, 0.0), (x, y), kind)


def _light(defs: Element, name: str, kind: str, x: float, y: float) -> None:
    """Define how light falls on a round thing: brightest at a place from 0 to 1 each way."""
    light = SubElement(defs, "radialGradient", {"id": name} | _numbers(cx=x, cy=y, r=0.75))
    for offset, end in ((0, "light"), (1, "dark")):
        SubElement(light, "stop", {"offset": str(offset), "class": f"{kind}-{end}"})


def _turned(x: float, y: float, angle: float) -> Point:
    """Return a point turned clockwise round the origin."""
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _step(right: int, down: int) -> str:
    return f"{right}{'-down-' if down > 0 else '-up-'}{abs(down)}"


# -- what stands on it --------------------------------------------------------------------


def _standing(position: Position, layout: Layout) -> str:
    """Return the layers of links and pegs."""
    links, pegs = _layer("links", layout), _layer("pegs", layout)
    for side in Side:
        for link in sorted(position.links(side)):
            if all(map(layout.shows, link)):
                _link(links, link, side, layout)
        for hole in sorted(filter(layout.shows, position.pegs(side))):
            colour = layout.view.colour(side).value
            attributes = {
                "class": f"peg peg-{colour}",
                "data-hole": hole_text(hole),
                "data-side": side.value,
            }
            if not position.board.in_region(hole):
                attributes["class"] += " outside"
            x, y = layout.at(hole)
            SubElement(pegs, "use", {"href": f"#peg-{colour}"} | _numbers(x=x, y=y) | attributes)
    return _texts(links, pegs)


def _link(parent: Element, link: Link, side: Side, layout: Layout) -> None:
    (x, y), (x2, y2) = layout.at(link.left), layout.at(link.right)
    right, down = _turned((x2 - x) / CELL, (y2 - y) / CELL, -layout.turn)
    if right < 0:
        x, y, right, down = x2, y2, -right, -down
    step = _step(round(right), round(down))
    inside = all(layout.board.in_region(hole) for hole in link)
    SubElement(
        parent,
        "use",
        {"href": f"#link-{layout.view.colour(side).value}-{step}"}
        | _numbers(x=x, y=y)
        | {
            "class": "link" if inside else "link outside",
            "data-link": link_text(link),
            "data-side": side.value,
        },
    )


# -- elements -----------------------------------------------------------------------------


def _svg(layout: Layout, about: dict[str, str], *parts: str) -> str:
    attributes = {"class": "board", "viewBox": _list(*layout.frame())}
    root = Element("svg", attributes | about)
    empty = tostring(root, encoding="unicode", short_empty_elements=False)
    return empty.removesuffix("</svg>") + "".join(parts) + "</svg>"


def _layer(name: str, layout: Layout) -> Element:
    about = {"class": name, "clip-path": f"url(#{_clip(layout)})", "aria-hidden": "true"}
    return Element("g", about)


def _clip(layout: Layout) -> str:
    # Two drawings on one page may share a name where they share the outline, too.
    shape = f"{layout.board.diagonal.shape.value}-" if layout.board.diagonal else ""
    ways = "-".join([*layout.cut, layout.view.value])
    return f"surface-{shape}{layout.columns}-{layout.rows}-{ways}"


def _texts(*elements: Element) -> str:
    return "".join(tostring(element, encoding="unicode") for element in elements)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _numbers(**values: float) -> dict[str, str]:
    return {name: _number(value) for name, value in values.items()}


def _list(*values: float) -> str:
    return " ".join(map(_number, values))


def _circle(parent: Element, at: Point, radius: float, kind: str) -> Element:
    return SubElement(parent, "circle", _numbers(cx=at[0], cy=at[1], r=radius) | {"class": kind})


def _line(parent: Element, start: Point, end: Point, kind: str) -> Element:
    numbers = _numbers(x1=start[0], y1=start[1], x2=end[0], y2=end[1])
    return SubElement(parent, "line", numbers | {"class": kind})


def _text(parent: Element, at: Point, text: str, kind: str = "") -> Element:
    element = SubElement(parent, "text", _numbers(x=at[0], y=at[1]))
    element.text = text
    if kind:
        element.set("class", kind)
    return element
