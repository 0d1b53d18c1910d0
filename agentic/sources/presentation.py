"""A source as JSON: the same for the API, the command and the page."""

from __future__ import annotations

from typing import Any

from agentic.sources.models import DataSource
from agentic.sources.registering.services import may_manage


def source_json(user: Any, source: DataSource) -> dict[str, Any]:
    """Without its connection; `place` says where that leads."""
    tables = source.schema.get("tables", ())
    return {
        "name": source.name,
        "workspace": source.workspace.slug,
        "kind": source.kind,
        "place": source.place,
        "description": source.description,
        "use_role": source.use_role,
        "manage_role": source.manage_role,
        "may_write": source.may_write,
        "may_manage": may_manage(user, source),
        "tables": len(tables),
        "schema_version": source.schema_version,
        "read_at": source.read_at,
        "trouble": source.trouble,
        "changes": source.changes,
    }


def schema_json(source: DataSource) -> dict[str, Any]:
    """With tables, columns, keys, counts and samples."""
    return {"tables": source.schema.get("tables", []), "schema_version": source.schema_version}
