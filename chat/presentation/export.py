"""An answer to take along: Markdown to read, CSV of its tables and figures, JSON of everything."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from agentic.api.presentation import run_json
from agentic.models import Run
from chat.presentation.markdown_escapes import as_code, as_prose, as_words
from chat.presentation.memo import as_html, as_text
from chat.presentation.rendering import document_of, source_words
from documents.library.spreadsheets import Sheet


def as_markdown(run: Run) -> str:
    """Question, answer, sources, figures and the SQL that was run; no words in it become a link or HTML."""
    result = run.result or {}
    parts = [f"# {as_words(run.question)}", as_prose(result.get("text") or run.answer)]
    parts += [_markdown_table(table) for table in result.get("tables") or ()]
    if run.choices:
        parts.append(f"Chosen: {'; '.join(as_words(choice['label']) for choice in run.choices)}")
    parts += [as_prose(warning) for warning in result.get("warnings") or ()]
    parts += _section("Sources", _sources(result))
    parts += _section("Figures", _figures(result))
    queries = [as_code(step.sql, "sql") for step in run.steps.all() if step.sql]
    parts += ["## Queries", *queries] if queries else []
    return "\n\n".join(part for part in parts if part) + "\n"


def as_csv(run: Run) -> str:
    """The result tables one below the other; without any, the answer's figures with their sources."""
    result = run.result or {}
    out = io.StringIO()
    sheet = Sheet(out)
    tables = [table for table in result.get("tables") or () if table.get("rows")]
    for index, table in enumerate(tables):
        if index:
            sheet.row([])
        sheet.row([*table["columns"], "document", "page"])
        for row in _table_rows(table):
            sheet.row(row)
    if not tables:
        sheet.row(["figure", "value", "status", "document", "page", "quote"])
        for number in result.get("numbers") or ():
            names = ("text", "value", "status", "document", "page", "quote")
            sheet.row([number.get(name) for name in names])
    return out.getvalue()


def as_json(run: Run) -> str:
    """Everything, under the names that the API and `ask --json` use."""
    return json.dumps(run_json(run), indent=2, ensure_ascii=False)


FORMATS: dict[str, tuple[str, Callable[[Run], str]]] = {
    "md": ("text/markdown; charset=utf-8", as_markdown),
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/json", as_json),
    "txt": ("text/plain; charset=utf-8", as_text),
    "html": ("text/html; charset=utf-8", as_html),
}


def _section(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "\n".join(lines)] if lines else []


def _sources(result: Mapping[str, Any]) -> list[str]:
    return [
        f"{citation['number']}. {as_words(source_words(citation))}: “{as_words(citation['quote'])}”"
        for citation in result.get("citations") or ()
    ]


def _figures(result: Mapping[str, Any]) -> list[str]:
    return [
        f"- {as_words(number['text'])}: {number['status']}"
        + (f", {as_words(number['formula'])}" if number.get("formula") else "")
        + (f", {as_words(source_words(number))}" if number.get("document") else "")
        for number in result.get("numbers") or ()
    ]


def _markdown_table(table: Mapping[str, Any]) -> str:
    def line(values: Any) -> str:
        return "| " + " | ".join("" if value is None else as_words(value) for value in values) + " |"

    body = [line(row) for row in table.get("rows") or ()]
    head = [line(table["columns"]), line("---" for _ in table["columns"])]
    return "\n".join([*head, *body]) if body else ""


def _table_rows(table: Mapping[str, Any]) -> Iterator[list[Any]]:
    spans = list(table.get("spans") or ())
    for index, row in enumerate(table["rows"]):
        span = (spans[index] if index < len(spans) else None) or {}
        yield [*row, document_of(span), span.get("page") or ""]
