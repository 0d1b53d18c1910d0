"""Tables that break a measure down: by segment, by region, by product."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import TypeVar

from agentic.facts.case import Case
from agentic.facts.figures.fetching import documents_meant, fetcher
from agentic.facts.figures.target import FOOTNOTE, Target
from agentic.facts.queries import (
    MONTH_DAYS,
    FigureRow,
    figure_rows,
    figures_sql,
    of_documents,
    of_entities,
)
from documents.models import Chunk
from reading.measures.catalogue import MEASURES, find_measures
from reading.values.periods import Period
from retrieval.sql import literal

DAYS_OFF = timedelta(days=10)  # 52/53-week spans begin and end so many days off the month
ROUNDING = Decimal("0.01")  # of the whole, by which its rounded parts may miss it
WHOLE = re.compile(r"\b(?:total|consolidated|reported|company)\b", re.IGNORECASE)  # no part itself
BY_PART = re.compile(
    r"\b(?:by|per|each|every)\s+(?:[\w-]+\s+){0,3}?"
    r"(?:segment|region|division|countr|product|categor|market|channel|geograph|customer)",
    re.IGNORECASE,
)
BESIDE_PROFIT = re.compile(r"\s*/?\s*\(\s*loss(?:es)?\s*\)", re.IGNORECASE)
NOUNS = "segment|region|division|business|unit|product|categor|market|channel|area|geograph"
OF_PART = re.compile(  # “Segment revenue”
    rf"^(?:reportable\s+|operating\s+)?(?:{NOUNS})\w*\s+", re.IGNORECASE
)
ALL_OF_THEM = re.compile(r"^(?:the\s+)?group$|^(?:sub)?totals?\b|^sum\b", re.IGNORECASE)
LONGEST_HEADING = 60  # characters of a table's title that an answer repeats
Key = TypeVar("Key")


def tables_by_part(case: Case, target: Target, part: str) -> list[list[FigureRow]]:
    """The rows of each table whose heading says that it tells the measure by such parts, totals left out.

    Kept are periods in which the parts add up to the measure as the document gives it, and have one value
    each: other tables hold more than the measure, less than all of it, or sums among its parts.
    """
    names = [name for mention in case.analysis.organizations for name in mention.names]
    stem = part.lower().removesuffix("y")  # countries
    conditions = [
        of_entities(names),
        of_documents(documents_meant(case.analysis, case.scope)),
        f"m.context ILIKE {literal(f'%{stem}%')}",
        "m.canonical_name = '' AND m.unit <> '%'",
    ]
    rows = figure_rows(case.select(figures_sql(conditions), f"Find what is told by {part}"))
    by_heading = _parts_by_heading(case, target, stem)
    by_part = re.compile(rf"\b(?:by|per|each|every)\s+(?:[\w-]+\s+){{0,3}}?{stem}", re.IGNORECASE)
    of_all = _whole_of_parts(stem, target)
    told = [row for row in rows if _is_told_by(by_part, stem, row, target) and not of_all(row.metric_name)]
    wholes = _wholes([*fetcher(case, target)(None), *(row for row in rows if of_all(row.metric_name))])
    for own in (told, by_heading):
        tables = grouped(own, lambda row: (row.document_id, row.context)).values()
        if told_so := [kept for table in tables if (kept := _adding_up(table, wholes))]:
            return told_so
    headed = grouped(_under_measure(case, target), lambda row: (row.document_id, row.context)).values()
    adding_up = [kept for table in headed if (kept := _adding_up(table, wholes))]
    return [table for table in adding_up if _are_called_so(table, stem)]


def _whole_of_parts(stem: str, target: Target) -> Callable[[str], object]:
    """Whether a label is the measure of all parts: “Segment operating income”, before what is of none."""
    labels = "|".join(map(re.escape, labels_of(target)))
    pattern = rf"(?:total\s+)?{stem}\w*\s+(?:{labels})" if labels else "(?!)"
    return re.compile(pattern, re.IGNORECASE).fullmatch


def _under_measure(case: Case, target: Target) -> list[FigureRow]:
    """Rows without a name of their own in tables that are headed by the measure alone."""
    names = [name for mention in case.analysis.organizations for name in mention.names]
    headed = " OR ".join(f"m.context ILIKE {literal(f'%{label}%')}" for label in labels_of(target))
    if not headed:
        return []
    conditions = [
        of_entities(names),
        of_documents(documents_meant(case.analysis, case.scope)),
        f"({headed})",
        "m.canonical_name = '' AND m.unit <> '%'",
    ]
    rows = figure_rows(case.select(figures_sql(conditions), f"Find what is told under {target.name}"))
    return [
        row
        for row in rows
        if _measured(row.context.rpartition(" › ")[2]) == list(target.canonical)
        and not (WHOLE.search(row.metric_name) or _measured(row.metric_name))
    ]


def _are_called_so(rows: Sequence[FigureRow], stem: str) -> bool:
    """Whether a passage of their document names all of them with what such parts are called."""
    passages = Chunk.objects.filter(document_id=rows[0].document_id, text__icontains=stem)
    for label in {row.metric_name for row in rows}:
        passages = passages.filter(text__contains=label)
    return passages.exists()


def _measured(words: str) -> list[str]:
    """The measure that the words are, and nothing else: “Operating profit/(loss)”."""
    plain = BESIDE_PROFIT.sub("", words).strip()
    return [name for name, start, end in find_measures(plain) if end - start == len(plain)]


def _is_told_by(by_part: re.Pattern[str], stem: str, row: FigureRow, target: Target) -> bool:
    """“Revenue by segment”, or “Segment results › Revenue”: what adds up is seen later."""
    if row.metric_name.lower().startswith("total"):
        return False
    over, _, last = row.context.rpartition(" › ")
    if _measured(last) == list(target.canonical) and stem in over.lower():
        return not _is_told_by_others(stem, over)
    return bool(by_part.search(row.context)) and _is_of_measure(row, target)


def _is_told_by_others(stem: str, over: str) -> bool:
    """Whether words nearer to the table than those that name such parts say that it tells others.

    “Our Divisions › Net revenue by country” is told by country.
    """
    told_by = BY_PART.search(over.lower().rpartition(stem)[2])
    return told_by is not None


def _parts_by_heading(case: Case, target: Target, stem: str) -> list[FigureRow]:
    """Rows called by the measure's own label under a heading that names the part, as if called by the part.

    “Segment information › North America: Net sales” is North America in a table of segments.
    """
    names = [name for mention in case.analysis.organizations for name in mention.names]
    conditions = [
        of_entities(names),
        of_documents(documents_meant(case.analysis, case.scope)),
        f"m.context ILIKE {literal(f'%{stem}%')}",
        "m.canonical_name = '' AND m.unit <> '%'",
        measured_rows(*target.canonical),
    ]
    if not labels_of(target):
        return []
    rows = figure_rows(case.select(figures_sql(conditions), f"Find {target.name} under headings of a {stem}"))
    own = [row for row in rows if any(is_of_part(row.metric_name, name) for name in target.canonical)]
    parts = [(row, *row.context.rpartition(" › ")[::2]) for row in own]
    return [
        replace(row, metric_name=part, context=over)
        for row, over, part in parts
        if over and not is_whole(part) and re.search(stem, over, re.IGNORECASE)
    ]


def is_whole(name: str) -> bool:
    """Whether a label is of all parts together, or of none of them."""
    return bool(WHOLE.search(name) or ALL_OF_THEM.search(name.strip()))


def measured_rows(*measures: str) -> str:
    """That a row may be called by one of the measures alone, as SQL; `is_of_part` tells."""
    labels = labels_of(Target(canonical=measures))
    like = (f"lower(m.metric_name) LIKE {literal(f'%{label}%')}" for label in labels)
    return f"({' OR '.join(like)})" if labels else ""


def is_of_part(label: str, measure: str) -> bool:
    """Whether a row is called by the measure alone: “Revenue”, “Segment operating profit/(loss)”."""
    plain = BESIDE_PROFIT.sub("", OF_PART.sub("", FOOTNOTE.sub("", label))).strip()
    return any(name == measure and end - start == len(plain) for name, start, end in find_measures(plain))


def labels_of(target: Target) -> tuple[str, ...]:
    """What reports call the measure, in lower case."""
    return tuple(label for name in target.canonical if name in MEASURES for label in MEASURES[name].labels)


def _wholes(rows: Iterable[FigureRow]) -> dict[tuple, list[Decimal]]:
    """What each document gives for the whole in each of its periods."""
    own = grouped(rows, lambda row: (row.document_id, row.period_start, row.period_end))
    return {place: [row.numeric_value for row in same] for place, same in own.items()}


def _adding_up(table: Iterable[FigureRow], wholes: dict[tuple, list[Decimal]]) -> list[FigureRow]:
    kept: list[FigureRow] = []
    spans = grouped(table, lambda row: (row.document_id, row.period_start, row.period_end))
    for place, rows in spans.items():
        values = {row.metric_name: row.numeric_value for row in rows}
        is_single = all(values[row.metric_name] == row.numeric_value for row in rows)
        total = sum(values.values(), Decimal(0))
        if is_single and any(abs(total - whole) <= abs(whole) * ROUNDING for whole in wholes.get(place, ())):
            kept += rows
    return kept


def _is_of_measure(row: FigureRow, target: Target) -> bool:
    """Whether the words over the table name this measure alone."""
    named = {name for name, _, _ in find_measures(row.context)}
    return named == set(target.canonical) and not row.metric_name.lower().startswith("total")


def heading(row: FigureRow) -> str:
    """“In “Revenue by segment”, ”: the words over a table, where they are few."""
    *over, words = re.split(r" [›–] ", row.context)
    words = f"{over[-1]} › {words}".strip() if over and _measured(words.strip()) else words.strip()
    return f"In “{words}”, " if 0 < len(words) <= LONGEST_HEADING else ""


def grouped(rows: Iterable[FigureRow], key: Callable[[FigureRow], Key]) -> dict[Key, list[FigureRow]]:
    groups: dict[Key, list[FigureRow]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return dict(groups)


def is_of_period(row: FigureRow, period: Period) -> bool:
    is_named = row.fiscal_year is not None and row.fiscal_year == period.fiscal_year
    if is_named and row.fiscal_quarter == period.fiscal_quarter and row.months == _months(period):
        return True
    if row.period_end is None or abs(row.period_end - period.end_date) > DAYS_OFF:
        return False
    if row.period_start is None or period.start_date is None:
        return True
    return abs(row.period_start - period.start_date) <= DAYS_OFF


def _months(period: Period) -> int:
    return round(((period.end_date - period.start_date).days + 1) / MONTH_DAYS) if period.start_date else 0
