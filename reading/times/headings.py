"""What headings and labels say apart from time, scale and notes."""

from __future__ import annotations

import re
from functools import lru_cache

from reading.lexicon import ANY_MONTH_NAME, DOLLARS_OF, MONTH_COUNTS, SIGNS
from reading.tables.headings.columns import is_of_vintage
from reading.tables.headings.periods import NOTES, without_note_mark
from reading.tables.units.captions import is_scale_alone, names_currency, read_caption
from reading.values.dates import MONTH
from reading.values.fiscal import FiscalCalendar
from reading.values.periods import find_periods

WORDLESS = re.compile(
    rf"\b(?:first|second|third|fourth|half|{MONTH_COUNTS}|\d{{1,2}}|fiscal|the|for|from|through|as|of|at|and|"
    r"months?|weeks?|quarters?|years?|ended|ending|periods?|total|totals|consolidated|amounts?|ytd|in|thousands|"
    rf"millions|billions|dollars|actual|reported|{ANY_MONTH_NAME})\b|[^\w%]",
    re.IGNORECASE,
)
_SCALE_ALONE = re.compile(  # what a heading says of its amounts alone: “£m”, “€'000”, “Millions of yen”
    rf"(?:in\s+)?(?:(?:{DOLLARS_OF})?[{SIGNS}]|[A-Z]{{3}}|Rs\.?)[\s’']?"
    r"(?:m|M|mn|bn|k|[mM]illions?|[tT]housands?|[’']?000s?)|[’']000s?"
    r"|[Yy]en|[Ww]on|RMB|NIS|Rupees|[Ee]uros|U\.?S\.? [Dd]ollars"
    r"|(?:[Mm]illions|[Tt]housands|[Bb]illions) of (?:yen|euros|(?:U\.S\. )?dollars|pounds)|[MTk][A-Z]{3}"
)
_SCALE_MARK = re.compile(rf"(?:^|(?<=\s))(?:{_SCALE_ALONE.pattern})(?=\s|$)")
_DANGLING = re.compile(  # what led to the time
    r"^as (?:of|at)(?:\s*,?\s*(?:and|or|and/or)\s+for(?:\s+the)?)?(?:\s+|$)|\s+as (?:of|at)$", re.IGNORECASE
)
_OPEN_SPAN = re.compile(  # whose years stand over other columns
    rf"\b(?:(?:fiscal\s+)?years?|(?:{MONTH_COUNTS})\s+months|quarters?)\s+ended(?:\s+{MONTH}\s+\d{{1,2}},?)?",
    re.IGNORECASE,
)
_ANY_CALENDAR = FiscalCalendar()


@lru_cache(maxsize=4096)  # asked for each cell of a column
def header_rest(header: str) -> str:
    """What a heading says apart from time, scale and notes."""
    text = without_periods(header)
    text = re.sub(r"\([^)]*\)", lambda found: " " if read_caption(found[0]).scale else found[0], text)
    text = _OPEN_SPAN.sub(" ", NOTES.sub(" ", text))
    text = _DANGLING.sub("", " ".join(text.split()))
    if text != header and names_currency(f" {text}") and " " not in text:
        return ""  # “30.09.2023 EUR”
    if is_scale_alone(text):
        return ""
    text = " ".join(_SCALE_MARK.sub(" ", text).split()).lstrip(" :")
    return text if WORDLESS.sub("", text) else ""


@lru_cache(maxsize=4096)  # asked for each cell of a row
def without_periods(text: str) -> str:
    for _, start, end in [] if is_of_vintage(text) else reversed(find_periods(text, _ANY_CALENDAR)):
        text = f"{text[:start]} {text[end:]}"
    return text


@lru_cache(maxsize=4096)  # asked for each cell of a column
def times_in(header: str) -> tuple[str, ...]:
    """The times that a column's heading names."""
    if is_of_vintage(header):
        return ()
    return tuple(period.text for period, _, _ in find_periods(without_note_mark(header), _ANY_CALENDAR))


@lru_cache(maxsize=4096)  # asked for each cell of a row
def says_more_than_time(label: str) -> bool:
    """Whether the label has words of its own apart from time and scale."""
    return bool(WORDLESS.sub("", without_periods(label)))


def is_only_time(text: str) -> bool:
    """Whether `text` names a time and nothing else: “December 31, 2022”, “2021 (a)”."""
    return bool(find_periods(text, _ANY_CALENDAR)) and not header_rest(text)
