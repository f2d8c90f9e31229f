"""A position as an SVG drawing. It knows no rules: it draws what stands there."""

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from solver.game import DIRECTIONS, Hole, Link, Position, Ruleset, Side, hole_text, link_text
from webapp.drawing.frame import CELL, Frame, Point
from webapp.drawing.style import Theme, style
from webapp.drawing.view import View

__all__ = ["CELL", "Mark", "board_svg", "page_board", "page_map"]

_PEG = 13.0
"""Radius."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A letter or two in a hole."""

    text: str
    kind: str = ""
    """Its class on the drawing, what a first move is: `key`, `cook`, `try`, `undecided`."""


def board_svg(
    position: Position,
    *,
    view: View = View.AS_IS,
    theme: Theme = Theme.CLASSIC,
    dark: bool = False,
    labels: bool = True,
    last: Hole | None = None,
    marks: Mapping[Hole, Mark] | None = None,
    title: str = "A TwixT board",
) -> str:
    """Return a picture that stands alone: its style is in it, and no program need know ours.

    `last` gets a ring; `title` is what is read out to those who do not see it.
    """
    frame = Frame(position.board, view, labels=labels)
    root = _surface(position, frame, labels=labels)
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("role", "img")
    x, y, width, height = frame.rectangle(*frame.outer)
    root.set("width", _number(width))
    root.set("height", _number(height))
    root.set("font-size", _number(max(15.0, frame.pad * 0.5)))
    sheet, named = Element("style"), Element("title")
    sheet.text, named.text = style(theme, dark=dark), title
    root[:0] = [named, sheet]
    _standing(position, frame, root)
    clipped = root.find("g[@class='marks']")
    assert clipped is not None
    if last is not None:
        x, y = frame.at(last)
        SubElement(clipped, "use", {"href": "#last"} | _numbers(x=x, y=y))
    for hole, mark in (marks or {}).items():
        _circle(clipped, frame.at(hole), _PEG + 1, f"mark mark-{mark.kind}")
        _text(clipped, frame.at(hole), mark.text, f"mark-text mark-text-{mark.kind}")
    return tostring(root, encoding="unicode")


