"""What the pages of data sources show and take."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from agentic.sources.drivers.types import SUFFIXES
from agentic.sources.registering.services import kind_of_files
from documents.library.selectors import documents_of
from documents.models import Document, Role, Status, Workspace

FILE_SUFFIXES = (*SUFFIXES, ".duckdb", ".db", ".sqlite", ".sqlite3")
MOST_DOCUMENTS = 200  # to choose from


def wanted_source(given: QueryDict, files: list[Any]) -> dict[str, Any]:
    """What `add_source` takes, of a posted form."""
    document = str(given.get("document", ""))
    return {
        "name": given.get("name", ""),
        "kind": kind_of_files(files) if given.get("kind") == "files" else given.get("kind", ""),
        "dsn": given.get("dsn", "").strip(),
        "files": files,
        "document": int(document) if document.isdecimal() else None,
        "description": given.get("description", ""),
        "use_role": given.get("use_role") or Role.VIEWER,
        "manage_role": given.get("manage_role") or Role.OWNER,
        "insist": given.get("insist") == "on",
    }


def documents_with_tables(user: Any, workspace: Workspace) -> list[Document]:
    """Those that may be asked as tables: spreadsheets, and others of which rows were read."""
    ready = documents_of(user, workspace).filter(status=Status.READY)
    return list(ready.filter(tablerow__isnull=False).distinct().order_by("filename")[:MOST_DOCUMENTS])
