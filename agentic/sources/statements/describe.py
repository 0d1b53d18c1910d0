"""A source's schema in words, for a model: tables with columns, keys, comments and what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.tables.rules.dates import form_of
from retrieval.tables.schema import Column, Schema, Table, is_sampled_whole

COMMENT_CHARACTERS = 120
VALUES_CHARACTERS = 60  # of all values of a column; the local model reads some 30 tokens a second
WORD_CHARACTERS = 12  # of a value that shows how others are spelled
_FORMS = {
    "seconds": "seconds since 1970",
    "milliseconds": "milliseconds since 1970",
    "compact": "a date, as 20240331",
}
_SHORT = (
    (re.compile(r"character varying|varchar|character"), "text"),
    (re.compile(r" (?:without|with) time zone| precision"), ""),
    (re.compile(r"\([\d, ]+\)"), ""),
)


def described(schema: Schema) -> str:
    """CREATE TABLE statements, of which models have read many, with a comment where a column has one."""
    return "\n".join("\n".join(_table(table)) for table in schema.tables)


def _table(table: Table) -> Iterator[str]:
    if table.comment:
        yield f"-- {table.comment[:COMMENT_CHARACTERS]}"
    yield f"CREATE TABLE {table.path} ("
    keys = {key.columns[0].lower(): key for key in table.foreign_keys if len(key.columns) == 1}
    for column in table.columns:
        primary = " PRIMARY KEY" if table.primary_key == (column.name,) else ""
        key = keys.get(column.name.lower())
        refers = f" REFERENCES {key.table}({key.refers[0]})" if key and key.refers else ""
        about = column.comment[:COMMENT_CHARACTERS] if primary or refers else told_of(column)
        yield f" {column.name} {_short(column.type)}{primary}{refers},{f' -- {about}' if about else ''}"
    yield ");"


def _short(type_: str) -> str:
    """The type in as few words as tell how it is compared."""
    for pattern, put in _SHORT:
        type_ = pattern.sub(put, type_)
    return type_


def told_of(column: Column) -> str:
    """The comment, the values where they are few, the years of dates, and how figures hold dates."""
    values = ""
    form = form_of(column)
    if column.kind == "text" and column.samples and (form or not _is_figure(column.samples[0])):
        listed = ", ".join(map(repr, column.samples))
        is_told = is_sampled_whole(column) and len(listed) <= VALUES_CHARACTERS
        example = column.samples[0] if form or _is_word(column.samples[0]) else ""
        values = listed if is_told else f"such as {example!r}" if example else ""
    elif column.kind == "date" and column.lowest:
        values = "-".join(dict.fromkeys((column.lowest[:4], column.highest[:4])))
    elif column.kind == "number":
        values = _FORMS.get(form, "")
    return "; ".join(part for part in (column.comment[:COMMENT_CHARACTERS], values) if part)


def _is_word(value: str) -> bool:
    """Whether a text tells how others are spelled in few tokens, as no address, code or full name does."""
    return len(value) <= WORD_CHARACTERS and value.isalpha()


def _is_figure(value: str) -> bool:
    """Whether a text is but a number or a mark, of which an example tells nothing."""
    return re.fullmatch(r"[-\d.,]+|[0-9a-fA-F-]{16,}", value) is not None
