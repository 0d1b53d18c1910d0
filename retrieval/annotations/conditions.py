"""What the fields of conditions on rows stand for, as SQL over the views of a workspace.

A field is a column of the row's table (“Amount”), a property of its document (“Customer” of an invoice), the
name of a row that has its value in another column (“V_CEO”), or one of `COLUMNS`. Names are compared without
regard to case; `properties.x` is the property x even where a column of ours is called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from documents.models import Workspace
from reading.lexicon import spellings_of
from retrieval.annotations.fields import FieldInfo, Fields, fields_of, joined
from retrieval.annotations.roles import roles
from retrieval.annotations.units import base_of
from retrieval.scope.document_kinds import Kind, escaped, singular
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
    field_name,
    in_sql,
    is_date,
    numbers_of,
    read_conditions,
    words_of,
)
from retrieval.sql import literal

PREFIX = "properties."
SMALL_VALUE = 100  # characters of a value that `property_values` keeps
LINES = "properties"  # the table of “Label: value” lines
OF_TABLES = {"op": "≠", "value": LINES}  # rows of tables, not of “Label: value” lines
OWN_WORDS = "concat_ws(' ', r.label, r.quote)"  # looked into with ~*, which is faster than small letters
NAMES_OF_DOCUMENT = (
    "lower(concat_ws(' ', d.title, replace(d.filename, '_', ' '), d.summary, array_to_string(d.topics, ' ')))"
)


# A name with the one sign by which it is told from others: “Otter M”, “Lathe 2”. Alone that stands anywhere.
MARKED_NAME = re.compile(r"\b([A-Z][\w-]*[a-z])[ -]([A-Z]|\d{1,2})(?![\w-])")
NOTHING = "CAST(NULL AS jsonb)"  # no value, in the type of the others


@dataclass(frozen=True)
class Words:
    """Words that all stand in the row, or (`around`) in the row or in what its document is called and gives.

    `in_row` false: there is no row, only documents are looked at.
    """

    around: bool = False
    in_row: bool = True

    def test(self, condition: Condition) -> str:
        if condition.op not in ("=", "~", "<>"):
            raise BadSearch(f"“{condition.field}” looks for words: use = or ~.")
        said = str(condition.values[0])
        names = [f"{name} {mark}".lower() for name, mark in MARKED_NAME.findall(said)]
        words = re.findall(r"[\w-]*\w", MARKED_NAME.sub(" ", said).lower())
        if not words and not names:
            raise BadSearch(f"“{condition.field}” looks for words: give at least one.")
        patterns = [*map(pattern_of_name, names), *map(pattern_of, words)]
        tests = " AND ".join(self._has(pattern) for pattern in patterns)
        return f"NOT ({tests})" if condition.op == "<>" else f"({tests})"

    def _has(self, pattern: str) -> str:
        own = f"{OWN_WORDS} ~* {literal(pattern)}"
        if not self.around:
            return own
        return (
            f"({f'{own} OR ' if self.in_row else ''}{NAMES_OF_DOCUMENT} ~ {literal(pattern)} OR EXISTS "
            f"(SELECT 1"
            " FROM table_rows AS k WHERE k.document_id = d.id AND k.anchored AND k.table_name = 'properties'"
            f" AND k.quote ~* {literal(pattern)}))"
        )


def pattern_of(word: str) -> str:
    """A regular expression for the word in any number and spelling: “tires”, “Tyre”."""
    forms = dict.fromkeys([singular(word), *([word[:-1]] if word.endswith("is") else [])])  # “taxis”
    spellings = (spelling for form in forms for spelling in spellings_of(form))
    return rf"\m(?:{'|'.join(map(_in_any_number, spellings))})\M"


def pattern_of_name(name: str) -> str:
    """A regular expression for a name and its sign, “otter m”, which stand next to each other."""
    first, sign = name.split(" ")
    return rf"\m{escaped(first)}\W*(?:(?:no|nr|number)\M\W*)?{escaped(sign)}\M"


def _in_any_number(word: str) -> str:
    if word.endswith("y") and len(word) > 3:
        return f"{escaped(word)[:-1]}(?:y|ies)"
    return f"{escaped(word)}(?:s|es)?" if word[-1:].isalpha() else escaped(word)


@dataclass(frozen=True)
class Table(Text):
    """The name of the row's table. Rows of tables and “Label: value” lines are told apart by an index."""

    def test(self, condition: Condition) -> str:
        if condition.op in ("=", "<>") and condition.values == (LINES,):
            return f"{self.column} {condition.op} {literal(LINES)}"
        return super().test(condition)


