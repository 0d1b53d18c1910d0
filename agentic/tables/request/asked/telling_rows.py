"""What the rows of an answer are called, beside their labels: by the day that is asked for."""

from __future__ import annotations

import re
from dataclasses import replace

from agentic.tables.model import Request, Row

ASKS_DAY = re.compile(r"\bwhen\b|\b(?:which|what)\s+(?:days?|dates?|months?)\b", re.IGNORECASE)
TELLING = ("highest", "lowest", "list", "value")  # asks whose answers name rows


def told_by_day(request: Request, question: str) -> Request:
    """The same with the day behind each row's label, where the question asks when or the labels repeat."""
    sheet = request.sheet
    name = next((name for name in sheet.days if name != sheet.label.name), "")
    if not name or request.ask not in TELLING:
        return request
    labels = [row.label for row in request.rows]
    if not ASKS_DAY.search(question) and len(set(labels)) == len(labels):
        return request
    rows = tuple(_with_day(row, name) for row in sheet.rows)
    return replace(request, sheet=replace(sheet, rows=rows))


def _with_day(row: Row, name: str) -> Row:
    day = row.cells.get(name)
    return replace(row, label=f"{row.label}, {day}" if row.label else str(day)) if day else row
