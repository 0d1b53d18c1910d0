"""The series of the tables that a question may be about."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count

from agentic.facts.case import Case
from agentic.facts.queries import FigureRow
from agentic.tables.cells.matching import joined
from agentic.tables.cells.model import Cell, Series
from agentic.tables.loading import documents_for
from documents.models import Entity, Metric
from reading.values.periods import find_periods
from retrieval.sheets.model import ANY_CALENDAR
from retrieval.sheets.stems import Stems, stems_of, years_in
from retrieval.sql_log import statements_shown

MOST_FIGURES = 6_000
SHORT_YEAR = re.compile(r"\bFY?\s?['’]?(\d\d)\b")
SPLIT_YEAR = re.compile(r"\b20\d\d\s?/\s?(?:20)?(\d\d)\b")  # “2018/19”, the year that ends in 2019
LOOSE_TIME = re.compile(
    r"\b(?:as\s+(?:of|at)|at|for|the|years?|ended|ending|fiscal|financial|period)\b", re.IGNORECASE
)
MARK = re.compile(
    r"\(\d{1,2}\)|\s\(\d+\)$|(?<=[A-Za-z]{4})\d(?!\w)"
)  # of a footnote, or of a heading that stands over several columns
# What headings say of their figures, and not of what these are.
BESIDE_TIME = re.compile(
    r"\b(?:as\s+)?(?:previously\s+)?(?:restated|reported\s+under)\b|\b(?:see\s+)?notes?\s+\d+\w?|\b(?:un)?audited\b|"
    r"\b5[23]\s+weeks\b|\bNone\b",
    re.IGNORECASE,
)
# Behind which a label says more of what it names already.
FURTHER = re.compile(
    r"\s*(?:\(|,|\b(?:from|for|of|under|due|related|relating|attributable|net|as|including)\b)",
    re.IGNORECASE,
)
LEAST_HEAD = 2  # stems
LETTERS = re.compile(r"[^\W\d_]{3}")  # of a heading that is more than a unit
FIELDS = (
    "id", "document_id", "document__filename", "document__document_date", "entity_name", "metric_name",
    "canonical_name", "value", "numeric_value", "unit", "scale", "period", "period_start", "period_end",
    "fiscal_year", "fiscal_quarter", "context", "page", "quote", "document__period_end", "table_row_id",
    "table_row__table_index", "table_row__table", "table_row__label", "table_row__properties",
)  # fmt: skip


@dataclass(frozen=True)
class _Read:
    """A number with its place: `heading` over it, `label` of its row."""

    figure: FigureRow
    row: int
    table: tuple[int, int]
    title: str
    label: str
    heading: str


def series_for(case: Case) -> list[Series]:
    """Those of the documents whose passages hold most of the question's words."""
    found = within_bounds(_of_those_named(case, documents_for(case)))
    if not found:
        return []
    with case.workings.trace.step("sql", "Read the cells of the likeliest tables") as step:
        with statements_shown() as statements:
            figures = list(
                Metric.objects.answering()
                .filter(
                    document__in=found,
                    anchored=True,
                    table_row__isnull=False,
                    numeric_value__isnull=False,
                )
                .exclude(table_row__table="properties")
                .order_by("document_id", "table_row__table_index", "table_row__row", "pk")
                .values(*FIELDS)[:MOST_FIGURES]
            )
        step.sql, step.rows = ";\n".join(statements), len(figures)
    return _series([each for figure in figures for each in _read(figure)])


def within_bounds(documents: Sequence[int], most: int = MOST_FIGURES) -> list[int]:
    """The documents whose figures are read, best first, `most` in all; a large one shuts out no other."""
    figures = Metric.objects.answering().filter(document__in=documents, table_row__isnull=False).order_by()
    counts = dict(figures.values_list("document_id").annotate(Count("pk")))
    kept, left = [], most
    for document in documents:
        if counts.get(document, 0) <= left:
            kept.append(document)
            left -= counts.get(document, 0)
    return kept or list(documents[:1])


def _of_those_named(case: Case, documents: Sequence[int]) -> list[int]:
    """Of the documents those about whom the question names; all where it names nobody, or the user chose."""
    names = [name for mention in case.analysis.organizations for name in mention.names]
    if not names or case.scope.is_chosen:
        return list(documents)
    about = (
        Entity.objects.answering()
        .filter(document__in=documents, role=Entity.Role.SUBJECT, entity_name__in=names)
        .values_list("document", flat=True)
    )
    known = set(about)
    return [document for document in documents if document in known]


def _read(stored: Mapping[str, Any]) -> list[_Read]:
    """The number under each heading of its row that it stands under; none where that is open."""
    value = stored["numeric_value"]
    properties: Mapping[str, Any] = stored["table_row__properties"]
    headings = [
        name
        for name, content in properties.items()
        if isinstance(content, int | float) and Decimal(str(content)) == value.normalize()
    ]
    if len(headings) > 1 and stored["period"]:
        own = [name for name in headings if stored["period"] in name or name in stored["period"]]
        headings = own or headings
    if len(headings) > 1 and stored["fiscal_year"]:
        own = [name for name in headings if stored["fiscal_year"] in years_in(name)]
        headings = own or headings
    figure = FigureRow(
        id=stored["id"],
        document_id=stored["document_id"],
        filename=stored["document__filename"],
        superseded=False,
        document_date=stored["document__document_date"],
        reported_until=stored["document__period_end"],
        **{
            name: stored[name]
            for name in FIELDS
            if "__" not in name and name not in ("id", "document_id", "table_row_id")
        },
    )
    table = (stored["document_id"], stored["table_row__table_index"])
    label = stored["table_row__label"] or stored["metric_name"]
    return [
        _Read(figure, stored["table_row_id"], table, stored["table_row__table"], label, heading)
        for heading in headings
    ]


