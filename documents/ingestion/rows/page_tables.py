"""Where on its page each recognised table stands: kept with the page, so that no view opens the file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection, transaction

from documents.ingestion.rows.column_limits import held_or_default
from documents.models import Document, Page
from reading.model import Table

STORE = """
UPDATE documents_page AS p SET tables = new.tables::jsonb
FROM unnest(%s::bigint[], %s::text[]) AS new(id, tables) WHERE p.id = new.id"""
PageTables = dict[int, list[dict[str, Any]]]  # by page, as `Page.tables` keeps them


def page_tables(tables: Sequence[Table], titles: Mapping[int, str]) -> PageTables:
    """Where the tables stand. `titles`: what pages are called that are not “page 3”."""
    by_page: PageTables = defaultdict(list)
    for index, table in enumerate(tables):
        by_page[table.page].append(_noted(index, table, titles.get(table.page, "")))
    return by_page


def store_page_tables(document: Document, by_page: PageTables) -> None:
    """Note the tables on the document's pages, which must be stored; those noted before are replaced."""
    with transaction.atomic(), connection.cursor() as cursor:
        stored = document.pages.values_list("pk", "number", "tables")
        told = {pk: held_or_default(Page, {"tables": by_page.get(number, [])})[0] for pk, number, _ in stored}
        changed = {
            pk: json.dumps(told[pk]["tables"]) for pk, _, tables in stored if tables != told[pk]["tables"]
        }
        cursor.execute(STORE, [list(changed), list(changed.values())])


def _noted(index: int, table: Table, page_title: str) -> dict[str, Any]:
    """`index` is that of the table's rows: see `TableRow.table_index`. The box is in points."""
    box = table.box
    return {
        "index": index,
        "title": table.called(page_title),
        "rows": len(table.rows),
        "box": [round(edge, 1) for edge in (box.x0, box.top, box.x1, box.bottom)],
    }
