"""Small plots of progress, drawn on the server as SVG. The page puts a table behind each.

They are 340 units wide, which a telephone shows at about their size: text stays legible.
"""

from collections.abc import Sequence

from markupsafe import Markup

__all__ = ["bars", "curve"]

_WIDTH = 340
_HEIGHT = 180
"""Of a curve."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 10, 12, 26
_ROW = 28
_COLUMNS = 320
"""Of a long curve, narrower than what a screen shows: two points of each are drawn."""

_SVG = Markup(
    '<svg class="plot" role="img" aria-label="{}" viewBox="0 0 {} {}" '
    'xmlns="http://www.w3.org/2000/svg">{}</svg>'
)
_TEXT = Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>')
_LINE = Markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>')
_BAR = Markup('<rect class="{}" x="{}" y="{}" width="{:.1f}" height="16" rx="2"/>')


def curve(values: Sequence[float], label: str) -> Markup:
    """Return a curve through values, at least one, in equal steps; the axis shows round numbers."""
    step = next(step for step in (50, 100, 200, 500, 1000) if max(values) - min(values) <= 4 * step)
    low = int(min(values) // step) * step
    high = max(low + step, -int(-max(values) // step) * step)
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM

    def x(at: int) -> float:
        return _LEFT + (right - _LEFT) * at / max(1, len(values) - 1)

    def y(value: float) -> float:
        return bottom - (bottom - _TOP) * (value - low) / (high - low)

    drawn = Markup()
    for tick in range(low, high + 1, step):
        drawn += _LINE.format(_LEFT, y(tick), right, y(tick))
        drawn += _TEXT.format(_LEFT - 6, f"{y(tick) + 5:.1f}", "end", tick)
    points = " ".join(f"{x(at):.1f},{y(values[at]):.1f}" for at in _thinned(values))
    drawn += Markup('<polyline points="{}"/>').format(points)
    drawn += Markup('<circle cx="{:.1f}" cy="{:.1f}" r="4"/>').format(
        x(len(values) - 1), y(values[-1])
    )
    drawn += _TEXT.format(_LEFT, _HEIGHT - 6, "start", "first")
    drawn += _TEXT.format(right, _HEIGHT - 6, "end", "last")
    return _SVG.format(label, _WIDTH, _HEIGHT, drawn)


def _thinned(values: Sequence[float]) -> Sequence[int]:
    """Return which values draw the curve of all: of each column the lowest and the highest."""
    count = len(values)
    if count <= 2 * _COLUMNS:
        return range(count)
    found = {0, count - 1}
    for column in range(_COLUMNS):
        part = range(count * column // _COLUMNS, count * (column + 1) // _COLUMNS)
        found |= {min(part, key=values.__getitem__), max(part, key=values.__getitem__)}
    return sorted(found)


def bars(rows: Sequence[tuple[str, int, int]], label: str) -> Markup:
    """Return a bar for each row of a name, a part and the whole, which is positive."""
    left, right = 84, _WIDTH - 64
    longest = max(whole for _, _, whole in rows)
    drawn = Markup()
    for at, (name, part, whole) in enumerate(rows):
        y, scale = at * _ROW + 6, (right - left) / longest
        drawn += _TEXT.format(left - 8, y + 13, "end", name)
        drawn += _BAR.format("whole", left, y, whole * scale)
        drawn += _BAR.format("part", left, y, part * scale)
        drawn += _TEXT.format(_WIDTH, y + 13, "end", f"{part} of {whole}")
    return _SVG.format(label, _WIDTH, len(rows) * _ROW, drawn)
