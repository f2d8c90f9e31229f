"""Which puzzles a list shows and in what order: read from an address, written back to it.

A filter that cannot be read is left out and complained about; the others stand.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, and_, literal, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from solver.audits import Soundness
from solver.game import Ruleset
from webapp.models import Collection, PuzzleRow, Tag

__all__ = ["SOUNDNESS", "Filters", "Sort", "Span", "matching", "read"]

SOUNDNESS: Mapping[str, Soundness | None] = {
    **{each.value: each for each in Soundness},
    "not checked": None,
}
"""What an audit found, by its name in addresses."""

LONGEST_TEXT = 100
MOST_TAGS = 8
LAST_PAGE = 100_000


class Sort(Enum):
    """Orders of a list; the values stand in addresses."""

    AUTHOR = "order"
    """As the authors put them, collection after collection."""
    EASIEST = "easiest"
    HARDEST = "hardest"
    NEWEST = "newest"


class Span(NamedTuple):
    """A range of numbers with its ends; None where it is open."""

    low: int | None = None
    high: int | None = None

    def holds(self, column: ColumnElement[float | None]) -> ColumnElement[bool]:
        """Return the condition that a column lies in it; an unknown value never does."""
        ends = []
        if self.low is not None:
            ends.append(column >= self.low)
        if self.high is not None:
            ends.append(column <= self.high)
        return and_(*ends)

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        if self.low is None:
            return f"up to {self.high}"
        return f"from {self.low}" if self.high is None else f"{self.low} to {self.high}"


OPEN = Span()


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed down to. Each field that is set narrows it further."""

    text: str = ""
    """Stands somewhere in title, author or a tag."""
    collection: str = ""
    """Its slug."""
    author: str = ""
    ruleset: Ruleset | None = None
    size: tuple[int, int] | None = None
    """Columns and rows."""
    soundness: tuple[str, ...] = ()
    """Any of these keys of `SOUNDNESS`."""
    tags: tuple[str, ...] = ()
    """All of these."""
    solved: bool | None = None
    pegs: Span = OPEN
    """To win, at most."""
    difficulty: Span = OPEN
    rating: Span = OPEN
    sort: Sort = Sort.AUTHOR
    page: int = field(default=1, compare=False)
    """From 1."""

    def args(self) -> dict[str, Any]:
        """Return the arguments of its address: only what differs from no filter at all."""
        found: dict[str, Any] = {
            "q": self.text,
            "collection": self.collection,
            "author": self.author,
            "rules": self.ruleset.value if self.ruleset else "",
            "size": "x".join(map(str, self.size)) if self.size else "",
            "soundness": list(self.soundness),
            "tag": list(self.tags),
            "solved": "" if self.solved is None else "yes" if self.solved else "no",
        }
        for name in SPANS:
            span: Span = getattr(self, name)
            for end, value in (("min", span.low), ("max", span.high)):
                found[f"{name}_{end}"] = "" if value is None else str(value)
        found["sort"] = "" if self.sort is Sort.AUTHOR else self.sort.value
        found["page"] = "" if self.page == 1 else str(self.page)
        return {name: value for name, value in found.items() if value}

    def without(self, name: str, value: str = "") -> "Filters":
        """Return them less one field, or less one of its several values; back on page 1."""
        left: Any = getattr(Filters(), name)
        if value:
            left = tuple(other for other in getattr(self, name) if other != value)
        return replace(self, page=1, **{name: left})

    @property
    def narrow(self) -> bool:
        """Whether they leave anything out."""
        return replace(self, sort=Sort.AUTHOR) != Filters()


SPANS = ("pegs", "difficulty", "rating")


class Arguments(Protocol):
    """The arguments of a request, as Flask has them."""

    def get(self, key: str, default: str) -> str:
        """Return the first value of an argument."""

    def getlist(self, key: str) -> list[str]:
        """Return all its values."""


Value = TypeVar("Value")


