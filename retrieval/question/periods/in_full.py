"""Times as people type them, in full: years of two digits, and spans told by the month of their end.

“22 vs 21”, “dec 22 quarter”, “30/9/23”; “the June 2023 quarter”, “TTM Sept 2023”.
"""

from __future__ import annotations

import re

from reading.measures.catalogue import MEASURES, find_measures
from reading.values.dates import DATE, MONTH, month_end, month_number

CENTURY = 2000
_SHORT = r"(?:1[5-9]|2\d|30)"  # the years that reports here are of
_END = r"(?![\w.,/%:-]*\d)(?!\s*(?:%|per\s?cents?\b))(?!\w)"
_FULL = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MARKED = re.compile(rf"(?<![\w’'])[’']({_SHORT})(?=\s*(?:[?.,;!)]|$|vs\b|and\b|or\b|to\b|than\b))")
_FISCAL = re.compile(
    rf"\b(?P<what>FY|CY|YE|yearend|year-end|fiscal(?:\s+year)?|financial\s+year|Q[1-4]|[1-4]Q|H[12]|[12]H)\s?-?[’']?(?P<year>{_SHORT}){_END}",
    re.IGNORECASE,
)
# A day with a short year: “dec 31 22”, “1 july 23”, “30/9/23” where only one way round is a day.
_DAY = re.compile(
    rf"\b(?P<day>{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?)\s+[’']?(?P<year>{_SHORT}){_END}", re.IGNORECASE
)
_DAY_FIRST = re.compile(
    rf"\b(?P<day>\d{{1,2}}(?:st|nd|rd|th)?\s+{MONTH},?)\s+[’']?(?P<year>{_SHORT}){_END}", re.IGNORECASE
)
_DIGITS = re.compile(
    r"(?<![\d./,])(?P<one>\d{1,2})(?P<by>[/.])(?P<two>\d{1,2})(?P=by)(?P<year>1[5-9]|2\d|30)(?![\d./])"
)
# A month with one: before “quarter”, and where no day can stand there.
_MONTH_OF = re.compile(
    rf"\b(?P<month>{MONTH})\s+[’']?(?P<year>{_SHORT})"
    rf"(?=\s+(?:q|qtrs?|quarters?|period|vs|versus)\b|\s*(?:,|and\b|&)\s*(?:and\s+)?{MONTH}\s+[’']?{_SHORT}\b)"
    rf"|\b(?P<lead>in|of|for|ended|ending|ttm|ltm|months|vs\.?|versus|than|quarter)\s+(?P<month3>{MONTH})\s+[’']?(?P<year3>{_SHORT})"
    rf"(?=\s*(?:[?.!,;]|$))(?!,?\s+{_FULL.pattern})"  # “ended September 30, 2024” names a day
    rf"|\b(?P<month2>{MONTH})\s+(?P<what>q|qtr|quarter)\s+(?:of\s+)?[’']?(?P<year2>{_SHORT}){_END}",
    re.IGNORECASE,
)
_IN = (
    r"(?:in|for|of|since|during|until|from|between|vs\.?|versus|than|over|fiscal|year|years|fy|ye|year-?end|"
    r"end|to|with)"
)
_JOIN = (
    r"(?:\s*(?:,|&|/|-|–)\s*(?:and\s+|or\s+)?|"
    r"\s+(?:and|or|vs\.?|versus|to|through|from|than|compared\s+(?:to|with)|over)\s+(?:in\s+|for\s+)?|\s+)"
)
_CHAIN = re.compile(rf"(?<![\w.,/%$€£:’'-])(?:{_SHORT})(?:{_JOIN}{_SHORT})+{_END}")
_ALONE = re.compile(
    rf"\b(?P<lead>{_IN}|yearend)\s+[’']?(?P<year>{_SHORT})(?=\s*(?:[?!;,)]|\.(?!\d)|$)|"
    r"\s+(?:vs|versus|compared|than|and|pls|please|was|is|what|how|in\s+(?:\w+\s+)?(?:millions?|billions?|thousands?|bn|mn|mln|per\s?cent|%))\b)",
    re.IGNORECASE,
)
_BESIDE_FULL = re.compile(
    rf"(?P<full>\b20\d\d\s*(?:,|and|or|&|vs\.?|versus|to|-|–)\s*)[’']?(?P<year>{_SHORT})(?=\s*(?:[?!;)]|[.,](?!\d)|$|and\b|or\b))",
    re.IGNORECASE,
)
_SPENT = re.compile(r"\b(?:costs?|expenses?|spend(?:ing)?|sales|profits?|earnings)\b", re.IGNORECASE)
# Behind a measure, with no thing counted by it: “return on equity 22”, not “employees 22 countries”.
_BEHIND = re.compile(
    rf"^\s+[’']?(?P<year>{_SHORT})(?=\s*(?:[?!;)]|[.,](?!\d)|$)|\s+[-–]\s|\s+(?:using|based|vs|versus|compared|in|pls|please|and)\b)",
    re.IGNORECASE,
)
_IS_YEAR = re.compile(r"\b(?:in|for|since|during|fiscal|year|fy|ye|year-?end|end(?:\s+of)?)$", re.IGNORECASE)
_BOUND = re.compile(r"\b(?:more|less|fewer|greater)\s+than$", re.IGNORECASE)  # “more than 20” are no year
_SPAN_OF = re.compile(r"\b(?:between|from|over)\s+$", re.IGNORECASE)  # “between 20 and 25 employees”
_ENDS = re.compile(r"\s*(?:[?.!,;:)]|$)")
# Words before numbers that are none of years: “pages 21 and 22”, “iPhone 15 vs 16”, “GPIO23, 24 and 25”.
_NUMBERED = re.compile(
    r"(?:\b(?:pages?|sections?|articles?|notes?|items?|invoices?|rows?|lines?|chapters?|clauses?|numbers?|nos?\.?|"
    r"tables?|columns?|questions?|points?|rooms?|versions?|ages?|aged|net|top|first|last|next|past|least|most|"
    r"than|over|under|above|below|days?|weeks?|hours?)|\b\w*[a-z][A-Z]\w*|\b[A-Z][a-z]+|"
    r"\b(?!(?i:fy|cy|ye))[A-Za-z]{2,}\d+,)\s+$"
)
_APART = 9  # years between the first and the last that are set side by side
_CHAINED = re.compile(r"\d+")
# The month of a span's end, with whose last day documents write it.
_YEAR = r"20\d\d"
_BETWEEN = re.compile(
    rf"\b(?P<lead>between|from)\s+(?P<from>{MONTH})(?:\s+(?P<of>{_YEAR}))?\s+(?P<join>and|to)\s+(?P<to>{MONTH})\s+(?P<year>{_YEAR})\b",
    re.IGNORECASE,
)
_MONTH = rf"(?P<month>{MONTH})(?:\s+(?:end|of))?,?\s+(?P<year>{_YEAR})\b"
_COUNT = r"(?:three|3|six|6|nine|9|twelve|12)"
_WHAT = rf"(?:quarter|half(?:[\s-]year)?|(?:fiscal\s+|financial\s+)?year|{_COUNT}[\s-]months?(?:\s+period)?)"
_OF_MONTH = re.compile(
    rf"\b(?:{_MONTH}\s+(?P<what>q|qtr|quarter)\b|"
    rf"(?P<month2>{MONTH})\s+(?P<what2>q|qtr|quarter)\s+(?:of\s+|in\s+)?(?P<year2>{_YEAR})\b)",
    re.IGNORECASE,
)
_Q = re.compile(r"\bq(?=\s+(?:ended|ending|to|until)\b)", re.IGNORECASE)
# “The Dec 2022, Mar 2023 and June 2023 quarters”: each is one.
_LISTED = re.compile(
    rf"\b{MONTH}\s+{_YEAR}(?:\s*(?:,|and|&)\s*(?:and\s+)?{MONTH}\s+{_YEAR})+(?=\s+(?:quarters|qtrs)\b)",
    re.IGNORECASE,
)
_EACH = re.compile(_MONTH, re.IGNORECASE)
_ENDED = r"(?:ended|ending|to|until|till|through|up\s+to)(?:\s+(?:in|on|the\s+end\s+of|end\s+of))?(?:\s+the)?"
_TO_MONTH = re.compile(rf"\b(?P<what>{_WHAT}|qtr)\s+{_ENDED}\s+{_MONTH}", re.IGNORECASE)
_TO_DAY = re.compile(
    rf"\b(?P<what>{_WHAT}|qtr)\s+(?:to|until|till|through|up\s+to)\s+(?:the\s+)?(?P<day>{DATE})",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    rf"\b(?:TTM|LTM|trailing\s+(?:twelve|12)[\s-]months?|(?:last|past)\s+(?:twelve|12)\s+months)\s+"
    rf"(?:(?:{_ENDED}|at|as\s+of)\s+)?(?:{_MONTH}|(?P<day>{DATE}))",
    re.IGNORECASE,
)
# Beside a quarter a month is one too: “quarter ended June 30, 2023 vs June 2022”.
_BESIDE = re.compile(
    rf"(?P<first>\bquarter ended \w+ \d+, {_YEAR}\s*(?:,\s*)?(?:vs\.?|versus|and|or|from|over|than|against|"
    rf"compared\s+(?:to|with))\s+(?:in\s+)?(?:the\s+)?){_MONTH}",
    re.IGNORECASE,
)


