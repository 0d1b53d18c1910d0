"""Which part of a whole rows or a column are: “what percentage of the spending went into exhibitions”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.question.wording.rows import COUNT
from retrieval.sheets.asked import Condition, Named
from retrieval.sheets.model import Column
from retrieval.sheets.request.words import Words

SHARE = re.compile(
    r"\b(?:shares?|percentage|per\s?cent(?:age)?|proportion|fraction|portion)\s+(?:of|did|do|does|is|was|were|came|comes|went)\b",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    r"\b(?:share|percentage|per\s?cent|proportion|fraction|portion|went|goes|go|came|comes|come|made|make|up|accounted|among|"
    r"amongst|account|accounts)\b",
    re.IGNORECASE,
)
WHOLE = re.compile(r"(?:grand\s+)?(?:total|all|sum|overall|together)", re.IGNORECASE)


def share_of(
    asked: Words, columns: Sequence[Column], conditions: Sequence[Condition]
) -> tuple[Column, ...] | None:
    """The column of which rows have a part, or that with the column of the whole; None where no part is asked
    for, or where it is open of what."""
    if not SHARE.search(asked.question) or COUNT.search(asked.question) or len(columns) != 1:
        return None
    wholes = [c for c in asked.sheet.numbers if WHOLE.fullmatch(c.name.strip()) and c not in columns]
    named = [each for each in conditions if isinstance(each, Named) and each.column]
    asked.take([at for m in BETWEEN.finditer(asked.question) for at in asked.free(*m.span())], counts=False)
    if len(wholes) == 1:
        return columns[0], wholes[0]
    return (columns[0],) if named else None
