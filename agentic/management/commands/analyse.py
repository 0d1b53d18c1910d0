"""`manage.py analyse`: the fields, ratios and insights of a document or a company."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError

from agentic.analysis.analyse import Analysis, analyse_company, analyse_document
from agentic.analysis.cells import Cell
from agentic.analysis.figures import UnknownCompany
from agentic.analysis.presentation import analysis_json
from documents.library.selectors import documents_of
from documents.management.base import WorkspaceCommand
from documents.models import Document, Workspace
from documents.refusals import RefusedChange


class Command(WorkspaceCommand):
    help = "The eight fields, ratios and insights of a document or company, with formulas, figures and pages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("document", nargs="?", default="", help="Its file name or number.")
        parser.add_argument("--company", default="", help="Over all documents, or the one of several in one.")
        parser.add_argument("--ratios", default="", help="More ratios: names, comma-separated, or “all”.")

    def handle(self, **options: Any) -> None:
        user, workspace = self.who_and_where(options)
        name, ratios = options["company"], options["ratios"].split(",")
        try:
            if options["document"]:
                document = _document(user, workspace, options["document"])
                analysis = analyse_document(user, document, company=name, ratios=ratios)
            elif name:
                analysis = analyse_company(user, workspace, name, ratios=ratios)
            else:
                raise CommandError("Name a document, or a company with --company.")
        except (UnknownCompany, RefusedChange) as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.write_json(analysis_json(analysis))
        else:
            self.stdout.write("\n".join(_lines(analysis)))


def _document(user: Any, workspace: Workspace, named: str) -> Document:
    """By file name, the newest of several; else by number."""
    documents = documents_of(user, workspace)
    found = documents.filter(filename=named).first()
    if found is None and named.isdecimal() and len(named) < 18:
        found = documents.filter(pk=int(named)).first()
    if found is None:
        raise CommandError(f"There is no document “{named}” in “{workspace.slug}”: see kb_info.")
    return found


def _lines(analysis: Analysis) -> Iterator[str]:
    newest = analysis.newest
    if newest is None or analysis.company is None:
        yield analysis.refused
        return
    yield f"{analysis.company.name or 'A company without name'}, {newest.span.label}"
    yield ""
    for cell in newest.cells:
        yield f"{cell.label}: {_said(cell)}"
    yield ""
    yield from (insight.sentence for insight in analysis.insights)
    yield ""
    yield from (f"- {step}" for step in (*analysis.steps, *newest.steps))
    if others := [each.span.label for each in analysis.spans[1:]]:
        yield f"Also there, with --json: {', '.join(others)}"


def _said(cell: Cell) -> str:
    if cell.value is None:
        return f"– ({cell.refused})"
    pages = "; ".join(
        dict.fromkeys(
            f"{row.filename}, page {row.page}" if row.page else row.filename for _, row in cell.inputs
        )
    )
    how = "" if cell.is_read else f" = {cell.computed}"
    return f"{cell.text}{how} ({pages})"
