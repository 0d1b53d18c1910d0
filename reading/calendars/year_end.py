"""The fiscal calendar that a document tells: when its years end, and how it names them. No Django here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise

from reading.model import ParsedDocument, once_for_document
from reading.patterns import lazily
from reading.values.dates import DATE, MONTH, YEAR, month_number, read_date
from reading.values.fiscal import FiscalCalendar, nominal_month

BESIDE = 200  # characters from a quarter's name to the day on which it ended
QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
NAMED = lazily(
    rf"\b(?:(?P<which>first|second|third|fourth)[\s-]+quarter|Q(?P<digit>[1-4]))\s*,?\s*(?:(?:of|in|for)\s+)?"
    rf"(?:the\s+)?(?:(?:fiscal|financial)\s+)?(?:year\s+|FY\s?)?(?P<year>{YEAR})\b",
    re.IGNORECASE,
)
ENDED = lazily(
    rf"\b(?:(?:13|14|thirteen|fourteen)[\s-]weeks?|(?:three|3)[\s-]months?|quarter)(?:\s+period)?\s+"
    rf"(?:ended|ending)\s+(?:on\s+)?(?P<end>{DATE})",
    re.IGNORECASE,
)

_SO_FAR = lazily(  # what a quarterly report shows beside its quarter is the year so far
    rf"\b(?:(?P<half>(?:six|6)[\s-]months?|(?:26|27|twenty-six)[\s-]weeks?|two\s+quarters)|"
    rf"(?:nine|9)[\s-]months?|(?:39|40|thirty-nine)[\s-]weeks?|three\s+quarters)(?:\s+periods?)?\s+"
    rf"(?:ended|ending)\s+(?:on\s+)?(?P<month>{MONTH})\s*(?P<day>\d{{1,2}})\b",
    re.IGNORECASE,
)


def year_end_months(text: str) -> Iterator[int]:
    """The months in which the years end of which the text tells the first six or nine months."""
    for found in _SO_FAR.finditer(text):
        end = nominal_month(date(2001, month_number(found["month"]), min(int(found["day"]), 28)))[1]
        yield (end - (6 if found["half"] else 9) - 1) % 12 + 1


def quarter_calendar(text: str) -> FiscalCalendar | None:
    """By the first quarter that is named beside the day on which a quarter ended; None where none is, or
    where its year cannot be that day's."""
    for named in NAMED.finditer(text):
        near = [match for match in ENDED.finditer(text) if _gap(named, match) <= BESIDE]
        end = read_date(near[0]["end"]) if near else None
        if end:
            return _calendar(named, end)
    return None


def _gap(one: re.Match[str], other: re.Match[str]) -> int:
    return max(other.start() - one.end(), one.start() - other.end())


def _calendar(named: re.Match[str], end: date) -> FiscalCalendar | None:
    quarter = int(named["digit"] or QUARTERS[named["which"].lower()])
    months_left = 3 * (4 - quarter)
    calendar = FiscalCalendar((nominal_month(end)[1] + months_left - 1) % 12 + 1)
    return calendar.naming(int(named["year"]), end)


_YEAR_ENDED = lazily(
    rf"(?:(?<!half[\s-])year|52\s+weeks|53\s+weeks|fifty-(?:two|three)[\s-]weeks?(?:\s+period)?)s?"
    rf"(?:(?!\b(?:months|weeks|quarter|half|from)\b)[^.;\d]){{0,40}}?"
    rf"\s(?:ended|ending|ends|end)\s(?:on\s)?(?P<end>{DATE}|{MONTH}\s*\d{{1,2}})",
    re.IGNORECASE,
)
# “Fiscal 2018 ended on February 2, 2019”
_FISCAL_ENDED = lazily(
    rf"\bfiscal\s+(?:year\s+)?{YEAR}\s(?:ended|ending|ends)\s(?:on\s)?(?P<end>{DATE})", re.IGNORECASE
)
_YEAR_FROM = lazily(rf"(?P<start>{DATE})\s*(?:[-–—]|to|until|through|bis)\s*(?P<end>{DATE})", re.IGNORECASE)
# Not the last words of a line of headings, with the years of all columns below them.
_FISCAL_NAME = lazily(rf"\bfiscal\s+(?:year\s+)?(?P<year>{YEAR})\b(?!\s{YEAR}\s{YEAR}\b)", re.IGNORECASE)
_ENDED_DATE = lazily(rf"\b(?:ended|ending|ends)\s(?:on\s)?(?P<end>{DATE})", re.IGNORECASE)
# “fiscal 2019: Fiscal year ended February 2, 2020”, “the years ended February 2, 2020 (“fiscal 2019”) and …”
_NAMED_END = lazily(
    rf"\bfiscal\s+(?:year\s+)?(?P<year>{YEAR})\W{{1,4}}(?:(?:is|means|refers\sto)\s)?(?:the\s)?(?:fiscal\s)?"
    rf"(?:year|\d\d[\s-]weeks?(?:\speriod)?)\s(?:ended|ending|ends)\s(?:on\s)?(?P<end>{DATE})",
    re.IGNORECASE,
)
_END_NAMED = lazily(
    rf"(?P<end>{DATE}),?\s?\(\W?fiscal\s+(?:year\s+)?(?P<year>{YEAR})\W{{0,2}}\)", re.IGNORECASE
)
_THREE_YEARS = lazily(rf"(?:(?:fiscal )?{YEAR} ){{2}}(?:fiscal )?{YEAR}$", re.IGNORECASE)
_DAY_ABOVE = lazily(rf"{MONTH} ?\d{{1,2}},?$", re.IGNORECASE)
_ON_LAST = lazily(
    rf"\blast\s(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\s(?:in|of)\s(?:each\s)?(?P<month>{MONTH})",
    re.IGNORECASE,
)
_SENTENCE_END = lazily(r"[.;]\s")
DAYS_OF_YEAR = 357, 371  # from the first to the last day of 52 or 53 weeks, or of twelve months
NEAR = 60  # characters from “fiscal 2022” to “ended January 28, 2023”
FIRST_PAGES = 2  # of a release, whose title names the fiscal year and whose first sentence says its end


