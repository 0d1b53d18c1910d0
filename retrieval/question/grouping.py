"""What a question wants its figures told apart by: “by quarter”, “over time”, “for each segment”."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_TIME = r"(?P<{}>quarter|half-year|year|month|period)"
_EACH = r"(?:by|per|each|every|across|throughout|for each(?: of)?|in each(?: of)?|of each)"
_SOME = r"(?:the|these|those|all|its|their|reported|fiscal|financial|calendar|single|recent|of)"
_BY_TIME = re.compile(
    rf"\b(?:{_EACH}\s+(?:{_SOME}\s+){{0,3}}{_TIME.format('each')}s?\b|"
    rf"(?:in|over|during|for|between)\s+(?:(?:these|those|the\s+(?:reported|different|various|several))\s+){_TIME.format('these')}s?\b|"
    rf"{_TIME.format('then')}\s*(?:-|\s)(?:by|to)(?:-|\s)\s*(?:quarter|year|month)\b|"
    rf"from\s+{_TIME.format('from')}\s+to\s+(?:quarter|year|month|period)\b|"
    rf"(?:to|with|against)\s+(?:the\s+|its\s+)?(?:previous|prior|earlier|past|preceding)\s+{_TIME.format('past')}s\b|"
    r"over (?:the )?(?:time|years)\b|over the reporting (?:period|timeframe)\b|"
    r"(?:trends?|fluctuat\w+|evolv\w+|evolution|var(?:y|ied|ies))\b)",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"^\W*(?:list|show|compare|give|tabulate|chart|plot|what (?:were|are|was|is))\b[^.?]*?"
    r"\b(?P<adjective>quarterly|monthly|yearly|annual)\b(?!\s+(?:reports?|filings?|meetings?|general|statements?))",
    re.IGNORECASE,
)
_BY_PART = re.compile(
    rf"\b{_EACH}\s+(?:[\w.&-]+[’']s?\s+)?"
    r"(?:(?:the|its|their|all|of|various|different|diverse|reportable|operating|business|geographic\w*|"
    r"products?|services?|and|main)\s+){0,3}?"
    r"(?P<part>segment|region|division|countr|product|area|categor|market|channel|line|offering)(?:s|y|ies)?\b",
    re.IGNORECASE,
)
_PARTS_LISTED = re.compile(
    r"^\W*(?:list|show|give|name|tabulate|what\s+(?:are|were))\b[^.?]*?"
    r"(?P<whole>\b(?:(?:reportable|operating|business|geographic\w*)\s+)?"
    r"(?P<part>segment|region|division|countr|product|area|categor|market|channel)(?:s|ies)\b)"
    r"[^.?]*?\b(?:with|and)\s+(?:their|its|the)\b",
    re.IGNORECASE,
)
_MONTHS = {"quarter": 3, "half-year": 6, "year": 12, "month": 1}
_ADJECTIVES = {"quarterly": "quarter", "monthly": "month", "yearly": "year", "annual": "year"}


@dataclass(frozen=True)
class Grouping:
    """`by`: period | part. `noun`: “quarter”, “segment”; “” of times of no said length.

    `months`: how long each period is, 0 where nothing says so. `start`, `end`: the characters that say it.
    `is_past`: one time that the question names is set beside all before it.
    """

    by: Literal["period", "part"]
    noun: str
    months: int
    start: int
    end: int
    is_past: bool = False


def find_grouping(question: str) -> Grouping | None:
    """The first grouping that the question names; None where it names none."""
    if part := _BY_PART.search(question):
        return Grouping("part", _whole(part["part"].lower()), 0, *part.span())
    if parts := _PARTS_LISTED.search(question):
        return Grouping("part", _whole(parts["part"].lower()), 0, *parts.span("whole"))
    if time := _BY_TIME.search(question):
        noun = next((value.lower() for value in time.groupdict().values() if value), "")
        noun = "" if noun == "period" else noun
        return Grouping("period", noun, _MONTHS.get(noun, 0), *time.span(), bool(time["past"]))
    if listed := _LISTED.search(question):
        noun = _ADJECTIVES[listed["adjective"].lower()]
        return Grouping("period", noun, _MONTHS[noun], *listed.span("adjective"))
    return None


def _whole(stem: str) -> str:
    return {"countr": "country", "categor": "category"}.get(stem, stem)
