"""Words of a question that only say which file is meant: “in the health and income table”."""

from __future__ import annotations

import re

from agentic.tables.request.words import ASKING, Words

FILE = (
    "file|table|data ?sets?|data|workbook|spreadsheet|sheet|list|log|register|csv|document|report|statistics|"
    "records?|book|survey|study|paper|article"
)
KINDS = r"(?:(?:csv|ods|xlsx?|json|excel|pdf)\s+)?"
NAMING = re.compile(
    rf"\b(?:the|this|our|these)\s+(?P<name>(?:(?!the\b|this\b|our\b|of\b|in\b)[\w'’-]+\s+){{1,7}}?){KINDS}(?:{FILE})\b(?!\s+of\b)",
    re.IGNORECASE,
)
LEAST = 2  # words of its name


def take_name_of_file(asked: Words) -> None:
    """Give the words their place that name the file and nothing in it: none of its columns is meant."""
    for said in NAMING.finditer(asked.question):
        places = asked.free(*said.span("name"))
        told = [at for at in places if asked.tokens[at].text.casefold() not in ASKING]
        if len(told) >= LEAST and all(
            asked.tokens[at].stems and asked.tokens[at].stems <= asked.sheet.names for at in told
        ):
            asked.take(asked.free(*said.span()), counts=False)
