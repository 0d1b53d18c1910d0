"""Of when the balances of a ratio are, where the question says so: “use year-end inventory”."""

from __future__ import annotations

import re

from retrieval.question.plans.model import Apply, Average, Expression, First

BALANCES = re.compile(
    r"\(?\s*\b(?:us(?:e|ing)|based\s+on|on\s+the\s+basis\s+of)\s+(?:the\s+|its\s+)?"
    r"(?:(?P<end>year[- ]?end|ending|closing|end[- ]of[- ](?:the[- ])?(?:year|period))|average)\s+"
    r"(?:total\s+)?(?:inventor(?:y|ies)|balances?|figures|values|equity|assets|receivables|payables)\s*\)?",
    re.IGNORECASE,
)


def without_balances(question: str) -> tuple[str, bool]:
    """The question without that, and whether balances at the end of the year are wanted, not averages."""
    said = BALANCES.search(question)
    return (BALANCES.sub(" ", question), bool(said["end"])) if said else (question, False)


def at_year_end(expression: Expression) -> Expression:
    """The expression with balances at the end of the year in place of their averages."""
    if isinstance(expression, Average):
        return expression.of
    if isinstance(expression, Apply):
        return Apply(expression.operator, at_year_end(expression.left), at_year_end(expression.right))
    if isinstance(expression, First):
        return First(tuple(at_year_end(each) for each in expression.of))
    return expression
