"""`manage.py facts`: what was read from the documents, as CSV or JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import CommandError

from documents.library.catalogue.presentation import COLUMNS, PLACE_COLUMNS, fact_json
from documents.library.selectors import documents_of, facts_of
from documents.library.spreadsheets import Sheet
from documents.management.base import WorkspaceCommand
from documents.models import FACT_MODELS, Document, Workspace


class Command(WorkspaceCommand):
    help = "What was read from the documents, as CSV or, with --json, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--document", default="", help="Only this document: its file name.")
        parser.add_argument("--kind", choices=list(FACT_MODELS), help="Only facts of this kind.")

    def handle(self, **options: Any) -> None:
        user, workspace = self.who_and_where(options)
        documents = _documents(user, workspace, options["document"])
        kinds = [options["kind"]] if options["kind"] else list(FACT_MODELS)
        facts = _facts(user, workspace, kinds, documents)
        if options["json"]:
            self.write_json(list(facts))
        else:
            self._write_csv(kinds, facts)

    def _write_csv(self, kinds: Sequence[str], facts: Iterator[dict[str, Any]]) -> None:
        own_columns = dict.fromkeys(column for kind in kinds for column in COLUMNS[kind])
        columns = ["document", "kind", *PLACE_COLUMNS, *own_columns]
        sheet = Sheet(self.stdout)
        sheet.row(columns)
        for fact in facts:
            sheet.row(_cell(fact.get(name)) for name in columns)


def _documents(user: Any, workspace: Workspace, filename: str) -> list[Document] | None:
    """The documents of that name (two files may bear one name); None for all documents."""
    if not filename:
        return None
    documents = list(documents_of(user, workspace).filter(filename=filename))
    if not documents:
        raise CommandError(f"There is no document “{filename}” in “{workspace.slug}”: see kb_info.")
    return documents


def _facts(
    user: Any, workspace: Workspace, kinds: Sequence[str], documents: list[Document] | None
) -> Iterator[dict[str, Any]]:
    for kind in kinds:
        facts = facts_of(user, workspace, kind)
        if documents is not None:
            facts = facts.filter(document__in=documents)
        for fact in facts.iterator():
            yield fact_json(kind, fact)


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value
