"""The facts of one document as tables that are searched, sorted and read page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Page as PaginatorPage
from django.core.paginator import Paginator
from django.db.models import F, Q, QuerySet

from documents.library.selectors import facts_of
from documents.models import Chunk, Document, Entity
from documents.page_names import name_pages
from reading.values.period_words import span_words

ROWS_PER_PAGE = 100
Show = Callable[[Any], Any]


@dataclass(frozen=True)
class Column:
    """`order`: the field that sorts it, where it sorts. `note`: a quiet line below the value."""

    title: str
    show: Show
    order: str = ""
    css: str = ""
    note: Show = lambda fact: ""


@dataclass(frozen=True)
class FactTable:
    """One tab: its columns, the page of rows asked for, and how it is sorted now.

    `only`: the index of the recognised table whose rows alone are shown; None for all.
    """

    tab: str
    columns: tuple[Column, ...]
    page: PaginatorPage
    matching: str
    sort: str
    only: int | None = None

    @property
    def rows(self) -> list[tuple[Any, list[tuple[Any, str, str]]]]:
        """Each fact with the (text, note, CSS class) of its cells."""
        return [
            (fact, [(column.show(fact), column.note(fact), column.css) for column in self.columns])
            for fact in self.page
        ]

    @property
    def heads(self) -> list[tuple[Column, str, str]]:
        """(column, the sort that a click asks for, aria-sort)."""
        return [(column, *self._next_sort(column)) for column in self.columns]

    def _next_sort(self, column: Column) -> tuple[str, str]:
        if column.order and self.sort == column.order:
            return f"-{column.order}", "ascending"
        if column.order and self.sort == f"-{column.order}":
            return column.order, "descending"
        return column.order, "none"


def _period(metric: Any) -> str:
    return str(metric.period) or span_words(metric)


def _figure_note(metric: Any) -> str:
    return " · ".join(part for part in (metric.entity_name, metric.context) if part)


def _period_note(metric: Any) -> str:
    days = [_day(day) for day in (metric.period_start, metric.period_end) if day]
    return " – ".join(days) if metric.period_end else ""


def _day(day: date) -> str:
    """“30 Jun 2025”, never broken over two lines."""
    return f"{day:%-d %b %Y}".replace(" ", "\N{NO-BREAK SPACE}")


def _properties(row: Any) -> str:
    pairs = ((name, value) for name, value in row.properties.items() if value not in (None, ""))
    return " · ".join(f"{name}: {_plain(value)}" for name, value in pairs)


def _plain(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _base_value(metric: Any) -> str:
    if metric.numeric_value is None:
        return ""
    text = f"{metric.numeric_value:,f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def _base_unit(metric: Any) -> str:
    """What the value in base units counts: beside a per cent's fraction the sign would be wrong."""
    return "as a fraction" if metric.unit == "%" and metric.numeric_value is not None else str(metric.unit)


def _section(claim: Any) -> str:
    return "" if claim.source_section == claim.topic else str(claim.source_section)


def _role(entity: Any) -> str:
    """What it is to the document; of what is only mentioned its title, as headquarters."""
    if entity.title and entity.role == Entity.Role.MENTIONED:
        return str(entity.title[:1].upper() + entity.title[1:])
    return str(entity.get_role_display())


COLUMNS: dict[str, tuple[Column, ...]] = {
    "figures": (
        Column("Figure", lambda fact: fact.metric_name, "metric_name", "wide", _figure_note),
        Column("Period", _period, "period_end", "period", _period_note),
        Column("As written", lambda fact: fact.value, "", "number"),
        Column("In base units", _base_value, "numeric_value", "number", _base_unit),
    ),
    "claims": (
        Column("Claim", lambda fact: fact.claim_text, "", "wide"),
        Column("Type", lambda fact: fact.get_claim_type_display(), "claim_type"),
        Column("Topic", lambda fact: fact.topic, "topic", note=_section),
    ),
    "entities": (
        Column("Name", lambda fact: fact.entity_name, "entity_name"),
        Column("Kind", lambda fact: fact.get_entity_type_display(), "entity_type"),
        Column("Role", _role, "role"),
        Column("Context", lambda fact: fact.context or fact.title, "", "quiet"),
    ),
    "topics": (
        Column("Topic", lambda fact: fact.topic_name, "topic_name", "wide"),
        Column("Rank", lambda fact: "Primary" if fact.is_primary else "Secondary", "is_primary"),
    ),
    "rows": (
        Column("Table", lambda fact: fact.table, "table_index"),
        Column("Row", lambda fact: fact.label, "label"),
        Column("Values", _properties, "", "wide"),
    ),
}
KINDS = {"figures": "metric", "claims": "claim", "entities": "entity", "topics": "topic", "rows": "row"}
SEARCHED = {
    "figures": ("metric_name", "canonical_name", "value", "period", "context", "entity_name"),
    "claims": ("claim_text", "topic", "source_section"),
    "entities": ("entity_name", "context", "title"),
    "topics": ("topic_name",),
    "rows": ("table", "label", "properties__icontains"),
}


def fact_table(
    user: Any,
    document: Document,
    tab: str,
    *,
    matching: str = "",
    sort: str = "",
    number: str = "1",
    table: str = "",
) -> FactTable:
    """The tab's table. An unknown `sort` or page number falls back to the order of the document.

    `table`: among the table rows, only those of the recognised table with this index.
    """
    facts: QuerySet[Any] = facts_of(user, document.workspace, KINDS[tab], document=document)
    only = int(table) if tab == "rows" and table.isdecimal() and len(table) < 8 else None
    if only is not None:
        facts = facts.filter(table_index=only)
    for word in matching.split():
        facts = facts.filter(any_holds(SEARCHED[tab], word))
    return table_of(facts, COLUMNS[tab], tab=tab, matching=matching, sort=sort, number=number, only=only)


def table_of(
    facts: QuerySet[Any],
    columns: tuple[Column, ...],
    *,
    tab: str,
    matching: str,
    sort: str,
    number: str,
    only: int | None = None,
) -> FactTable:
    """One page of the facts. An unknown `sort` leaves them in their order."""
    sort = sort if sort.removeprefix("-") in {column.order for column in columns if column.order} else ""
    if sort:
        field = F(sort.removeprefix("-"))
        order = field.desc(nulls_last=True) if sort.startswith("-") else field.asc(nulls_last=True)
        facts = facts.order_by(order, "document_id", "page", "pk")
    page = Paginator(facts, ROWS_PER_PAGE).get_page(number)
    name_pages(page.object_list)
    return FactTable(tab, columns, page, matching, sort, only)


def chunk_page(document: Document, *, matching: str = "", number: str = "1") -> PaginatorPage:
    """The document's chunks in order, without their vectors."""
    chunks = Chunk.objects.filter(document=document).defer("embedding", "search").order_by("index")
    for word in matching.split():
        chunks = chunks.filter(Q(text__icontains=word) | Q(section__icontains=word))
    page = Paginator(chunks, ROWS_PER_PAGE // 2).get_page(number)
    name_pages(page.object_list, number="page_start")
    return page


def any_holds(fields: tuple[str, ...], word: str) -> Q:
    """That one of the fields holds the word."""
    condition = Q()
    for field in fields:
        condition |= Q(**{field if "__" in field else f"{field}__icontains": word})
    return condition
