"""Which of several values that belong together a question asks for: ends of ranges, one of each year."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.lexicon import SIGNS, YEAR
from reading.patterns import lazily
from reading.text.sentences import sentence_spans
from retrieval.passages.values import Value

EACH_YEAR = lazily(rf"(?<![\w.,/$€£-]){YEAR}(?![\d%]|[.,]\d)")
RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)
BRACKETED = re.compile(r"\([^()]*\)")
ASKS_RANGE = re.compile(r"\brange[sd]?\b|\bbetween (?:what|which)\b|\bfrom what\b", re.IGNORECASE)
_TO = rf"\s?(?:[-–—]|\bto\b)\s?(?:[{SIGNS}]\s?)?"
# The other end of a range right beside a value: “1 to 1.5 hours”, “between 40mA and 200mA”.
LOW_END = re.compile(
    r"(?:(?<![\w.,/-])(?P<low>\d[\d.,]*)\s?(?:[a-zµ%°]{0,3})\s?(?:[-–—]|\b(?:to|bis|à|a|tot)\b)\s?$)|"
    r"\b(?:between|zwischen|entre|tra|tussen)\s(?P<from>\d[\d.,]*)\s?(?:[a-zµ%°]{0,3})\s(?:and|und|et|y|e|en)\s$",
    re.IGNORECASE,
)
BETWEEN_ENDS = 8  # characters from one end of a range to the other: “ and ”
TO_END, FROM_END = lazily(rf"{_TO}\d[\d.,]*\d(?:\s?%)?"), lazily(rf"(?<![\w.,])\d[\d.,]*(?:\s?%)?{_TO}$")


def as_range(value: Value, values: Sequence[Value], text: str, question: str) -> Value | None:
    """The first range from the value on, where the question asks for one and others of the values are."""
    ranges = [each for each in values if with_other_end(each, text, question) != each]
    if value in ranges or not ranges:
        return value
    return next((each for each in ranges if each.start > value.start), None)


def respective(value: Value, values: Sequence[Value], text: str, question: str) -> Value:
    """Of values that a sentence gives for its years “respectively” those of the years asked for."""
    start, end = next(
        (span for span in sentence_spans(text) if span[0] <= value.start < span[1]), (0, len(text))
    )
    sentence = text[start:end]
    years = list(dict.fromkeys(EACH_YEAR.findall(sentence)))
    told = [each for each in values if start <= each.start < end]
    asked = [year for year in years if re.search(rf"(?<!\d){year}(?!\d)", question)]
    if not RESPECTIVELY.search(sentence) or not asked or len(told) != len(years):
        return value
    own = [told[years.index(year)] for year in asked]
    first, last = own[0], own[-1]
    if len(own) > 1 and told[told.index(first) : told.index(last) + 1] != own:
        return value
    return Value(text[first.start : last.end], first.start, last.end)


def of_year_in_brackets(value: Value, values: Sequence[Value], text: str, question: str) -> Value:
    """Of “£13 million (2018: £12 million)” the value of the year asked for; that before of any other year."""
    asked, at = set(EACH_YEAR.findall(question)), [each.start for each in values].index(value.start)
    if len(asked) != 1:
        return value
    if year := _year_in_brackets(value, values, text):
        return value if year in asked or not at else values[at - 1]
    behind = values[at + 1 : at + 2]
    return behind[0] if behind and _year_in_brackets(behind[0], values, text) in asked else value


def _year_in_brackets(value: Value, values: Sequence[Value], text: str) -> str:
    """The year that stands in brackets with no other year and no value but this; empty of none."""
    for match in BRACKETED.finditer(text):
        within = [each for each in values if match.start() < each.start < match.end()]
        if within == [value] and len(years := EACH_YEAR.findall(match[0])) == 1:
            return years[0]
    return ""


def with_low_end(value: Value, text: str, values: Sequence[Value] = ()) -> Value:
    """The value from the lower end of its range on: “1 to 1.5 hours”, “between 40mA and 200mA”.

    `values`: those beside it, one of which may be the higher end.
    """
    before = LOW_END.search(text[: value.start])
    if before is None or not value.text[:1].isdigit():
        higher = next((each for each in values if 0 < each.start - value.end < BETWEEN_ENDS), None)
        ends = LOW_END.search(text[: higher.start]) if higher else None
        if higher is None or ends is None or value.start not in (ends.start("low"), ends.start("from")):
            return value
        value, before = higher, ends
    assert before is not None
    start = before.start("low") if before["low"] else before.start("from")
    return Value(text[start : value.end], start, value.end)


def with_other_end(value: Value, text: str, question: str) -> Value:
    """The value to the other end of its range, “30.02 - 30.82”, where the question asks for a range."""
    if not ASKS_RANGE.search(question):
        return value
    behind, before = TO_END.match(text, value.end), FROM_END.search(text[: value.start])
    start, end = before.start() if before else value.start, behind.end() if behind else value.end
    return Value(text[start:end], start, end) if before or behind else value