def read(args: Arguments) -> tuple[Filters, list[str]]:
    """Return the filters of an address, and a sentence for each that cannot be read.

    The sentence begins with the name of its argument.
    """
    complaints = list[str]()

    def one(name: str, known: Mapping[str, Value], default: Value) -> Value:
        text = args.get(name, "")
        if text and text not in known:
            complaints.append(f"{name} is {text[:40]!r}: it can be {', '.join(known)}.")
        return known.get(text, default)

    def number(name: str, low: int, high: int) -> int | None:
        text = args.get(name, "").strip()
        if not text:
            return None
        if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
            return int(text)
        complaints.append(f"{name} is {text[:40]!r}: write a number from {low} to {high}.")
        return None

    def span(name: str) -> Span:
        found = Span(number(f"{name}_min", 0, 9999), number(f"{name}_max", 0, 9999))
        if found.low is not None and found.high is not None and found.low > found.high:
            return Span(found.high, found.low)
        return found

    soundness = set[str]()
    # Addresses that were kept from before may have the older name, and hyphens.
    for name in ("soundness", "verdict"):
        for text in filter(None, dict.fromkeys(args.getlist(name))):
            soundness.add(text.replace("-", " "))
            if text.replace("-", " ") not in SOUNDNESS:
                complaints.append(f"{name} is {text[:40]!r}: it can be {', '.join(SOUNDNESS)}.")
    return Filters(
        text=args.get("q", "").strip()[:LONGEST_TEXT],
        collection=args.get("collection", "").strip(),
        author=args.get("author", "").strip(),
        ruleset=one("rules", {rules.value: rules for rules in Ruleset}, None),
        size=_size(args.get("size", "").strip(), complaints.append),
        soundness=tuple(name for name in SOUNDNESS if name in soundness),
        tags=tuple(sorted({tag.strip() for tag in args.getlist("tag")} - {""})[:MOST_TAGS]),
        solved=one("solved", {"yes": True, "no": False}, None),
        pegs=span("pegs"),
        difficulty=span("difficulty"),
        rating=span("rating"),
        sort=one("sort", {sort.value: sort for sort in Sort}, Sort.AUTHOR),
        page=number("page", 1, LAST_PAGE) or 1,
    ), complaints


def _size(text: str, complain: Callable[[str], None]) -> tuple[int, int] | None:
    if not text:
        return None
    columns, _, rows = text.lower().partition("x")
    if all(part.isascii() and part.isdigit() and len(part) < 4 for part in (columns, rows)):
        return int(columns), int(rows)
    complain(f"size is {text[:40]!r}: write columns and rows as in 12x12.")
    return None


def matching(filters: Filters, solved: ColumnElement[bool]) -> Select[int]:
    """Return the ids of the puzzles that pass, joined with their collections, in order.

    `solved` is the condition that this visitor has solved a puzzle. Who may see what is not
    looked at, nor the page.
    """
    query = select(PuzzleRow.id).join(PuzzleRow.collection).where(*_conditions(filters, solved))
    unknown, difficulty = PuzzleRow.difficulty.is_(None), PuzzleRow.difficulty
    first: dict[Sort, tuple[ColumnElement[Any], ...]] = {
        Sort.AUTHOR: (),
        Sort.EASIEST: (unknown, difficulty.asc()),
        Sort.HARDEST: (unknown, difficulty.desc()),
        Sort.NEWEST: (PuzzleRow.published.desc(),),
    }
    return query.order_by(*first[filters.sort], Collection.place, Collection.id, PuzzleRow.place)


def _conditions(filters: Filters, solved: ColumnElement[bool]) -> Iterator[ColumnElement[bool]]:
    columns, rows = filters.size or (None, None)
    equal: tuple[tuple[InstrumentedAttribute[Any], object], ...] = (
        (Collection.slug, filters.collection),
        (PuzzleRow.author, filters.author),
        (PuzzleRow.ruleset, filters.ruleset),
        (PuzzleRow.columns, columns),
        (PuzzleRow.rows, rows),
    )
    yield from (column == value for column, value in equal if value not in ("", None))
    if filters.soundness:
        wanted = [SOUNDNESS[name] for name in filters.soundness]
        unchecked = and_(PuzzleRow.soundness.is_(None), literal(None in wanted))
        yield or_(PuzzleRow.soundness.in_([each for each in wanted if each]), unchecked)
    for tag in filters.tags:
        yield PuzzleRow.id.in_(select(Tag.puzzle_id).where(Tag.name == tag))
    if filters.solved is not None:
        yield solved if filters.solved else ~solved
    for name in SPANS:
        if (span := getattr(filters, name)) != OPEN:
            yield span.holds(getattr(PuzzleRow, name))
    # Last, for SQLite asks in this order: it looks at few texts where something else is asked, too.
    if filters.text:
        yield _mentions(filters.text)


def _mentions(text: str) -> ColumnElement[bool]:
    return or_(
        PuzzleRow.title.icontains(text, autoescape=True),
        PuzzleRow.author.icontains(text, autoescape=True),
        PuzzleRow.tags.any(Tag.name.icontains(text, autoescape=True)),
    )
