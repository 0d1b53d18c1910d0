"""Which of the figures that were found an answer takes, and why it does not take the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from agentic.facts import wording
from agentic.facts.queries import FigureRow, figure_rows
from agentic.facts.workings import Workings
from reading.lexicon import IN_STATEMENT
from reading.values.legal_forms import without_legal_form
from reading.values.quantities import are_one_number

LISTED = 20  # of each kind in one step of the trace
COLUMNS = tuple(each.name for each in fields(FigureRow))  # of the statements that look for figures


def tell_taken(workings: Workings) -> None:
    """A step of the trace: what is cited of the figures that were found, and why each other one is not."""
    rows = [
        row
        for table in workings.tables
        if tuple(table.columns[: len(COLUMNS)]) == COLUMNS
        for row in figure_rows(table)
    ]
    taken = [row for row in dict.fromkeys(rows) if row.id in workings.cited]
    others = [row for row in dict.fromkeys(rows) if row.id not in workings.cited]
    if not taken or not others:
        return
    with workings.trace.step("plan", f"Took {len(taken)} of {len(taken) + len(others)} figures") as step:
        step.output = {
            "taken": [_said(row) for row in taken[:LISTED]],
            "not_taken": [f"{_said(row)}: {why_not(row, taken)}" for row in others[:LISTED]],
        }


def why_not(row: FigureRow, taken: Sequence[FigureRow]) -> str:
    """Why a figure stands back, beside those that are taken: by what it differs in from the likest."""
    alike = [each for each in taken if each.canonical_name == row.canonical_name] or list(taken)
    whose = {without_legal_form(each.entity_name).casefold() for each in alike}
    if without_legal_form(row.entity_name).casefold() not in whose:
        return f"of {row.entity_name or 'nobody who is named'}"
    same_time = [each for each in alike if _time(each) == _time(row)]
    if not same_time:
        return "of another time"
    if row.is_forecast:
        return "a forecast"
    if row.unit not in {each.unit for each in same_time}:
        return "in another unit"
    if any(are_one_number(each, row) for each in same_time):
        return "the same figure once more"
    if row.superseded:
        return "its document is superseded"
    if any(IN_STATEMENT.search(each.context) for each in same_time) and not IN_STATEMENT.search(row.context):
        return "it does not stand in a financial statement"
    return "fewer places give it, or it is of a part"


def _time(row: FigureRow) -> tuple[object, object]:
    return row.period_start, row.period_end


def _said(row: FigureRow) -> str:
    words = " ".join(filter(None, (wording.label(row), wording.when(row))))
    return f"{words}, {wording.amount(row)} ({row.filename}, page {row.page})"
