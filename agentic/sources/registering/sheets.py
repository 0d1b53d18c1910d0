"""Tables and sheets of an uploaded document, as a database of their own."""

from __future__ import annotations

import tempfile
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from agentic.sources.drivers.types import SUFFIXES, SourceFailed
from documents.models import Document, Status, TableRow


def build_from_document(path: Path, document: Document | None) -> None:
    """Read the document's file where it is a table by itself, else the tables that were read of it."""
    if document is None or document.status != Status.READY:
        raise SourceFailed("The document is not there, or not read yet: choose one that is ready.")
    suffix = Path(document.filename).suffix.lower()
    if suffix in SUFFIXES:
        _from_file(path, document, suffix)
        return
    tables = tables_of(document)
    if not tables:
        raise SourceFailed(f"No table was read of “{document.filename}”: choose another document.")
    duckdb_files().build_from_rows(path, tables)


def duckdb_files() -> ModuleType:
    """The module that reads files by DuckDB, which is loaded where it is used alone.

    A process that has loaded it prints a list of what it did not free when it ends.
    """
    return import_module("agentic.sources.drivers.duckdb")


def _from_file(path: Path, document: Document, suffix: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder, document.file.open("rb") as stored:
        copy = Path(folder) / f"{Path(document.filename).stem}{suffix}"
        copy.write_bytes(stored.read())
        duckdb_files().build(path, [copy])


def tables_of(document: Document) -> dict[str, list[list[Any]]]:
    """Title → rows, the first with the names of the columns: the label, then what heads the columns."""
    rows = TableRow.objects.answering().filter(document=document).order_by("page", "table", "row")
    tables: dict[str, list[list[Any]]] = {}
    for (page, title), group in groupby(rows, key=lambda row: (row.page, row.table)):
        members = list(group)
        heads = list(dict.fromkeys(head for row in members for head in row.properties))
        body = [[row.label, *(row.properties.get(head) for head in heads)] for row in members]
        name = title or f"table on page {page}"
        tables[name if name not in tables else f"{name} page {page}"] = [["label", *heads], *body]
    return tables
