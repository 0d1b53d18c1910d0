"""Years of two digits, as people type them, with all four: “22 vs 21”, “dec 22 quarter”, “30/9/23”."""

from __future__ import annotations

import re

from reading.measures.catalogue import find_measures
from reading.values.dates import MONTH

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
    r"(?=\s*(?:[?.!,;]|$))"
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
    rf"(?P<full>\b20\d\d\s*(?:,|and|or|&|vs\.?|versus|to|-|–)\s*)[’']?(?P<year>{_SHORT})(?=\s*(?:[?.!,;)]|$|and\b|or\b))",
    re.IGNORECASE,
)
_SPENT = re.compile(r"\b(?:costs?|expenses?|spend(?:ing)?|sales|profits?|earnings)\b", re.IGNORECASE)
# Behind a measure, with no thing counted by it: “return on equity 22”, not “employees 22 countries”.
_BEHIND = re.compile(
    rf"^\s+[’']?(?P<year>{_SHORT})(?=\s*(?:[?!,;)]|\.(?!\d)|$)|\s+[-–]\s|\s+(?:using|based|vs|versus|compared|in|pls|please|and)\b)",
    re.IGNORECASE,
)
_IS_YEAR = re.compile(r"\b(?:in|for|since|during|fiscal|year|fy|ye|year-?end|end(?:\s+of)?)$", re.IGNORECASE)
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
    if not _IS_YEAR.search(before) and not beside:
        return found[0]
    return f"{found['lead']} 20{found['year']}"
