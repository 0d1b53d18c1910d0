"""The count of a company's shares on one day, as covers of reports give it.

“16,070,752,000 shares of common stock were issued and outstanding as of July 15, 2022”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reading.figures.rows.from_tables import period_fields
from reading.figures.sentences.from_sentences import QUOTE_LENGTH, Setting
from reading.model import MetricDraft, Place
from reading.patterns import lazily
from reading.text.passages_of_page import Sentence
from reading.values.dates import DATE, find_dates
from reading.values.fiscal import Period, instant
from reading.values.periods import find_periods
from reading.values.quantities import Quantity, find_quantities, read_quantity

_COUNT = r"(?P<count>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?\s+(?:million|billion))"
_DAY = rf"(?:as\s+of|at|on)\s+(?P<day>{DATE})"
_PAR = r"(?:,[^;:]{0,60}?\b(?:par|stated|nominal)\s+value\b[^;:]{0,30}?)?,?"
_STATE = r"(?:(?:were|was|are)\s+)?(?:issued\s+and\s+)?outstanding\b(?!\s+(?:and\s+)?(?:held|owned)\b)"
_WHAT = r"(?P<what>(?:[a-z]+\s+){0,2}shares(?:\s+of\s+(?:(?!subject|under)[^,;:\d]){1,70}?)?)"
_FORMS = tuple(
    lazily(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf"(?:(?<![a-z,\d]\n)^|;\s|(?:as\s+of|at|on)\s+(?P<before>{DATE}),?\s+(?:there\s+were\s+|[^,;:\d]{{1,40}}\s+had\s+)?)"
        rf"(?:approximately\s+)?{_COUNT}\s+{_WHAT}{_PAR}\s+{_STATE}(?:\s+{_DAY})?",
        rf"\bnumber\s+of\s+(?P<what>(?:[a-z]+\s+)?shares\b[^;:\d]{{0,90}}?),?\s+{_DAY},?\s+(?:was|were|is)\s+"
        rf"(?:approximately\s+)?{_COUNT}",
        rf"(?P<what>\bshares\s+of\s+[^,;:\d]{{1,60}}?){_PAR}\s+outstanding\s+{_DAY},?\s+(?:was|were|is|are|totall?ed)\s+"
        rf"(?:approximately\s+)?{_COUNT}",
        rf"^(?:number\s+of\s+)?(?P<what>(?:[a-z]+\s+)?shares\b[^;:\d]{{0,60}}?)\s+{_DAY}:\s+{_COUNT}",
    )
)
# “Class   Outstanding as of October 20, 2022”, and below it the class with its count
_LISTED = lazily(
    rf"\boutstanding\s+{_DAY}\s+(?P<what>(?:class\s+\w\s+)?(?:common|ordinary)\s+(?:stock|shares)){_PAR}\s+"
    rf"{_COUNT}\s+shares$",
    re.IGNORECASE,
)
_OWNERS = lazily(r"\b(?:the|its|our|(?:registrant|issuer|company)['’]s)\s+", re.IGNORECASE)
_OF_A_PART = lazily(r"\b(?:class|series|preferred|preference)\b", re.IGNORECASE)
_OUTSTANDING = lazily(r"\s*,?\s*\b(?:(?:issued\s+and\s+)?outstanding)\b", re.IGNORECASE)


def read_shares_outstanding(sentence: Sentence, setting: Setting) -> Iterator[MetricDraft]:
    """The count of shares outstanding on a day that the sentence tells, with its heading or alone."""
    if "outstanding" not in f"{sentence.heading} {sentence.text}".lower():
        return
    listed = _LISTED.finditer(f"{sentence.heading} {sentence.text}")
    for matches in (*(form.finditer(sentence.text) for form in _FORMS), listed):
        counts = [
            _metric(sentence, match, day, setting)
            for match in matches
            if (day := _day(match, setting)) and "outstanding" in match[0].lower()
        ]
        if counts:  # those of several days, where it tells them one after another
            yield from counts if len({count.metric_name for count in counts}) == 1 else counts[:1]
            return


def _day(match: re.Match[str], setting: Setting) -> Period | None:
    said = match["day"] or match.groupdict().get("before") or ""
    days = [period for period, _, _ in find_periods(said, setting.calendar) if period.start_date is None]
    return days[0] if len(days) == 1 else None


def _metric(sentence: Sentence, match: re.Match[str], day: Period, setting: Setting) -> MetricDraft:
    quantity = read_quantity(match["count"])
    assert quantity is not None
    what = " ".join(_OWNERS.sub("", _OUTSTANDING.sub("", match["what"])).split())
    what = f"{what[:1].lower()}{what[1:]}"
    name = f"{what if 'shares' in what else f'shares of {what}'} outstanding"
    return MetricDraft(
        place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
        metric_name=name,
        canonical_name="" if _OF_A_PART.search(name) else "shares_outstanding",
        value=match["count"],
        numeric_value=quantity.value,
        unit="shares",
        scale=quantity.scale,
        context=" ".join(sentence.text.split())[:QUOTE_LENGTH],
        entity_name=setting.entity,
        category="financial",
        **period_fields(day),
    )


NAME = "aggregate market value held by non-affiliates"
LEAST_VALUE = 100_000  # of a company whose shares are traded; what is less is the price of one of them
_VALUE = lazily(r"\baggregate\s+market\s+value\b", re.IGNORECASE)
_NOT_INSIDERS = lazily(r"\bnon-?\s?affiliates?\b", re.IGNORECASE)


def read_public_float(sentence: Sentence, setting: Setting) -> Iterator[MetricDraft]:
    """The one large amount of a sentence that names one day."""
    said = _VALUE.search(sentence.text)
    if said is None or not _NOT_INSIDERS.search(sentence.text):
        return
    days = {day for day, _, _ in find_dates(sentence.text)}
    amounts = [each for each in find_quantities(sentence.text) if _is_value(each, said.end())]
    if len(days) == len(amounts) == 1:
        [day], [amount] = days, amounts
        yield MetricDraft(
            place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
            metric_name=NAME,
            value=amount.text,
            numeric_value=amount.value,
            unit=amount.unit,
            scale=amount.scale,
            context=" ".join(sentence.text.split())[:QUOTE_LENGTH],
            entity_name=setting.entity,
            category="financial",
            **period_fields(instant(str(day), day, setting.calendar)),
        )


def _is_value(amount: Quantity, since: int) -> bool:
    is_money = len(amount.unit) == 3 and amount.unit.isupper()
    return amount.start >= since and is_money and amount.value >= LEAST_VALUE
