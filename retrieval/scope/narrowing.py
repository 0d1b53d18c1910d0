"""Where a search may look: in one workspace, in documents and passages that meet its conditions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import connection
from django.utils import timezone

from documents.models import Status, Workspace
from reading.values.periods import FiscalCalendar, Period, find_periods
from retrieval.annotations.conditions import Property, property_named
from retrieval.annotations.fields import Fields, fields_of
from retrieval.scope.buckets import known_bucket
from retrieval.scope.conditions import SLACK
from retrieval.scope.document_kinds import Kind
from retrieval.scope.filters import (
    DOCUMENT_FIELDS,
    BadSearch,
    Condition,
    Field,
    Number,
    Spread,
    Text,
    in_sql,
    read_conditions,
)
from retrieval.scope.model import Scope
from retrieval.sql import literal

Filters = Mapping[str, Any] | Sequence[Any]
PASSAGE_FIELDS: Mapping[str, Field] = {
    "page": Spread("documents_chunk.page_start", "documents_chunk.page_end"),
    "section": Text("documents_chunk.section"),
    "chunk_id": Number("documents_chunk.id"),
}


def narrowed(workspace: Workspace, *, filters: Filters, bucket: str = "", doc_id: int | None = None) -> Scope:
    """The scope in which every condition holds. Raises `BadSearch`."""
    passages, documents = tests_by_place(workspace, filters)
    if bucket:
        documents.append(f"lower(d.bucket) = {literal(known_bucket(workspace, bucket))}")
    if doc_id is not None:
        documents.append(f"d.id = {literal(doc_id)}")
    return Scope(
        workspace=workspace,
        total=workspace.documents.filter(status=Status.READY).count(),
        document_ids=_document_ids(workspace, documents) if documents else None,
        passages=tuple(passages),
    )


def tests_by_place(workspace: Workspace, filters: Filters) -> tuple[list[str], list[str]]:
    """SQL of the conditions on passages and of those on their documents. Raises `BadSearch`.

    What is no field of passages or documents is a property that documents give, or a column of their tables.
    """
    conditions = read_conditions(filters)
    own = {**DOCUMENT_FIELDS, **PASSAGE_FIELDS, "period": PeriodNamed(workspace), "kind": Kind()}
    given = [condition.field for condition in conditions if condition.field not in own]
    fields = {**own, **_given(given, workspace, own)}
    of_passages = [condition for condition in conditions if condition.field in PASSAGE_FIELDS]
    others = [condition for condition in conditions if condition.field not in PASSAGE_FIELDS]
    return in_sql(of_passages, fields), in_sql(others, fields)


def _given(names: Sequence[str], workspace: Workspace, own: Collection[str]) -> dict[str, Field]:
    known = fields_of(workspace) if names else Fields()
    found: dict[str, Field] = {}
    for name in names:
        field = property_named(name, known)
        if field is None:
            listed = ", ".join(f"“{each}”" for each in known.listed()) or "none yet"
            raise BadSearch(
                f"There is no field “{name[:40]}”: use {', '.join(own)}, or what these documents give: "
                f"{listed}."
            )
        found[name] = GivenByDocument(field)
    return found


@dataclass(frozen=True)
class GivenByDocument:
    """What a document gives as a property, or in a row of one of its tables."""

    field: Property

    def test(self, condition: Condition) -> str:
        info, tests = self.field.info, []
        if info.in_properties or info.in_attributes:
            tests.append(replace(self.field, in_row=False).test(condition))
        if info.in_columns:
            row = replace(self.field, of_document=False).test(condition)
            tests.append(
                "EXISTS (SELECT 1 FROM table_rows AS r WHERE r.document_id = d.id AND r.anchored"
                f" AND r.table_name <> 'properties' AND {row})"
            )
        return f"({' OR '.join(tests)})"


# The rows as conditions on them are written, which are made for the reader's views.
_ROWS = """WITH table_rows AS NOT MATERIALIZED (
    SELECT t.*, t."table" AS table_name FROM documents_tablerow AS t
    WHERE t.workspace_id = {} AND NOT t.kept_out
), property_values AS NOT MATERIALIZED (
    SELECT document_id, label, small_value AS value,
        CASE WHEN jsonb_typeof(properties -> label) = 'number' THEN (properties ->> label)::numeric END
            AS number,
        properties ->> (label || ' (unit)') AS unit
    FROM table_rows WHERE table_name = 'properties' AND anchored
)
"""


def _document_ids(workspace: Workspace, tests: Sequence[str]) -> tuple[int, ...]:
    where = "\n  AND ".join([f"d.workspace_id = {workspace.pk}", "d.status = 'ready'", *tests])
    rows = _ROWS.format(workspace.pk)
    with connection.cursor() as cursor:
        cursor.execute(f"{rows}SELECT d.id FROM documents_document AS d\nWHERE {where}\nORDER BY d.id")
        return tuple(pk for (pk,) in cursor.fetchall())


def calendars_of(workspace: Workspace) -> list[tuple[int, int]]:
    """The fiscal calendars of the workspace's documents: last month, and what a year's name is ahead by."""
    known = workspace.documents.order_by().values_list("fiscal_year_end_month", "fiscal_year_offset")
    return sorted({(month or 12, offset) for month, offset in known.distinct()}) or [(12, 0)]


@dataclass(frozen=True)
class PeriodNamed:
    """A document's period, called as people do: “Q3 2024”, “FY2023”, “2021”, “March 2022”.

    Each document's own fiscal calendar says which days are meant. = finds the same span, ~ one that overlaps.
    """

    workspace: Workspace

    def test(self, condition: Condition) -> str:
        if condition.op not in ("=", "<>", "in", "~"):
            raise BadSearch("“period” is a name such as Q3 2024: use =, ≠, ~ or in, or compare “dates”.")
        calendars = calendars_of(self.workspace)
        tests = [t for value in condition.values for t in _named(str(value), calendars, condition.op)]
        if not tests:
            raise BadSearch("“period” is not understood: write it as Q3 2024, 2023, FY2022 or March 2021.")
        return f"{'NOT ' if condition.op == '<>' else ''}({' OR '.join(tests)})"


def _named(name: str, calendars: Sequence[tuple[int, int]], op: str) -> Iterable[str]:
    today = timezone.localdate()
    for month, offset in calendars:
        ours = f"coalesce(d.fiscal_year_end_month, 12) = {month} AND d.fiscal_year_offset = {offset}"
        for period, _, _ in find_periods(name, FiscalCalendar(month, offset), today=today):
            yield f"({ours} AND {_overlaps(period) if op == '~' else _is(period)})"


def _is(period: Period) -> str:
    """The same span, give or take some days: fiscal quarters of whole weeks end off the month."""
    ends = _about("d.period_end", period.end_date)
    return f"{ends} AND {_about('d.period_start', period.start_date)}" if period.start_date else ends


def _about(column: str, day: date) -> str:
    return f"coalesce({column} BETWEEN {literal(day - SLACK)} AND {literal(day + SLACK)}, false)"


def _overlaps(period: Period) -> str:
    first = period.start_date or period.end_date
    return (
        f"coalesce(d.period_end, d.document_date) >= {literal(first)}"
        f" AND coalesce(d.period_start, d.document_date) <= {literal(period.end_date)}"
    )
