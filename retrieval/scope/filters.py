"""Conditions on values, `{field: {"op": …, "value": …}}`: read, checked, and said in SQL.

One language for documents, passages and rows of tables. What a name stands for is a `Field`; those of a
document are `DOCUMENT_FIELDS`, over `documents AS d`. Names and texts are compared without regard to case.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, Protocol

from retrieval.sql import literal

OPERATORS = {
    "=": "=", "==": "=", "≠": "<>", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=", "≤": "<=", ">": ">",
    ">=": ">=", "≥": ">=", "~": "~", "between": "between", "in": "in",
}  # fmt: skip
SAID = "=, ≠, <, ≤, >, ≥, ~, between or in"
ORDERED = frozenset(("<", "<=", ">", ">=", "between"))
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
MOST_CONDITIONS, MOST_VALUES, MOST_CHARACTERS = 12, 100, 300

Value = str | Decimal


class BadSearch(ValueError):
    """A search that cannot be made, in one sentence that says what to do."""


@dataclass(frozen=True)
class Condition:
    """One test of one field. `op`: of `OPERATORS`' values. `values`: one, two for between; of one type.

    `unit`: of numbers, as “mm”; "" for whatever the field is in.
    """

    field: str
    op: str
    values: tuple[Value, ...]
    unit: str = ""


class Field(Protocol):
    """What a name in a condition stands for."""

    def test(self, condition: Condition) -> str:
        """SQL that is true, false, or null where there is no such value. Raises `BadSearch`."""
        ...


@dataclass(frozen=True)
class Text:
    """Words in a column."""

    column: str

    def test(self, condition: Condition) -> str:
        if condition.op in ORDERED:
            raise BadSearch(f"“{condition.field}” is a text: use =, ≠, ~ or in.")
        return compared(f"lower({self.column}::text)", condition.op, words_of(condition))


@dataclass(frozen=True)
class Number:
    column: str

    def test(self, condition: Condition) -> str:
        return compared(self.column, condition.op, numbers_of(condition))


@dataclass(frozen=True)
class Day:
    """A date in a column; “~” finds a year or a month in it as in “2025-06”."""

    column: str

    def test(self, condition: Condition) -> str:
        if condition.op == "~":
            return compared(f"{self.column}::text", "~", words_of(condition))
        return compared(self.column, condition.op, days_of(condition))


@dataclass(frozen=True)
class Names:
    """Several texts in an array column: the condition holds where one of them meets it; ≠ where none does."""

    column: str

    def test(self, condition: Condition) -> str:
        if condition.op in ORDERED:
            raise BadSearch(f"“{condition.field}” are texts: use =, ≠, ~ or in.")
        op, negated = ("=", "NOT ") if condition.op == "<>" else (condition.op, "")
        one = compared("lower(one)", op, words_of(condition))
        return f"{negated}EXISTS (SELECT 1 FROM unnest({self.column}) AS one WHERE {one})"


@dataclass(frozen=True)
class Spread:
    """From one column to another, as pages or days: = holds inside it, between where the two overlap."""

    first: str
    last: str
    is_day: bool = False

    def test(self, condition: Condition) -> str:
        if condition.op == "~":
            raise BadSearch(f"“{condition.field}” has a first and a last: use any operator but ~.")
        values = days_of(condition) if self.is_day else numbers_of(condition)
        if condition.op in ("=", "<>", "in"):
            inside = " OR ".join(f"({self.first} <= {v} AND {self.last} >= {v})" for v in values)
            return f"NOT ({inside})" if condition.op == "<>" else f"({inside})"
        if condition.op == "between":
            return f"({self.first} <= {values[1]} AND {self.last} >= {values[0]})"
        return f"{self.first if condition.op[0] == '<' else self.last} {condition.op} {values[0]}"


DATED = "coalesce(d.document_date, d.period_end)"
DOCUMENT_FIELDS: Mapping[str, Field] = {
    "document": Text("d.filename"),
    "filename": Text("d.filename"),
    "title": Text("d.title"),
    "document_type": Text("d.document_type"),
    "bucket": Text("d.bucket"),
    "document_id": Number("d.id"),
    "document_date": Day("d.document_date"),
    "period_start": Day("d.period_start"),
    "period_end": Day("d.period_end"),
    "dates": Spread(
        "coalesce(d.period_start, d.document_date)",
        "coalesce(d.period_end, d.document_date)",
        is_day=True,
    ),
    "year": Number(f"extract(year FROM {DATED})"),
    "quarter": Text(f"to_char({DATED}, 'YYYY-\"Q\"Q')"),
    "month": Text(f"to_char({DATED}, 'YYYY-MM')"),
    "organizations": Names("d.organizations"),
    "people": Names("d.people"),
    "topics": Names("d.topics"),
}


def read_conditions(filters: Mapping[str, Any] | Sequence[Any]) -> list[Condition]:
    """The conditions of `{field: {"op": op, "value": value}}` or, for equality, `{field: value}`.

    Or of a list of `{"field": field, "op": op, "value": value}`, in which a field may come twice. Either may
    have the `unit` of its number. Raises `BadSearch`.
    """
    pairs = (
        list(filters.items()) if isinstance(filters, Mapping) else [_listed_pair(each) for each in filters]
    )
    if len(pairs) > MOST_CONDITIONS:
        raise BadSearch(f"A search may have at most {MOST_CONDITIONS} conditions: leave some out.")
    return [_condition(field, asked) for field, asked in pairs]


def _listed_pair(asked: Any) -> tuple[str, Any]:
    if not isinstance(asked, Mapping) or "field" not in asked:
        raise BadSearch("Write each condition of a list as {“field”: …, “op”: “=”, “value”: …}.")
    return str(asked["field"]), {name: value for name, value in asked.items() if name != "field"}


def field_name(name: str) -> str:
    """The name of a field as it is compared. Raises `BadSearch`."""
    plain = " ".join(str(name).split()).lower()
    if not plain or len(plain) > MOST_CHARACTERS:
        raise BadSearch("Name a field in 1 to 300 characters, as the head of its column is written.")
    return plain


def in_sql(conditions: Sequence[Condition], fields: Mapping[str, Field]) -> list[str]:
    """SQL of each condition. Raises `BadSearch` for a field that is none of `fields`."""
    for condition in conditions:
        if condition.field not in fields:
            raise BadSearch(f"There is no field “{condition.field[:40]}”: use {_listed(fields)}.")
    return [fields[condition.field].test(condition) for condition in conditions]


def compared(side: str, op: str, values: Sequence[str]) -> str:
    """SQL that compares `side` with `values`, which are SQL too."""
    if op == "~":
        return f"position({values[0]} in {side}) > 0"
    if op == "in":
        return f"{side} IN ({', '.join(values)})"
    if op == "between":
        return f"{side} BETWEEN {values[0]} AND {values[1]}"
    return f"{side} {op} {values[0]}"


def words_of(condition: Condition) -> list[str]:
    """The values in SQL, as texts in small letters."""
    return [literal(str(value).lower()) for value in condition.values]


def numbers_of(condition: Condition) -> list[str]:
    """The values in SQL, as numbers."""
    try:
        numbers = [Decimal(value) for value in condition.values]
    except InvalidOperation:
        numbers = []
    if not numbers or not all(number.is_finite() for number in numbers):
        raise BadSearch(f"“{condition.field}” is a number: give one.")
    return [literal(number) for number in numbers]


def days_of(condition: Condition) -> list[str]:
    """The values in SQL, as dates."""
    try:
        days = [date.fromisoformat(value) for value in condition.values if is_date(value)]  # type: ignore[arg-type]
    except ValueError:
        days = []
    if len(days) != len(condition.values):
        raise BadSearch(f"“{condition.field}” is a date: write it as in 2025-06-30.")
    return [f"{literal(day.isoformat())}::date" for day in days]


def is_date(value: Value) -> bool:
    return isinstance(value, str) and ISO_DATE.fullmatch(value) is not None


def _listed(names: Collection[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}"


def _condition(field: str, asked: Any) -> Condition:
    if isinstance(asked, Mapping):
        unknown = set(asked) - {"op", "value", "unit"}
        if unknown or "value" not in asked:
            raise BadSearch(f"Write the condition on “{field}” as {{“op”: “=”, “value”: …}}.")
        op, value = str(asked.get("op", "=")).strip().lower(), asked["value"]
        unit = str(asked.get("unit") or "")[:20]
    else:
        op, value, unit = "=", asked, ""
    if op not in OPERATORS:
        raise BadSearch(f"There is no operator “{op[:20]}”: use {SAID}.")
    return _checked(Condition(field_name(field), OPERATORS[op], _values(field, value), unit))


def _values(field: str, value: Any) -> tuple[Value, ...]:
    several = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    if not 1 <= len(several) <= MOST_VALUES:
        raise BadSearch(f"Give 1 to {MOST_VALUES} values for “{field}”.")
    return tuple(_value(field, each) for each in several)


def _value(field: str, value: Any) -> Value:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        number = Decimal(str(value))
        if number.is_finite():
            return number
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and len(value) <= MOST_CHARACTERS and "\x00" not in value:
        return value
    raise BadSearch(f"A value for “{field}” must be a number or a text of up to 300 characters.")


def _checked(condition: Condition) -> Condition:
    values, op = condition.values, condition.op
    if len({type(value) for value in values}) > 1:
        raise BadSearch(f"Give only numbers or only texts for “{condition.field}”.")
    if op == "between" and len(values) != 2:
        raise BadSearch(f"Give two values for “{condition.field}”: the least and the greatest.")
    if op not in ("between", "in") and len(values) != 1:
        raise BadSearch(f"Give one value for “{condition.field}”, or use between or in.")
    if op == "~" and not isinstance(values[0], str):
        raise BadSearch(f"“~” looks for words: give a text for “{condition.field}”.")
    return condition
