"""What the fields of conditions on rows stand for, as SQL over the views of a workspace.

A field is a column of the row's table (“Amount”), a property of its document (“Customer” of an invoice), or
one of `COLUMNS`. Names are compared without regard to case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from retrieval.scope.filters import (
    DOCUMENT_FIELDS,
    ORDERED,
    BadSearch,
    Condition,
    Day,
    Field,
    Number,
    Text,
    compared,
    in_sql,
    is_date,
    literal,
    numbers_of,
    read_conditions,
    words_of,
)

COLUMNS: Mapping[str, Field] = {  # that every row has
    **DOCUMENT_FIELDS,
    "table": Text("r.table_name"),
    "label": Text("r.label"),
    "page": Number("r.page"),
}


@dataclass(frozen=True)
class Property:
    """A value that a row, or else its document, has under a name."""

    name: str

    def test(self, condition: Condition) -> str:
        values = condition.values
        if all(isinstance(value, Decimal) for value in values):
            return compared(number_of(self.name), condition.op, numbers_of(condition))
        if all(map(is_date, values)) and condition.op != "~":
            return compared(day_of(self.name), condition.op, words_of(condition))
        if condition.op in ORDERED:
            raise BadSearch(
                f"“{condition.field}” can be compared with numbers and with dates such as 2025-06-30."
            )
        return compared(text_of(self.name), condition.op, words_of(condition))


def row_tests(filters: Mapping[str, Any]) -> list[str]:
    """SQL of each condition on a row. Raises `BadSearch`."""
    conditions = read_conditions(filters)
    return in_sql(conditions, {c.field: COLUMNS.get(c.field) or Property(c.field) for c in conditions})


def text_of(field: str) -> str:
    """SQL of a property as text in small letters."""
    return f"lower({value_of(field)} #>> '{{}}')"


_MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
_ISO = r"^\d{4}-\d\d-\d\d"
_NAME = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
# How documents write days, with the pieces that are the year, the month and the day.
_DAYS = (
    (rf"^\d{{1,2}}(?:st|nd|rd|th|\.)? {_NAME}\.?,? \d{{4}}", r"\d{4}", _NAME, r"\d{1,2}"),
    (rf"^{_NAME}\.? \d{{1,2}},? \d{{4}}", r"\d{4}", _NAME, r"\d{1,2}"),
    (r"^\d{1,2}\.\d{1,2}\.\d{4}", r"\d{4}", r"\.(\d{1,2})\.", r"\d{1,2}"),
)


def day_of(field: str) -> str:
    """SQL of a property as a day written as in “2025-06-30”; null where it does not begin with one."""
    cases = [f"WHEN t.day ~ {literal(_ISO)} THEN left(t.day, 10)"]
    for whole, year, month, day in _DAYS:
        named = f"substring(t.day from {literal(month)})"
        number = (
            f"((position(left({named}, 3) in {literal(_MONTHS)}) + 2) / 3)::text" if month == _NAME else named
        )
        parts = (f"substring(t.day from {literal(year)})", number, f"substring(t.day from {literal(day)})")
        joined = f"{parts[0]} || '-' || lpad({parts[1]}, 2, '0') || '-' || lpad({parts[2]}, 2, '0')"
        cases.append(f"WHEN t.day ~ {literal(whole)} THEN {joined}")
    return f"(SELECT CASE {' '.join(cases)} END FROM (SELECT {text_of(field)} AS day) AS t)"


def number_of(field: str) -> str:
    """SQL of a property as a number; null where it is none."""
    value = value_of(field)
    return f"CASE WHEN jsonb_typeof({value}) = 'number' THEN ({value} #>> '{{}}')::numeric END"


def written(field: str) -> str:
    """SQL of a field's value as it is written, to form groups by. Raises `BadSearch`."""
    column = COLUMNS.get(field)
    if column is None:
        return f"{value_of(field)} #>> '{{}}'"
    if isinstance(column, Text | Number | Day):
        return f"{column.column}::text"
    raise BadSearch(f"Rows cannot be grouped by “{field}”: a document may have several of them.")


def value_of(field: str) -> str:
    """SQL of a property's value as JSON: of the row itself, else of the row's document."""
    name = literal(field)
    return (
        "coalesce((SELECT p.value FROM jsonb_each(r.properties) AS p(key, value)"
        f" WHERE lower(p.key) = {name} LIMIT 1), "
        "(SELECT p.value FROM table_rows AS k, jsonb_each(k.properties) AS p(key, value)"
        " WHERE k.document_id = r.document_id AND k.anchored"
        f" AND lower(k.label) = {name} AND lower(p.key) = {name} LIMIT 1))"
    )
