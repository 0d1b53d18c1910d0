"""Fields as what is stored: properties with their places, amounts as figures, and a sentence about it all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from reading.kinds.catalogue import Kind, fields, kinds
from reading.kinds.cells import FieldDraft
from reading.kinds.values import currency_of
from reading.model import MetricDraft, Place, RowDraft, Table, unit_key
from reading.tables.marked.read import PROPERTIES

# By which of its fields a document is dated, the surest first.
DATED_BY = ("date", "dated", "decided", "meeting_date", "adopted", "date_signed", "start", "accident_date")
TOLD = 6  # fields in a summary
COLUMNS_TOLD = 8  # of a data set
SURE = 0.9  # of an amount that stands at its label, with its currency; it has no period
VOWELS = "aeiou"


def kind_called(noun: str) -> Kind | None:
    """The kind with this noun."""
    return next((kind for kind in kinds().values() if kind.noun == noun), None)


def property_rows(
    drafts: Sequence[FieldDraft], known: Collection[str], at: tuple[int, int]
) -> list[RowDraft]:
    """Rows of the table "properties" for the fields that no label of `known` tells already.

    `at`: the table and its next row.
    """
    told = {label.casefold() for label in known}
    return [
        RowDraft(
            place=Place(page=each.page, quote=each.quote),
            table=PROPERTIES,
            table_index=at[0],
            row=at[1] + index,
            label=each.label,
            properties={each.label: each.value.stored, **_unit(each)},
        )
        for index, each in enumerate(each for each in drafts if each.label.casefold() not in told)
    ]


def _unit(draft: FieldDraft) -> dict[str, str | int | float | None]:
    return {unit_key(draft.label): draft.value.unit} if draft.value.unit else {}


def amounts(drafts: Sequence[FieldDraft], rows: Sequence[RowDraft], *, entity: str) -> list[MetricDraft]:
    """The amounts of money among the fields, each bound to its row."""
    at = {row.label: (row.table_index, row.row) for row in rows}
    return [
        MetricDraft(
            place=Place(page=each.page, quote=each.quote),
            metric_name=each.label,
            value=each.value.text,
            numeric_value=each.value.amount,
            unit=each.value.unit,
            context=each.quote,
            entity_name=entity,
            category="financial",
            confidence=SURE,
            row=at[each.label],
        )
        for each in drafts
        if fields()[each.key].of == "money" and each.label in at and each.value.amount is not None
    ]


def dated_by(drafts: Sequence[FieldDraft]) -> date | None:
    """The document's own day, as its fields give it."""
    days = {each.key: str(each.value.stored) for each in drafts if fields()[each.key].of == "date"}
    return next((date.fromisoformat(days[key]) for key in DATED_BY if key in days), None)


def described(kind: Kind, drafts: Sequence[FieldDraft], tables: Sequence[Table]) -> str:
    """A sentence that says what the document is: its kind, and its first fields or columns."""
    article = "An" if kind.noun[0] in VOWELS else "A"
    told = [f"{each.label} {_said(each)}" for each in drafts[:TOLD]]
    if not told and kind.format == "sheet":
        told = _contents(tables)
    return f"{article} {kind.noun}: {'; '.join(told)}." if told else f"{article} {kind.noun}."


def _said(draft: FieldDraft) -> str:
    value = draft.value
    if fields()[draft.key].of == "date":
        return f"{date.fromisoformat(str(value.stored)):%-d %B %Y}"
    if fields()[draft.key].of == "money":
        return value.text if currency_of(value.text) else f"{value.text} {value.unit}".strip()
    return f"{value.stored} {value.unit}".strip()


def _contents(tables: Sequence[Table]) -> list[str]:
    """How many rows there are, and what their columns are called."""
    rows = sum(len(table.rows) for table in tables)
    if not rows:
        return []
    first = max(tables, key=lambda table: len(table.rows))
    names = [name for name in (first.label_header, *(column.header for column in first.columns)) if name]
    more = "…" if len(names) > COLUMNS_TOLD else ""
    return [
        f"{rows} rows, by {', '.join(dict.fromkeys(names[:COLUMNS_TOLD]))}{more}" if names else f"{rows} rows"
    ]