def page_board(position: Position, label: str, view: View = View.AS_IS) -> str:
    """Return the drawing for a page, whose style sheets and script it needs.

    The position's pegs and links stand on it already. The grid of cells, one for each place of
    the window, is what keyboards and screen readers move in; `label` tells what it is.
    """
    frame = Frame(position.board, view)
    root = _surface(position, frame)
    root.set("data-view", view.value)
    root.set("data-cell-width", _number(CELL))
    root.set("role", "grid")
    root.set("aria-label", label)
    rows = frame.grid()
    root.set("aria-rowcount", str(len(rows)))
    root.set("aria-colcount", str(len(rows[0])))
    _standing(position, frame, root)
    half = CELL / 2 - 2
    for number, row in enumerate(rows, start=1):
        group = SubElement(root, "g", {"role": "row", "aria-rowindex": str(number)})
        for place, hole in enumerate(row, start=1):
            x, y = frame.at(hole)
            cell = SubElement(
                group,
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
            if not position.board.in_region(hole):
                cell.set("aria-disabled", "true")
    return tostring(root, encoding="unicode")


def page_map(position: Position, label: str, marks: Mapping[Hole, Mark]) -> str:
    """Return the drawing for a page whose marked holes are links to `#move-HOLE` on that page."""
    frame = Frame(position.board, View.AS_IS)
    root = _surface(position, frame)
    root.set("role", "group")
    root.set("aria-label", label)
    _standing(position, frame, root)
    for hole, mark in marks.items():
        name = hole_text(hole)
        about = {"data-mark": name, "aria-label": f"{name}: {mark.kind}"}
        link = SubElement(root, "a", {"href": f"#move-{name}"} | about)
        _circle(link, frame.at(hole), _PEG + 1, f"mark mark-{mark.kind}")
        _text(link, frame.at(hole), mark.text, f"mark-text mark-text-{mark.kind}")
        # A finger may miss the mark, as long as it meets the cell.
        x, y = frame.at(hole)
        reach = _numbers(x=x - CELL / 2, y=y - CELL / 2, width=CELL, height=CELL)
        SubElement(link, "rect", reach | {"fill": "none", "pointer-events": "all"})
    return tostring(root, encoding="unicode")


# -- what never changes -------------------------------------------------------------------


def _surface(position: Position, frame: Frame, *, labels: bool = True) -> Element:
    """Return the drawing without pegs and links, but with the shapes they are made of."""
    root = Element("svg", {"class": "board", "viewBox": _list(*frame.rectangle(*frame.outer))})
    outline = "M" + "L".join(_list(*point) for point in frame.outline()) + "Z"
    # Two drawings on one page may share a name where they share the outline, too.
    clip = f"surface-{frame.columns}-{frame.rows}-{'-'.join([*frame.cut, frame.view.value])}"
    defs = SubElement(root, "defs")
    SubElement(SubElement(defs, "clipPath", {"id": clip}), "path", {"d": outline})
    _shapes(defs, crossing=position.ruleset is Ruleset.PP)
    surface = SubElement(root, "g", {"clip-path": f"url(#{clip})"})
    SubElement(surface, "path", {"d": outline, "class": "field"})
    for owner, points in frame.border_rows():
        corners = " ".join(_list(*point) for point in points)
        kind = f"border-{frame.view.colour(owner).value}"
        SubElement(surface, "polygon", {"points": corners, "class": kind})
    for start, end in frame.guides():
        _line(surface, start, end, "guide")
    holes = SubElement(surface, "g", {"class": "holes"})
    for hole in frame.around():
        inside = position.board.in_region(hole)
        drawn = _circle(holes, frame.at(hole), 4.2, "hole" if inside else "hole outside")
        drawn.set("data-hole", hole_text(hole))
    for x, y, width, height in frame.beyond():
        SubElement(
            surface, "rect", _numbers(x=x, y=y, width=width, height=height) | {"class": "beyond"}
        )
    SubElement(root, "path", {"d": outline, "class": "edge"})
    for owner, bars in frame.goals():
        colour = frame.view.colour(owner).value
        kind = "goal to-move" if position.to_move is owner and not position.result else "goal"
        bar = SubElement(root, "g", {"class": kind, "data-owner": owner.value})
        for start, end, more in bars:
            _line(bar, start, end, f"goal-{colour}{'-edge' if more else ''}")
    if labels:
        group = SubElement(root, "g", {"class": "labels", "aria-hidden": "true"})
        for point, name in frame.labels():
            _text(group, point, name)
        for point, turn in frame.continues():
            words = _text(group, point, "board continues", "continues")
            if turn:
                words.set("transform", f"rotate({turn} {_list(*point)})")
    for name in ("links", "pegs", "marks"):
        layer = {"class": name, "clip-path": f"url(#{clip})", "aria-hidden": "true"}
        SubElement(root, "g", layer)
    return root


def _shapes(defs: Element, *, crossing: bool) -> None:
    """Define a peg of each colour, and a link of each colour and direction from its left end.

    Where links of a side may cross, the lower one gets a gap.
    """
    _circle(SubElement(defs, "g", {"id": "last"}), (0.0, 0.0), _PEG + 4.5, "ring")
    for colour in ("white", "black"):
        peg = SubElement(defs, "g", {"id": f"peg-{colour}"})
        _circle(peg, (0.0, 0.0), _PEG, f"disc-{colour}")
        for right, down in _STEPS:
            link = SubElement(defs, "g", {"id": f"link-{colour}-{_step(right, down)}"})
            kinds = [f"link-{colour}-edge", f"link-{colour}"]
            for kind in ["halo", *kinds] if crossing else kinds:
                _line(link, (0.0, 0.0), (right * CELL, down * CELL), kind)


_STEPS = DIRECTIONS
"""From the end of a link that is to the left on the drawing."""


def _step(right: int, down: int) -> str:
    return f"{right}{'-down-' if down > 0 else '-up-'}{abs(down)}"


# -- what stands on it --------------------------------------------------------------------


def _standing(position: Position, frame: Frame, root: Element) -> None:
    layers = {name: root.find(f"g[@class='{name}']") for name in ("links", "pegs")}
    links, pegs = layers["links"], layers["pegs"]
    assert links is not None
    assert pegs is not None
    shown = set(frame.around())
    for side in Side:
        for link in sorted(position.links(side)):
            if shown.issuperset(link):
                _link(links, link, side, frame)
        for hole in sorted(position.pegs(side) & shown):
            colour = frame.view.colour(side).value
            attributes = {
                "class": f"peg peg-{colour}",
                "data-hole": hole_text(hole),
                "data-side": side.value,
            }
            if not position.board.in_region(hole):
                attributes["class"] += " outside"
            x, y = frame.at(hole)
            SubElement(pegs, "use", {"href": f"#peg-{colour}"} | _numbers(x=x, y=y) | attributes)


def _link(parent: Element, link: Link, side: Side, frame: Frame) -> None:
    (x, y), (x2, y2) = sorted((frame.at(link.left), frame.at(link.right)))
    step = _step(round((x2 - x) / CELL), round((y2 - y) / CELL))
    inside = all(frame.board.in_region(hole) for hole in link)
    SubElement(
        parent,
        "use",
        {"href": f"#link-{frame.view.colour(side).value}-{step}"}
        | _numbers(x=x, y=y)
        | {
            "class": "link" if inside else "link outside",
            "data-link": link_text(link),
            "data-side": side.value,
        },
    )


# -- elements -----------------------------------------------------------------------------


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
