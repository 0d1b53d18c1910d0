"""Which columns and properties the rows of a workspace have, so that a question's words find them.

They are kept in the process (retrieval/keeping.py).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db import connection

from documents.models import TableRow, Workspace
from reading.values.legal_forms import without_legal_form
from reading.values.units import MONEY_UNITS
from retrieval.keeping import Kept

# Columns of tables whose rows are what a thing has: “Parameter | Symbol | Min | Typ | Max | Unit”. The
# first that a row has is its value.
VALUE_COLUMNS = (
    "value", "result", "measured", "measured value", "reading", "actual", "rating", "max", "maximum", "limit",
    "typ", "typical", "nominal", "min", "minimum",
)  # fmt: skip
SYMBOL_COLUMNS = ("symbol", "parameter", "characteristic", "property")
UNIT_MARK = " (unit)"  # behind a column's name: the unit of its value
MOST_FIELDS = 5_000
MOST_VALUES = 20_000
MOST_LABELS = 2_000
MOST_BEGINNING = 3  # words with which a value begins
VALUE_CHARACTERS = 60
_KIND = re.compile(r"\w\s+\((?P<kind>[^\W\d_]{3,})\)$")
ANY_MONEY = frozenset(("amount", "total", "sum", "value"))  # alone the words name no column
LISTED = 25  # names in a refusal

_COLUMNS = """
SELECT p.key, r."table" = 'properties' AS is_property, count(*),
       count(*) FILTER (WHERE jsonb_typeof(p.value) = 'number') AS numbers,
       mode() WITHIN GROUP (ORDER BY r.properties ->> (p.key || ' (unit)')) AS unit
FROM documents_tablerow AS r
JOIN documents_document AS d ON d.id = r.document_id AND d.status = 'ready'
CROSS JOIN LATERAL jsonb_each(r.properties) AS p(key, value)
WHERE r.workspace_id = %s AND r.anchored AND NOT r.kept_out AND p.key NOT LIKE '%% (unit)'
GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT %s"""
_ATTRIBUTES = """
SELECT name, count(*), mode() WITHIN GROUP (ORDER BY coalesce(unit, '')) AS unit
FROM (
    SELECT unnest(ARRAY[r.label, s.value]) AS name,
           coalesce(r.properties ->> 'Unit', r.properties ->> (v.key || ' (unit)')) AS unit
    FROM documents_tablerow AS r
    JOIN documents_document AS d ON d.id = r.document_id AND d.status = 'ready'
    CROSS JOIN LATERAL (
        SELECT p.key FROM jsonb_each(r.properties) AS p(key, value)
        WHERE lower(p.key) = ANY(%s) AND jsonb_typeof(p.value) = 'number' LIMIT 1
    ) AS v
    LEFT JOIN LATERAL (
        SELECT p.value #>> '{}' AS value FROM jsonb_each(r.properties) AS p(key, value)
        WHERE lower(p.key) = 'symbol' LIMIT 1
    ) AS s ON true
    WHERE r.workspace_id = %s AND r.anchored AND NOT r.kept_out AND r."table" <> 'properties'
) AS named
WHERE name <> '' AND length(name) <= 80
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT %s"""
_VALUES = """
SELECT r.label, r.properties ->> r.label AS value, count(*)
FROM documents_tablerow AS r
JOIN documents_document AS d ON d.id = r.document_id AND d.status = 'ready'
WHERE r.workspace_id = %s AND r.anchored AND NOT r.kept_out AND r."table" = 'properties'
  AND jsonb_typeof(r.properties -> r.label) = 'string' AND length(r.properties ->> r.label) BETWEEN 2 AND %s
GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT %s"""


@dataclass(frozen=True)
class FieldInfo:
    """A name by which rows have values. `spellings`: as they write it. `numbers`: of its `rows`, with a
    number.

    `in_columns`: a column of tables; `in_properties`: a property of documents; `in_attributes`: the name of a
    row whose value stands in another column, as “V_CEO” in a table of ratings.
    """

    name: str
    spellings: tuple[str, ...]
    rows: int = 0
    numbers: int = 0
    unit: str = ""
    in_columns: bool = False
    in_properties: bool = False
    in_attributes: bool = False

    @property
    def is_number(self) -> bool:
        return 2 * self.numbers >= self.rows > 0

    @property
    def title(self) -> str:
        return self.spellings[0]


@dataclass(frozen=True)
class Fields:
    """`by_name`: in small letters. `values`: a text in small letters → the properties that have it, as
    written.

    `value_columns`: how the tables of ratings write the heads of their values, the surest first.
    """

    by_name: Mapping[str, FieldInfo] = field(default_factory=dict)
    values: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    value_columns: tuple[str, ...] = ()
    label_columns: tuple[str, ...] = ()

    def get(self, name: str) -> FieldInfo | None:
        plain = " ".join(name.lower().split())
        return self.by_name.get(plain) or self._by_sign.get(signs_of(plain)) or self._without_unit.get(plain)

    @cached_property
    def _without_unit(self) -> Mapping[str, FieldInfo]:
        """The numbers whose name ends with their unit, by the rest: “parts cost” of “Parts cost EUR”."""
        found: dict[str, list[FieldInfo]] = defaultdict(list)
        for info in self.by_name.values():
            if (rest := without_unit(info)) != info.name:
                found[rest].append(info)
        return {name: infos[0] for name, infos in found.items() if len(infos) == 1}

    @cached_property
    def _by_sign(self) -> Mapping[str, FieldInfo]:
        return {signs_of(name): info for name, info in reversed(list(self.by_name.items()))}

    @cached_property
    def by_part(self) -> Mapping[str, tuple[FieldInfo, ...]]:
        """The fields whose name ends with some words, or has them in brackets: “warranty” of “Product
        warranty”.
        """
        found: dict[str, list[FieldInfo]] = defaultdict(list)
        for info in self.by_name.values():
            plain = re.sub(r"\([^()]*\)", " ", without_unit(info))
            words = plain.split()
            inside = re.findall(r"\(([^()]+)\)", info.name)
            parts = {" ".join(words[at:]) for at in range(1, len(words))}
            parts |= {" ".join(words), *inside}
            for part in parts - {info.name, ""}:
                found[part].append(info)
        return {part: tuple(infos) for part, infos in found.items()}

    @cached_property
    def _by_short_value(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for labels in self.values.values():
            for label, value in labels:
                if (short := without_legal_form(value).lower()) != value.lower():
                    found[short].append((label, value))
        return {short: tuple(labels) for short, labels in found.items()}

    @cached_property
    def _by_beginning(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for value, labels in self.values.items() if len(self.values) < MOST_VALUES else ():
            words = value.split()
            for size in range(1, min(len(words), MOST_BEGINNING + 1)):
                found[" ".join(words[:size])] += labels
        return {beginning: tuple(labels) for beginning, labels in found.items()}

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for value, labels in self.values.items() if len(self.values) < MOST_VALUES else ():
            if kind := _KIND.search(value):
                found[kind["kind"]] += labels
        return {kind: tuple(labels) for kind, labels in found.items()}

    def of_kind(self, word: str) -> tuple[tuple[str, str], ...]:
        """The labels and values that say in brackets that they are so: “Biscuit (dog)”; none where not all
        values are known.
        """
        return self._by_kind.get(word.lower(), ())

    def begun_by(self, words: str) -> tuple[tuple[str, str], ...]:
        """The labels and values that go on after these words: “Dust extractor DX-2”; none where not all
        values are known.
        """
        return self._by_beginning.get(" ".join(words.lower().split()), ())

    def labels_of(self, words: str) -> tuple[tuple[str, str], ...]:
        """The labels under which documents give these words as a value, with the value as they write it."""
        plain = " ".join(words.lower().split())
        return (*self.values.get(plain, ()), *self._by_short_value.get(plain, ()))

    def listed(self, most: int = LISTED) -> list[str]:
        """The commonest names, as they are written."""
        known = sorted(self.by_name.values(), key=lambda info: (-info.rows, info.name))
        return [info.title for info in known[:most]]


def without_unit(info: FieldInfo) -> str:
    """Its name without the unit at its end."""
    rest, _, last = info.name.rpartition(" ")
    unit = last.strip("()[]")
    is_unit = unit == info.unit.lower() if info.unit else unit.upper() in MONEY_UNITS
    rest = rest.rstrip(" ,")
    return rest if is_unit and rest and rest not in ANY_MONEY else info.name


def joined(name: str, infos: Sequence[FieldInfo]) -> FieldInfo:
    """Several as one field, whose values are taken from the first that a row has."""
    return FieldInfo(
        name,
        tuple(dict.fromkeys(spelling for info in infos for spelling in info.spellings)),
        sum(info.rows for info in infos),
        sum(info.numbers for info in infos),
        next((info.unit for info in infos if info.unit), ""),
        any(info.in_columns for info in infos),
        any(info.in_properties for info in infos),
        any(info.in_attributes for info in infos),
    )


def signs_of(name: str) -> str:
    """A name by its letters and digits alone: “V_CEO”, “VCEO” and “vceo” are one."""
    return re.sub(r"[\W_]+", "", name.casefold())


def fields_of(workspace: Workspace) -> Fields:
    """The names as they are now; where reading them is dear, as they were a minute ago at most."""
    return _kept_fields.of(workspace)


def property_labels(workspace: Workspace) -> tuple[str, ...]:
    """The labels of “Label: value” lines, as they are written, at most `MOST_LABELS`; kept as fields are."""
    return _kept_labels.of(workspace)


def forget_fields() -> None:
    """Keep nothing, as in a process that has just begun."""
    _kept_fields.forget()
    _kept_labels.forget()


def _read_labels(workspace: Workspace) -> tuple[str, ...]:
    rows = TableRow.objects.answering().filter(workspace=workspace, anchored=True, table="properties")
    return tuple(rows.order_by().values_list("label", flat=True).distinct()[:MOST_LABELS])


def _read(workspace: Workspace) -> Fields:
    found: dict[str, FieldInfo] = {}
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [workspace.pk, MOST_FIELDS])
        columns = cursor.fetchall()
        cursor.execute(_ATTRIBUTES, [list(VALUE_COLUMNS), workspace.pk, MOST_FIELDS])
        attributes = cursor.fetchall()
        cursor.execute(_VALUES, [workspace.pk, VALUE_CHARACTERS, MOST_VALUES])
        values = cursor.fetchall()
    for name, is_property, rows, numbers, unit in columns:
        key = " ".join(name.lower().split())
        spelled[key][name] += rows
        place = {"in_properties": True} if is_property else {"in_columns": True}
        found[key] = _joined(found.get(key), key, rows, numbers, unit or "", place)
    for name, rows, unit in attributes:
        key = " ".join(name.lower().split())
        spelled[key][name] += rows
        found[key] = _joined(found.get(key), key, rows, rows, unit or "", {"in_attributes": True})
    return Fields(
        by_name={
            key: _spelled(info, [name for name, _ in spelled[key].most_common(4)])
            for key, info in found.items()
        },
        values=_by_value(values),
        value_columns=tuple(_spellings(VALUE_COLUMNS, spelled)),
        label_columns=tuple(_spellings(SYMBOL_COLUMNS, spelled)),
    )


def _spellings(names: Iterable[str], spelled: Mapping[str, Counter[str]]) -> Iterable[str]:
    for name in names:
        yield from (spelling for spelling, _ in spelled.get(name, Counter()).most_common(3))


def _joined(
    known: FieldInfo | None, key: str, rows: int, numbers: int, unit: str, place: Mapping[str, bool]
) -> FieldInfo:
    told = known or FieldInfo(key, ())
    places = {name: getattr(told, name) for name in ("in_columns", "in_properties", "in_attributes")}
    return FieldInfo(
        key, (), told.rows + rows, told.numbers + numbers, told.unit or unit, **{**places, **place}
    )


def _spelled(info: FieldInfo, spellings: Iterable[str]) -> FieldInfo:
    return FieldInfo(**{**vars(info), "spellings": tuple(spellings)})


def _by_value(rows: Iterable[tuple[str, str, int]]) -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for label, value, _ in rows:
        found[" ".join(value.lower().split())].append((label, value))
    return {value: tuple(labels) for value, labels in found.items()}


_kept_fields, _kept_labels = Kept(_read), Kept(_read_labels)
