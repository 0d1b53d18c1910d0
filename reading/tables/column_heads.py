"""The columns of a table: what heads each, for when it is, and what stands over the labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.lexicon import A_YEAR, SPAN_COUNTS
from reading.measures.catalogue import find_measures
from reading.model import Column
from reading.tables.drafts import Draft, ends_sentence
from reading.tables.find import Block
from reading.tables.headings.groups import without_breaks
from reading.tables.headings.periods import column_times, shows_position
from reading.tables.headings.stacks import says_time
from reading.tables.marked.read import naming
from reading.tables.titles import BETWEEN
from reading.tables.units.captions import with_scale_of_note
from reading.tables.units.kinds import Amounts
from reading.tables.units.numbers import currency_behind
from reading.values.dates import DATE, MONTH
from reading.values.fiscal import FiscalCalendar
from reading.values.units import ONE

LEAST_LETTERS = 4  # of a heading beside its time
_LEADS_UP = re.compile(r"\b(?:follow\w*|tables?|below|shows?|presents?|summar\w+)\b", re.IGNORECASE)
_OPEN_SPAN = re.compile(r"\b(?:ended|ending)$", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"{MONTH}\s\d", re.IGNORECASE)
_PER_CENT = re.compile(r"%|\bpercent", re.IGNORECASE)
_OF_TIMES = re.compile(
    rf"\b(?:{MONTH}|(?:{SPAN_COUNTS})|months?|weeks?|quarters?|years?|half|fiscal|first|second|third|fourth|to|date|"
    r"ended|ending|as|at|of|for|the|un|audited|restated)\b",
    re.IGNORECASE,
)
_BETWEEN_HEADINGS = re.compile(rf"(?<!\d){BETWEEN}|{BETWEEN}(?!{DATE})", re.IGNORECASE)  # not days


def columns_of(draft: Draft, calendar: FiscalCalendar, amounts: Amounts) -> tuple[Column, ...]:
    block = draft.block
    contexts = [*_joined_times(block.captions), *reversed(block.titles)]
    years = [said for said in block.captions if A_YEAR.fullmatch(said)]
    if not any(title.rstrip().endswith(":") for title in block.titles):
        contexts.extend(
            reversed(_BETWEEN_HEADINGS.split(block.lead))
        )  # else a sentence of its own leads up to the table
    is_position = _shows_position(draft)
    columns = []
    text = draft.page.text.lower() if any("- " in header for header in block.headers) else ""
    headers = [without_breaks(header, text) for header in block.headers]
    # A year alone that stands over the labels is that of columns without time.
    year = years[0] if len(years) == 1 else ""
    dated = [f"{header} {year}" if year and not says_time(header) else header for header in headers]
    times = column_times(dated, contexts, calendar, is_position=is_position)
    for span, header, time in zip(block.spans, headers, times, strict=True):
        unit = "%" if _PER_CENT.search(header) else currency_behind(header) or amounts.money
        scale = amounts.caption.scale or ONE
        columns.append(Column(header, time.period, unit, scale, span.x0, span.x1, time.part))
    return tuple(columns)


def headers_of(columns: Sequence[Column], draft: Draft) -> list[str]:
    """What heads each column, with the scale that a note below the table tells of it."""
    return [with_scale_of_note(column.header, draft.text_below) for column in columns]


def label_header(block: Block, columns: Sequence[Column]) -> str:
    """The one word or two over the labels, unless columns are times alone, as those of statements are."""
    if len(block.captions) != 1 or any(not column.header or _is_time(column) for column in columns):
        return ""
    return naming(block.captions[0])


def measure_header(block: Block) -> str:
    """What heads the labels where it is a measure, “Revenue” over the names of its parts, else nothing."""
    heads = [said for said in block.captions if _is_measure(said)]
    return heads[0] if len(heads) == 1 else ""


def _is_measure(text: str) -> bool:
    return any(end - start == len(text) for _, start, end in find_measures(text))


def _is_time(column: Column) -> bool:
    """Whether nothing but a time heads the column: “2023”, not “2023 votes”."""
    if column.period is None:
        return False
    rest = _OF_TIMES.sub(" ", column.header.replace(column.period.text, " "))
    return sum(char.isalpha() for char in rest) < LEAST_LETTERS


def _joined_times(captions: Sequence[str]) -> list[str]:
    """The captions, “As of or for the year ended” together with the “December 31,” on the line below it."""
    joined: list[str] = []
    for caption in captions:
        if joined and _OPEN_SPAN.search(joined[-1]) and _DAY_FIRST.match(caption):
            joined[-1] = f"{joined[-1]} {caption}"
        else:
            joined.append(caption)
    return joined


def _shows_position(draft: Draft) -> bool:
    """Whether the table's amounts are of a day, as those of the one that it continues."""
    draft = draft.first
    titles = [title for title in draft.block.titles if not ends_sentence(title) or _LEADS_UP.search(title)]
    around = " ".join([*titles, *draft.block.captions, draft.block.lead])
    return shows_position(around, [row.label for row in draft.rows])
