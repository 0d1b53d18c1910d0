"""JSON as data: each list of objects is a table, whose columns are the names of their members."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from reading.formats.encodings import decode
from reading.formats.flow import MAX_COLUMNS
from reading.formats.office.spreadsheets import Row, pages_of_sheets
from reading.formats.plain_text import parse_text
from reading.model import DocumentInfo, ParsedPage, SkippedPage

Sheet = tuple[str, list[Row]]
DEEPEST = 4  # objects within objects whose members are columns of their own; the rest stays as it is written
LEAST_SHARED = 0.5  # of all members' names, which an object has on average where its values are alike


def read_json(path: Path, *, max_rows: int) -> Iterator[DocumentInfo | ParsedPage | SkippedPage]:
    """The file's tables, before them what is said beside them; its text where it holds no table."""
    sheets = list(sheets_of(_values(decode(path.read_bytes())), max_rows))
    if not any(_is_table(rows) for _, rows in sheets):
        parsed = parse_text(path, is_markdown=False)
        yield DocumentInfo(page_count=len(parsed.pages), outline=parsed.outline)
        yield from parsed.pages
        return
    pages, outline, skipped = pages_of_sheets(sheets, max_rows)
    yield DocumentInfo(page_count=len(pages) + len(skipped), outline=tuple(outline))
    yield from pages
    yield from skipped


def _is_table(rows: list[Row]) -> bool:
    return any(len(row) > 1 for row in rows)


def _values(text: str) -> Any:
    """What the text says, numbers as they are written; of JSON in lines the list of them, else None."""
    try:
        return _loaded(text)
    except (ValueError, RecursionError):
        pass
    try:
        return [_loaded(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None


def _loaded(text: str) -> Any:
    return json.loads(text.lstrip("\ufeff"), parse_float=str, parse_int=str)


def sheets_of(value: Any, max_rows: int) -> Iterator[Sheet]:
    """The tables of a value, each by its name, after one with all that stands alone."""
    if isinstance(value, list):
        yield "", list(_table(value, max_rows))
        return
    if not isinstance(value, Mapping):
        return
    if rows := list(_keyed(value, max_rows)):
        yield "", rows
        return
    tables = {name: held for name, held in value.items() if _are_objects(held)}
    alone = [(name, held) for name, held in _flat(value) if name.partition(".")[0] not in tables]
    if said := [[f"{_called(name)}: {held}"] for name, held in alone if held]:
        yield "", said
    for name, held in tables.items():
        yield _called(name), list(_table(held, max_rows))


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def _table(values: list[Any], max_rows: int) -> Iterator[Row]:
    """A header and a row for each object, as many as are read; a list of plain values is a column."""
    if not values:
        return
    if not _are_objects(values):
        yield from ([_text(each)] for each in values[: max_rows + 1])
        return
    records = [dict(_flat(each)) for each in islice(values, max_rows + 1)]
    names = list(dict.fromkeys(name for record in records for name in record))[:MAX_COLUMNS]
    yield [_called(name) for name in names]
    for record in records:
        yield [record.get(name, "") for name in names]


def _keyed(value: Mapping[str, Any], max_rows: int) -> Iterator[Row]:
    """Objects that are alike, each by its key, as rows that begin with it."""
    objects = [held for held in value.values() if isinstance(held, Mapping)]
    if len(objects) < 2 or len(objects) < len(value):
        return
    names = {name for held in objects for name in held}
    if sum(len(held) for held in objects) < LEAST_SHARED * len(names) * len(objects):
        return
    yield from _table([{"Key": key, **held} for key, held in value.items()], max_rows)


def _flat(value: Mapping[str, Any], before: str = "", depth: int = 1) -> Iterator[tuple[str, str]]:
    """Each member with its name; those of objects within it by both names: “address.town”."""
    for key, held in value.items():
        name = f"{before}{key}"
        if isinstance(held, Mapping) and held and depth < DEEPEST:
            yield from _flat(held, f"{name}.", depth + 1)
        else:
            yield name, _text(held)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()  # as a sheet shows it
    if isinstance(value, list) and not any(isinstance(each, (list, Mapping)) for each in value):
        return _joined(_text(each) for each in value)
    if isinstance(value, (list, Mapping)):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(str(value).split())


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)


def _called(name: str) -> str:
    """A member's name in words: “area_m2” is “area m2”."""
    return name.replace("_", " ").replace(".", " ").strip()