def with_full_years(question: str) -> str:
    """The question with its short years in full, where what stands round them leaves no doubt."""
    question = _DAY.sub(r"\g<day> 20\g<year>", question)
    question = _DAY_FIRST.sub(r"\g<day> 20\g<year>", question)
    question = _DIGITS.sub(_day, question)
    question = _FISCAL.sub(_fiscal, question)
    question = _MARKED.sub(r"20\1", question)
    question = _MONTH_OF.sub(_month, question)
    question = _CHAIN.sub(lambda found: _chain(question, found), question)
    question = _ALONE.sub(_alone, question)
    ends = {end for _, _, end in find_measures(question)} | {
        found.end() for found in _SPENT.finditer(question)
    }
    for end in sorted(ends, reverse=True):
        question = question[:end] + _BEHIND.sub(r" 20\g<year>", question[end:])
    return _BESIDE_FULL.sub(r"\g<full>20\g<year>", question)


def _day(found: re.Match[str]) -> str:
    """The day in digits with its year in full; as it is where either number may be the month."""
    one, two = int(found["one"]), int(found["two"])
    may_turn = one <= 12 and two <= 12 and one != two and found["by"] == "/"
    is_day = (one <= 12 or two <= 12) and 1 <= one <= 31 and 1 <= two <= 31
    return found[0] if may_turn or not is_day else f"{one}{found['by']}{two}{found['by']}20{found['year']}"