def _series(read: Sequence[_Read]) -> list[Series]:
    every = _distinct(read)
    texts = {text for each in every for text in _texts(each)}
    apart_of = stems_of({joined(text) for text in texts})
    stems = {text: apart_of[joined(text)] for text in texts}
    groups: dict[tuple[Any, ...], list[tuple[_Read, Cell]]] = defaultdict(list)
    for each in every:
        key, cell = _placed(each, stems)
        groups[key].append((each, cell))
    return [_one(own, stems) for own in groups.values()]


def _distinct(read: Sequence[_Read]) -> list[_Read]:
    """One number for each row and heading: where two figures share a value, each takes a heading."""
    found: dict[tuple[int, str], _Read] = {}
    for each in read:
        found.setdefault((each.row, each.heading), each)
    return list(found.values())


def _texts(each: _Read) -> list[str]:
    heading, time = apart(each.heading)
    label, row_time = apart(each.label)
    return [
        heading,
        time,
        label,
        _head(label),
        row_time,
        each.label,
        each.title,
        each.figure.context,
        each.figure.metric_name,
    ]


def apart(text: str) -> tuple[str, str]:
    """What a heading or label names, and the time that it names: “Net sales”, “2019”."""
    text = MARK.sub(" ", text)
    times = [f"20{match[1]}" for match in SPLIT_YEAR.finditer(text)]
    rest = text = SPLIT_YEAR.sub(" ", text)
    for _, start, end in find_periods(text, ANY_CALENDAR):
        times.append(text[start:end])
        rest = rest.replace(text[start:end], " ")
    for year in sorted(years_in(rest)):
        if str(year) in rest:
            times.append(str(year))
            rest = rest.replace(str(year), " ")
    if short := SHORT_YEAR.search(rest):
        times.append(f"20{short[1]}")
        rest = rest.replace(short[0], " ")
    if times:
        rest = BESIDE_TIME.sub(" ", LOOSE_TIME.sub(" ", rest))
    return " ".join(rest.split()).strip(" ,–-"), " ".join(times)


def _head(label: str) -> str:
    """“Final dividend” of “Final dividend for the year (note 4)”."""
    match = FURTHER.search(label)
    return label[: match.start()] if match else ""


def _placed(each: _Read, stems: Stems) -> tuple[tuple[Any, ...], Cell]:
    heading, time = apart(each.heading)
    label, row_time = apart(each.label)
    own_years = years_in(time) or frozenset()
    if len(own_years) == 1:
        key: tuple[Any, ...] = (*each.table, "row", each.row, heading)
        return key, Cell(each.figure, next(iter(own_years)), time, stems[time])
    row_years = years_in(row_time)
    if len(row_years) == 1 and not own_years:
        key = (*each.table, "column", label, each.heading)
        return key, Cell(each.figure, next(iter(row_years)), row_time, stems[row_time])
    year = _implied(each)
    return (*each.table, "row", each.row, each.heading), Cell(each.figure, year, time, stems[time])


def _implied(each: _Read) -> int:
    """The year that the table's title, or what the reader made of it, gives the number."""
    titled = years_in(each.title)
    if len(titled) == 1:
        return next(iter(titled))
    end = each.figure.period_end
    return each.figure.fiscal_year or (end.year if end else 0)


def _literal(label: str) -> frozenset[str]:
    """The words of a label that the stemmer takes for empty: “Other”."""
    return frozenset(word.casefold() for word in re.findall(r"[^\W\d_]+", label))


def _one(own: Sequence[tuple[_Read, Cell]], stems: Stems) -> Series:
    first, cell = own[0]
    heading, _ = apart(first.heading)
    label, row_time = apart(first.label)
    is_column = bool(row_time) and cell.time == row_time and len({each.row for each, _ in own}) > 1
    words, other = stems[label] or _literal(label), stems[heading]
    if is_column:
        words, other = stems[heading] or _literal(heading), stems[label]
    words = words - {"subtot"} | {"total"} if "subtot" in words else words
    around = stems[first.title] | stems[first.figure.context]
    parts = (heading, label) if is_column else (label, heading)
    name = ", ".join(part for part in parts if LETTERS.search(part)) or label
    cells = sorted((cell for _, cell in own), key=lambda cell: (cell.year, str(cell.row.period_end)))
    head = stems[_head(label)] if not is_column else frozenset()
    return Series(
        name,
        first.table,
        first.title,
        words,
        other - words,
        around - words - other,
        tuple(cells),
        head if len(head) >= LEAST_HEAD else frozenset(),
    )