COLUMNS: Mapping[str, Field] = {  # that every row has
    **DOCUMENT_FIELDS,
    "table": Table("r.table_name"),
    "label": Text("r.label"),
    "page": Number("r.page"),
    "row_id": Number("r.id"),
    "text": Words(),
    "about": Words(around=True),
    "kind": Kind(),
}


@dataclass(frozen=True)
class Line:
    """The value of one “Label: value” line."""

    info: FieldInfo

    def number(self) -> str:
        return "v.number"

    def unit(self) -> str:
        return "v.unit"


@dataclass(frozen=True)
class Property:
    """A value that a row, or else its document, has under a name.

    `in_row` false: its document alone; `of_document` false: the row alone.
    """

    info: FieldInfo
    fields: Fields
    in_row: bool = True
    of_document: bool = True

    def test(self, condition: Condition) -> str:
        values = condition.values
        is_short = all(len(str(value)) < SMALL_VALUE for value in values)
        if all(isinstance(value, Decimal) for value in values):
            if self.is_in_lines:
                return self._in_each_line(self._number_test(condition, Line(self.info)))
            return self._number_test(condition, self)
        if all(map(is_date, values)) and condition.op != "~":
            if self.is_in_lines:
                return self._in_each_line(compared(day_of("v.value"), condition.op, words_of(condition)))
            return compared(day_of(text_of(self)), condition.op, words_of(condition))
        if condition.op in ORDERED:
            raise BadSearch(
                f"“{condition.field}” can be compared with numbers and with dates such as 2025-06-30."
            )
        exact = compared(text_of(self), condition.op, words_of(condition))
        if not self._is_of_lines or not is_short or condition.op not in ("=", "in"):
            return exact
        found = self._in_lines(f" AND v.value IN ({', '.join(words_of(condition))})")
        return found if self.is_in_lines else f"({found} AND {exact})"

    @property
    def _is_of_lines(self) -> bool:
        """Whether documents give it in “Label: value” lines alone, so that these are looked up once."""
        of_lines = self.info.in_properties and self.of_document and not self.info.in_attributes
        return of_lines and not (self.in_row and self.info.in_columns)

    @property
    def is_in_lines(self) -> bool:
        """Whether these have one label: of several the nearest counts, and the others say something else."""
        return self._is_of_lines and len(self.info.spellings) == 1

    def _in_lines(self, more: str) -> str:
        """SQL that is true of the documents whose lines, with `more`, are those of the labels.

        `IS TRUE` keeps the database from making a join of it, whose size it would guess far too small.
        """
        labels = ", ".join(map(literal, self.info.spellings))
        lines = f"SELECT v.document_id FROM property_values AS v WHERE v.label IN ({labels}){more}"
        return f"(d.id IN ({lines})) IS TRUE"

    def _in_each_line(self, test: str) -> str:
        """SQL that is true of the documents each of whose lines meets the test."""
        return self._in_lines(f" GROUP BY v.document_id HAVING bool_and({test})")

    def number(self) -> str:
        return number_of(self)

    def _number_test(self, condition: Condition, of: Property | Line) -> str:
        if not condition.unit:
            return compared(of.number(), condition.op, numbers_of(condition))
        factor = base_of(condition.unit)[1][condition.unit]
        bounds = [f"({value} * {factor})" for value in numbers_of(condition)]
        return compared(scaled(of, condition.unit), condition.op, bounds)

    def scaled(self) -> str:
        return scaled(self)

    def unit(self) -> str:
        """SQL of the unit of the value, where one is kept beside it."""
        names = self.info.spellings if self.in_row else ()
        parts = [f"r.properties ->> {literal(f'{name} (unit)')}" for name in names]
        if self.info.in_attributes and self.in_row:
            heads = [f"r.properties ->> {literal(f'{head} (unit)')}" for head in self.fields.value_columns]
            parts += ["r.properties ->> 'Unit'", *heads]
        if self.info.in_properties and self.of_document:
            own = ", ".join(f"k.properties ->> {literal(f'{name} (unit)')}" for name in self.info.spellings)
            parts.append(f"(SELECT coalesce({own}, NULL) FROM {self._lines()} LIMIT 1)")
        return f"coalesce({', '.join(parts)}, NULL)"

    def _lines(self) -> str:
        """The rows that have it, first the one called by what the document is, as “Invoice number”."""
        names = self.info.spellings
        rows = (
            "table_rows AS k WHERE k.document_id = d.id AND k.anchored"
            f" AND k.table_name = 'properties' AND k.label IN ({', '.join(map(literal, names))})"
        )
        if len(names) == 1:
            return rows
        own = " OR ".join(
            f"k.label = {literal(name)} AND LOWER({column}) ~ {literal(escaped(name.split()[0].lower()))}"
            for name in names
            for column in ("d.bucket", "d.filename", "d.title")
        )
        return f"{rows} ORDER BY CASE WHEN {own} THEN 0 ELSE 1 END, k.id"

    def joined_as(self, name: str) -> str:
        """SQL that joins the value of the document, as JSON: for who asks it of all documents."""
        (label,) = map(literal, self.info.spellings)
        return (
            f"LEFT JOIN (SELECT DISTINCT ON (k.document_id) k.document_id, k.properties -> {label} AS value"
            f" FROM table_rows AS k WHERE k.anchored AND k.table_name = 'properties' AND k.label IN ({label})"
            f" ORDER BY k.document_id, k.id) AS {name} ON {name}.document_id = d.id"
        )

    def own(self) -> str:
        """SQL that is true where the row itself has it, by an index where only lines or only tables do."""
        tests = [f"(r.properties -> {literal(name)}) IS NOT NULL" for name in self.info.spellings]
        if self.info.in_attributes:
            tests.append(self._is_attribute("r"))
        test = f"({' OR '.join(tests)})"
        if not self.info.in_properties:
            return f"r.table_name <> 'properties' AND {test}"
        if not self.info.in_columns and not self.info.in_attributes:
            labels = ", ".join(map(literal, self.info.spellings))
            return f"r.table_name = 'properties' AND r.label IN ({labels}) AND {test}"
        return test

    def _is_attribute(self, row: str) -> str:
        named = ", ".join(literal(name) for name in self.info.spellings)
        parts = [f"{row}.label IN ({named})"]
        parts += [f"{row}.properties ->> {literal(head)} IN ({named})" for head in self.fields.label_columns]
        return f"({row}.table_name <> 'properties' AND ({' OR '.join(parts)}))"

    def value(self) -> str:
        """SQL of the value as JSON: of the row itself, else of the row's document."""
        parts = []
        if self.in_row and (self.info.in_columns or self.info.in_properties):
            parts += [f"r.properties -> {literal(name)}" for name in self.info.spellings]
        heads = [f"{{row}}.properties -> {literal(head)}" for head in self.fields.value_columns]
        if self.info.in_attributes and heads:
            told = ", ".join(heads)
            own = told.replace("{row}", "r")
            if self.in_row:
                parts.append(f"CASE WHEN {self._is_attribute('r')} THEN coalesce({own}, NULL) END")
            others = told.replace("{row}", "k")
            if self.of_document:
                parts.append(
                    f"(SELECT coalesce({others}, NULL) FROM table_rows AS k WHERE k.document_id = d.id"
                    f" AND k.anchored AND {self._is_attribute('k')} LIMIT 1)"
                )
        if self.info.in_properties and self.of_document:
            named = ", ".join(f"k.properties -> {literal(name)}" for name in self.info.spellings)
            parts.append(f"(SELECT coalesce({named}, NULL) FROM {self._lines()} LIMIT 1)")
        return f"coalesce({', '.join([*parts, NOTHING])})"


