"""Conditions on values, `{field: {"op": …, "value": …}}`, as SQL over the views of a workspace.

A field is a column of the row's table (“Amount”), a property of its document (“Customer” of an invoice), or
one of `COLUMNS`. Names are compared without regard to case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from agentic.facts.queries import literal

COLUMNS = {  # fields that every row has → where they stand
    "document": "d.filename",
    "filename": "d.filename",
    "title": "d.title",
    "document_type": "d.document_type",
    "bucket": "d.bucket",
    "document_date": "d.document_date",
    "document_id": "d.id",
    "table": "r.table_name",
    "label": "r.label",
    "page": "r.page",
}
NUMBERS, DATES = frozenset(("document_id", "page")), frozenset(("document_date",))
OPERATORS = {
    "=": "=", "==": "=", "≠": "<>", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=", "≤": "<=", ">": ">",
    ">=": ">=", "≥": ">=", "~": "~", "between": "between", "in": "in",
}  # fmt: skip
SAID = "=, ≠, <, ≤, >, ≥, ~, between or in"
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
MOST_CONDITIONS, MOST_VALUES, MOST_CHARACTERS = 12, 100, 300


class BadAnnotationQuery(ValueError):
    """A search that cannot be made, in one sentence that says what to do."""


@dataclass(frozen=True)
class Condition:
    """One test of one field. `op`: a key of SQL's own among `OPERATORS`. `values`: one; two for between."""

    field: str
    op: str
    values: tuple[str | Decimal, ...]

    @property
    def sql(self) -> str:
        """True, false, or null where the row has no such value."""
        is_number = all(isinstance(value, Decimal) for value in self.values)
        side = number_of(self.field) if is_number else text_of(self.field)
        values = [literal(value.lower() if isinstance(value, str) else value) for value in self.values]
        if self.op == "~":
            return f"position({values[0]} in {side}) > 0"
        if self.op == "in":
            return f"{side} IN ({', '.join(values)})"
        if self.op == "between":
            return f"{side} BETWEEN {values[0]} AND {values[1]}"
        return f"{side} {self.op} {values[0]}"


def read_conditions(filters: Mapping[str, Any]) -> list[Condition]:
    """The conditions of `{field: {"op": op, "value": value}}` or, for equality, `{field: value}`.

    Raises `BadAnnotationQuery`.
    """
    if len(filters) > MOST_CONDITIONS:
        raise BadAnnotationQuery(f"A search may have at most {MOST_CONDITIONS} conditions: leave some out.")
    return [_condition(field, asked) for field, asked in filters.items()]


def field_name(name: str) -> str:
    """The name of a field as it is compared. Raises `BadAnnotationQuery`."""
    plain = " ".join(str(name).split()).lower()
    if not plain or len(plain) > MOST_CHARACTERS:
        raise BadAnnotationQuery("Name a field in 1 to 300 characters, as the head of its column is written.")
    return plain


def _condition(field: str, asked: Any) -> Condition:
    if isinstance(asked, Mapping):
        unknown = set(asked) - {"op", "value"}
        if unknown or "value" not in asked:
            raise BadAnnotationQuery(f"Write the condition on “{field}” as {{“op”: “=”, “value”: …}}.")
        op, value = str(asked.get("op", "=")).strip().lower(), asked["value"]
    else:
        op, value = "=", asked
    if op not in OPERATORS:
        raise BadAnnotationQuery(f"There is no operator “{op[:20]}”: use {SAID}.")
    return _checked(Condition(field_name(field), OPERATORS[op], _values(field, value)))


def _values(field: str, value: Any) -> tuple[str | Decimal, ...]:
    several = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    if not 1 <= len(several) <= MOST_VALUES:
        raise BadAnnotationQuery(f"Give 1 to {MOST_VALUES} values for “{field}”.")
    return tuple(_value(field, each) for each in several)


def _value(field: str, value: Any) -> str | Decimal:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        number = Decimal(str(value))
        if number.is_finite():
            return number
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and len(value) <= MOST_CHARACTERS and "\x00" not in value:
        return value
    raise BadAnnotationQuery(f"A value for “{field}” must be a number or a text of up to 300 characters.")


def _checked(condition: Condition) -> Condition:
    values, op = condition.values, condition.op
    if len({type(value) for value in values}) > 1:
        raise BadAnnotationQuery(f"Give only numbers or only texts for “{condition.field}”.")
    if op == "between" and len(values) != 2:
        raise BadAnnotationQuery(f"Give two values for “{condition.field}”: the least and the greatest.")
    if op not in ("between", "in") and len(values) != 1:
        raise BadAnnotationQuery(f"Give one value for “{condition.field}”, or use between or in.")
    is_text = isinstance(values[0], str)
    if op == "~" and not is_text:
        raise BadAnnotationQuery(f"“~” looks for words: give a text for “{condition.field}”.")
    if op in ("<", "<=", ">", ">=", "between") and is_text and not all(map(_is_date, values)):
        raise BadAnnotationQuery(
            f"“{condition.field}” can be compared with numbers and with dates such as 2025-06-30."
        )
    return condition


def _is_date(value: str | Decimal) -> bool:
    return isinstance(value, str) and ISO_DATE.fullmatch(value) is not None


def text_of(field: str) -> str:
    """SQL of a field's value as text in small letters."""
    if field in COLUMNS:
        return f"lower({COLUMNS[field]}::text)"
    return f"lower({value_of(field)} #>> '{{}}')"


def number_of(field: str) -> str:
    """SQL of a field's value as a number; null where it is none."""
    if field in COLUMNS:
        return COLUMNS[field] if field in NUMBERS else "NULL::numeric"
    value = value_of(field)
    return f"CASE WHEN jsonb_typeof({value}) = 'number' THEN ({value} #>> '{{}}')::numeric END"


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
