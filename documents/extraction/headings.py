"""What headings and labels say apart from time, scale and notes."""

from __future__ import annotations

import re
from functools import lru_cache

from documents.fiscal import FiscalCalendar
from documents.periods import find_periods
from documents.tables.captions import read_caption
from documents.tables.headers import NOTES

WORDLESS = re.compile(
    r"\b(?:three|six|nine|twelve|\d{1,2}|fiscal|the|for|as|of|at|and|months?|weeks?|quarters?|years?|ended|"
    r"ending|periods?|total|totals|consolidated|amounts?|in|thousands|millions|billions|dollars|actual|reported|january|february|march|"
    r"april|may|june|july|august|september|october|november|december)\b|[^\w%]",
    re.IGNORECASE,
)
_ANY_CALENDAR = FiscalCalendar()


@lru_cache(maxsize=4096)  # asked for each cell of a column
def header_rest(header: str) -> str:
    """What a heading says apart from time, scale and notes."""
    text = without_periods(header)
    text = re.sub(r"\([^)]*\)", lambda found: " " if read_caption(found[0]).scale else found[0], text)
    text = NOTES.sub(" ", text)
    return " ".join(text.split()) if WORDLESS.sub("", text) else ""


@lru_cache(maxsize=4096)  # asked for each cell of a row
def without_periods(text: str) -> str:
    for _, start, end in reversed(find_periods(text, _ANY_CALENDAR)):
        text = f"{text[:start]} {text[end:]}"
    return text


def is_only_time(text: str) -> bool:
    """Whether `text` names a time and nothing else: “December 31, 2022”, “2021 (a)”."""
    return bool(find_periods(text, _ANY_CALENDAR)) and not header_rest(text)