def scaled(of: Property | Line, unit: str = "") -> str:
    """SQL of the number in the base of its unit; null where it is in one that cannot be converted."""
    wanted = unit or of.info.unit
    if not wanted:
        return of.number()
    factors = base_of(wanted)[1]
    cases = " ".join(f"WHEN {literal(name)} THEN {factor}" for name, factor in factors.items())
    return f"({of.number()} * CASE coalesce({of.unit()}, {literal(of.info.unit)}) {cases} END)"


OF_ROWS = frozenset(("table", "label", "page", "row_id", "text"))  # which documents alone do not have


def row_tests(
    filters: Mapping[str, Any] | Sequence[Any], workspace: Workspace, *, in_row: bool = True
) -> list[str]:
    """SQL of each condition on a row, or on a document alone. Raises `BadSearch`, for an unknown field
    too.
    """
    conditions = read_conditions(filters)
    fields = resolved([condition.field for condition in conditions], workspace)
    conditions = sorted(
        conditions, key=lambda each: isinstance(fields[each.field], Words)
    )  # the dearest last
    if not in_row:
        fields = {name: of_document(field) for name, field in fields.items()}
    return in_sql(conditions, fields)


def is_of_documents(filters: Mapping[str, Any] | Sequence[Any]) -> bool:
    """Whether documents alone can meet the conditions, without one of their rows."""
    return not any(condition.field in OF_ROWS for condition in read_conditions(filters))


def of_document(field: Field) -> Field:
    """The same of a document without one of its rows."""
    return replace(field, in_row=False) if isinstance(field, Words | Property) else field


