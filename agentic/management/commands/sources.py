"""`manage.py sources`: list, add, read anew, show and remove data sources."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.core.management.base import CommandError

from agentic.sources.models import DataSource
from agentic.sources.presentation import schema_json, source_json
from agentic.sources.registering.services import (
    add_source,
    refresh_source,
    remove_source,
    source_for,
    sources_of,
)
from documents.management.base import WorkspaceCommand
from documents.models import Role
from documents.refusals import RefusedChange

ACTIONS = ("list", "add", "show", "refresh", "remove")


class Command(WorkspaceCommand):
    help = "List, add, show, refresh and remove the databases that questions may be asked of."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("action", nargs="?", choices=ACTIONS, default="list")
        parser.add_argument("name", nargs="?", default="", help="Of the source.")
        parser.add_argument("--kind", choices=DataSource.Kind.values, default=DataSource.Kind.POSTGRESQL)
        parser.add_argument(
            "--dsn", default="", help="Of a server: postgresql://user:password@host/database."
        )
        parser.add_argument("--path", action="append", default=[], help="Of a file; may be given again.")
        parser.add_argument("--document", type=int, help="The number of a document with tables.")
        parser.add_argument("--description", default="")
        parser.add_argument("--use-role", choices=Role.values, default=Role.VIEWER, help="Who may ask it.")
        parser.add_argument("--manage-role", choices=(Role.OWNER, Role.EDITOR), default=Role.OWNER)
        parser.add_argument("--insist", action="store_true", help="Take credentials too that can write.")

    def handle(self, **options: Any) -> None:
        user, workspace = self.who_and_where(options)
        try:
            if options["action"] == "list":
                listed = [source_json(user, source) for source in sources_of(user, workspace)]
                result: Any = {"sources": listed, "total": len(listed)}
                words = "\n".join(_line(one) for one in listed) or "There are no data sources yet."
            elif options["action"] == "add":
                result, words = self._add(user, workspace, options)
            else:
                source = source_for(user, workspace, options["name"])
                result, words = getattr(self, f"_{options['action']}")(user, source)
        except (RefusedChange, PermissionDenied, ObjectDoesNotExist) as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.write_json(result)
        else:
            self.stdout.write(words)

    def _add(self, user: Any, workspace: Any, options: dict[str, Any]) -> tuple[Any, str]:
        source = add_source(
            user=user,
            workspace=workspace,
            name=options["name"],
            kind=options["kind"],
            dsn=options["dsn"],
            paths=options["path"],
            document=options["document"],
            description=options["description"],
            use_role=options["use_role"],
            manage_role=options["manage_role"],
            insist=options["insist"],
            is_trusted=True,  # whoever may run commands may read the files anyway
        )
        result = source_json(user, source)
        return result, _line(result)

    def _show(self, user: Any, source: DataSource) -> tuple[Any, str]:
        lines = [
            f"{table.path} ({table.rows if table.rows is not None else '?'} rows): "
            + ", ".join(f"{column.name} {column.type}" for column in table.columns)
            for table in source.stored_schema.tables
        ]
        return {**source_json(user, source), "schema": schema_json(source)}, "\n".join(lines)

    def _refresh(self, user: Any, source: DataSource) -> tuple[Any, str]:
        told = refresh_source(user=user, source=source)
        return source_json(user, source), "\n".join(told) or "Nothing has changed."

    def _remove(self, user: Any, source: DataSource) -> tuple[Any, str]:
        message = remove_source(user=user, source=source)
        return {"message": message}, message


def _line(source: dict[str, Any]) -> str:
    trouble = f"; {source['trouble']}" if source["trouble"] else ""
    return f"{source['name']}: {source['kind']}, {source['place']}, {source['tables']} tables{trouble}"
