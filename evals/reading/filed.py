"""What companies filed as XBRL, and what the rule reader takes from the same reports."""

from __future__ import annotations

import csv
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from evals.reading.line_reading import LineReading, read_lines
from evals.reading.places import place_of_pages
from reading.figures.read import read_figures
from reading.model import MetricDraft, ParsedDocument
from reading.parse import parse_document
from reading.tables.read import read_tables

FOLDERS = ("sec-10-q", "financebench")


@dataclass(frozen=True)
class FiledFigure:
    """`period_start` is empty for instants. Days as ISO text, as the file of facts has them.

    `concepts`: alternatives, the first one first. `printed`: the digits as they stand in the report.
    """

    document: str
    concepts: tuple[str, ...]
    value: Decimal
    period_start: str
    period_end: str
    printed: str

    @property
    def concept(self) -> str:
        return self.concepts[0]

    @property
    def forms(self) -> tuple[str, ...]:
        """As it may be written: in digits, or with a scale word as in a sentence."""
        in_words = [f"{self.value.scaleb(-p).normalize():f} {w}" for p, w in ((6, "million"), (9, "billion"))]
        return (self.printed, *in_words)


@dataclass
class Tally:
    """How many filed figures were found by value; with the end of their period; with its start too."""

    filed: int = 0
    value: int = 0
    end: int = 0
    span: int = 0

    def add(self, other: Tally) -> None:
        self.filed += other.filed
        self.value += other.value
        self.end += other.end
        self.span += other.span

    def shares(self) -> tuple[str, ...]:
        return tuple(f"{count / max(self.filed, 1):.3f}" for count in (self.value, self.end, self.span))


@dataclass
class Filing:
    """What was read from one filing, and how fast. `places`: what stands on each page."""

    name: str
    pages: int
    milliseconds_per_page: float
    metrics: list[MetricDraft]
    filed: list[FiledFigure]
    lines: LineReading = field(default_factory=LineReading)
    places: dict[int, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    by_value: dict[Decimal, list[MetricDraft]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for metric in self.metrics:
            if metric.numeric_value is not None:
                self.by_value[abs(metric.numeric_value)].append(metric)

    def found(self, figure: FiledFigure) -> Tally:
        """What of a filed figure the rule reader has. Signs are left out: XBRL's are not the page's."""
        same = self.by_value.get(figure.value, [])
        ends = [metric for metric in same if iso(metric.period_end) == figure.period_end]
        spans = [metric for metric in ends if iso(metric.period_start) == figure.period_start]
        return Tally(1, bool(same), bool(ends), bool(spans))

    def place(self, figure: FiledFigure) -> str:
        """The statement or note in which a filed figure stands: a statement, if its digits stand in one."""
        pages = [
            number
            for number, text in self.texts.items()
            if any(_stands_in(form, text) for form in figure.forms)
        ]
        pages += [metric.place.page for metric in self.by_value.get(figure.value, []) if metric.place.page]
        kinds = [self.places[number] for number in pages]
        return min(kinds, key=lambda kind: kind.startswith(("note", "elsewhere")), default="not printed so")


def _stands_in(digits: str, text: str) -> bool:
    """Whether the digits are a whole number of `text`, which is without commas."""
    at = text.find(digits)
    while at >= 0:
        before, after = text[max(0, at - 1) : at], text[at + len(digits) : at + len(digits) + 1]
        if not before.isdigit() and not after.isdigit():
            return True
        at = text.find(digits, at + 1)
    return False


def iso(day: object) -> str:
    return str(day) if day else ""


def read_filings(data: Path, limit: int | None, match: str) -> Iterator[Filing]:
    """The reports for which figures were filed. `match`: "accession" or "all"."""
    filed = defaultdict(list)
    for figure in read_filed(data / "xbrl" / "facts.tsv", match):
        filed[figure.document].append(figure)
    paths = [path for folder in FOLDERS for path in sorted((data / folder).glob("*.pdf"))]
    for path in [path for path in paths if path.stem in filed][:limit]:
        yield read_filing(path.stem, parse_document(path, media_type="application/pdf"), filed[path.stem])


def read_filing(name: str, parsed: ParsedDocument, filed: Iterable[FiledFigure]) -> Filing:
    started = time.perf_counter()
    _, metrics = read_figures(parsed, read_tables(parsed), entity="")
    seconds = time.perf_counter() - started
    return Filing(
        name,
        len(parsed.pages),
        1000 * seconds / max(len(parsed.pages), 1),
        metrics,
        list(filed),
        lines=read_lines(parsed),
        places=place_of_pages(parsed),
        texts={page.number: page.text.replace(",", "") for page in parsed.pages},
    )


def read_filed(path: Path, match: str) -> Iterator[FiledFigure]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if match in ("all", row["match"]):
                yield FiledFigure(
                    row["document"],
                    tuple(row["concept"].split("|")),
                    abs(Decimal(row["value"])),
                    row["period_start"],
                    row["period_end"],
                    row["printed_as"],
                )
