"""The baseline: numbers and dates read line by line with regular expressions, without positions."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from reading.model import ParsedDocument
from reading.values.dates import find_dates
from reading.values.units import ONE, SCALE_WORDS

_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w,]*\d)")
_SCALE = re.compile(r"\bin\s+(thousands|millions|billions)\b", re.IGNORECASE)
_PER_SHARE = re.compile(r"\bper\s+(?:\w+\s+){0,2}share\b|^\W*(?:basic|diluted)\b", re.IGNORECASE)


@dataclass
class LineReading:
    """Value in base units → the last dates on or above its lines."""

    ends: dict[Decimal, set[str]] = field(default_factory=lambda: defaultdict(set))

    def has_value(self, value: Decimal) -> bool:
        return value in self.ends

    def has_end(self, value: Decimal, end: str) -> bool:
        return end in self.ends.get(value, ())


def read_lines(parsed: ParsedDocument) -> LineReading:
    """Each number of each line, in the scale that the page named last, with the date that it named last."""
    reading = LineReading()
    scale = ONE
    for page in parsed.pages:
        last: date | None = None
        for line in page.text.splitlines():
            named = _SCALE.search(line)
            scale = SCALE_WORDS[named[1].lower()] if named else scale
            dates = list(find_dates(line))
            last = dates[-1][0] if dates else last
            worth = ONE if _PER_SHARE.search(line) else scale
            for number in _NUMBER.findall(line):
                reading.ends[Decimal(number.replace(",", "")) * worth].add(str(last or ""))
    return reading
