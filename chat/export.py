"""An answer to take along: Markdown to read, CSV of its tables and figures, JSON of everything."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from agentic.models import Run
from agentic.presentation import run_json
from chat.rendering import source_words

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def as_markdown(run: Run) -> str:
    """Question, answer, sources, figures and the SQL that was run."""
    result = run.result or {}
    parts = [f"# {run.question}", result.get("text") or run.answer]
    parts += [_markdown_table(table) for table in result.get("tables") or ()]
    parts += _section("Sources", _sources(result))
    parts += _section("Figures", _figures(result))
    queries = [f"```sql\n{step.sql}\n```" for step in run.steps.all() if step.sql]
    parts += ["## Queries", *queries] if queries else []
    return "\n\n".join(part for part in parts if part) + "\n"


def as_csv(run: Run) -> str:
    """The result tables one below the other; without any, the answer's figures with their sources."""
    result = run.result or {}
    out = io.StringIO()
    writer = csv.writer(out)
    tables = [table for table in result.get("tables") or () if table.get("rows")]
    for index, table in enumerate(tables):
        if index:
            writer.writerow([])
        writer.writerow([*table["columns"], "document", "page"])
        writer.writerows(_table_rows(table))
    if not tables:
        writer.writerow(["figure", "value", "status", "document", "page", "quote"])
        for number in result.get("numbers") or ():
            names = ("text", "value", "status", "document", "page", "quote")
            writer.writerow([_cell(number.get(name)) for name in names])
    return out.getvalue()


def as_json(run: Run) -> str:
    """Everything, under the names that the API and `ask --json` use."""
    return json.dumps(run_json(run), indent=2, ensure_ascii=False)


FORMATS: dict[str, tuple[str, Callable[[Run], str]]] = {
    "md": ("text/markdown; charset=utf-8", as_markdown),
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/json", as_json),
}


def _section(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "\n".join(lines)] if lines else []


def _sources(result: Mapping[str, Any]) -> list[str]:
    return [
        f"{citation['number']}. {source_words(citation)}: “{' '.join(citation['quote'].split())}”"
        for citation in result.get("citations") or ()
    ]


def _figures(result: Mapping[str, Any]) -> list[str]:
    return [
        f"- {number['text']}: {number['status']}"
        + (f", {number['formula']}" if number.get("formula") else "")
        + (f", {source_words(number)}" if number.get("document") else "")
        for number in result.get("numbers") or ()
    ]


def _markdown_table(table: Mapping[str, Any]) -> str:
    def line(values: Any) -> str:
        return "| " + " | ".join(str(value).replace("|", "\\|").replace("\n", " ") for value in values) + " |"

    rows = ["" if value is None else value for value in table["columns"]]
    body = [line("" if value is None else value for value in row) for row in table.get("rows") or ()]
    return "\n".join([line(rows), line("---" for _ in rows), *body]) if body else ""


def _table_rows(table: Mapping[str, Any]) -> Iterator[list[Any]]:
    spans = list(table.get("spans") or ())
    for index, row in enumerate(table["rows"]):
        span = (spans[index] if index < len(spans) else None) or {}
        yield [*map(_cell, row), _cell(span.get("document")), span.get("page") or ""]


def _cell(value: Any) -> Any:
    """A spreadsheet takes text that begins like a formula for one, so such text gets an apostrophe."""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS) and not _is_number(value):
        return f"'{value}"
    return "" if value is None else value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
