"""Tables of one file that tell the same things twice: as they were planned, and as they came."""

from __future__ import annotations

import re

from retrieval.sheets.asked import Request
from retrieval.sheets.model import Sheet

_PLANNED = r"plan(?:ned|s)?|budget(?:ed|s)?|forecasts?|target(?:ed|s)?|proposed|estimate[ds]?"
_ACTUAL = r"actuals?|realised|realized"
FOLDS = ("sum", "average", "median")
PLANNED = re.compile(rf"\b(?:{_PLANNED})\b", re.IGNORECASE)
EITHER = re.compile(rf"\b(?:(?P<planned>{_PLANNED})|{_ACTUAL})\b", re.IGNORECASE)


def as_part_is_called(question: str, sheet: Sheet) -> str:
    """The question with “budgeted” as the one table of plans is called, “planned”; as it is where none is."""
    parts = dict.fromkeys(row.part for row in sheet.rows)
    plans = [found[0] for part in parts if (found := PLANNED.search(part))]
    said = [found[0] for found in PLANNED.finditer(question)]
    if len(plans) != 1 or len(parts) == 1 or not said or plans[0].casefold() in map(str.casefold, said):
        return question
    return PLANNED.sub(plans[0].lower(), question, count=1)


def is_budget(sheet: Sheet) -> bool:
    """Whether the file or one of its tables is called a plan, a budget or what came of it."""
    parts = {row.part for row in sheet.rows}
    return any(EITHER.search(text) for text in (*parts, *sheet.names, *sheet.of_file))


def adds_plans(request: Request) -> bool:
    """Whether rows of a plan and of what came of it, or of two plans, are put together, which nobody does."""
    if request.ask not in FOLDS or request.by == "":
        return False
    held = (row for row in request.sheet.rows if all(each.holds(row) for each in request.conditions))
    return len({row.part for row in held if EITHER.search(row.part)}) > 1