def resolved(names: Iterable[str], workspace: Workspace) -> dict[str, Field]:
    """What each name stands for. Raises `BadSearch` for one that nothing here is called."""
    wanted = list(names)
    others = [name for name in wanted if name not in COLUMNS]
    known = fields_of(workspace) if others else Fields()
    return {name: COLUMNS[name] if name in COLUMNS else _property(name, known) for name in wanted}


def _property(name: str, known: Fields) -> Property:
    field = property_named(name, known)
    if field is None:
        listed = ", ".join(f"“{each}”" for each in known.listed()) or "none yet"
        raise BadSearch(
            f"There is no field “{name[:40]}”. Of every row: {', '.join(COLUMNS)}. Of these documents: "
            f"{listed}."
        )
    return field


def property_named(name: str, known: Fields) -> Property | None:
    """What documents give under this name, also as “properties.x”; None where nothing is called so."""
    plain = name.removeprefix(PREFIX)
    info = known.get(plain) or of_role(plain, known)
    if info and name == plain and is_name_of_role(plain) and not info.in_columns:
        info = of_role(plain, known) or info  # “Vendor” of receipts, “Issued by” of certificates
    return Property(info, known) if info else None


def of_role(key: str, known: Fields) -> FieldInfo | None:
    """All the labels by which documents give one property: “vendor” is “Supplier” and “Sold by” too."""
    role = roles().get(key)
    if role is None:
        return None
    own = [
        info for info in known.by_name.values() if info.in_properties and role.rank(info.title) is not None
    ]
    own.sort(key=lambda info: (role.rank(info.title), -info.rows))
    return joined(key, own) if own else None


def is_name_of_role(key: str) -> bool:
    """Whether it is a party to a document, which documents give under many labels."""
    role = roles().get(key)
    return role is not None and role.kind == "name"


def text_of(field: Property) -> str:
    """SQL of a property as text in small letters."""
    return f"lower({field.value()} #>> '{{}}')"


_MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
_ISO = r"^\d{4}-\d\d-\d\d"
_NAME = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
# How documents write days, with the pieces that are the year, the month and the day.
_DAYS = (
    (rf"^\d{{1,2}}(?:st|nd|rd|th|\.)? {_NAME}\.?,? \d{{4}}", r"\d{4}", _NAME, r"\d{1,2}"),
    (rf"^{_NAME}\.? \d{{1,2}},? \d{{4}}", r"\d{4}", _NAME, r"\d{1,2}"),
    (r"^\d{1,2}\.\d{1,2}\.\d{4}", r"\d{4}", r"\.(\d{1,2})\.", r"\d{1,2}"),
)


def day_of(text: str) -> str:
    """SQL of a property's text as a day written as in “2025-06-30”; null where it does not begin with one."""
    cases = [f"WHEN t.day ~ {literal(_ISO)} THEN left(t.day, 10)"]
    for whole, year, month, day in _DAYS:
        named = f"substring(t.day from {literal(month)})"
        number = (
            f"((position(left({named}, 3) in {literal(_MONTHS)}) + 2) / 3)::text" if month == _NAME else named
        )
        parts = (f"substring(t.day from {literal(year)})", number, f"substring(t.day from {literal(day)})")
        joined = f"{parts[0]} || '-' || lpad({parts[1]}, 2, '0') || '-' || lpad({parts[2]}, 2, '0')"
        cases.append(f"WHEN t.day ~ {literal(whole)} THEN {joined}")
    return f"(SELECT CASE {' '.join(cases)} END FROM (SELECT {text} AS day) AS t)"


def number_of(field: Property) -> str:
    """SQL of a property as a number; null where it is none."""
    value = field.value()
    if "SELECT" in value:  # dear: it is looked up once
        return (
            "(SELECT CASE WHEN jsonb_typeof(v.value) = 'number' THEN (v.value #>> '{}')::numeric END"
            f" FROM (SELECT {value} AS value) AS v)"
        )
    return f"(CASE WHEN jsonb_typeof({value}) = 'number' THEN ({value} #>> '{{}}')::numeric END)"


def is_number(field: Property) -> str:
    """SQL that is true where a property is a number. `coalesce`: as in `kind_sql`."""
    return f"coalesce(jsonb_typeof({field.value()}) = 'number', false)"


def written(name: str, workspace: Workspace, *, in_row: bool = True) -> str:
    """SQL of a field's value as it is written, to form groups by. Raises `BadSearch`."""
    field = resolved([field_name(name)], workspace)[field_name(name)]
    field = field if in_row else of_document(field)
    if isinstance(field, Property):
        return f"{field.value()} #>> '{{}}'"
    if isinstance(field, Text | Number | Day):
        return f"{field.column}::text"
    raise BadSearch(f"Rows cannot be grouped by “{name}”: a document may have several of them.")
