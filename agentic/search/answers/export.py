"""All matches of a search as a file: found again by the conditions that the run keeps, row by row.

The conditions are kept, not the rows: what was deleted or kept out since is in no file.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from agentic.annotations.queries import select_all
from agentic.models import Run
from agentic.sql.reader import reader_session
from documents.library.spreadsheets import Sheet, StreamedWorkbook
from retrieval.annotations.fields import UNIT_MARK

SECONDS = 120.0  # for all of one file
BATCH = 1_000  # rows that are held at a time
MOST_COLUMNS = 12  # beside those that every row has
FIRST = ("Document", "Page", "Link", "Table", "Row")
MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
Link = Callable[[int, int | None], str]


class NoMatches(ObjectDoesNotExist):
    """The run found no rows that could be taken as a file."""


def matches_file(run: Run, form: str, link: Link) -> Iterator[bytes]:
    """The file piece by piece. `link`: document, page → address. Raises `NoMatches`."""
    matches = run.result.get("matches")
    if not matches or form not in MEDIA_TYPES:
        raise NoMatches("This run found no rows that could be taken as a file.")
    rows = _cells(_rows(run, matches), link)
    return _csv(rows) if form == "csv" else _xlsx(rows)


def _rows(run: Run, matches: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The matches as they are today, read by a cursor of the reader's: memory stays as it is."""
    kept = {name: value for name, value in matches.items() if name != "total"}
    sql = select_all(run.workspace, **{"filters": {}, **kept})
    with (
        reader_session(run.workspace, seconds=SECONDS) as (connection, _),
        connection.cursor(name="matches") as cursor,
    ):
        cursor.itersize = BATCH
        cursor.execute(sql)
        names = [column.name for column in cursor.description or ()]
        for row in cursor:
            yield dict(zip(names, row, strict=True))


def _cells(rows: Iterator[dict[str, Any]], link: Link) -> Iterator[list[Any]]:
    """Heads, then rows. The columns are those of most first rows; others are in the words at the end."""
    first = list(islice(rows, BATCH))
    counts = Counter(key for row in first for key in _properties(row) if not key.endswith(UNIT_MARK))
    heads = [key for key, _ in counts.most_common(MOST_COLUMNS)]
    units = [head for head in heads if any(f"{head}{UNIT_MARK}" in _properties(row) for row in first)]
    named = ([head, f"{head} unit"] if head in units else [head] for head in heads)
    yield [*FIRST, *chain.from_iterable(named), "Words"]
    for row in chain(first, rows):
        own = _properties(row)
        values: list[Any] = []
        for head in heads:
            values.append(_plain(own.get(head)))
            if head in units:
                values.append(own.get(f"{head}{UNIT_MARK}"))
        place = [row["filename"], row["page"], link(row["document_id"], row["page"])]
        yield [*place, row["table_name"], row["label"], *values, row["quote"]]


def _properties(row: Mapping[str, Any]) -> dict[str, Any]:
    kept = row["properties"]
    return json.loads(kept) if isinstance(kept, str) else dict(kept or {})


def _plain(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _csv(rows: Iterator[list[Any]]) -> Iterator[bytes]:
    while batch := list(islice(rows, BATCH)):
        out = io.StringIO()
        sheet = Sheet(out)
        for row in batch:
            sheet.row(row)
        yield out.getvalue().encode()


def _xlsx(rows: Iterator[list[Any]]) -> Iterator[bytes]:
    """Written to a file of this machine first: its directory comes last in a workbook."""
    with tempfile.TemporaryFile() as out:
        book = StreamedWorkbook("Matches")
        for row in rows:
            book.row(row)
        book.save(out)
        out.seek(0)
        while piece := out.read(1 << 16):
            yield piece