def read_calendar(parsed: ParsedDocument) -> FiscalCalendar | None:
    """The subject's fiscal calendar: as its document tells it, else as others do; None where none does."""
    return own_calendar(parsed) or parsed.lent_calendar


@once_for_document
def own_calendar(parsed: ParsedDocument) -> FiscalCalendar | None:
    """The subject's fiscal calendar as its document tells it, or None where it does not.

    Years end in the month most often said, else as the quarter or the part of a year reported tells; the
    naming offset comes from sentences that name a fiscal year beside the day on which it, or a part of it,
    ended, else first pages, else the years over the columns of statements.
    """
    texts = [" ".join(page.text.split()) for page in parsed.pages]
    months = Counter(month for text in texts for month in _year_end_months(text, _YEAR_ENDED))
    months = months or Counter(month for text in texts for month in _year_end_months(text, _FISCAL_ENDED))
    months = months or Counter(month for text in texts for month in _ends_of_whole_years(text))
    if not months:
        named = quarter_calendar(" ".join(texts[:FIRST_PAGES]))
        months = Counter() if named else Counter(month for text in texts for month in year_end_months(text))
        if not months:
            return named
    year_end = months.most_common(1)[0][0]
    on_last = {month_number(said["month"]) for text in texts for said in _ON_LAST.finditer(text)}
    plain = FiscalCalendar(year_end, on_last=year_end in on_last)
    offsets = Counter(offset for text in texts for offset in _offsets(text, plain))
    if not offsets:
        offsets = Counter(_first_offset(" ".join(texts[:FIRST_PAGES]), plain))
    if not offsets:
        offsets = Counter(_offsets_of_columns(parsed, plain))
    return replace(plain, year_offset=offsets.most_common(1)[0][0] if offsets else 0)


def _year_end_months(text: str, pattern: re.Pattern[str]) -> Iterator[int]:
    for match in pattern.finditer(text):
        end = read_date(match["end"]) or read_date(f"{match['end']}, 2001")
        if end:
            yield nominal_month(end)[1]


def _ends_of_whole_years(text: str) -> Iterator[int]:
    """The months in which the years end of which the text says the first day and the last."""
    for match in _YEAR_FROM.finditer(text):
        start, end = read_date(match["start"]), read_date(match["end"])
        if start and end and DAYS_OF_YEAR[0] <= (end - start).days <= DAYS_OF_YEAR[1]:
            yield nominal_month(end)[1]


def _offsets(text: str, plain: FiscalCalendar) -> Iterator[int]:
    for sentence in _SENTENCE_END.split(text):
        if "fiscal" not in sentence.lower():  # a sentence without it names no year, and to look takes long
            continue
        ends, names = list(_ENDED_DATE.finditer(sentence)), list(_FISCAL_NAME.finditer(sentence))
        if len(ends) == len(names) == 1 and abs(ends[0].start() - names[0].start()) <= NEAR:
            yield from _offset_between(names[0], ends[0], plain)
        else:
            for pattern in (_NAMED_END, _END_NAMED):
                for said in pattern.finditer(sentence):
                    yield from _offset_between(said, said, plain)


def _first_offset(text: str, plain: FiscalCalendar) -> Iterator[int]:
    end, name = _ENDED_DATE.search(text), _FISCAL_NAME.search(text)
    if end and name:
        yield from _offset_between(name, end, plain)


def _offsets_of_columns(parsed: ParsedDocument, plain: FiscalCalendar) -> Iterator[int]:
    """0 or −1 for each table of three years: what it calls the newest, of which the cover says the end.

    “2022 2021 2020” in a report for the year ended January 28, 2023, unless days stand over the years.
    """
    cover = " ".join(" ".join(page.text for page in parsed.pages[:FIRST_PAGES]).split())
    ends = (read_date(match["end"]) for match in _YEAR_ENDED.finditer(cover))
    end = next((day for day in ends if day), None)
    if end is None:
        return
    for page in parsed.pages:
        lines = (" ".join(line.split()) for line in page.text.split("\n"))
        for above, line in pairwise(["", *lines]):
            said = _THREE_YEARS.search(line) if not _DAY_ABOVE.search(above) else None
            newest, *before = (int(year) for year in re.findall(YEAR, said[0])) if said else (0,)
            calendar = plain.naming(newest, end)
            if calendar and before == [newest - 1, newest - 2]:
                yield calendar.year_offset


def _offset_between(name: re.Match[str], ended: re.Match[str], plain: FiscalCalendar) -> Iterator[int]:
    """0 or −1; nothing where the name and the day have nothing to do with each other."""
    end = read_date(ended["end"])
    named = plain.naming(int(name["year"]), end) if end else None
    if named:
        yield named.year_offset
