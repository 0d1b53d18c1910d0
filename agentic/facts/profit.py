"""“Did it make a loss?”: yes or no, by the sign of what it earned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentic.facts.queries import FigureRow
from retrieval.analysis import QueryAnalysis

ASKED = re.compile(
    r"^\W*(?:did|was|were|is|are|has|have|does|do)\b.*?\b(?:(?P<loss>loss(?:es)?|unprofitable)|profits?|profitable)\b",
    re.IGNORECASE,
)


def profit_or_loss(analysis: QueryAnalysis, figures: Sequence[FigureRow]) -> str:
    """“Yes. ” or “No. ” where one figure tells whether there was the loss, or profit, asked about."""
    asked = ASKED.search(analysis.question)
    if asked is None or len(figures) != 1 or not figures[0].canonical_name.startswith("net_income"):
        return ""
    value = figures[0].numeric_value
    return "Yes. " if (value < 0 if asked["loss"] else value > 0) else "No. "
