"""The rows that a question to a source gave, as a file: CSV, XLSX or JSON."""

from __future__ import annotations

import io
import json
from typing import Any

from django.http import HttpResponse

from agentic.models import Run
from documents.library.spreadsheets import Sheet, StreamedWorkbook
from documents.refusals import RefusedChange
from ragsite.gate.headers import FILE_POLICY

MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


def results_response(run: Run, form: str) -> HttpResponse:
    """The file to be taken, whose name says so where its query was edited by hand. Raises `RefusedChange`."""
    response = HttpResponse(results_file(run, form), content_type=MEDIA_TYPES[form])
    response["Content-Security-Policy"] = FILE_POLICY
    edited = "edited-by-hand-" if run.is_by_hand else ""
    name = f"results-{edited}{run.created_at:%Y-%m-%d-%H%M}.{form}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def results_file(run: Run, form: str) -> bytes:
    """Raises `RefusedChange` where the run has no rows, or there is no such form."""
    if form not in MEDIA_TYPES:
        raise RefusedChange(f"Results are given as {', '.join(MEDIA_TYPES)}.")
    tables = (run.result or {}).get("tables") or ()
    table = next((each for each in tables if each.get("sql")), None) if run.source_id else None
    if table is None:
        raise RefusedChange("This question gave no rows from a data source: there is nothing to take.")
    columns, rows = list(table["columns"]), table["rows"]
    if form == "json":
        listed = [dict(zip(columns, row, strict=False)) for row in rows]
        told = {"question": run.question, "sql": table["sql"], "edited_by_hand": run.is_by_hand}
        return json.dumps({**told, "results": listed}, indent=2).encode()
    if form == "csv":
        text = io.StringIO()
        sheet = Sheet(text)
        for row in (columns, *rows):
            sheet.row(row)
        return text.getvalue().encode()
    book, out = StreamedWorkbook("Edited by hand" if run.is_by_hand else "Results"), io.BytesIO()
    for row in (columns, *rows):
        book.row([_cell(value) for value in row])
    book.save(out)
    return out.getvalue()


def _cell(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | dict) else value
