"""Words of a question that only say which file is meant: “in the health and income table”."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.sheets.model import FILE_WORD
from retrieval.sheets.request.words import ASKING, Words

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


LONG = 4  # words one after another that a file is called by, of which a year tells no row from another


def take_name_of_file(asked: Words) -> None:
    """Give the words their place that name the file and nothing in it: none of its columns is meant."""
    for said in NAMING.finditer(asked.question):
        places = asked.free(*said.span("name"))
        told = [at for at in places if asked.tokens[at].text.casefold() not in ASKING]
        if len(told) >= LEAST and all(
            asked.tokens[at].stems and asked.tokens[at].stems <= asked.sheet.names for at in told
        ):
            asked.take(asked.free(*said.span()), counts=False)
    for run in _runs(asked):
        if len(run) >= LONG:
            asked.take_whole([at for at in run if asked.tokens[at].text.isdigit()])


def _runs(asked: Words) -> Iterator[list[int]]:
    """Words one after another, each of which the file is called by: “the 1992 Los Angeles riots”."""
    called = {word.casefold() for word in FILE_WORD.findall(asked.sheet.filename)}
    at = 0
    while at < len(asked.tokens):
        end = at
        while end < len(asked.tokens) and asked.tokens[end].text.casefold() in called:
            end += 1
        if end > at:
            yield list(range(at, end))
        at = end + 1
