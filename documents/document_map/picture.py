"""How the documents of a workspace relate, as a picture: a lane for each subject, time from left to right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from documents.document_map.corpus import CorpusMap, Entry, day_of
from documents.models import Document, Relationship

MOST_LANES = 10  # the rest share one
MOST_LINKS = 300  # drawn; more cover each other, and a browser is slow to show them
OTHERS = "Others"
WIDTH, LEFT, RIGHT = 960.0, 190.0, 24.0  # of the drawing, in its own units; room for the lanes' names
TOP, TICKS = 16.0, 26.0
RADIUS = 7.0  # of a document's dot
TARGET = 13.5  # of what can be pressed round it: 24 pixels across where the picture is drawn at nine tenths
STEP = 2 * TARGET  # from one dot to the next above it
BEND = 0.18  # of the distance between two documents, by which their link leaves the straight line


@dataclass(frozen=True)
class Dot:
    document: Document
    x: float
    y: float


@dataclass(frozen=True)
class Link:
    """`path`: an SVG path from the one dot to the other."""

    relationship: Relationship
    path: str


@dataclass(frozen=True)
class Lane:
    """`middle`: where its name stands."""

    name: str
    top: float
    height: float

    @property
    def middle(self) -> float:
        return self.top + self.height / 2 + 4


@dataclass(frozen=True)
class Tick:
    name: str
    x: float


@dataclass(frozen=True)
class Picture:
    """`undated`: documents that have no day and so no place in it; `undrawn`: links beyond MOST_LINKS."""

    lanes: tuple[Lane, ...]
    dots: tuple[Dot, ...]
    links: tuple[Link, ...]
    ticks: tuple[Tick, ...]
    undated: int
    undrawn: int
    height: float
    width: float = WIDTH
    target: float = TARGET


def draw(corpus: CorpusMap) -> Picture | None:
    """The picture of the documents that have a day; None where fewer than two have one."""
    dated = sorted(
        ((day, entry) for entry in corpus.entries if (day := day_of(entry.document))),
        key=lambda pair: (pair[0], pair[1].document.pk),
    )
    if len(dated) < 2:
        return None
    scale = _Scale(dated[0][0], dated[-1][0])
    lanes, dots = _placed(dated, scale)
    bottom = lanes[-1].top + lanes[-1].height
    links = _links(corpus.relationships, {dot.document.pk: dot for dot in dots})
    return Picture(
        lanes=tuple(lanes),
        dots=tuple(dots),
        links=tuple(links[:MOST_LINKS]),
        ticks=tuple(scale.ticks()),
        undated=len(corpus.entries) - len(dated),
        undrawn=max(len(links) - MOST_LINKS, 0),
        height=bottom + TICKS,
    )


@dataclass(frozen=True)
class _Scale:
    """Days to places from left to right."""

    first: date
    last: date

    def x(self, day: date) -> float:
        days = (self.last - self.first).days or 1
        room = WIDTH - LEFT - RIGHT - 2 * TARGET
        return LEFT + TARGET + room * (day - self.first).days / days

    def ticks(self) -> list[Tick]:
        """The beginnings of years, at most ten of them, else the two ends."""
        years = range(self.first.year + 1, self.last.year + 1)
        every = len(years) // 10 + 1
        ticks = [Tick(str(year), self.x(date(year, 1, 1))) for year in years if year % every == 0]
        return ticks or [Tick(f"{day:%b %Y}", self.x(day)) for day in sorted({self.first, self.last})]


def _placed(dated: Sequence[tuple[date, Entry]], scale: _Scale) -> tuple[list[Lane], list[Dot]]:
    subjects = Counter(_subject(entry) for _, entry in dated)
    named = [name for name, _ in subjects.most_common() if name != OTHERS][:MOST_LANES]
    lanes: list[Lane] = []
    dots: list[Dot] = []
    top = TOP
    for name in [*sorted(named, key=str.casefold), OTHERS]:
        members = [pair for pair in dated if _lane(pair[1], named) == name]
        if members:
            levels = _levels([scale.x(day) for day, _ in members])
            height = STEP * (max(levels) + 2)
            lanes.append(Lane(name, top, height))
            dots += [
                Dot(entry.document, scale.x(day), top + height - STEP * (level + 1))
                for (day, entry), level in zip(members, levels, strict=True)
            ]
            top += height
    return lanes, dots


def _levels(places: Sequence[float]) -> list[int]:
    """For each place, from left to right, the lowest level at which none before it is in its way."""
    ends: list[float] = []
    levels = []
    for x in places:
        level = next((n for n, end in enumerate(ends) if x - end >= 2 * TARGET), len(ends))
        ends[level : level + 1] = [x]
        levels.append(level)
    return levels


def _subject(entry: Entry) -> str:
    return entry.names["entity"][0] if entry.document.organizations else OTHERS


def _lane(entry: Entry, named: Sequence[str]) -> str:
    subject = _subject(entry)
    return subject if subject in named else OTHERS


def _links(relationships: Sequence[Relationship], dots: dict[int, Dot]) -> list[Link]:
    ends = ((link, dots.get(link.source_id), dots.get(link.target_id)) for link in relationships)
    return [Link(link, _path(one, other)) for link, one, other in ends if one and other]


def _path(one: Dot, other: Dot) -> str:
    across, down = other.x - one.x, other.y - one.y
    x, y = (one.x + other.x) / 2 + BEND * down, (one.y + other.y) / 2 - BEND * abs(across)
    return f"M{one.x:.1f} {one.y:.1f} Q{x:.1f} {y:.1f} {other.x:.1f} {other.y:.1f}"
