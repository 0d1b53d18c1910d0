"""Which of the words that are quoted give the number that is asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentic.evidence import Span
from agentic.facts.figures.target import ASKING
from agentic.verification.fitting.asked import Asked, without_names
from reading.measures.catalogue import MEASURES
from reading.values.quantities import find_quantities
from retrieval.passages.expected import expected_of
from retrieval.question.measures import measures_in
from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.words import EVERY
from retrieval.stems import stems

QUANTITY = re.compile(
    r"\bhow (?:much|many)\b|\b(?:number|value|amount|quantity|level|percentage) of\b|"
    r"^\W*what (?:is|was|are|were)\b.*\b(?:expenses?|rates?|margins?|revenues?|income|sales|costs?|prices?|"
    r"ratios?|profits?|loss(?:es)?|assets|liabilities|deposits|earnings|capital|count)\b",
    re.IGNORECASE,
)
ROW = re.compile(r"\d\)?\s*%?\s+[$€£(]*\s*\(?\d[\d,.]*\)?\s*%?\s*[”\"]?$")  # “… activities 98,024 83,838”


def number_givers(question: str, analysis: QueryAnalysis | None, spans: Sequence[Span]) -> list[Span] | None:
    """The spans that have the number that is asked for among its words; None if no number is asked for.

    A sentence with a number and a word of the question is near it, and answers it only by chance.
    """
    asked = Asked(question, analysis)
    if not (asked.measures or QUANTITY.search(asked.bare)) or _lists_them(question, asked):
        return None
    text, measures = asked.bare, {name for name, _, _ in asked.measures}
    for _, start, end in reversed(asked.measures):
        text = f"{text[:start]} {text[end:]}"
    wanted = stems(without_names(text, asked)) - stems(ASKING) - stems(EVERY)
    return [span for span in spans if _gives_number(span, wanted, measures)]


def _lists_them(question: str, asked: Asked) -> bool:
    """Whether which of them it is is asked, “which employees”, and no number of them."""
    expected = expected_of(question)
    named = [asked.bare[start:end].casefold() for _, start, end in asked.measures]
    return expected.kind == "list" and bool(named) and all(name in expected.noun.casefold() for name in named)


def _gives_number(span: Span, wanted: set[str], measures: set[str]) -> bool:
    if ROW.search(span.quote):
        return False  # which of a row's numbers it is, nothing says
    words = f"{span.section} {span.quote}"
    lacks = wanted - stems(words)
    if len(lacks) > max(0, len(wanted) - 1) // 4 or not measures <= {n for n, _, _ in measures_in(words)}:
        return False
    given = [q for q in find_quantities(span.quote) if q.unit or not 1900 <= q.value <= 2100]
    if measures and all(MEASURES[name].kind == "money" for name in measures):
        given = [q for q in given if q.unit.partition("/")[0].isupper() and q.unit != "%"]
    return bool(given)