def _fiscal(found: re.Match[str]) -> str:
    what = found["what"]
    if what[0].isdigit():  # “2Q22”
        what = f"{what[1]}{what[0]}"
    apart = "" if what.lower() in ("fy", "cy") else " "
    is_short = len(what) == 2 and what.lower() != "ye"
    return f"{what.upper() if is_short else what}{apart}20{found['year']}"


def _month(found: re.Match[str]) -> str:
    if found["lead"]:
        return f"{found['lead']} {found['month3']} 20{found['year3']}"
    month, year = found["month"] or found["month2"], found["year"] or found["year2"]
    return f"{month} 20{year} quarter" if found["what"] else f"{month} 20{year}"


def _chain(question: str, found: re.Match[str]) -> str:
    years = [int(year) for year in _CHAINED.findall(found[0])]
    before = question[: found.start()]
    counts = _SPAN_OF.search(before) and not _ENDS.match(question, found.end())
    if counts or _NUMBERED.search(before) or len(set(years)) < len(years) or max(years) - min(years) > _APART:
        return found[0]
    return _CHAINED.sub(lambda year: str(CENTURY + int(year[0])), found[0])


def _alone(found: re.Match[str]) -> str:
    before = found.string[: found.start("lead")] + found["lead"]
    beside = _FULL.search(found.string)  # “2022 vs 21”
    if _BOUND.search(before) or (not _IS_YEAR.search(before) and not beside):
        return found[0]
    return f"{found['lead']} 20{found['year']}"


def with_ends_of_spans(question: str) -> str:
    """The question with each such span as documents write it: “quarter ended June 30, 2023”."""
    if (named := find_measures(question)) and all(MEASURES[name].is_instant for name, _, _ in named):
        question = _BETWEEN.sub(_days, question)
    question = _Q.sub("quarter", question)
    question = _LISTED.sub(
        lambda found: _EACH.sub(lambda each: f"quarter ended {_last_day(each)}", found[0]), question
    )
    question = _OF_MONTH.sub(lambda found: f"quarter ended {_last_day(found)}", question)
    question = _TRAILING.sub(
        lambda found: f"twelve months ended {found['day'] or _last_day(found)}", question
    )
    question = _TO_MONTH.sub(lambda found: f"{_spoken(found['what'])} ended {_last_day(found)}", question)
    question = _TO_DAY.sub(lambda found: f"{_spoken(found['what'])} ended {found['day']}", question)
    return _BESIDE.sub(lambda found: f"{found['first']}quarter ended {_last_day(found)}", question)


def _days(found: re.Match[str]) -> str:
    """The ends of both months, between which a balance moved."""
    year = int(found["year"])
    first = month_end(int(found["of"] or year), month_number(found["from"]))
    last = month_end(year, month_number(found["to"]))
    days = [f"{day:%B} {day.day}, {day.year}" for day in (first, last)]
    return f"{found['lead']} {days[0]} {found['join']} {days[1]}"


def _last_day(found: re.Match[str]) -> str:
    parts = found.groupdict()
    month, year = parts["month"] or parts.get("month2"), parts["year"] or parts.get("year2")
    end = month_end(int(str(year)), month_number(str(month)))
    return f"{end:%B} {end.day}, {end.year}"


def _spoken(what: str) -> str:
    return "quarter" if what.lower() == "qtr" else what
